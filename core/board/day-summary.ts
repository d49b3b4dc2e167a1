import { isFinished } from '../order/order-status.ts';
import type { OrderId } from '../order/order-id.ts';
import type { OrderUpdate } from '../order/order-update.ts';
import { dayOf } from '../text/time-of-day.ts';
import { medianMs } from '../watch/learned-waits.ts';
import { type StopStay, stopStay } from '../watch/stop-stays.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** The days that can be summed up. */
export const summaryDays = ['today', 'yesterday'] as const;

export type SummaryDay = (typeof summaryDays)[number];

/** A day by the calendar of this computer, in milliseconds since 1970; `endMs` is the next day's start. */
export interface DaySpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** A stay of a courier at a stop that is over. */
export interface EndedStay extends StopStay {
  readonly untilMs: number;
}

/** What is known of a day beside the orders as they are now. */
export interface DayRecords {
  /** The day's updates, courier moves left out; oldest first. */
  readonly updates: readonly Pick<OrderUpdate, 'orderId' | 'kinds' | 'changes'>[];
  /** How long the orders that were matched on the day had waited. */
  readonly courierWaitsMs: readonly number[];
  /** The stays that lie in the day, wholly or in part. */
  readonly stays: readonly EndedStay[];
}

/** What happened in one day, without orders and people. Durations are in milliseconds. */
export interface DaySummary extends DaySpan {
  readonly day: SummaryDay;
  /** When it was summed up. */
  readonly atMs: number;
  /** False when the history is kept for so short a time that the begin of the day is gone. */
  readonly isWhole: boolean;
  /** Orders that were under way or came on the list. */
  readonly watched: number;
  /** Orders that ended while they were watched, by how. */
  readonly finished: number;
  readonly cancelled: number;
  readonly failed: number;
  /** Orders that were promised for a time of the day, and what became of the promises that are due. */
  readonly promises: {
    readonly count: number;
    readonly kept: number;
    readonly late: number;
  };
  /** Waits for a courier that ended with a match; the times are null without any. */
  readonly courierWaits: {
    readonly count: number;
    readonly medianMs: number | null;
    readonly longestMs: number | null;
  };
  readonly releases: number;
  /** Couriers who were replaced between two checks. */
  readonly swaps: number;
  readonly priceChanges: {
    readonly count: number;
    /** By currency, in the unit that the service gives; null for amounts without one. */
    readonly sums: readonly { readonly currency: string | null; readonly amount: number }[];
  };
  /** How long couriers were at stops, of all orders together; one who is there now counts until now. */
  readonly pickupWaitMs: number;
  readonly destinationWaitMs: number;
}

/** The day by the clock of this computer. It has 23 or 25 hours when the clock is changed. */
export function daySpan(day: SummaryDay, nowMs: number): DaySpan {
  // Once more, because midnight may be skipped on the day from which is counted.
  const startMs = dayOf(day === 'today' ? nowMs : dayOf(nowMs, -1));
  return { startMs, endMs: dayOf(dayOf(startMs, 1)) };
}

/**
 * Sums up a day.
 *
 * @param orders as they are now: those on the list and in the archive
 * @param historyDays how long updates are kept
 */
export function daySummary(
  day: SummaryDay,
  nowMs: number,
  historyDays: number,
  orders: readonly WatchedOrder[],
  records: DayRecords,
): DaySummary {
  const span = daySpan(day, nowMs);
  const ends = endings(records);
  const stays = [
    ...records.stays,
    ...orders.flatMap((watched) => {
      const stay = stopStay(watched);
      return stay === null ? [] : [{ ...stay, untilMs: watched.observedAtMs ?? stay.sinceMs }];
    }),
  ];
  return {
    ...span,
    day,
    atMs: nowMs,
    isWhole: span.startMs >= nowMs - historyDays * 86_400_000,
    watched: orders.filter((watched) => wasWatched(watched, span)).length,
    finished: ends.filter((phase) => phase === 'done').length,
    cancelled: ends.filter((phase) => phase === 'cancelled').length,
    failed: ends.filter((phase) => phase === 'failed').length,
    promises: promisesWithin(orders, span, nowMs),
    courierWaits: summedWaits(records.courierWaitsMs),
    ...courierChanges(records),
    priceChanges: priceChanges(records),
    pickupWaitMs: timeWithin(stays, 'pickup', span),
    destinationWaitMs: timeWithin(stays, 'destination', span),
  };
}

/** An order that was over before the day, or not heard of in it, was not watched in it. */
function wasWatched(watched: WatchedOrder, { startMs, endMs }: DaySpan): boolean {
  const { addedAtMs, observedAtMs, order, statusSinceMs } = watched;
  if (addedAtMs >= endMs) return false;
  if (addedAtMs >= startMs) return true;
  if (order === null || observedAtMs === null || observedAtMs < startMs) return false;
  return !isFinished(order.status.phase) || (statusSinceMs ?? addedAtMs) >= startMs;
}

/** The phase in which each order was left by its last change of status. */
function endings({ updates }: DayRecords) {
  const phases = new Map<OrderId, string>();
  for (const { orderId, changes } of updates) {
    for (const change of changes)
      if (change.field === 'status') phases.set(orderId, change.after.phase);
  }
  return [...phases.values()];
}

type PromiseEnd = 'kept' | 'late' | 'open';

function promisesWithin(
  orders: readonly WatchedOrder[],
  { startMs, endMs }: DaySpan,
  nowMs: number,
): DaySummary['promises'] {
  const ends = orders.flatMap((watched): readonly PromiseEnd[] => {
    const promisedAtMs = watched.preferences?.promisedAtMs ?? null;
    if (promisedAtMs === null || promisedAtMs < startMs || promisedAtMs >= endMs) return [];
    return [promiseEnd(watched, promisedAtMs, nowMs)];
  });
  const many = (end: PromiseEnd): number => ends.filter((each) => each === end).length;
  return { count: ends.length, kept: many('kept'), late: many('late') };
}

/**
 * Whether an order arrived by its promised time. It is open before that time, of an order that was cancelled or not
 * delivered, and where no check came between the promise and the arrival.
 */
function promiseEnd(watched: WatchedOrder, promisedAtMs: number, nowMs: number): PromiseEnd {
  const { isStatusSinceBefore, journey, order, statusSinceMs } = watched;
  const phase = order?.status.phase;
  const doneAtMs = phase === 'done' ? statusSinceMs : null;
  const arrivedAtMs = journey?.arrivedAtMs ?? doneAtMs;
  if (arrivedAtMs !== null && arrivedAtMs <= promisedAtMs) return 'kept';
  const isOver = phase === 'cancelled' || phase === 'failed';
  const isUnknown =
    phase === 'done' && isStatusSinceBefore && (journey?.arrivedAtMs ?? null) === null;
  return nowMs < promisedAtMs || isOver || isUnknown ? 'open' : 'late';
}

function summedWaits(waitsMs: readonly number[]): DaySummary['courierWaits'] {
  const count = waitsMs.length;
  if (count === 0) return { count, medianMs: null, longestMs: null };
  return {
    count,
    medianMs: medianMs(waitsMs),
    longestMs: waitsMs.reduce((longest, waitMs) => Math.max(longest, waitMs), 0),
  };
}

/** A courier who was released and another matched between two checks was replaced. */
function courierChanges({ updates }: DayRecords): Pick<DaySummary, 'releases' | 'swaps'> {
  const released = updates.filter(({ kinds }) => kinds.includes('order_released'));
  const swaps = released.filter(({ kinds }) => kinds.includes('order_matched')).length;
  return { releases: released.length - swaps, swaps };
}

/** A first price changes nothing, and amounts of two currencies have no difference. */
function priceChanges({ updates }: DayRecords): DaySummary['priceChanges'] {
  const sums = new Map<string | null, number>();
  let count = 0;
  for (const change of updates.flatMap(({ changes }) => changes)) {
    if (change.field !== 'price' || change.before === null || change.after === null) continue;
    count += 1;
    const { before, after } = change;
    if (before.currency !== after.currency) continue;
    const sum = (sums.get(after.currency) ?? 0) + after.amount - before.amount;
    // Without the noise of binary fractions.
    sums.set(after.currency, Number(sum.toPrecision(12)));
  }
  return { count, sums: [...sums].map(([currency, amount]) => ({ currency, amount })) };
}

function timeWithin(
  stays: readonly EndedStay[],
  stop: StopStay['stop'],
  { startMs, endMs }: DaySpan,
): number {
  return stays
    .filter((stay) => stay.stop === stop)
    .reduce((sum, { sinceMs, untilMs }) => {
      return sum + Math.max(0, Math.min(untilMs, endMs) - Math.max(sinceMs, startMs));
    }, 0);
}
