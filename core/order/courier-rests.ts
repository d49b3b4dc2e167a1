import { z } from 'zod';
import { type CourierTrace, nearestStop } from './courier-move.ts';
import type { CourierFix, Order } from './order.ts';

const minuteMs = 60_000;
const longestMs = z.number().nonnegative().optional();

/**
 * How long a courier was silent and stood at most on the way with an order, as far as it was seen, in whole minutes.
 * Absent while nothing is known, and in what an earlier build stored.
 */
export const storedRests = { longestSilenceMs: longestMs, longestStandMs: longestMs };

/** {@link storedRests} as they are known. */
export interface CourierRests {
  readonly longestSilenceMs?: number | undefined;
  readonly longestStandMs?: number | undefined;
}

/** A way on which a courier may rest, as one look left it. */
interface SeenWay {
  readonly order: Order | null;
  readonly courierTrace: CourierTrace;
  readonly observedAtMs: number | null;
}

/**
 * The rests of a courier after an answer. A rest counts once it is over, by a newer position or by going on, and only
 * as long as the last look before proves it: no one saw what was while nothing was checked.
 *
 * @param before the look before the answer, with the same courier
 * @param leaveMeters beyond this distance a courier has left a stop
 */
export function restsAfter(
  known: CourierRests,
  before: SeenWay,
  after: Pick<SeenWay, 'order' | 'courierTrace'>,
  leaveMeters: number,
): CourierRests {
  const { courierTrace, observedAtMs, order } = before;
  const fix = order?.courier?.fix ?? null;
  const nextFix = after.order?.courier?.fix ?? null;
  if (order === null || fix === null || nextFix === null || observedAtMs === null) return known;
  const silenceMs = isAwayFromStops(order, fix, leaveMeters)
    ? silenceBetweenMs(fix, nextFix, observedAtMs)
    : null;
  const { anchorAtMs, insideStop } = courierTrace;
  const hasGoneOn = anchorAtMs !== null && after.courierTrace.anchorAtMs !== anchorAtMs;
  const standMs =
    hasGoneOn && insideStop === null
      ? Math.min(observedAtMs, fix.reportedAtMs ?? observedAtMs) - anchorAtMs
      : null;
  return {
    ...known,
    ...(silenceMs !== null && { longestSilenceMs: longer(known.longestSilenceMs, silenceMs) }),
    ...(standMs !== null && { longestStandMs: longer(known.longestStandMs, standMs) }),
  };
}

/** How far beyond a stop's fence a courier is away from it: there an old position is silence. */
const beyondFenceMeters = 50;

/** Whether a position is far enough from every stop of an order for its age to be silence. */
export function isAwayFromStops(order: Order, fix: CourierFix, leaveMeters: number): boolean {
  const nearest = nearestStop(order, fix);
  return nearest === null || nearest.distanceMeters > leaveMeters + beyondFenceMeters;
}

/** By the service's clock alone, so that ours does not count; null while the position is the same. */
function silenceBetweenMs(
  { reportedAtMs: fromMs }: CourierFix,
  { reportedAtMs: toMs }: CourierFix,
  observedAtMs: number,
): number | null {
  if (fromMs === null || toMs === null || toMs <= fromMs) return null;
  return Math.min(toMs, observedAtMs) - fromMs;
}

/** In whole minutes, so that what is kept of an order seldom changes. */
function longer(knownMs: number | undefined, restMs: number): number {
  return Math.max(knownMs ?? 0, Math.ceil(restMs / minuteMs) * minuteMs, 0);
}
