import type { AddReport } from '../../core/bridge/bridge.ts';
import { newlyWatched } from '../../core/watch/newly-watched.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { changesFacts, type OrderFacts, withFacts } from '../../core/watch/shelved-order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from './clock.ts';
import { ListLoading } from './list-loading.ts';
import { NewOrders } from './new-orders.ts';
import type { WatchRecord, WatchStore } from './ports.ts';
import { watchEntry } from './watch-entry.ts';
import type { WatchEntries } from './watch-entry.ts';

/** So many are surely written in the turn of adding them. */
const writtenAtOnce = 20;
/** So many added orders are recorded in the turn of adding them; thousands would hold it up. */
const fewAdded = 100;

/** What a {@link WatchList} works with. */
export interface WatchListParts {
  readonly clock: Clock;
  readonly store: WatchStore;
  /** The same orders in the order in which they will be asked for. */
  readonly inTurn: (ids: readonly OrderId[]) => OrderId[];
  /** Writes a state down and tells of it. */
  readonly record: (record: WatchRecord) => void;
  /** An order was read from the store. */
  readonly read: (id: OrderId) => void;
  /** All is read, or reading failed or works again. */
  readonly loadingChanged: () => void;
}

/** The watch list in memory: read in turns at the start, and what is changed in it is recorded. */
export class WatchList {
  readonly entries: WatchEntries = new Map();
  readonly #parts: WatchListParts;
  readonly #loading: ListLoading;
  readonly #newOrders: NewOrders;

  constructor(parts: WatchListParts) {
    const { clock, store, inTurn, read } = parts;
    this.#parts = parts;
    this.#loading = new ListLoading({
      store,
      clock,
      read: (orders) => {
        for (const watched of orders) {
          if (this.entries.has(watched.id)) continue;
          this.entries.set(watched.id, watchEntry(watched));
          read(watched.id);
        }
      },
      changed: parts.loadingChanged,
    });
    this.#newOrders = new NewOrders({ inTurn, record: (id) => this.#record(id) });
  }

  get isRead(): boolean {
    return this.#loading.isDone;
  }

  /** Why it could not be read; null while all is well. */
  get fault(): string | null {
    return this.#loading.fault;
  }

  /** Whether orders were added that are recorded in the next turns. */
  get hasUnrecorded(): boolean {
    return this.#newOrders.areWaiting;
  }

  /** When there is something to go on with, on the monotonic clock, or null. */
  get goOnAtMs(): number | null {
    return this.hasUnrecorded ? this.#parts.clock.monotonicMs() : this.#loading.againAtMs;
  }

  /** Reads the first part now and the others in turns. */
  beginReading(): void {
    this.#loading.begin();
  }

  stopReading(): void {
    this.#loading.stop();
  }

  /** Whoever has to know all orders does not wait for the rest to be read in turns. */
  readAll(): void {
    if (!this.#loading.isDone) this.#loading.finish();
  }

  /** Goes on with what is done in turns. */
  goOn(): void {
    if (this.#loading.fault !== null) this.#loading.begin();
    this.#newOrders.goOn();
  }

  /** Records what waits for its turn, whatever time it takes. */
  recordAll(): void {
    this.#newOrders.finish();
  }

  /** The orders that are read by now; asking for them reads nothing. */
  known(): readonly WatchedOrder[] {
    return Array.from(this.entries.values(), (entry) => entry.watched);
  }

  get(id: OrderId): WatchedOrder | undefined {
    if (!this.entries.has(id)) this.readAll();
    return this.entries.get(id)?.watched;
  }

  add(orders: readonly { readonly id: OrderId; readonly label: string | null }[]): AddReport {
    this.readAll();
    const added: OrderId[] = [];
    const alreadyWatched: OrderId[] = [];
    const nowMs = this.#parts.clock.wallMs();
    for (const { id, label } of orders) {
      if (this.entries.has(id)) {
        alreadyWatched.push(id);
        continue;
      }
      this.entries.set(id, watchEntry(newlyWatched(id, label, nowMs)));
      added.push(id);
    }
    this.#note(added);
    if (added.length > fewAdded) this.#newOrders.takeUp(added);
    else for (const id of added) this.#record(id);
    return { added, alreadyWatched };
  }

  /** @returns those that were on the list */
  remove(ids: readonly OrderId[]): readonly OrderId[] {
    this.readAll();
    return ids.filter((id) => this.entries.delete(id));
  }

  /** Replaces what is known of some orders without an update: nothing happened to them. */
  rewrite(ids: readonly OrderId[], next: (watched: WatchedOrder) => WatchedOrder): void {
    this.readAll();
    for (const id of ids) {
      const entry = this.entries.get(id);
      const watched = entry === undefined ? undefined : next(entry.watched);
      if (entry === undefined || watched === undefined || watched === entry.watched) continue;
      entry.watched = watched;
      entry.paceFacts = undefined;
      this.#parts.record({ watched, tellings: [] });
    }
  }

  change(ids: readonly OrderId[], next: (watched: WatchedOrder) => Partial<OrderFacts>): void {
    this.rewrite(ids, (watched) => {
      const changes = next(watched);
      return changesFacts(watched, changes) ? withFacts(watched, changes) : watched;
    });
  }

  /** What the store has need not be held in memory, too, unless it changed again meanwhile. */
  shelve(records: readonly WatchRecord[]): void {
    const { store } = this.#parts;
    if (store.shelved === undefined) return;
    for (const { watched } of records) {
      const entry = this.entries.get(watched.id);
      if (entry?.watched === watched) entry.watched = store.shelved(watched);
    }
  }

  /** Of many, all are known to the store at once, before each has a place of its own in it. */
  #note(added: readonly OrderId[]): void {
    if (added.length <= writtenAtOnce) return;
    try {
      this.#parts.store.note?.(added.flatMap((id) => this.entries.get(id)?.watched ?? []));
    } catch {
      // The disk cannot now; recording each of them will say so, and go on trying.
    }
  }

  /** Records what is known of an order, unless it was removed. */
  #record(id: OrderId): void {
    const entry = this.entries.get(id);
    if (entry !== undefined) this.#parts.record({ watched: entry.watched, tellings: [] });
  }
}
