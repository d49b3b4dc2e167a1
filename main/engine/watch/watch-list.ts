import type { AddReport } from '../../../core/bridge/bridge.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import {
  type AnnotationMode,
  type NewOrder,
  newlyWatched,
  withPreferences,
  withAnnotations,
} from '../../../core/watch/newly-watched.ts';
import type { WatchedOrder, WatchOrigin } from '../../../core/watch/watched-order.ts';
import type { ChangePublisher } from './change-publisher.ts';
import type { Clock } from '../../../core/clock.ts';
import type { WatchStore } from './ports.ts';

/** How long to wait before a watch list that could not be read is read again. */
const readAgainMs = 1000;
/** How many added orders are stored in one turn of the event loop, which takes a laptop some 15 ms. */
const addedAtOnce = 500;

/** The most orders that are evicted at once, which takes some 20 ms: others wait for the next call. */
const mostEvicted = 100;

/** An order on the watch list, with the state that only the watcher needs. */
export interface WatchEntry {
  watched: WatchedOrder;
  /** Consecutive failed checks of this order, whatever they were about. */
  failureCount: number;
  /** The `observedAtMs` that is stored; the one in `watched` may be later. */
  storedObservedAtMs: number | null;
}

/** The watch list in memory, in the order of adding; orders that were evicted meanwhile come last. */
export type WatchEntries = Map<OrderId, WatchEntry>;

/** What a {@link WatchList} works with. */
export interface WatchListParts {
  readonly clock: Clock;
  readonly store: WatchStore;
  readonly publisher: ChangePublisher;
  /** These orders came from the store into the list. Default: nothing else is to be done. */
  readonly entered?: (entries: readonly WatchEntry[]) => void;
  /** These orders left the list. Default: nothing else is to be done. */
  readonly left?: (ids: readonly OrderId[]) => void;
  /** The group or the status of these orders was changed, by which they are checked. Default: nothing is to be done. */
  readonly paceChanged?: (ids: readonly OrderId[]) => void;
  /** All is read, or reading failed or works again. */
  readonly readingChanged: () => void;
}

/**
 * The watch list in memory. It is read in parts, so that ten thousand orders do not delay the start. When
 * something needs the whole list, the rest is read at once. The publisher gets all that changes.
 */
export class WatchList {
  readonly entries: WatchEntries = new Map();
  readonly #parts: WatchListParts;
  #reading: Iterator<readonly WatchedOrder[]> | null = null;
  #cancelReading: (() => void) | null = null;
  #isRead = false;
  #readAgainAtMs: number | null = null;
  #adding: Promise<unknown> = Promise.resolve();
  /** Added while the store could not be read. They may be in it. */
  readonly #addedUnread = new Set<OrderId>();

  constructor(parts: WatchListParts) {
    this.#parts = parts;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** When to read again after a failure, on the monotonic clock; null when none. */
  get readAgainAtMs(): number | null {
    return this.#readAgainAtMs;
  }

  /** Reads the first part now and the others one by one. */
  beginReading(): void {
    if (this.#isRead || this.#cancelReading !== null) return;
    this.#readPart();
    if (this.#isRead || this.#readAgainAtMs !== null) return;
    this.#cancelReading = this.#parts.clock.schedule(() => {
      this.#cancelReading = null;
      this.beginReading();
    }, 1);
  }

  /** Tries again if reading failed long enough ago. */
  retryReading(): void {
    const atMs = this.#readAgainAtMs;
    if (atMs !== null && this.#parts.clock.monotonicMs() >= atMs) this.beginReading();
  }

  stopReading(): void {
    this.#cancelReading?.();
    this.#cancelReading = null;
  }

  /** Reads all that is missing now. */
  readAll(): void {
    if (this.#isRead) return;
    this.stopReading();
    do this.#readPart();
    while (!this.#isRead && this.#readAgainAtMs === null);
  }

  /** The orders that are read by now. */
  known(): readonly WatchedOrder[] {
    return Array.from(this.entries.values(), (entry) => entry.watched);
  }

  get(id: OrderId): WatchedOrder | undefined {
    if (!this.entries.has(id)) this.readAll();
    return this.entries.get(id)?.watched;
  }

  /** An order of the list, or an evicted one. */
  find(id: OrderId): WatchedOrder | undefined {
    return this.get(id) ?? this.#archived([id])[0];
  }

  /** Loads those of these orders that are evicted. */
  load(ids: readonly OrderId[]): void {
    this.readAll();
    const absent = ids.filter((id) => !this.entries.has(id));
    if (absent.length === 0 || !this.#isRead) return;
    const entries = (this.#parts.store.loadEvicted?.(absent) ?? []).map(watchEntry);
    if (entries.length === 0) return;
    for (const entry of entries) this.entries.set(entry.watched.id, entry);
    this.#parts.publisher.loaded(entries.map(({ watched }) => watched.id));
    this.#parts.entered?.(entries);
  }

  /**
   * Evicts those of these orders that are at rest. While the disk refuses none is: the memory is all that
   * there is then.
   */
  evict(ids: readonly OrderId[], isAtRest: (watched: WatchedOrder) => boolean): void {
    const { left, publisher, store } = this.#parts;
    const orders = ids
      .flatMap((id) => this.entries.get(id)?.watched ?? [])
      .filter(isAtRest)
      .slice(0, mostEvicted);
    if (orders.length === 0 || !this.#isRead) return;
    publisher.writeAll();
    if (publisher.storageFault !== null) return;
    const gone = store.evict?.(orders) ?? [];
    if (gone.length === 0) return;
    for (const id of gone) this.entries.delete(id);
    left?.(gone);
    publisher.evicted(gone);
  }

  /** Resolves when nothing is being added any more. */
  get added(): Promise<unknown> {
    return this.#adding;
  }

  /**
   * Adds orders and resolves when all are stored, or when the disk refused. The first 500 are on the list
   * when the call returns its promise.
   *
   * @param mode what is done with what is said of orders that are watched already
   * @param origin what starts watching the new ones
   * @param allAdded gets the new orders' ids once the last one is on the list
   */
  async add(
    orders: readonly NewOrder[],
    mode: AnnotationMode,
    origin: WatchOrigin | null,
    allAdded: (added: readonly OrderId[]) => void,
  ): Promise<AddReport> {
    const adding = this.#add(orders, mode, origin, allAdded);
    this.#adding = Promise.allSettled([this.#adding, adding]);
    return await adding;
  }

  async #add(
    orders: readonly NewOrder[],
    mode: AnnotationMode,
    origin: WatchOrigin | null,
    allAdded: (added: readonly OrderId[]) => void,
  ): Promise<AddReport> {
    this.readAll();
    const added: OrderId[] = [];
    const alreadyWatched: OrderId[] = [];
    const changed: OrderId[] = [];
    for (let from = 0; from < orders.length; from += addedAtOnce) {
      if (from > 0) await this.#parts.clock.nextTurn();
      const part = orders.slice(from, from + addedAtOnce);
      this.load(part.map(({ id }) => id));
      for (const order of part) {
        const { id, label, group, promisedAtMs } = order;
        const nowMs = this.#parts.clock.wallMs();
        const known = this.entries.get(id);
        if (known !== undefined) {
          alreadyWatched.push(id);
          const after = withAnnotations(known.watched, order, mode, nowMs);
          if (after === known.watched) continue;
          known.watched = after;
          this.#parts.publisher.record({ watched: after, notifications: [] });
          changed.push(id);
          continue;
        }
        const bare = newlyWatched(id, label, nowMs, null, origin);
        const watched = order.handedOver ?? withPreferences(bare, { group, promisedAtMs }, nowMs);
        this.entries.set(id, watchEntry(watched));
        if (!this.#isRead) this.#addedUnread.add(id);
        this.#parts.publisher.record({ watched, notifications: [] });
        added.push(id);
      }
      this.#parts.publisher.writeAll();
    }
    allAdded(added);
    return { added, alreadyWatched, changed };
  }

  /** @returns whether any of these orders was on the list */
  remove(ids: readonly OrderId[]): boolean {
    const { left, publisher, store } = this.#parts;
    this.readAll();
    const archived = new Set(store.archivedAmong?.(ids));
    const gone = ids.filter((id) => this.entries.delete(id) || archived.has(id));
    if (gone.length === 0) return false;
    left?.(gone);
    publisher.removed(gone);
    return true;
  }

  /**
   * Replaces the state of some orders without an update, because nothing happened to them. Those that are
   * evicted stay there.
   */
  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    this.readAll();
    const { paceChanged, publisher } = this.#parts;
    const archived = new Map(this.#archived(ids).map((watched) => [watched.id, watched]));
    const repaced: OrderId[] = [];
    for (const id of ids) {
      const entry = this.entries.get(id);
      const before = entry?.watched ?? archived.get(id);
      const watched = before === undefined ? undefined : next(before);
      if (before === undefined || watched === undefined || watched === before) continue;
      if (entry !== undefined) entry.watched = watched;
      if (!isPacedAlike(before, watched)) repaced.push(id);
      publisher.record({ watched, notifications: [] });
    }
    if (repaced.length > 0) paceChanged?.(repaced);
  }

  change(ids: readonly OrderId[], next: (watched: WatchedOrder) => Partial<WatchedOrder>): void {
    this.load(ids);
    this.rewrite(ids, (watched) => {
      const changed = { ...watched, ...next(watched) };
      return isSame(watched, changed) ? watched : changed;
    });
  }

  #archived(ids: readonly OrderId[]): readonly WatchedOrder[] {
    const absent = ids.filter((id) => !this.entries.has(id));
    return (absent.length > 0 && this.#parts.store.archived?.(absent)) || [];
  }

  #readPart(): void {
    const { clock, publisher, readingChanged, store } = this.#parts;
    const faultBefore = publisher.readFault;
    try {
      this.#reading ??= store.loadInParts()[Symbol.iterator]();
      const part = this.#reading.next();
      if (part.done === true) {
        this.#isRead = true;
        this.#addedUnread.clear();
      } else this.#addRead(part.value);
      publisher.readFault = null;
      this.#readAgainAtMs = null;
    } catch (error) {
      this.#reading = null;
      publisher.readFault =
        error instanceof Error ? error.message : 'The watch list cannot be read';
      this.#readAgainAtMs = clock.monotonicMs() + readAgainMs;
    }
    if (this.#isRead || publisher.readFault !== faultBefore) readingChanged();
  }

  /** Adds orders that were read. After a failure some are read a second time; these are left out. */
  #addRead(orders: readonly WatchedOrder[]): void {
    const { entered, left, publisher } = this.#parts;
    const stored = orders.map(({ id }) => id).filter((id) => this.#addedUnread.delete(id));
    // Added anew while the store could not be read, and in it: the stored ones count.
    const again = stored.filter((id) => this.entries.delete(id));
    if (again.length > 0) {
      left?.(again);
      publisher.drop(again);
    }
    const entries = orders.filter(({ id }) => !this.entries.has(id)).map(watchEntry);
    for (const entry of entries) {
      this.entries.set(entry.watched.id, entry);
      publisher.touch(entry.watched.id);
    }
    entered?.(entries);
  }
}

/** An order as it comes onto the list. */
export function watchEntry(watched: WatchedOrder): WatchEntry {
  return {
    watched,
    failureCount: watched.problem?.failureCount ?? 0,
    storedObservedAtMs: watched.observedAtMs,
  };
}

/** A group may have paces of its own. */
function isPacedAlike(one: WatchedOrder, other: WatchedOrder): boolean {
  const isSameGroup = (one.preferences?.group ?? null) === (other.preferences?.group ?? null);
  return isSameGroup && one.order?.status.phase === other.order?.status.phase;
}

function isSame(one: WatchedOrder, other: WatchedOrder): boolean {
  return Object.entries(other).every(([name, value]) => Reflect.get(one, name) === value);
}
