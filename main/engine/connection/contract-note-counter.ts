import type { ConnectionState } from '../../../core/delivery/connection.ts';
import { isUnknownField } from '../../../core/wire/contract-notes.ts';
import type { ContractNoteEntry, ServiceNote } from '../../../core/wire/contract-notes.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ContractNoteStore } from './ports.ts';

/** What the counter needs. */
export interface ContractNoteCounterParts {
  readonly store: ContractNoteStore;
  readonly clock: Clock;
  /** Notes that cannot be written are reported here and written later. */
  readonly reportDefect: (error: unknown) => void;
}

/** The most unknown fields that are counted each by its name. */
const mostFields = 50;

/** How long counts are gathered before they are written. */
const writeAfterMs = 10_000;

/**
 * Counts how often each rule of the liberal reader was needed for the connected service. Counts are
 * kept in memory and written every ten seconds; those of the demo are not written at all.
 */
export class ContractNoteCounter {
  readonly #parts: ContractNoteCounterParts;
  #baseUrl: string | null = null;
  #isStored = false;
  #entries = new Map<ServiceNote, ContractNoteEntry>();
  readonly #unwritten = new Set<ServiceNote>();
  #cancelWriting: (() => void) | null = null;

  constructor(parts: ContractNoteCounterParts) {
    this.#parts = parts;
  }

  /** The most frequent first. */
  get entries(): readonly ContractNoteEntry[] {
    return [...this.#entries.values()].toSorted(
      (left, right) => right.count - left.count || left.note.localeCompare(right.note),
    );
  }

  /**
   * Switches to the service of the present connection; the same one again changes nothing. Notes of
   * other services are erased.
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

  /**
   * One answer needed these rules; a late answer of another service does not count.
   *
   * @param baseUrl default: of the present service
   */
  noted(notes: readonly ServiceNote[], baseUrl: string | null = this.#baseUrl): void {
    if (notes.length === 0 || baseUrl === null || baseUrl !== this.#baseUrl) return;
    const nowMs = this.#parts.clock.wallMs();
    for (const note of new Set(notes.map((each) => this.#counted(each)))) {
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

  /** The note that is counted: of unknown fields beyond the bound only that there are more. */
  #counted(note: ServiceNote): ServiceNote {
    if (this.#entries.has(note) || !isUnknownField(note)) return note;
    const fields = [...this.#entries.keys()].filter(isUnknownField);
    return fields.length < mostFields ? note : 'field-unknown';
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
