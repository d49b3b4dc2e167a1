import { isOrderFailure } from '../delivery/delivery-failure.ts';
import type { OrderId } from '../order/order-id.ts';
import { isFinished } from '../order/order-status.ts';
import type { Money, Order, OrderStatus } from '../order/order.ts';
import { sameValue } from '../same-value.ts';
import { maskText } from '../privacy/phone-mask.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Acknowledgement } from '../watch/acknowledgement.ts';
import { overSinceMs } from '../watch/archive.ts';
import { attention } from '../watch/attention.ts';
import { checkEveryMs } from '../watch/cadence.ts';
import { newlyWatched } from '../watch/newly-watched.ts';
import { changedPreferences, longestNote } from '../watch/order-preferences.ts';
import {
  type Call,
  mostCalls,
  type OrderFlags,
  type OrderProblem,
  type WatchedOrder,
} from '../watch/watched-order.ts';

/*
 * What one dispatcher hands to the next about an order, and how it is taken over. Times are in milliseconds
 * since 1970.
 */

/** What the service had said of an order by the time of the hand-over, without people, places and free texts. */
export interface PortableState {
  readonly status: OrderStatus;
  readonly statusSinceMs: number | null;
  readonly isStatusSinceBefore: boolean;
  readonly changedAtMs: number | null;
  readonly hasCourier: boolean;
  readonly vehicleType: string | null;
  /** The planned time of the pickup. */
  readonly scheduledAtMs: number | null;
  readonly price: Money | null;
  /** Its couriers are counted and not named. */
  readonly flags: OrderFlags | null;
}

/** An order in a hand-over: the dispatcher's own words and choices, what was seen of it, and its state. */
export interface PortableOrder {
  readonly id: OrderId;
  readonly label: string | null;
  readonly note: string | null;
  readonly group: string | null;
  readonly promisedAtMs: number | null;
  readonly isMuted: boolean;
  readonly isPinned: boolean;
  readonly snoozedUntilMs: number | null;
  readonly remindAtMs: number | null;
  readonly tellsEveryMove: boolean | null;
  readonly unseenCount: number;
  readonly lastLookedAtMs: number | null;
  readonly acknowledged: readonly Acknowledgement[];
  readonly calls: readonly Call[];
  /** Null for an order without an answer, and in a file of an earlier Waybell. */
  readonly state: PortableState | null;
  /** That the service refuses this order; null when it does not. */
  readonly problem: OrderProblem | null;
}

/** What is handed over about an order. */
export function portableOrder(watched: WatchedOrder): PortableOrder {
  const { acknowledged, calls, id, isMuted, isPinned, label, lastLookedAtMs } = watched;
  const { preferences, problem, unseenCount } = watched;
  return {
    id,
    label,
    note: preferences?.note ?? null,
    group: preferences?.group ?? null,
    promisedAtMs: preferences?.promisedAtMs ?? null,
    isMuted,
    isPinned,
    snoozedUntilMs: preferences?.snoozedUntilMs ?? null,
    remindAtMs: preferences?.remindAtMs ?? null,
    tellsEveryMove: preferences?.tellsEveryMove ?? null,
    unseenCount,
    lastLookedAtMs,
    acknowledged,
    calls,
    state: portableState(watched),
    problem: problem !== null && isOrderFailure(problem.code) ? problem : null,
  };
}

function portableState(watched: WatchedOrder): PortableState | null {
  const { changedAtMs, flags, isStatusSinceBefore, order, statusSinceMs } = watched;
  if (order === null) return null;
  const { courier, pickup, price, status, vehicleType } = order;
  return {
    // The service may have written a number into any text.
    status: { ...status, raw: status.raw && maskText(status.raw) },
    statusSinceMs,
    isStatusSinceBefore,
    changedAtMs,
    hasCourier: courier !== null,
    vehicleType: vehicleType && maskText(vehicleType),
    scheduledAtMs: pickup?.scheduledAtMs ?? null,
    price,
    flags: flags && { ...flags, turnover: flags.turnover && { ...flags.turnover, couriers: [] } },
  };
}

/** Any pace: whether an order is checked at all does not depend on it. */
const anyPace = { activeEverySeconds: 15 };

/** Whether an order is over: finished, or refused by the service for so long that it is not checked any more. */
export function isOver(watched: WatchedOrder, nowMs: number): boolean {
  const { order } = watched;
  if (order !== null && isFinished(order.status.phase)) return true;
  return checkEveryMs(watched, anyPace, nowMs) === null;
}

/**
 * Whether an order is handed over: one that is not over, one that was not seen or needs attention, and one
 * that was over at this time or later.
 *
 * @param finishedSinceMs null for none that is over
 */
export function isHandedOver(
  watched: WatchedOrder,
  nowMs: number,
  finishedSinceMs: number | null,
): boolean {
  if (!isOver(watched, nowMs) || watched.unseenCount > 0) return true;
  if (attention(watched, nowMs) !== null) return true;
  return finishedSinceMs !== null && overSinceMs(watched) >= finishedSinceMs;
}

/**
 * An order that was not watched here, as it is watched from now on. Its state counts as not observed here
 * (`observedAtMs` is null): one that is finished stays so and is not checked, any other is checked at once.
 * A snooze or a reminder that is over is left out, and so is what was acknowledged or called later than now, and
 * what was acknowledged before it began. All else that has happened did so by now.
 */
export function adoptedOrder(theirs: PortableOrder, nowMs: number): WatchedOrder {
  const { group, id, isMuted, isPinned, label, note, promisedAtMs } = theirs;
  const preferences = changedPreferences(null, {
    group,
    note,
    promisedAtMs,
    snoozedUntilMs: stillAhead(theirs.snoozedUntilMs, nowMs),
    remindAtMs: stillAhead(theirs.remindAtMs, nowMs),
    tellsEveryMove: theirs.tellsEveryMove,
  });
  return {
    ...newlyWatched(id, label, nowMs, preferences, { kind: 'handOver' }),
    isMuted,
    isPinned,
    unseenCount: theirs.unseenCount,
    lastLookedAtMs: behind(theirs.lastLookedAtMs, nowMs),
    acknowledged: begun(theirs.acknowledged, nowMs),
    calls: handedOver(until(theirs.calls, nowMs)),
    ...adoptedFacts(theirs, nowMs),
  };
}

/**
 * Whether an order says of anything that it happened later than now: the clock of who handed it over is ahead of ours,
 * or the file was written by hand. What happened counts as of now, and what was done then is left out.
 */
export function saysTimesAhead(theirs: PortableOrder, nowMs: number): boolean {
  const { acknowledged, calls, lastLookedAtMs, problem, state } = theirs;
  const flags = state?.flags;
  const happened = [
    lastLookedAtMs,
    problem?.sinceMs,
    state?.statusSinceMs,
    state?.changedAtMs,
    flags?.releasedAtMs,
    flags?.courierSwappedAtMs,
    flags?.amendedAtMs,
    flags?.turnover?.raisedAtMs,
    ...(flags?.turnover?.lossesAtMs ?? []),
  ];
  return (
    happened.some((atMs) => atMs != null && atMs > nowMs) ||
    until(calls, nowMs).length < calls.length ||
    begun(acknowledged, nowMs).length < acknowledged.length
  );
}

/** What the service had said of an order that is handed over, as it is known from now on. */
export function adoptedFacts(
  { id, problem, state }: Pick<PortableOrder, 'id' | 'problem' | 'state'>,
  nowMs: number,
): Partial<WatchedOrder> {
  return {
    problem: problem && { ...problem, sinceMs: Math.min(problem.sinceMs, nowMs) },
    ...(state === null
      ? {}
      : {
          order: orderOf(id, state),
          statusSinceMs: behind(state.statusSinceMs, nowMs),
          isStatusSinceBefore: state.isStatusSinceBefore,
          changedAtMs: behind(state.changedAtMs, nowMs),
          flags: state.flags && adoptedFlags(state.flags, nowMs),
        }),
  };
}

function adoptedFlags(flags: OrderFlags, nowMs: number): OrderFlags {
  const { amendedAtMs, courierSwappedAtMs, releasedAtMs, turnover } = flags;
  return {
    ...flags,
    releasedAtMs: behind(releasedAtMs, nowMs),
    courierSwappedAtMs: behind(courierSwappedAtMs, nowMs),
    amendedAtMs: behind(amendedAtMs, nowMs),
    turnover: turnover && {
      ...turnover,
      lossesAtMs: turnover.lossesAtMs.map((atMs) => Math.min(atMs, nowMs)),
      raisedAtMs: behind(turnover.raisedAtMs, nowMs),
    },
  };
}

/** As much of an order as a hand-over holds. */
function orderOf(id: OrderId, state: PortableState): Order {
  const { hasCourier, price, scheduledAtMs, status, vehicleType } = state;
  const noPlace = { name: null, streetAddress: null, floorOrUnitNumber: null, point: null };
  return {
    id,
    status,
    vehicleType,
    paymentMethod: null,
    noteToCourier: null,
    courier: hasCourier ? { name: null, phoneNumber: null, fix: null } : null,
    pickup: scheduledAtMs === null ? null : { ...noPlace, contact: null, scheduledAtMs },
    destinations: [],
    price,
    priceBreakdown: [],
  };
}

/**
 * A watched order with what a hand-over says of it; the same object when nothing changes. What is known
 * here stays: the state, what was seen, the snooze, and that its notifications are on. Of label, group,
 * promise, reminder and whether every move is told our own counts, and theirs where there is none here.
 * Notes are joined if both together are no longer than a note may be. It is pinned if either is. What they
 * handled or saw counts here too, unless another cause of the same reason does, and all calls are kept,
 * the last twenty. Doing it twice changes nothing more.
 */
export function mergedOrder(
  ours: WatchedOrder,
  theirs: PortableOrder,
  nowMs: number,
): WatchedOrder {
  const own = ours.preferences;
  const note = joinedNote(own?.note ?? null, theirs.note);
  const after = {
    label: ours.label ?? theirs.label,
    isPinned: ours.isPinned || theirs.isPinned,
    preferences: changedPreferences(own, {
      note: note ?? own?.note ?? null,
      group: own?.group ?? theirs.group,
      promisedAtMs: own?.promisedAtMs ?? theirs.promisedAtMs,
      remindAtMs: own?.remindAtMs ?? stillAhead(theirs.remindAtMs, nowMs),
      tellsEveryMove: own?.tellsEveryMove ?? theirs.tellsEveryMove,
    }),
    acknowledged: joinedAcknowledgements(ours.acknowledged, begun(theirs.acknowledged, nowMs)),
    calls: joinedCalls(ours.calls, handedOver(until(theirs.calls, nowMs))),
  };
  const { acknowledged, calls, isPinned, label, preferences } = ours;
  const before = { label, isPinned, preferences, acknowledged, calls };
  return sameValue(before, after) ? ours : { ...ours, ...after };
}

/** Whether a label, a group, a promise or a note of our own stays though theirs says something else. */
export function keepsOwnAnnotations(ours: WatchedOrder, theirs: PortableOrder): boolean {
  const own = ours.preferences;
  return (
    differs(ours.label, theirs.label) ||
    differs(own?.group, theirs.group) ||
    differs(own?.promisedAtMs, theirs.promisedAtMs) ||
    (theirs.note !== null &&
      own?.note?.includes(theirs.note) === false &&
      joinedNote(own.note, theirs.note) === null)
  );
}

function differs<Value>(one: Value | null | undefined, other: Value | null): boolean {
  return one != null && other !== null && one !== other;
}

/** @returns null when our own note stays as it is */
function joinedNote(ours: string | null, theirs: string | null): string | null {
  if (theirs === null || ours === null) return theirs;
  if (ours.includes(theirs)) return null;
  const joined = `${ours}\n${theirs}`;
  return cleanText(joined, longestNote) === joined ? joined : null;
}

/**
 * Of each reason our own, or theirs where there is none. Of the same cause the later one, but no look takes
 * back what is handled.
 */
function joinedAcknowledgements(
  ours: readonly Acknowledgement[],
  theirs: readonly Acknowledgement[],
): readonly Acknowledgement[] {
  const known = new Map(ours.map((each) => [each.reason, each]));
  for (const each of theirs) {
    const own = known.get(each.reason);
    if (own === undefined || (own.causeAtMs === each.causeAtMs && saysMore(each, own)))
      known.set(each.reason, each);
  }
  return [...known.values()];
}

function saysMore(one: Acknowledgement, other: Acknowledgement): boolean {
  if (one.isOnlySeen !== other.isOnlySeen) return other.isOnlySeen === true;
  return one.atMs > other.atMs;
}

function joinedCalls(ours: readonly Call[], theirs: readonly Call[]): readonly Call[] {
  const fresh = theirs.filter(
    ({ atMs, word }) => !ours.some((own) => own.atMs === atMs && own.word === word),
  );
  return [...ours, ...fresh].toSorted((one, other) => one.atMs - other.atMs).slice(-mostCalls);
}

/** The desk that took the orders over did not make these calls. */
function handedOver(calls: readonly Call[]): readonly Call[] {
  return calls.map((call) => ({ ...call, isHandedOver: true }));
}

function stillAhead(atMs: number | null, nowMs: number): number | null {
  return atMs !== null && atMs > nowMs ? atMs : null;
}

/** A time of what has happened: by a clock that was ahead it may lie in the future. */
function behind(atMs: number | null, nowMs: number): number | null {
  return atMs === null ? null : Math.min(atMs, nowMs);
}

/** What was done by now. What lies ahead would keep a claim away for as long. */
function until<Done extends { readonly atMs: number }>(all: readonly Done[], nowMs: number) {
  return all.filter(({ atMs }) => atMs <= nowMs);
}

/**
 * What was acknowledged by now and had begun by then: else the file could say of a promise that it is handled before
 * it has passed. Only the end of free changes is told before its time.
 */
function begun(all: readonly Acknowledgement[], nowMs: number): readonly Acknowledgement[] {
  return until(all, nowMs).filter(
    ({ causeAtMs, reason }) => causeAtMs <= nowMs || reason === 'optionEnds',
  );
}
