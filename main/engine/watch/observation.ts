import {
  courierMove,
  defaultFences,
  type MoveLimits,
  type TracedMove,
} from '../../../core/order/courier-move.ts';
import { orderFlags } from '../../../core/watch/order-flags.ts';
import {
  createdUpdate,
  isWorthALook,
  orderUpdate,
  plainReasons,
} from '../../../core/order/order-update.ts';
import type { CourierIdentity, OrderUpdate } from '../../../core/order/order-update.ts';
import { isSameStatus, isSameWord } from '../../../core/order/order-status.ts';
import type { Order } from '../../../core/order/order.ts';
import { withKnown } from '../../../core/order/withheld.ts';
import { courierWaitMs, wasSeenLately } from '../../../core/watch/order-waits.ts';
import { endedStay } from '../../../core/watch/stop-stays.ts';
import { journeyAfter } from '../../../core/board/order-journey.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { ExplainUpdate } from './ports.ts';
import type { CheckFailure } from './circuit-breaker.ts';

/** What an answer makes of a watched order, and what changed by it. */
export interface Observation {
  readonly watched: WatchedOrder;
  /** Null when nothing changed, and for the first answer: there was nothing before. */
  readonly update: OrderUpdate | null;
}

/**
 * The service answered that everything is as it was.
 *
 * @param reported what it reported all the same
 */
export function confirmed(
  watched: WatchedOrder,
  nowMs: number,
  reported: OrderUpdate | null = null,
): WatchedOrder {
  const same = { ...watched, observedAtMs: nowMs, problem: null };
  if (reported === null) return same;
  return { ...same, changedAtMs: nowMs, unseenCount: watched.unseenCount + 1 };
}

/**
 * The service answered with an order. What it withholds stays as it is known.
 *
 * A move that means nothing to a dispatcher is an update too, for the history, but leaves the order
 * marked as seen: otherwise every order on the road would carry a dot for ever.
 *
 * @param explain may change the update or drop it; default: the update stays as it was found
 * @param limits what a courier's moves are judged by; those of a new profile unless given
 */
export function observed(
  known: WatchedOrder,
  answer: Order,
  nowMs: number,
  explain: ExplainUpdate = (_before, _after, update) => update,
  limits?: MoveLimits,
): Observation {
  const watched = comparable(known, answer);
  const before = watched.order;
  const after = withKnown(before, answer);
  const { trace, move } = movedBy(known, after, nowMs, limits);
  const byCheck = { source: 'poll', seenAtMs: nowMs } as const;
  const found =
    before === null ? appeared(watched, after, byCheck) : orderUpdate(before, after, byCheck);
  const explained = explain(watched, after, found === null ? null : { ...found, move });
  const isNewStatus = before === null || !isSameStatus(before.status, after.status);
  const wasSeen = wasSeenHappening(watched, explained, nowMs);
  const seen = {
    ...watched,
    order: after,
    observedAtMs: nowMs,
    ...(isNewStatus ? newStatusTimes(before, after, wasSeen, nowMs) : {}),
    courierTrace: trace,
    journey: journeyAfter(watched, {
      order: after,
      courierTrace: trace,
      wasSeen,
      leaveMeters: (limits ?? defaultFences).leaveMeters,
      nowMs,
    }),
  };
  const update =
    explained === null
      ? null
      : {
          ...explained,
          ...uncheckedTime(watched, explained, wasSeen),
          ...endedTimes(watched, seen, explained, wasSeen),
        };
  return {
    watched: {
      ...seen,
      changedAtMs: update === null ? watched.changedAtMs : nowMs,
      flags:
        update === null || before === null
          ? watched.flags
          : orderFlags(watched.flags, update, before, after),
      problem: null,
      unseenCount: watched.unseenCount + (isWorthALook(update) ? 1 : 0),
    },
    update,
  };
}

/** What an answer says of the courier's moves. @param limits those of a new profile unless given */
export function movedBy(
  known: WatchedOrder,
  after: Order,
  nowMs: number,
  limits?: MoveLimits,
): TracedMove {
  const { courierTrace, observedAtMs, order } = comparable(known, after);
  return courierMove(courierTrace, order, after, nowMs, observedAtMs, limits);
}

/** How long ago a webhook may say that something happened which counts as seen when it happened. */
const reportedWithinMs = 5 * 60_000;

/**
 * Whether what an answer shows has happened about now: the order was checked lately, or a webhook has just told
 * of it. Otherwise now is only the time by which it had.
 */
function wasSeenHappening(
  watched: WatchedOrder,
  explained: OrderUpdate | null,
  nowMs: number,
): boolean {
  if (wasSeenLately(watched, nowMs)) return true;
  return (
    explained?.source === 'webhook' && nowMs - (explained.createdAtMs ?? nowMs) <= reportedWithinMs
  );
}

/** The times of a status that an answer shows for the first time. */
function newStatusTimes(
  before: Order | null,
  after: Order,
  wasSeen: boolean,
  nowMs: number,
): Pick<WatchedOrder, 'statusSinceMs' | 'isStatusSinceBefore'> {
  // The same word that is only read in another way was there before.
  const isOtherWord = before !== null && !isSameWord(before.status.raw, after.status.raw);
  return { statusSinceMs: nowMs, isStatusSinceBefore: !(isOtherWord && wasSeen) };
}

/** Since when an order was not checked, for an update that came meanwhile. */
function uncheckedTime(
  { observedAtMs, order }: WatchedOrder,
  { kinds }: OrderUpdate,
  wasSeen: boolean,
): Pick<OrderUpdate, 'uncheckedSinceMs'> {
  const isMoveAlone = kinds.every((kind) => kind === 'courier_moved');
  if (wasSeen || isMoveAlone || observedAtMs === null || order === null) return {};
  return { uncheckedSinceMs: observedAtMs };
}

/**
 * A watched order as the answer can be compared with it. What came with a hand-over holds status, price and
 * whether there is a courier; all else counts as unchanged.
 */
function comparable(watched: WatchedOrder, after: Order): WatchedOrder {
  const { flags, observedAtMs, order } = watched;
  if (order === null || observedAtMs !== null) return watched;
  const courier = order.courier === null ? null : (after.courier ?? order.courier);
  const isNamed = courier !== null && (courier.name !== null || courier.phoneNumber !== null);
  const turnover = flags?.turnover ?? null;
  return {
    ...watched,
    order: {
      ...after,
      status: order.status,
      courier,
      price: order.price ?? after.price,
    },
    // The present courier is among those that were counted.
    flags:
      flags === null || turnover === null || !isNamed
        ? flags
        : { ...flags, turnover: { ...turnover, couriers: [identityOf(courier)] } },
  };
}

function identityOf({ name, phoneNumber }: CourierIdentity): CourierIdentity {
  return { name, phoneNumber };
}

/** The wait for a courier and the stay at a stop that an update ends. */
function endedTimes(
  before: WatchedOrder,
  after: WatchedOrder,
  update: OrderUpdate,
  wasSeen: boolean,
): Pick<OrderUpdate, 'courierWaitMs' | 'endedStay'> {
  const isMatch = wasSeen && update.kinds.includes('order_matched');
  const waitMs = isMatch ? courierWaitMs(before, update.seenAtMs) : null;
  const stay = endedStay(before, after);
  return {
    ...(waitMs !== null && { courierWaitMs: waitMs }),
    ...(stay !== null && { endedStay: stay }),
  };
}

/** A check of this one order failed: the last good answer stays, and the time of the first such failure. */
export function refused(
  watched: WatchedOrder,
  failure: CheckFailure,
  failureCount: number,
  nowMs: number,
): WatchedOrder {
  const isSame = watched.problem?.code === failure.code;
  return {
    ...watched,
    problem: {
      code: failure.code,
      httpStatus: failure.httpStatus,
      sinceMs: isSame ? watched.problem.sinceMs : nowMs,
      failureCount,
    },
  };
}

/**
 * An order that was not found until now, and waits for its courier, was created while it was watched. What
 * appears in another phase may have been there before.
 */
function appeared(
  { problem }: WatchedOrder,
  after: Order,
  byCheck: Pick<OrderUpdate, 'source' | 'seenAtMs'>,
): OrderUpdate | null {
  if (problem?.code !== 'order-not-found' || after.status.phase !== 'searching') return null;
  return createdUpdate(after.id, byCheck, plainReasons.order_created);
}
