import type { OrderId } from '../../core/order/order-id.ts';
import { paceFacts, type PaceFacts } from '../../core/watch/pace-facts.ts';
import { hasAnswer } from '../../core/watch/shelved-order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/** An order on the watch list with what the watcher alone has to know of it. */
export interface WatchEntry {
  watched: WatchedOrder;
  /** What of the last answer its pace goes by; undefined until it was looked up. */
  paceFacts: PaceFacts | null | undefined;
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
    paceFacts: undefined,
    failureCount: watched.problem?.failureCount ?? 0,
    storedObservedAtMs: watched.observedAtMs,
  };
}

/** What the pace goes by. The last answer is looked up for it once: at each check it would cost more than the check. */
export function paceFactsOf(entry: WatchEntry): PaceFacts | null {
  if (entry.paceFacts !== undefined) return entry.paceFacts;
  const { order, courierTrace } = entry.watched;
  const facts = paceFacts(order, courierTrace);
  // An answer that could not be read is looked up again.
  if (facts !== null || !hasAnswer(entry.watched)) entry.paceFacts = facts;
  return facts;
}
