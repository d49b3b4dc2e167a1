import type { DaySummary, SummaryDay } from '../../../core/board/day-summary.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function span(year: number, month: number, day: number) {
  const startMs = new Date(year, month, day).getTime();
  return { startMs, endMs: new Date(year, month, day + 1).getTime() };
}

/** A busy day until the evening, and a quiet one before it. */
export const sampleDays: Readonly<Record<SummaryDay, DaySummary>> = {
  today: {
    ...span(2026, 10, 23),
    day: 'today',
    atMs: new Date(2026, 10, 23, 18, 30).getTime(),
    isWhole: true,
    watched: 1204,
    finished: 1130,
    cancelled: 12,
    failed: 3,
    promises: { count: 240, kept: 221, late: 14 },
    courierWaits: { count: 1141, medianMs: 4 * minuteMs, longestMs: 41 * minuteMs },
    releases: 9,
    swaps: 2,
    priceChanges: {
      count: 7,
      sums: [
        { currency: 'HKD', amount: 182.5 },
        { currency: 'CNY', amount: -12 },
      ],
    },
    pickupWaitMs: 9 * hourMs + 20 * minuteMs,
    destinationWaitMs: 3 * hourMs + 5 * minuteMs,
  },
  yesterday: {
    ...span(2026, 10, 22),
    day: 'yesterday',
    atMs: new Date(2026, 10, 23, 18, 30).getTime(),
    isWhole: false,
    watched: 2,
    finished: 1,
    cancelled: 0,
    failed: 0,
    promises: { count: 0, kept: 0, late: 0 },
    courierWaits: { count: 0, medianMs: null, longestMs: null },
    releases: 0,
    swaps: 0,
    priceChanges: { count: 0, sums: [] },
    pickupWaitMs: 0,
    destinationWaitMs: 0,
  },
};
