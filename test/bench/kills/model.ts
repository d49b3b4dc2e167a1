import type { WatchRecord } from '../../../main/engine/watch/ports.ts';
import {
  orderIdAt,
  someOrder,
  someNotification,
  someMove,
  someUpdate,
  someWatched,
} from '../../support/watched-orders.ts';

/** How many orders change in one transaction. */
export const ordersPerTransaction = 5;

/** Which orders transaction `number` changes: all different, spread over the whole list. */
export function killOrders(number: number, orderCount: number): readonly number[] {
  return Array.from(
    { length: ordersPerTransaction },
    (_, index) => (number * 7919 + index * 1009) % orderCount,
  );
}

/** What transaction `number` writes, as checks do; all of it says so. */
export function killRecords(number: number, orderCount: number): readonly WatchRecord[] {
  return killOrders(number, orderCount).map((at) => {
    const id = orderIdAt(at);
    return {
      watched: someWatched(id, {
        observedAtMs: number,
        order: someOrder(id, { noteToCourier: `note ${number}` }),
      }),
      rawJson: JSON.stringify({ number }),
      update:
        at % 2 === 0 ? someMove(id, { seenAtMs: number }) : someUpdate(id, { seenAtMs: number }),
      notifications: [someNotification(`${number}:${at}`, { orderId: id })],
      canBeAskedAgain: true,
    };
  });
}
