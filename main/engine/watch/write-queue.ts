import type { OrderId } from '../../../core/order/order-id.ts';
import type { WatchRecord, WatchStore } from './ports.ts';

/** The most records of one transaction: about 5 ms of a laptop's time. */
const mostPerTransaction = 100;
/** How long a confirmation waits for other records, because a transaction costs more than a check. */
const confirmationsWaitMs = 5000;
/** How long to wait after a failed write. */
const retryMs = 1000;
/** While the disk refuses: from this many waiting records on, those that later ones replace are dropped. */
const condensedFrom = 1000;

/** The result of a write. */
export interface Written {
  /** Records that are to be told of now: just stored, or kept in memory while the disk refuses. */
  readonly fresh: readonly WatchRecord[];
  /** Whether notifications were stored. */
  readonly hasNewNotifications: boolean;
  /** Whether more is waiting that can be written at once. */
  readonly hasMore: boolean;
}

/**
 * Writes the watcher's records in order and in bounded transactions, and keeps them while the disk refuses
 * (full, read-only, locked by a backup). The window is told of records that are not stored yet.
 * Notifications wait for the disk, because only a stored notification is shown exactly once.
 */
export class WriteQueue {
  readonly #store: WatchStore;
  readonly #mostUpdates: number;
  #waiting: WatchRecord[] = [];
  /** How many records at the front of `#waiting` were told of already. */
  #reportedCount = 0;
  readonly #removals = new Set<OrderId>();
  #fault: string | null = null;
  #retryAtMs = 0;
  /** Until when the waiting records may wait for more: set only while all of them are confirmations. */
  #mayWaitUntilMs = Number.NEGATIVE_INFINITY;
  #condenseAtCount = condensedFrom;
  /** How many of the waiting records are acts, which are in no other place. */
  #waitingActs = 0;

  /** @param mostUpdates how many replaced records are kept for their updates while the disk refuses */
  constructor(store: WatchStore, mostUpdates = 50_000) {
    this.#store = store;
    this.#mostUpdates = mostUpdates;
  }

  /** Why the last write failed; null while all is well. */
  get fault(): string | null {
    return this.#fault;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#removals.size === 0;
  }

  /** Whether what a person did waits. */
  get hasActs(): boolean {
    return this.#waitingActs > 0;
  }

  /** Whether anything other than confirmations waits. */
  get isUrgent(): boolean {
    return !this.isEmpty && this.#mayWaitUntilMs === Number.NEGATIVE_INFINITY;
  }

  /** When to write next, at `turnMs` at the earliest; null when nothing waits. */
  nextWriteMs(turnMs: number): number | null {
    const hasUnreported = this.#waiting.length > this.#reportedCount;
    if (hasUnreported) return Math.max(turnMs, this.#mayWaitUntilMs);
    if (this.isEmpty) return null;
    return this.#fault === null ? turnMs : this.#retryAtMs;
  }

  add(record: WatchRecord): void {
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    this.#waiting.push(record);
    if (isAct(record)) this.#waitingActs += 1;
  }

  /** Adds a confirmation: it is written with the next records, or after five seconds. */
  addConfirmation(record: WatchRecord, nowMs: number): void {
    if (this.#waiting.length === 0) this.#mayWaitUntilMs = nowMs + confirmationsWaitMs;
    this.#waiting.push(record);
  }

  /** Drops the waiting records of these orders and removes the orders from the store as soon as it can. */
  remove(ids: readonly OrderId[], nowMs: number): void {
    this.drop(ids);
    for (const id of ids) this.#removals.add(id);
    this.#attempt(nowMs, () => this.#removeWaiting());
  }

  /** Drops the waiting records of these orders. */
  drop(ids: readonly OrderId[]): void {
    const gone = new Set(ids);
    const stays = ({ watched }: WatchRecord): boolean => !gone.has(watched.id);
    const reported = this.#waiting.slice(0, this.#reportedCount).filter(stays);
    const unreported = this.#waiting.slice(this.#reportedCount).filter(stays);
    this.#waiting = [...reported, ...unreported];
    this.#waitingActs = this.#waiting.filter(isAct).length;
    this.#reportedCount = reported.length;
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** Writes up to 100 waiting records in one transaction. */
  write(nowMs: number): Written {
    const isDue = nowMs >= (this.#fault === null ? this.#mayWaitUntilMs : this.#retryAtMs);
    const batch = this.#waiting.slice(0, mostPerTransaction);
    const isWritten =
      isDue &&
      this.#attempt(nowMs, () => {
        this.#removeWaiting();
        if (batch.length > 0) this.#store.save(batch);
      });
    if (!isWritten) {
      const fresh = this.#fault === null ? [] : this.#tellUnwritten();
      return { fresh, hasNewNotifications: false, hasMore: false };
    }
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    this.#waiting.splice(0, batch.length);
    this.#waitingActs -= batch.filter(isAct).length;
    const fresh = batch.slice(this.#reportedCount);
    this.#reportedCount = Math.max(this.#reportedCount - batch.length, 0);
    const hasNewNotifications = batch.some(({ notifications }) => notifications.length > 0);
    return { fresh, hasNewNotifications, hasMore: this.#waiting.length > 0 };
  }

  /** Writes all that waits, one transaction after the other. */
  writeAll(nowMs: number): Written {
    this.#retryAtMs = nowMs;
    this.#mayWaitUntilMs = Number.NEGATIVE_INFINITY;
    const fresh: WatchRecord[] = [];
    let hasNewNotifications = false;
    while (!this.isEmpty) {
      const written = this.write(nowMs);
      fresh.push(...written.fresh);
      hasNewNotifications ||= written.hasNewNotifications;
      if (this.#fault !== null) break;
    }
    return { fresh, hasNewNotifications, hasMore: false };
  }

  #removeWaiting(): void {
    if (this.#removals.size === 0) return;
    this.#store.remove([...this.#removals]);
    this.#removals.clear();
  }

  #attempt(nowMs: number, run: () => void): boolean {
    try {
      run();
      this.#fault = null;
      return true;
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : 'The watch list cannot be written';
      this.#retryAtMs = nowMs + retryMs;
      return false;
    }
  }

  /** @returns the records to tell of although the disk refuses them */
  #tellUnwritten(): readonly WatchRecord[] {
    const fresh = this.#waiting.slice(this.#reportedCount);
    this.#reportedCount = this.#waiting.length;
    if (this.#waiting.length >= this.#condenseAtCount) this.#condense();
    return fresh;
  }

  /** Keeps the last state of each order and the updates before it, so that memory stays bounded. */
  #condense(): void {
    const seen = new Set<OrderId>();
    const kept: WatchRecord[] = [];
    let updateCount = 0;
    // The last state of an order holds what was done to it before.
    const actedOn = new Set(this.#waiting.filter(isAct).map(({ watched }) => watched.id));
    for (const record of this.#waiting.toReversed()) {
      const { canBeAskedAgain: _, ...asAct } = record;
      const { update, watched, notifications } = record;
      if (!seen.has(watched.id)) kept.push(actedOn.has(watched.id) ? asAct : record);
      else if (update !== undefined && updateCount < this.#mostUpdates) {
        updateCount += 1;
        kept.push({ watched, update, notifications, canBeAskedAgain: true });
      }
      seen.add(watched.id);
    }
    this.#waiting = kept.toReversed();
    this.#waitingActs = kept.filter(isAct).length;
    this.#reportedCount = kept.length;
    this.#condenseAtCount = Math.max(condensedFrom, kept.length * 2);
  }
}

function isAct({ canBeAskedAgain }: WatchRecord): boolean {
  return canBeAskedAgain !== true;
}
