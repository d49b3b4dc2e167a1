import { isFinished } from '../order/order-status.ts';
import type { OrderUpdate } from '../order/order-update.ts';
import { isSameCourier } from '../order/courier-identity.ts';
import type { Courier, Order } from '../order/order.ts';
import type { CourierTurnover, OrderFlags, WatchedOrder } from './watched-order.ts';

const noFlags: OrderFlags = {
  releasedAtMs: null,
  courierSwappedAtMs: null,
  amendedAtMs: null,
  amountBeforeAmendment: null,
  turnover: null,
};

/**
 * The flags of an order after an update; the same object when the update changes none.
 *
 * @param before the order before the update
 */
export function orderFlags(
  flags: OrderFlags | null,
  update: OrderUpdate,
  before: Order,
  after: Order,
): OrderFlags | null {
  const isReleased = update.kinds.includes('order_released');
  const isMatched = update.kinds.includes('order_matched');
  const isAmended = update.kinds.includes('amendment_added');
  const status = update.changes.find((change) => change.field === 'status');
  const isEnded = status !== undefined && isFinished(status.after.phase);
  const known = flags ?? noFlags;
  const releasedAtMs =
    isMatched || isEnded ? null : isReleased ? update.seenAtMs : known.releasedAtMs;
  const turnover = courierTurnover(known.turnover, update, before.courier, after.courier);
  const isSameTurnover = turnover === known.turnover;
  if (!isAmended && isSameTurnover && releasedAtMs === known.releasedAtMs) return flags;
  const price = update.changes.find((change) => change.field === 'price');
  return {
    releasedAtMs,
    courierSwappedAtMs: isReleased && isMatched ? update.seenAtMs : known.courierSwappedAtMs,
    amendedAtMs: isAmended ? update.seenAtMs : known.amendedAtMs,
    amountBeforeAmendment:
      known.amountBeforeAmendment ?? (isAmended ? (price?.before?.amount ?? null) : null),
    turnover,
  };
}

/** Couriers that leave this long one after the other count together. */
export const turnoverWithinMs = 30 * 60_000;
/** An order has no more couriers than this worth telling apart. */
const mostCouriers = 20;

function courierTurnover(
  known: CourierTurnover | null,
  { kinds, seenAtMs }: OrderUpdate,
  before: Courier | null,
  after: Courier | null,
): CourierTurnover | null {
  const isLoss = kinds.includes('order_released');
  if (!isLoss && (known === null || !kinds.includes('order_matched'))) return known;
  const couriers = [before, after].reduce(withCourier, known?.couriers ?? []);
  const added = couriers.length - (known?.couriers.length ?? 0);
  const recent = (known?.lossesAtMs ?? []).filter((atMs) => seenAtMs - atMs <= turnoverWithinMs);
  const lossesAtMs = isLoss ? [...recent, seenAtMs].slice(-mostCouriers) : recent;
  return {
    courierCount: (known?.courierCount ?? 0) + added,
    couriers,
    lossesAtMs,
    raisedAtMs: isLoss && lossesAtMs.length > 1 ? seenAtMs : (known?.raisedAtMs ?? null),
  };
}

/** The couriers with one more, unless they hold the courier already or nothing tells couriers apart. */
function withCourier(
  couriers: CourierTurnover['couriers'],
  courier: Courier | null,
): CourierTurnover['couriers'] {
  if (courier === null || couriers.length === mostCouriers) return couriers;
  const { name, phoneNumber } = courier;
  if (name === null && phoneNumber === null) return couriers;
  const isKnown = couriers.some((one) => isSameCourier({ ...one, fix: null }, courier));
  return isKnown ? couriers : [...couriers, { name, phoneNumber }];
}

/** What a notification says about an order that lost its courier several times. */
export interface RepeatedLoss {
  /** Which courier it is, the present one or the one that is waited for; 1 while none was named. */
  readonly courierNo: number;
  readonly isWaiting: boolean;
  /** How often a courier released it or was replaced within half an hour. */
  readonly lossCount: number;
  /** When it last lost one, in milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * Whether an order lost its courier twice or more within half an hour. Null once it is picked up or over:
 * then no courier leaves it any more.
 */
export function repeatedLoss({ flags, order }: WatchedOrder): RepeatedLoss | null {
  const turnover = flags?.turnover ?? null;
  if (turnover === null || turnover.raisedAtMs === null || order === null) return null;
  const { phase } = order.status;
  if (isFinished(phase) || phase === 'pickedUp' || phase === 'atDropoff') return null;
  const isWaiting = order.courier === null;
  return {
    courierNo: Math.max(1, turnover.courierCount + (isWaiting ? 1 : 0)),
    isWaiting,
    lossCount: turnover.lossesAtMs.length,
    atMs: turnover.raisedAtMs,
  };
}

/** By how much the price changed after completion, in its own unit; null when it did not. */
export function amendedBy(watched: WatchedOrder): number | null {
  const before = watched.flags?.amountBeforeAmendment ?? null;
  const after = watched.order?.price?.amount ?? null;
  if (before === null || after === null || before === after) return null;
  return Number((after - before).toPrecision(12));
}
