import {
  type FinishedJourney,
  type Journey,
  journeyAt,
  journeyStages,
  type JourneyStage,
} from '../forecast/journey.ts';
import { isSameCourier } from '../order/courier-identity.ts';
import type { CourierTrace } from '../order/courier-move.ts';
import { restsAfter } from '../order/courier-rests.ts';
import { distanceMeters } from '../order/geo.ts';
import type { Order, OrderPhase } from '../order/order.ts';
import { sameValue } from '../same-value.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** What an answer says of the way of an order's courier. */
export interface WayAnswer {
  readonly order: Order;
  readonly courierTrace: CourierTrace;
  /** Whether what is new in it has happened about now. */
  readonly wasSeen: boolean;
  /** Beyond this distance a courier has left a stop. */
  readonly leaveMeters: number;
  readonly nowMs: number;
}

/**
 * How far the way of an order's courier has come after an answer: by the status where that says it, else by the
 * fences of the stops. Another courier begins anew, and an order that waits for one has no journey.
 *
 * @param before the order before the answer
 */
export function journeyAfter(before: WatchedOrder, answer: WayAnswer): Journey | null {
  const { courierTrace, nowMs, order, wasSeen } = answer;
  const { phase } = order.status;
  if (phase === 'searching') return null;
  const known = isAnotherCourier(before.order, order)
    ? null
    : before.journey && rested(before.journey, before, answer);
  const byStatus = stageOfStatus[phase];
  const byFence = fenceStage(before.courierTrace, courierTrace, order, known);
  const stage = farthest(byStatus, phase === 'atPickup' ? null : byFence);
  if (stage === null) return known;
  // At the first look the courier may have been there for long.
  const isSeen = wasSeen && before.order !== null && !(stage === byFence && isFirstFix(before));
  const meters = wayMeters(order) ?? known?.meters ?? null;
  const journey = journeyAt(known, stage, isSeen ? nowMs : null, meters);
  const hasEnded = phase === 'done' && before.order?.status.phase !== 'done';
  // One that is opened again stayed until it was over for the first time.
  return hasEnded && isSeen ? { endedAtMs: nowMs, ...journey } : journey;
}

/** A journey with the rests that an answer ends; the same object when there is none longer. */
function rested(journey: Journey, before: WatchedOrder, answer: WayAnswer): Journey {
  if (journey.stage === 'arrived') return journey;
  const after = { ...journey, ...restsAfter(journey, before, answer, answer.leaveMeters) };
  return sameValue(after, journey) ? journey : after;
}

/** What is learned from an order that has arrived; null while it has not, or where it was not seen. */
export function finishedJourney({
  id,
  journey,
  order,
  preferences,
}: Pick<WatchedOrder, 'id' | 'journey' | 'order' | 'preferences'>): FinishedJourney | null {
  const phase = order?.status.phase;
  if (phase === 'cancelled' || phase === 'failed' || journey?.arrivedAtMs == null) return null;
  const { group = null, promisedAtMs = null } = preferences ?? {};
  return { ...journey, arrivedAtMs: journey.arrivedAtMs, id, group, promisedAtMs };
}

const stageOfStatus: Readonly<Record<OrderPhase, JourneyStage | null>> = {
  searching: null,
  assigned: 'toPickup',
  atPickup: 'atPickup',
  pickedUp: 'toDropoff',
  atDropoff: 'arrived',
  done: 'arrived',
  failed: null,
  cancelled: null,
  unknown: null,
};

function farthest(one: JourneyStage | null, other: JourneyStage | null): JourneyStage | null {
  return journeyStages.findLast((stage) => stage === one || stage === other) ?? null;
}

/** What the fences say that the courier has come to; null while they say nothing. */
function fenceStage(
  before: CourierTrace,
  after: CourierTrace,
  { destinations }: Order,
  known: Journey | null,
): JourneyStage | null {
  if (after.insideStop === 'pickup') return 'atPickup';
  if (before.insideStop === 'pickup') return 'toDropoff';
  const hasLeft = known?.stage === 'toDropoff';
  return hasLeft && after.insideStop === destinations.length ? 'arrived' : null;
}

function isFirstFix({ courierTrace }: WatchedOrder): boolean {
  return courierTrace.anchor === null;
}

function isAnotherCourier(before: Order | null, { courier }: Order): boolean {
  return before?.courier != null && courier !== null && !isSameCourier(before.courier, courier);
}

/** Lengths are kept to 100 m: more says where people live. */
const keptToMeters = 100;

/** The straight lines from the pickup over the stops; null where a place is not known. */
function wayMeters({ destinations, pickup }: Order): number | null {
  const points = [pickup?.point ?? null, ...destinations.map(({ point }) => point)];
  if (destinations.length === 0 || points.includes(null)) return null;
  const meters = points.reduce<number>((sum, point, index) => {
    const from = points[index - 1];
    return sum + (point === null || from == null ? 0 : distanceMeters(from, point));
  }, 0);
  return Math.round(meters / keptToMeters) * keptToMeters;
}
