import { isOrderFailure } from '../delivery/delivery-failure.ts';
import type { CourierTrace } from '../order/courier-move.ts';
import { isFinished } from '../order/order-status.ts';
import { distanceMeters } from '../order/geo.ts';
import type { Order } from '../order/order.ts';
import type { OrderProblem, WatchedOrder } from './watched-order.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The default of the setting `activeEverySeconds`, which scales all paces. */
const defaultActiveSeconds = 15;

/**
 * Paces in seconds at the default setting. Services of this kind renew a position every 10 to 20 s, so
 * asking faster than every 15 s buys nothing.
 */
const paceSeconds = {
  moving: 15,
  standing: 30,
  pending: 20,
  pendingLong: 60,
  scheduledLater: 300,
  finished: 300,
  notFoundYoung: 30,
  notFound: 300,
  unreadable: 60,
} as const;

/** How long an order may be pending before it is checked less often. */
const pendingLongAfterMs = 10 * minuteMs;
/** A planned pickup further ahead than this makes an order scheduled. */
export const scheduledAheadMs = 30 * minuteMs;
/** How long a finished order is still checked: price amendments come after completion. */
export const finishedGraceMs = 2 * hourMs;
/** How long an unknown uuid is checked at the faster pace: a new order may not be visible yet. */
const notFoundYoungMs = 10 * minuteMs;
/**
 * An order that the service does not know or does not let us read is no longer checked once it was refused
 * for this long and as many times as one of the counts below. Time alone is not enough: a machine that
 * slept for an hour, or a program that was closed, has not asked. An order that was read before is given up only
 * if another one was still read after that time, so that it was no outage.
 */
const refusedUntilMs = hourMs;
const notFoundUntilCount = 30;
const refusedUntilCount = 12;
/** A position that did not change for this long belongs to a courier who stands. */
const standingAfterMs = 3 * minuteMs;
/** A courier closer than this to the last announced position has not moved. */
const standingWithinMeters = 60;

/**
 * The pause between two checks of an order, by what it is doing; null when it is never checked
 * again. A pace that is not set scales with the setting for an order on the way.
 *
 * The service states no limit and no pace (seeds/contract.md, 8), so the numbers are ours.
 *
 * @param nowMs milliseconds since 1970
 * @param lastReadAtMs when any order was last read well; default: others are being read all the time
 */
export function checkEveryMs(
  watched: WatchedOrder,
  limits: PaceLimits,
  nowMs: number,
  lastReadAtMs = Number.POSITIVE_INFINITY,
): number | null {
  const { problem } = watched;
  const special = problem === null ? 'usual' : problemPace(watched, problem, nowMs, lastReadAtMs);
  const usual = usualPace(watched, nowMs, lastReadAtMs);
  // An order that is finished for good stays so, whatever the service answers to a last request.
  const pace = special === 'usual' || usual === 'never' ? usual : special;
  return pace === 'never' ? null : paceMs(pace, limits);
}

/** The states of an order that have a pace of their own. */
type Pace = keyof typeof paceSeconds;

/** The paces that can be set beside that of an order on the way. */
export const ownPaces = [
  'pending',
  'pendingLong',
  'scheduledLater',
  'standing',
  'finished',
  'notFoundYoung',
  'notFound',
] as const satisfies readonly Pace[];

export type OwnPace = (typeof ownPaces)[number];

/** What the dispatcher chose of the paces. */
export interface PaceLimits {
  /** The pause between two checks of an order on the way, which scales all other paces. */
  readonly activeEverySeconds: number;
  /** A pace of its own, in seconds; null or absent follows `activeEverySeconds`. */
  readonly paceSeconds?: { readonly [Name in Pace]?: number | null };
}

/** The least and the most of what can be set: the most is the slowest pace that follows 600 s. */
export const paceBounds = {
  activeEverySeconds: { least: 1, most: 600 },
  ownPaceSeconds: { least: 1, most: 12_000 },
} as const;

/** The pause between two checks at a pace: the dispatcher's own, or one that follows the others. */
export function paceMs(pace: Pace, { activeEverySeconds, paceSeconds: own }: PaceLimits): number {
  const ownSeconds = own?.[pace] ?? null;
  return ownSeconds === null
    ? Math.round((paceSeconds[pace] * 1000 * activeEverySeconds) / defaultActiveSeconds)
    : ownSeconds * 1000;
}

function problemPace(
  watched: WatchedOrder,
  problem: OrderProblem,
  nowMs: number,
  lastReadAtMs: number,
): Pace | 'never' | 'usual' {
  // A failure of the service is not about this order: the circuit breaker decides then.
  if (!isOrderFailure(problem.code)) return 'usual';
  switch (problem.code) {
    case 'order-not-found': {
      const failingMs = nowMs - problem.sinceMs;
      if (failingMs < notFoundYoungMs) return 'notFoundYoung';
      if (mayBeOutage(watched, refusedUntilMs, lastReadAtMs)) return 'notFound';
      return isGivenUp(problem, notFoundUntilCount, nowMs) ? 'never' : 'notFound';
    }
    case 'order-gone':
      return mayBeOutage(watched, 0, lastReadAtMs) ? 'notFound' : 'never';
    case 'order-forbidden':
    case 'order-rejected':
      if (mayBeOutage(watched, refusedUntilMs, lastReadAtMs)) return 'notFound';
      return isGivenUp(problem, refusedUntilCount, nowMs) ? 'never' : 'notFound';
    case 'answer-unreadable':
    case 'answer-too-large':
    case 'answer-for-another-order':
      return problem.failureCount < 3 ? 'usual' : 'unreadable';
  }
}

function isGivenUp(problem: OrderProblem, untilCount: number, nowMs: number): boolean {
  return problem.failureCount >= untilCount && nowMs - problem.sinceMs >= refusedUntilMs;
}

/**
 * Whether an outage can explain that an order is refused which was read before: no order was read since, for as long as
 * it takes to give one up. A uuid that was never read is more likely a wrong one, so no outage has to explain it.
 */
function mayBeOutage(
  { observedAtMs, problem }: WatchedOrder,
  forMs: number,
  lastReadAtMs: number,
): boolean {
  if (observedAtMs === null || problem === null) return false;
  return lastReadAtMs < problem.sinceMs + forMs;
}

function usualPace(watched: WatchedOrder, nowMs: number, lastReadAtMs: number): Pace | 'never' {
  const { order, courierTrace } = watched;
  if (order === null) return 'pending';
  const { phase } = order.status;
  const hasCourier = order.courier !== null;
  const scheduledAtMs = order.pickup?.scheduledAtMs ?? null;
  const sinceMs = nowMs - (watched.statusSinceMs ?? watched.addedAtMs);
  if (isFinished(phase)) {
    // It came with a hand-over, already finished.
    if (watched.observedAtMs === null) return 'never';
    const isDue = sinceMs < finishedGraceMs || isLastAnswerDue(watched, lastReadAtMs);
    return isDue ? 'finished' : 'never';
  }
  const isWaiting = phase === 'searching' && !hasCourier;
  if (isWaiting && scheduledAtMs !== null && scheduledAtMs - nowMs > scheduledAheadMs) {
    return 'scheduledLater';
  }
  if (isWaiting || (phase === 'unknown' && !hasCourier)) {
    return sinceMs < pendingLongAfterMs ? 'pending' : 'pendingLong';
  }
  return hasStood(order, courierTrace, nowMs) ? 'standing' : 'moving';
}

/** One more answer from after the grace period finds amendments that came while nothing was asked. */
function isLastAnswerDue(watched: WatchedOrder, lastReadAtMs: number): boolean {
  const { observedAtMs, problem, statusSinceMs } = watched;
  if (observedAtMs === null || statusSinceMs === null) return false;
  if (problem !== null && !mayBeOutage(watched, 0, lastReadAtMs)) return false;
  return observedAtMs - statusSinceMs < finishedGraceMs;
}

/** A courier at a stop stands at once; elsewhere the courier may be waiting for a traffic light. */
function hasStood({ courier }: Order, trace: CourierTrace, nowMs: number): boolean {
  const { anchor, anchorAtMs, insideStop } = trace;
  const fix = courier?.fix ?? null;
  if (anchorAtMs === null || fix === null || anchor === null) return false;
  if (distanceMeters(anchor, fix) > standingWithinMeters) return false;
  return insideStop !== null || nowMs - anchorAtMs >= standingAfterMs;
}

/**
 * How often an order is still checked while webhooks report its changes. They say nothing of where the
 * courier is (seeds/contract.md, 6), so an order with a courier is looked at more often than one that
 * waits. The numbers are ours: docs/adr/0008-webhooks.md.
 */
const auditMs = { withCourier: 120_000, waiting: 300_000 } as const;

/** @param everyMs the order's interval without webhooks, which is never made shorter */
export function auditEveryMs(watched: WatchedOrder, everyMs: number): number {
  const hasCourier = (watched.order?.courier ?? null) !== null;
  return Math.max(everyMs, hasCourier ? auditMs.withCourier : auditMs.waiting);
}

/** Whether an order has been over for so long that it is no longer checked. */
export function isGraceOver(watched: WatchedOrder, nowMs: number): boolean {
  const endsAtMs = graceEndsAtMs(watched);
  return endsAtMs !== null && nowMs >= endsAtMs;
}

/** When an order will have been over for so long that it is no longer checked; null when it is not over. */
export function graceEndsAtMs({ addedAtMs, order, statusSinceMs }: WatchedOrder): number | null {
  if (order === null || !isFinished(order.status.phase)) return null;
  return (statusSinceMs ?? addedAtMs) + finishedGraceMs;
}
