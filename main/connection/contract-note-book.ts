import type { ConnectionState } from '../../core/delivery/connection.ts';
import type { ContractNoteEntry, ServiceNote } from '../../core/wire/contract-notes.ts';
import type { Clock } from '../watch/clock.ts';
import type { ContractNoteStore } from './ports.ts';

/** What the book needs. */
export interface ContractNoteBookParts {
  readonly store: ContractNoteStore;
  readonly clock: Clock;
  /** The notes are a help, not a duty: what cannot be written is told here and tried again. */
  readonly reportDefect: (error: unknown) => void;
}

/** How long counts are gathered before they are written. */
const writeAfterMs = 10_000;

/**
 * What reading the answers of the present service needed. Counted in memory with every answer, written
 * now and then; the notes of a service that is only tried, such as the demo, are not written at all.
 */
export class ContractNoteBook {
  readonly #parts: ContractNoteBookParts;
  #baseUrl: string | null = null;
  #isStored = false;
  #entries = new Map<ServiceNote, ContractNoteEntry>();
  readonly #unwritten = new Set<ServiceNote>();
  #cancelWriting: (() => void) | null = null;

  constructor(parts: ContractNoteBookParts) {
    this.#parts = parts;
  }

  /** The most frequent first. */
  get entries(): readonly ContractNoteEntry[] {
    return [...this.#entries.values()].toSorted(
      (left, right) => right.count - left.count || left.note.localeCompare(right.note),
    );
  }

  /**
   * Turns to the service of the present connection; the same one again changes nothing. Notes of a
   * service that is not this desk's any more are erased.
   */
  connectionChanged(state: ConnectionState): void {
    const baseUrl = state.kind === 'none' ? null : state.baseUrl;
    const isStored = state.kind === 'none' || state.kind === 'keychainBlocked' || !state.isDemo;
    if (baseUrl === this.#baseUrl && isStored === this.#isStored) return;
    this.flush();
    this.#unwritten.clear();
    this.#entries.clear();
    this.#baseUrl = baseUrl;
    this.#isStored = isStored;
    if (!isStored) return;
    this.#attempt(() => {
      this.#parts.store.keepOnly(baseUrl);
      if (baseUrl === null) return;
      for (const entry of this.#parts.store.load(baseUrl)) this.#entries.set(entry.note, entry);
    });
  }

  /** One answer of this service needed these rules. Answers of another one came too late. */
  noted(baseUrl: string, notes: readonly ServiceNote[]): void {
    if (notes.length === 0 || baseUrl !== this.#baseUrl) return;
    const nowMs = this.#parts.clock.wallMs();
    for (const note of notes) {
      const before = this.#entries.get(note);
      this.#entries.set(note, {
        note,
        count: (before?.count ?? 0) + 1,
        firstSeenAtMs: before?.firstSeenAtMs ?? nowMs,
        lastSeenAtMs: nowMs,
      });
      if (this.#isStored) this.#unwritten.add(note);
    }
    if (this.#unwritten.size > 0) this.#writeLater();
  }

  /** What was seen in answers of the present service after they were read. */
  notedHere(notes: readonly ServiceNote[]): void {
    if (this.#baseUrl !== null) this.noted(this.#baseUrl, notes);
  }

  /** Writes what has not been written yet. */
  flush(): void {
    this.#cancelWriting?.();
    this.#cancelWriting = null;
    const baseUrl = this.#baseUrl;
    if (baseUrl === null || this.#unwritten.size === 0) return;
    const entries = this.entries.filter(({ note }) => this.#unwritten.has(note));
    const isWritten = this.#attempt(() => this.#parts.store.save(baseUrl, entries));
    if (isWritten) this.#unwritten.clear();
  }

  #writeLater(): void {
    this.#cancelWriting ??= this.#parts.clock.schedule(() => {
      this.#cancelWriting = null;
      this.flush();
    }, writeAfterMs);
  }

  #attempt(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      this.#parts.reportDefect(error);
      return false;
    }
  }
}
