import { isFinished } from '../order/order-status.ts';
import type { WatchedOrder } from './watched-order.ts';

/** A courier's stay at a stop, since when in milliseconds since 1970. */
export interface StopStay {
  readonly stop: 'pickup' | 'destination';
  readonly sinceMs: number;
}

/**
 * Whether the courier of an order is at a stop, by its status or else by the position; null on the way. One stay has
 * one beginning, also where the status and the position tell of it at different times: it calls once.
 */
export function stopStay(watched: WatchedOrder): StopStay | null {
  const { order, statusSinceMs } = watched;
  if (order === null || isFinished(order.status.phase)) return null;
  const { phase } = order.status;
  const inside = stayInside(watched);
  if (phase === 'atPickup' || phase === 'atDropoff') {
    const stop = phase === 'atPickup' ? 'pickup' : 'destination';
    if (statusSinceMs === null) return null;
    const insideMs = inside?.stop === stop ? inside.sinceMs : statusSinceMs;
    return { stop, sinceMs: Math.min(statusSinceMs, insideMs) };
  }
  return inside;
}

/** The stay within the fence of a stop, at the pickup since the status said so, where that was before. */
function stayInside({ courierTrace, journey }: WatchedOrder): StopStay | null {
  const { anchorAtMs, insideSinceMs, insideStop } = courierTrace;
  const insideMs = insideSinceMs ?? anchorAtMs;
  if (insideStop === null || insideMs === null) return null;
  if (insideStop !== 'pickup') return { stop: 'destination', sinceMs: insideMs };
  const { arrivedPickupAtMs = null, leftPickupAtMs = null } = journey ?? {};
  // A courier who left the pickup and came back begins another stay.
  const isFirst = leftPickupAtMs === null || insideMs <= leftPickupAtMs;
  const arrivedMs = isFirst ? arrivedPickupAtMs : null;
  return { stop: 'pickup', sinceMs: Math.min(insideMs, arrivedMs ?? insideMs) };
}

/** Whether the last position puts a courier elsewhere than the stay that rests on the positions before: the next one decides. */
export function isStayInDoubt({ courierTrace, order }: WatchedOrder): boolean {
  const phase = order?.status.phase;
  return phase !== 'atPickup' && phase !== 'atDropoff' && courierTrace.claimedStop !== null;
}

/** The stay that an observation ends; null when none is over. @param before the order before it */
export function endedStay(before: WatchedOrder, after: WatchedOrder): StopStay | null {
  const stay = stopStay(before);
  if (stay === null) return null;
  const [was, is] = [before.courierTrace.insideStop, after.courierTrace.insideStop];
  const isSameStop = was === null || is === null || was === is;
  return isSameStop && stopStay(after)?.stop === stay.stop ? null : stay;
}
