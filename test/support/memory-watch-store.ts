import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { Telling } from '../../core/notification/telling.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { WatchRecord, WatchStore } from '../../main/watch/ports.ts';

/** A watch list in memory, with a disk that can fail. */
export class MemoryWatchStore implements WatchStore {
  readonly orders = new Map<OrderId, WatchedOrder>();
  readonly updates: OrderUpdate[] = [];
  readonly tellings: Telling[] = [];
  readonly batches: number[] = [];
  isBroken = false;

  load(): readonly WatchedOrder[] {
    this.#work();
    return [...this.orders.values()];
  }

  save(records: readonly WatchRecord[]): void {
    this.#work();
    this.batches.push(records.length);
    for (const { watched, update, tellings } of records) {
      this.orders.set(watched.id, watched);
      if (update !== undefined) this.updates.push(update);
      this.tellings.push(...tellings);
    }
  }

  remove(ids: readonly OrderId[]): void {
    this.#work();
    for (const id of ids) this.orders.delete(id);
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}
