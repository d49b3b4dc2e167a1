import { type Forecast, type ForecastState, warningProbability } from '../forecast/forecast.ts';
import { type Journey, journeyStages, stageBeginMs } from '../forecast/journey.ts';
import { defaultFences } from '../order/courier-move.ts';
import { isAwayFromStops } from '../order/courier-rests.ts';
import { distanceMeters } from '../order/geo.ts';
import { isFinished } from '../order/order-status.ts';
import type { Order } from '../order/order.ts';
import { scheduledAheadMs } from './cadence.ts';
import { type StopStay, stopStay } from './stop-stays.ts';
import type { WatchedOrder } from './watched-order.ts';

/** Why an order needs attention although nothing happens: something that was expected does not. */
export type WaitReason =
  | 'courierSilent'
  | 'courierLost'
  | 'probablyLate'
  | 'promiseAhead'
  | 'promisePassed'
  | 'notMoving'
  | 'longWait'
  | 'arrivedWaiting'
  | 'optionEnds';

/** Something expected that does not happen. Times are in milliseconds since 1970. */
export interface Wait {
  readonly reason: WaitReason;
  /** Since when it is too long: this moves with the limits and with what is learned of the clocks. */
  readonly sinceMs: number;
  /**
   * When its cause began, as the service, the dispatcher or the store says: the same however one judges it. That
   * of a promise is the promised time, which is still to come while it is at hand.
   */
  readonly causeAtMs: number;
  /** When the order arrives, where that is why. */
  readonly forecast?: Forecast;
}

/** The thresholds for long waits. */
export interface WaitRules {
  /** How long this order may wait for a courier: as learned when its wait began, or as set. */
  readonly longWaitMs: number;
  /** How long a courier on the way may stay in one place. */
  readonly notMovingMs: number;
  /** How long a courier may stay at the pickup, and at a destination. */
  readonly pickupStayMs: number;
  readonly destinationStayMs: number;
  /** How old the position of a courier away from the stops may be. */
  readonly silentMs: number;
  /** How old the position of a courier may be anywhere. */
  readonly lostMs: number;
  /** Within this distance a courier is at a stop. */
  readonly enterMeters: number;
  /** Beyond this distance a courier has left a stop. */
  readonly leaveMeters: number;
  /** How far our clock is ahead of the times that the service gives for positions. */
  readonly skewMs: number;
  /** How long an order can be cancelled or changed without cost once it has a courier. Absent or 0: not known. */
  readonly freeCancelMs?: number;
  /** When the order will arrive, as it was to be said at a time. Absent: nothing is forecast. */
  readonly forecastAt?: (nowMs: number) => ForecastState;
}

/** The rules of a new profile, before anything was learned. */
export const defaultWaitRules: WaitRules = {
  longWaitMs: 20 * 60_000,
  notMovingMs: 10 * 60_000,
  pickupStayMs: 20 * 60_000,
  destinationStayMs: 10 * 60_000,
  silentMs: 3 * 60_000,
  lostMs: 10 * 60_000,
  ...defaultFences,
  skewMs: 0,
};

const minuteMs = 60_000;
/** The time of what was at no time: before all others. */
const never = -Infinity;
/** An older observation says nothing about the present, because no check was made since. */
const observedWithinMs = 5 * 60_000;
/** For so long after an answer what it said counts as the present; then it counts as it was. */
const presentForMs = 60_000;
/** How long ahead of its time a promise is at hand. */
export const promiseAheadMs = 10 * 60_000;

/** Whether an order waits for a courier, also while it is planned for later. */
export function waitsForCourier({ order }: Pick<WatchedOrder, 'order'>): boolean {
  return order?.status.phase === 'searching' && order.courier === null;
}

/** Since when an order waits for a courier: since its status, but not before its planned time. */
export function courierWaitSinceMs(watched: WatchedOrder): number {
  return Math.max(unplannedSinceMs(watched), plannedAtMs(watched));
}

/** Whether an order may have waited for a courier for longer than {@link courierWaitSinceMs} says. */
export function isCourierWaitSinceBefore(watched: WatchedOrder): boolean {
  return watched.isStatusSinceBefore && unplannedSinceMs(watched) > plannedAtMs(watched);
}

function unplannedSinceMs({ statusSinceMs, addedAtMs }: WatchedOrder): number {
  return statusSinceMs ?? addedAtMs;
}

function plannedAtMs({ order }: WatchedOrder): number {
  return order?.pickup?.scheduledAtMs ?? never;
}

/**
 * How long an order had waited for the courier that it was just matched with, from the moment that a long wait of it
 * counts from, so that a limit is learned of what it is applied to. Null when that says nothing about other orders:
 * it did not wait for one, or it was planned for later. One that is planned for soon counts, as a service may plan
 * every order; matched before its planned time it had not waited.
 *
 * @param before the order before the match was seen, which was about when it happened
 */
export function courierWaitMs(before: WatchedOrder, nowMs: number): number | null {
  if (!waitsForCourier(before)) return null;
  const isForLater = plannedAtMs(before) > unplannedSinceMs(before) + scheduledAheadMs;
  return isForLater ? null : Math.max(0, nowMs - courierWaitSinceMs(before));
}

/** Whether what is known of an order says something about the present. */
export function wasSeenLately({ observedAtMs }: WatchedOrder, nowMs: number): boolean {
  return nowMs - (observedAtMs ?? never) <= observedWithinMs;
}

/** Whether what was said of an order counts as the present: a wait may grow by it, and is over without it. */
export function isSaidNow({ observedAtMs }: WatchedOrder, nowMs: number): boolean {
  return nowMs - (observedAtMs ?? never) <= presentForMs;
}

/**
 * What an order waits for too long, by its state and the time alone. The same input gives the same
 * answer. A promise counts also for an order that was not checked lately, or never. One that is at hand counts
 * only while the courier is not near the last stop: then the order arrives, and nothing is left to do for it.
 * All else rests on what the service said, so it does not grow while nothing is heard of it.
 *
 * @param nowMs milliseconds since 1970
 */
export function orderWaits(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
): readonly Wait[] {
  const { order } = watched;
  if (hasFinished(watched)) return [];
  const promise = promiseWait(watched, nowMs, rules);
  if (order === null || !wasSeenLately(watched, nowMs)) return promise;
  const saidMs = Math.min(nowMs, (watched.observedAtMs ?? nowMs) + presentForMs);
  if (waitsForCourier(watched)) {
    return [...promise, ...matchWait(watched, saidMs, rules)];
  }
  const silence = silenceWait(order, saidMs, rules);
  const standing = silence.length > 0 ? silence : standingWait(watched, order, saidMs, rules);
  return [
    ...promise,
    ...standing,
    ...arrivalWait(watched, saidMs, rules),
    ...optionWait(watched, nowMs, rules),
  ];
}

/**
 * Until when an order can be cancelled or changed without cost: for so long after its courier was matched, while the
 * courier is on the way to the pickup. Null where that is over, or not known: a match that was not seen has no time, and of an order
 * that was not checked lately it is not known whether the courier is still on the way there.
 */
export function freeCancelUntilMs(
  watched: WatchedOrder,
  nowMs: number,
  { freeCancelMs = 0 }: Pick<WaitRules, 'freeCancelMs'>,
): number | null {
  const { isStatusSinceBefore, order, statusSinceMs } = watched;
  if (freeCancelMs === 0 || order?.status.phase !== 'assigned') return null;
  if (statusSinceMs === null || isStatusSinceBefore || !wasSeenLately(watched, nowMs)) return null;
  const untilMs = statusSinceMs + freeCancelMs;
  return nowMs < untilMs ? untilMs : null;
}

/** How long before the end of that time it is said: two minutes, of a short one half of it. */
function optionSaidMs({ freeCancelMs = 0 }: Pick<WaitRules, 'freeCancelMs'>): number {
  return Math.min(2 * minuteMs, freeCancelMs / 2);
}

function optionWait(watched: WatchedOrder, nowMs: number, rules: WaitRules): readonly Wait[] {
  const untilMs = freeCancelUntilMs(watched, nowMs, rules);
  return untilMs === null ? [] : waitAfter('optionEnds', untilMs, -optionSaidMs(rules), nowMs);
}

/** Whether what an order waits for, by its state, is the same in both; the time of the last check does not count. */
export function isWaitingAlike(one: WatchedOrder, other: WatchedOrder): boolean {
  return (
    one.order === other.order &&
    one.courierTrace === other.courierTrace &&
    one.journey === other.journey &&
    one.preferences === other.preferences &&
    one.statusSinceMs === other.statusSinceMs
  );
}

export function hasFinished({ order }: WatchedOrder): boolean {
  return order !== null && isFinished(order.status.phase);
}

/**
 * The next of the times that the dispatcher set for an order: when its promise is at hand, when it is due,
 * and when to remind. Null when none is ahead, or when the order is over.
 */
export function nextSetTimeMs(watched: WatchedOrder, nowMs: number): number | null {
  if (hasFinished(watched)) return null;
  const promisedAtMs = watched.preferences?.promisedAtMs ?? never;
  const remindAtMs = watched.preferences?.remindAtMs ?? never;
  return nextOf([promisedAtMs - promiseAheadMs, promisedAtMs, remindAtMs], nowMs);
}

/**
 * The next time at which something that an order waits for may be too long, as far as it is known by now. Null when
 * none is ahead.
 */
export function nextWaitTimeMs(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules,
): number | null {
  const { courierTrace, order } = watched;
  if (order === null || hasFinished(watched)) return null;
  const heardAtMs = (order.courier?.fix?.reportedAtMs ?? never) + rules.skewMs;
  const stay = stopStay(watched);
  const optionMs = freeCancelUntilMs(watched, nowMs, rules) ?? never;
  const times = [
    waitsForCourier(watched) ? courierWaitSinceMs(watched) + rules.longWaitMs : never,
    heardAtMs + rules.silentMs,
    heardAtMs + rules.lostMs,
    (courierTrace.anchorAtMs ?? never) + rules.notMovingMs,
    stay === null ? never : stay.sinceMs + stayLimitMs(stay, rules),
    optionMs - optionSaidMs(rules),
    optionMs,
    isForecast(watched, nowMs, rules) ? nextMinuteMs(nowMs) : never,
  ];
  return nextOf(times, nowMs);
}

/** The first of these times that is still ahead; null when none is. */
function nextOf(times: readonly number[], nowMs: number): number | null {
  const ahead = times.filter((atMs) => atMs > nowMs);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** Whether it is judged anew every minute whether an order will be late. */
function isForecast({ preferences }: WatchedOrder, nowMs: number, rules: WaitRules): boolean {
  const promisedAtMs = preferences?.promisedAtMs ?? null;
  if (promisedAtMs === null || nowMs >= promisedAtMs) return false;
  return rules.forecastAt?.(nowMs).kind === 'known';
}

function nextMinuteMs(nowMs: number): number {
  return (Math.floor(nowMs / minuteMs) + 1) * minuteMs;
}

/** When what is known of an order says nothing about the present any more, unless it is answered before. */
export function unseenFromMs({ observedAtMs, order }: WatchedOrder): number | null {
  if (observedAtMs === null || order === null || isFinished(order.status.phase)) return null;
  return observedAtMs + observedWithinMs + 1;
}

/** The wait that a cause has become after a time; none before. */
function waitAfter(
  reason: WaitReason,
  causeAtMs: number,
  afterMs: number,
  nowMs: number,
): readonly Wait[] {
  const sinceMs = causeAtMs + afterMs;
  return nowMs >= sinceMs ? [{ reason, sinceMs, causeAtMs }] : [];
}

function promiseWait(watched: WatchedOrder, nowMs: number, rules: WaitRules): readonly Wait[] {
  const promisedAtMs = watched.preferences?.promisedAtMs ?? null;
  if (promisedAtMs === null) return [];
  const passed = waitAfter('promisePassed', promisedAtMs, 0, nowMs);
  if (passed.length > 0) return passed;
  const late = lateForecast(watched, nowMs, rules, warningProbability);
  if (late !== null) {
    const causeAtMs = (watched.journey && journeyBeginMs(watched.journey)) ?? late.sinceMs;
    return [{ reason: 'probablyLate', sinceMs: late.sinceMs, causeAtMs, forecast: late }];
  }
  const ahead = promiseAtHand(watched, nowMs);
  return ahead === null || isNearLastStop(watched, nowMs, rules) ? [] : [ahead];
}

/**
 * The forecast of an order that arrives after its promise with this probability or a higher one; null for another,
 * and where the promise has passed or the courier is near the last stop.
 */
export function lateForecast(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules,
  leastProbability: number,
): Forecast | null {
  const promisedAtMs = watched.preferences?.promisedAtMs ?? null;
  if (promisedAtMs === null || nowMs >= promisedAtMs || hasFinished(watched)) return null;
  const state = rules.forecastAt?.(nowMs);
  if (state?.kind !== 'known' || (state.probability ?? 0) < leastProbability) return null;
  return isNearLastStop(watched, nowMs, rules) ? null : state;
}

/** The first moment of a journey that was seen: the same for as long as it lasts. Null without any. */
export function journeyBeginMs(journey: Journey): number | null {
  const times = journeyStages.map((stage) => stageBeginMs(journey, stage));
  return times.find((atMs) => atMs !== null) ?? null;
}

/** A promise that would be at hand, were the courier not near the last stop; null for none. */
export function promiseOfArrival(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules,
): Wait | null {
  const ahead = hasFinished(watched) ? null : promiseAtHand(watched, nowMs);
  return ahead !== null && isNearLastStop(watched, nowMs, rules) ? ahead : null;
}

/** The promise of an order in the ten minutes before its time, by the time alone; null for none. */
export function promiseAtHand(
  { preferences }: Pick<WatchedOrder, 'preferences'>,
  nowMs: number,
): Wait | null {
  const promisedAtMs = preferences?.promisedAtMs ?? null;
  if (promisedAtMs === null || nowMs >= promisedAtMs) return null;
  const [ahead = null] = waitAfter('promiseAhead', promisedAtMs, -promiseAheadMs, nowMs);
  return ahead;
}

/** Whether the courier is at the last stop or within its fence, as far as that is known of the present. */
function isNearLastStop(
  watched: WatchedOrder,
  nowMs: number,
  { enterMeters }: Pick<WaitRules, 'enterMeters'>,
): boolean {
  const { courierTrace, order } = watched;
  if (order === null || !wasSeenLately(watched, nowMs)) return false;
  if (order.status.phase === 'atDropoff' || courierTrace.insideStop === order.destinations.length)
    return true;
  const fix = order.courier?.fix ?? null;
  const point = order.destinations.at(-1)?.point ?? null;
  return fix !== null && point !== null && distanceMeters(fix, point) <= enterMeters;
}

function matchWait(
  watched: WatchedOrder,
  nowMs: number,
  { longWaitMs }: WaitRules,
): readonly Wait[] {
  return waitAfter('longWait', courierWaitSinceMs(watched), longWaitMs, nowMs);
}

function silenceWait(
  order: Order,
  nowMs: number,
  { silentMs, lostMs, leaveMeters, skewMs }: WaitRules,
): readonly Wait[] {
  const fix = order.courier?.fix ?? null;
  if (fix === null || fix.reportedAtMs === null) return [];
  const { reportedAtMs } = fix;
  const lost = waitAfter('courierLost', reportedAtMs, skewMs + lostMs, nowMs);
  if (lost.length > 0) return lost;
  const silent = waitAfter('courierSilent', reportedAtMs, skewMs + silentMs, nowMs);
  if (silent.length === 0) return [];
  return isAwayFromStops(order, fix, leaveMeters) ? silent : [];
}

function standingWait(
  { courierTrace }: WatchedOrder,
  order: Order,
  nowMs: number,
  { notMovingMs }: WaitRules,
): readonly Wait[] {
  const isOnTheWay = order.courier?.fix != null && courierTrace.insideStop === null;
  if (!isOnTheWay || courierTrace.anchorAtMs === null) return [];
  return waitAfter('notMoving', courierTrace.anchorAtMs, notMovingMs, nowMs);
}

function arrivalWait(watched: WatchedOrder, nowMs: number, rules: WaitRules): readonly Wait[] {
  const stay = stopStay(watched);
  if (stay === null) return [];
  return waitAfter('arrivedWaiting', stay.sinceMs, stayLimitMs(stay, rules), nowMs);
}

function stayLimitMs({ stop }: StopStay, rules: WaitRules): number {
  return stop === 'pickup' ? rules.pickupStayMs : rules.destinationStayMs;
}
