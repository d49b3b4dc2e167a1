import { nearestStop } from '../order/courier-move.ts';
import { isFinished } from '../order/order-status.ts';
import type { Order } from '../order/order.ts';
import type { WatchedOrder } from './watched-order.ts';

/** Why an order needs attention although nothing happens: something that was expected does not. */
export type WaitReason =
  | 'courierSilent'
  | 'courierLost'
  | 'promiseAtRisk'
  | 'notMoving'
  | 'longWait'
  | 'arrivedWaiting';

/** Something expected that does not happen, and since when it counts, in milliseconds since 1970. */
export interface Wait {
  readonly reason: WaitReason;
  readonly sinceMs: number;
}

/** The thresholds for long waits. */
export interface WaitRules {
  /** How long an order may wait for a courier: what nine of ten of today's waited, or a setting. */
  readonly longWaitMs: number;
  /** How long a courier on the way may stay in one place. */
  readonly notMovingMs: number;
  /** How far our clock is ahead of the times that the service gives for positions. */
  readonly skewMs: number;
}

/** The rules of a new profile, before anything was learned. */
export const defaultWaitRules: WaitRules = {
  longWaitMs: 20 * 60_000,
  notMovingMs: 10 * 60_000,
  skewMs: 0,
};

/** An older observation does not say that a courier stands, because no check was made since. */
const observedWithinMs = 5 * 60_000;
/** A phone is silent when its position is this old and away from the stops. */
const silentAfterMs = 180_000;
const awayFromStopsMeters = 300;
/** A phone is lost, wherever it is, when its position is this old. */
const lostAfterMs = 600_000;
/** How long ahead of its time a promise begins to be at risk. */
const promiseAheadMs = 10 * 60_000;
/** How long a courier may wait at a stop. */
const arrivedWaitMs = 10 * 60_000;

/**
 * What an order waits for too long, by its state and the time alone. The same input gives the same
 * answer.
 *
 * @param nowMs milliseconds since 1970
 */
export function orderWaits(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
): readonly Wait[] {
  const { order } = watched;
  if (order === null || isFinished(order.status.phase)) return [];
  const promise = promiseWait(watched, nowMs);
  const isSeen = nowMs - (watched.observedAtMs ?? -Infinity) <= observedWithinMs;
  if (!isSeen) return promise;
  if (order.status.phase === 'searching' && order.courier === null) {
    return [...promise, ...matchWait(watched, order, nowMs, rules)];
  }
  const silence = silenceWait(order, nowMs, rules);
  const standing = silence.length > 0 ? silence : standingWait(watched, order, nowMs, rules);
  return [...promise, ...standing, ...arrivalWait(watched, order, nowMs)];
}

function since(reason: WaitReason, sinceMs: number, nowMs: number): readonly Wait[] {
  return nowMs >= sinceMs ? [{ reason, sinceMs }] : [];
}

function promiseWait({ preferences }: WatchedOrder, nowMs: number): readonly Wait[] {
  const promisedAtMs = preferences?.promisedAtMs ?? null;
  if (promisedAtMs === null) return [];
  // A broken promise is a new reason: it counts even after the warning was looked at.
  const broken = since('promiseAtRisk', promisedAtMs, nowMs);
  return broken.length > 0 ? broken : since('promiseAtRisk', promisedAtMs - promiseAheadMs, nowMs);
}

function matchWait(
  watched: WatchedOrder,
  order: Order,
  nowMs: number,
  { longWaitMs }: WaitRules,
): readonly Wait[] {
  const waitsSinceMs = Math.max(
    watched.statusSinceMs ?? watched.addedAtMs,
    order.pickup?.scheduledAtMs ?? -Infinity,
  );
  return since('longWait', waitsSinceMs + longWaitMs, nowMs);
}

function silenceWait(order: Order, nowMs: number, { skewMs }: WaitRules): readonly Wait[] {
  const fix = order.courier?.fix ?? null;
  if (fix === null || fix.reportedAtMs === null) return [];
  const heardAtMs = fix.reportedAtMs + skewMs;
  const lost = since('courierLost', heardAtMs + lostAfterMs, nowMs);
  if (lost.length > 0) return lost;
  const nearest = nearestStop(order, fix);
  if (nearest !== null && nearest.distanceMeters <= awayFromStopsMeters) return [];
  return since('courierSilent', heardAtMs + silentAfterMs, nowMs);
}

function standingWait(
  { courierTrace }: WatchedOrder,
  order: Order,
  nowMs: number,
  { notMovingMs }: WaitRules,
): readonly Wait[] {
  const isOnTheWay = order.courier?.fix != null && courierTrace.insideStop === null;
  if (!isOnTheWay || courierTrace.anchorAtMs === null) return [];
  return since('notMoving', courierTrace.anchorAtMs + notMovingMs, nowMs);
}

function arrivalWait(watched: WatchedOrder, order: Order, nowMs: number): readonly Wait[] {
  const { phase } = order.status;
  const { courierTrace, statusSinceMs } = watched;
  if (phase === 'atPickup' || phase === 'atDropoff') {
    return statusSinceMs === null
      ? []
      : since('arrivedWaiting', statusSinceMs + arrivedWaitMs, nowMs);
  }
  if (courierTrace.insideStop === null || courierTrace.anchorAtMs === null) return [];
  return since('arrivedWaiting', courierTrace.anchorAtMs + arrivedWaitMs, nowMs);
}
