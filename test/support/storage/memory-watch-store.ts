import { overSinceMs } from '../../../core/watch/archive.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Notification } from '../../../core/notification/notification.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import {
  storedChanges,
  storedKinds,
  storedFlags,
  storedOrder,
  storedProblem,
  storedTrace,
  storedPreferences,
} from '../../../core/watch/watched-order-schema.ts';
import { storedNotification } from '../../../main/engine/storage/stored-json.ts';
import type { ArchiveStore, WatchRecord, WatchStore } from '../../../main/engine/watch/ports.ts';

/**
 * A watch list in memory whose disk can fail. It refuses values that the database could not read back.
 * test/contract/watch-store.test.ts runs the same tests on it and on the database.
 */
export class MemoryWatchStore implements WatchStore, ArchiveStore {
  readonly orders = new Map<OrderId, WatchedOrder>();
  readonly #evicted = new Set<OrderId>();
  #updates: OrderUpdate[] = [];
  readonly #notifications = new Map<string, Notification>();
  readonly batches: number[] = [];
  isBroken = false;

  /** The updates of the orders on the list. */
  get updates(): readonly OrderUpdate[] {
    return this.#updates;
  }

  get notifications(): readonly Notification[] {
    return [...this.#notifications.values()];
  }

  loadInParts(): Iterable<readonly WatchedOrder[]> {
    this.#work();
    return [[...this.orders.values()].filter(({ id }) => !this.#evicted.has(id))];
  }

  archived(ids: readonly OrderId[]): readonly WatchedOrder[] {
    return ids.flatMap((id) => (this.#evicted.has(id) ? (this.orders.get(id) ?? []) : []));
  }

  archivedAmong(ids: readonly OrderId[]): readonly OrderId[] {
    return ids.filter((id) => this.#evicted.has(id));
  }

  archivedCount(): number {
    return this.#evicted.size;
  }

  archivedSince(sinceMs: number): Iterable<readonly WatchedOrder[]> {
    return [this.archived([...this.#evicted]).filter((each) => overSinceMs(each) >= sinceMs)];
  }

  evict(orders: readonly WatchedOrder[]): readonly OrderId[] {
    this.save(orders.map((watched) => ({ watched, notifications: [] })));
    for (const { id } of orders) this.#evicted.add(id);
    return orders.map(({ id }) => id);
  }

  loadEvicted(ids: readonly OrderId[]): readonly WatchedOrder[] {
    const orders = this.archived(ids);
    for (const id of ids) this.#evicted.delete(id);
    return orders;
  }

  save(records: readonly WatchRecord[]): void {
    this.#work();
    for (const record of records) expectReadable(record);
    this.batches.push(records.length);
    for (const { watched, update, notifications } of records) {
      this.orders.set(watched.id, watched);
      if (update !== undefined) this.#updates.push(update);
      for (const notification of notifications) {
        if (!this.#notifications.has(notification.key))
          this.#notifications.set(notification.key, notification);
      }
    }
  }

  remove(ids: readonly OrderId[]): void {
    this.#work();
    const removed = new Set<OrderId | null>(ids);
    for (const id of ids) {
      this.orders.delete(id);
      this.#evicted.delete(id);
    }
    this.#updates = this.#updates.filter(({ orderId }) => !removed.has(orderId));
    for (const { key, orderId } of this.notifications)
      if (removed.has(orderId)) this.#notifications.delete(key);
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}

/** @throws ZodError when the database would set a part of the record aside as damaged */
function expectReadable({ watched, update, notifications }: WatchRecord): void {
  orderIdSchema.parse(watched.id);
  storedOrder.nullable().parse(watched.order);
  storedTrace.parse(watched.courierTrace);
  storedFlags.nullable().parse(watched.flags);
  storedProblem.nullable().parse(watched.problem);
  storedPreferences.nullable().parse(watched.preferences);
  if (update !== undefined) {
    storedKinds.parse(update.kinds);
    storedChanges.parse(update.changes);
  }
  for (const notification of notifications) storedNotification.parse(notification);
}
