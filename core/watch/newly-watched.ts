import { emptyCourierTrace } from '../order/courier-move.ts';
import type { OrderId } from '../order/order-id.ts';
import type { WatchedOrder } from './watched-order.ts';

/** An order as it stands on the list before its first answer. */
export function newlyWatched(id: OrderId, label: string | null, nowMs: number): WatchedOrder {
  return {
    id,
    label,
    addedAtMs: nowMs,
    isMuted: false,
    isPinned: false,
    order: null,
    observedAtMs: null,
    statusSinceMs: null,
    changedAtMs: null,
    courierTrace: emptyCourierTrace,
    flags: null,
    problem: null,
    preferences: null,
    unseenCount: 0,
    lastLookedAtMs: null,
    acknowledgedAtMs: null,
  };
}
