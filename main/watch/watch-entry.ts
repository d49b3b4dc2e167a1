import type { OrderId } from '../../core/order-id.ts';
import type { WatchedOrder } from '../../core/watched-order.ts';

/** An order on the watch list with what the watcher alone has to know of it. */
export interface WatchEntry {
  watched: WatchedOrder;
  /** Consecutive failed checks of this order, whatever they were about. */
  failureCount: number;
  /** The time of confirmation that is stored; the one in `watched` may be later. */
  storedObservedAtMs: number | null;
}

/** The watch list in memory, in the order of adding. */
export type WatchEntries = Map<OrderId, WatchEntry>;

/** The entry of an order as it was stored, or as it begins. */
export function watchEntry(watched: WatchedOrder): WatchEntry {
  return {
    watched,
    failureCount: watched.problem?.failureCount ?? 0,
    storedObservedAtMs: watched.observedAtMs,
  };
}
