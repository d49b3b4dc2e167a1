import type { OrderId } from '../../../../core/order/order-id.ts';
import { isFinished } from '../../../../core/order/order-status.ts';
import type { KnownOrders } from './known-orders.ts';
import type { StatusChange } from './telling-laws.ts';
import type { DecidedNotification } from './notified-card.ts';

/* What both the simulation and the bench derive from a run before its laws are asked. */

/** An update is decided in the turn in which its answer came, or soon after. */
const decidedWithinMs = 1000;

/** The changes that could be notified, each with the key of what was decided about it. */
export function changesOf(
  decided: readonly DecidedNotification[],
  known: KnownOrders,
): readonly StatusChange[] {
  const ids = known.ids();
  return ids.flatMap((orderId) => {
    const ofOrder = decided.filter((each) => each.orderId === orderId);
    const answers = known.answersOf(orderId);
    const states = known.at(orderId, Number.POSITIVE_INFINITY)?.states ?? [];
    return states.slice(1).map(({ sinceMs }) => {
      // A webhook may have told of it since the answer before.
      const fromMs = answers.findLast(({ atMs }) => atMs < sinceMs)?.atMs ?? sinceMs;
      const isOfIt = ({ atMs }: DecidedNotification): boolean =>
        atMs > fromMs && atMs <= sinceMs + decidedWithinMs;
      const key = ofOrder.findLast(isOfIt)?.key ?? null;
      return { key, orderId, atMs: sinceMs, liveCount: liveCountAt(known, sinceMs) };
    });
  });
}

/** How many orders were known and not over. */
function liveCountAt(known: KnownOrders, nowMs: number): number {
  return known.ids().filter((id) => {
    const order = known.at(id, nowMs);
    return order !== undefined && order.order !== null && !order.isOver;
  }).length;
}

/** When the courier of an order was first known to be elsewhere than at the stop of a moment; Infinity for never. */
export function stayEndsAtMs(known: KnownOrders, id: OrderId | null, beganAtMs: number): number {
  if (id === null) return Number.POSITIVE_INFINITY;
  const stopAt = (atMs: number): number | null => known.at(id, atMs)?.stop ?? null;
  const stop = stopAt(beganAtMs);
  const left = known
    .answersOf(id)
    .find(({ atMs }) => atMs > beganAtMs && (stopAt(atMs) !== stop || known.at(id, atMs)?.isOver));
  return left?.atMs ?? Number.POSITIVE_INFINITY;
}

/**
 * When an order took its next step; Infinity when it took none.
 *
 * @param isLast whether only the step counts that ended it
 */
export function nextStepAtMs(
  known: KnownOrders,
  id: OrderId | null,
  afterMs: number,
  isLast = false,
): number {
  const states = id === null ? [] : (known.at(id, Number.POSITIVE_INFINITY)?.states ?? []);
  const next = states.find(
    ({ order, sinceMs }) => sinceMs > afterMs && (!isLast || isFinished(order.status.phase)),
  );
  return next?.sinceMs ?? Number.POSITIVE_INFINITY;
}
