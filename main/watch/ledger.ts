import type { OrderId } from '../../core/order/order-id.ts';
import type { WatchRecord, WatchStore } from './ports.ts';

/** The most records written in one transaction: about 1 ms of a laptop's time. */
const chunkSize = 20;
/** A flush ends within this time, unless its first chunk takes longer, or one takes longer than those before. */
const flushForMs = 2;
/** That an order was confirmed once more waits so long for others: a transaction costs more than a check. */
const confirmationsForMs = 5000;
/** How long to wait before writing again after a failed write. */
const retryWriteMs = 1000;

/** What became of the records that were waiting. */
export interface Flushed {
  /** Records nobody was told of yet, stored or (while the disk refuses) kept in memory. */
  readonly fresh: readonly WatchRecord[];
  /** Records that the store has taken. */
  readonly saved: readonly WatchRecord[];
  /** Whether tellings are in the outbox that were not there before. */
  readonly hasNewTellings: boolean;
  /** Whether {@link Ledger.fault} changed. */
  readonly didHealthChange: boolean;
}

/**
 * Writes what the watcher found, in order and in few transactions, and holds it while the disk cannot:
 * full, read-only, locked by a backup. Nothing is given up; records are told to the window all the
 * same, while tellings stay with their records until these are stored, because only what is in the
 * outbox can be told exactly once.
 *
 * While the disk refuses, what later records make superfluous is let go, so that memory holds one
 * state per order plus its updates, at most `maxRecords` of them.
 */
export class Ledger {
  readonly #store: WatchStore;
  readonly #maxRecords: number;
  #unsaved: WatchRecord[] = [];
  /** How many of `#unsaved`, from the front, were announced already. */
  #announcedCount = 0;
  readonly #removals = new Set<OrderId>();
  #fault: string | null = null;
  #retryAtMs = 0;
  /** Until then what waits may wait for more of its kind, because nobody is told of it. */
  #mayWaitUntilMs = Number.NEGATIVE_INFINITY;
  #economiseAtCount = 1000;

  constructor(store: WatchStore, maxRecords = 50_000) {
    this.#store = store;
    this.#maxRecords = maxRecords;
  }

  /** Why the last write failed; null while all is well. */
  get fault(): string | null {
    return this.#fault;
  }

  get isEmpty(): boolean {
    return this.#unsaved.length === 0 && this.#removals.size === 0;
  }

  /** Whether anything waits that ought to be written in the next turn. */
  get isUrgent(): boolean {
    return !this.isEmpty && this.#mayWaitUntilMs === Number.NEGATIVE_INFINITY;
  }

  /** When to flush next, given that the present slot ends at `slotEndMs`; null when nothing waits. */
  nextFlushMs(slotEndMs: number): number | null {
    if (this.#unsaved.length > this.#announcedCount) {
      return Math.max(slotEndMs, this.#mayWaitUntilMs);
    }
    if (this.isEmpty) return null;
    return this.#fault === null ? slotEndMs : this.#retryAtMs;
  }

  add(record: WatchRecord): void {
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    this.#unsaved.push(record);
  }

  /** Adds what nobody has to be told of: it is written with the next records, or after some seconds. */
  addQuietly(record: WatchRecord, nowMs: number): void {
    if (this.#unsaved.length === 0) this.#mayWaitUntilMs = nowMs + confirmationsForMs;
    this.#unsaved.push(record);
  }

  /** Drops what waits for these orders and removes them from the store, now or as soon as it can. */
  remove(ids: readonly OrderId[], nowMs: number): void {
    const gone = new Set(ids);
    const announced = this.#unsaved.slice(0, this.#announcedCount);
    const fresh = this.#unsaved.slice(this.#announcedCount);
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    const stays = (record: WatchRecord): boolean => !gone.has(record.watched.id);
    const keptAnnounced = announced.filter(stays);
    this.#announcedCount = keptAnnounced.length;
    this.#unsaved = [...keptAnnounced, ...fresh.filter(stays)];
    for (const id of gone) this.#removals.add(id);
    this.#write(nowMs, () => this.#removeWaiting());
  }

  /** Writes what waits, as far as the time of one flush allows. */
  flush(nowMs: number, monotonicMs: () => number): Flushed {
    const faultBefore = this.#fault;
    const fresh: WatchRecord[] = [];
    const saved: WatchRecord[] = [];
    let hasNewTellings = false;
    const mayWrite =
      this.#fault === null ? nowMs >= this.#mayWaitUntilMs : nowMs >= this.#retryAtMs;
    if (mayWrite) {
      this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
      const startedMs = monotonicMs();
      let isWriting = this.#write(nowMs, () => this.#removeWaiting());
      let spentMs = monotonicMs() - startedMs;
      let longestMs = 0;
      const hasTime = (): boolean => saved.length === 0 || spentMs + longestMs <= flushForMs;
      while (isWriting && this.#unsaved.length > 0 && hasTime()) {
        const chunk = this.#unsaved.slice(0, chunkSize);
        isWriting = this.#write(nowMs, () => this.#store.save(chunk));
        if (!isWriting) break;
        this.#unsaved.splice(0, chunk.length);
        saved.push(...chunk);
        fresh.push(...chunk.slice(this.#announcedCount));
        this.#announcedCount = Math.max(this.#announcedCount - chunk.length, 0);
        hasNewTellings ||= chunk.some((record) => record.tellings.length > 0);
        const endedMs = monotonicMs() - startedMs;
        longestMs = Math.max(longestMs, endedMs - spentMs);
        spentMs = endedMs;
      }
    }
    if (this.#fault !== null) {
      fresh.push(...this.#unsaved.slice(this.#announcedCount));
      this.#announcedCount = this.#unsaved.length;
      this.#economise();
    }
    return { fresh, saved, hasNewTellings, didHealthChange: this.#fault !== faultBefore };
  }

  /** Writes all that waits, whatever time it takes. @returns whether nothing is left */
  flushAll(nowMs: number): boolean {
    this.#retryAtMs = nowMs;
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    while (!this.isEmpty) {
      this.flush(nowMs, () => nowMs);
      if (this.#fault !== null) return false;
    }
    return true;
  }

  #removeWaiting(): void {
    if (this.#removals.size === 0) return;
    this.#store.remove([...this.#removals]);
    this.#removals.clear();
  }

  #write(nowMs: number, run: () => void): boolean {
    try {
      run();
      this.#fault = null;
      return true;
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : 'The watch list cannot be written';
      this.#retryAtMs = nowMs + retryWriteMs;
      return false;
    }
  }

  /** Only called when everything was announced. */
  #economise(): void {
    if (this.#unsaved.length < this.#economiseAtCount) return;
    const isLatest = new Set<OrderId>();
    const kept: WatchRecord[] = [];
    let updateCount = 0;
    for (const record of this.#unsaved.toReversed()) {
      const id = record.watched.id;
      const isFirst = !isLatest.has(id);
      isLatest.add(id);
      if (isFirst) {
        kept.push(record);
      } else if (record.update !== undefined && updateCount < this.#maxRecords) {
        updateCount += 1;
        kept.push({ watched: record.watched, update: record.update, tellings: record.tellings });
      }
    }
    this.#unsaved = kept.toReversed();
    this.#announcedCount = this.#unsaved.length;
    this.#economiseAtCount = Math.max(1000, this.#unsaved.length * 2);
  }
}
