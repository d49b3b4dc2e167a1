import { isFinished } from '../order/order-status.ts';
import type { OrderUpdate } from '../order/order-update.ts';
import type { OrderFlags, WatchedOrder } from './watched-order.ts';

const noFlags: OrderFlags = {
  releasedAtMs: null,
  courierSwappedAtMs: null,
  amendedAtMs: null,
  amountBeforeAmendment: null,
};

/** The flags of an order after an update; the same object when the update changes none. */
export function orderFlags(flags: OrderFlags | null, update: OrderUpdate): OrderFlags | null {
  const isReleased = update.kinds.includes('order_released');
  const isMatched = update.kinds.includes('order_matched');
  const isAmended = update.kinds.includes('amendment_added');
  const status = update.changes.find((change) => change.field === 'status');
  const isEnded = status !== undefined && isFinished(status.after.phase);
  const known = flags ?? noFlags;
  const releasedAtMs =
    isMatched || isEnded ? null : isReleased ? update.seenAtMs : known.releasedAtMs;
  if (!isAmended && !(isReleased && isMatched) && releasedAtMs === known.releasedAtMs) return flags;
  const price = update.changes.find((change) => change.field === 'price');
  return {
    releasedAtMs,
    courierSwappedAtMs: isReleased && isMatched ? update.seenAtMs : known.courierSwappedAtMs,
    amendedAtMs: isAmended ? update.seenAtMs : known.amendedAtMs,
    amountBeforeAmendment:
      known.amountBeforeAmendment ?? (isAmended ? (price?.before?.amount ?? null) : null),
  };
}

/** By how much the price changed after completion, in its own unit; null when it did not. */
export function amendedBy(watched: WatchedOrder): number | null {
  const before = watched.flags?.amountBeforeAmendment ?? null;
  const after = watched.order?.price?.amount ?? null;
  if (before === null || after === null || before === after) return null;
  return Number((after - before).toPrecision(12));
}
