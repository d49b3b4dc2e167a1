import { describe, expect, test } from 'vitest';
import type { OrderChange } from '../../../../core/order/order-update.ts';
import type { Money, OrderPhase } from '../../../../core/order/order.ts';
import { daySummaryCsv, daySummaryText } from '../../../../core/watch/day-summary-text.ts';
import {
  type DayRecords,
  daySpan,
  daySummary,
  type DaySummary,
} from '../../../../core/watch/day-summary.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const startMs = new Date(2026, 10, 23).getTime();
const nowMs = startMs + 18 * hourMs;
const id = orderIdAt(1);
const nothing: DayRecords = { updates: [], courierWaitsMs: [], stays: [] };

function summed(records: Partial<DayRecords>, orders: readonly WatchedOrder[] = []): DaySummary {
  return daySummary('today', nowMs, 30, orders, { ...nothing, ...records });
}

function inPhase(phase: OrderPhase, parts: Partial<WatchedOrder> = {}): WatchedOrder {
  return someWatched(id, {
    addedAtMs: startMs - 5 * hourMs,
    observedAtMs: nowMs,
    statusSinceMs: startMs + hourMs,
    order: someOrder(id, { status: { raw: 'word', phase } }),
    ...parts,
  });
}

function statusTo(phase: OrderPhase, orderId = id): DayRecords['updates'][number] {
  const before = { raw: 'before', phase: 'assigned' } as const;
  return {
    orderId,
    kinds: ['status_changed'],
    changes: [{ field: 'status', before, after: { raw: 'word', phase } }],
  };
}

function priceTo(before: Money | null, after: Money | null): DayRecords['updates'][number] {
  const change: OrderChange = { field: 'price', before, after };
  return { orderId: id, kinds: ['order_edited'], changes: [change] };
}

const hkd = (amount: number): Money => ({ amount, currency: 'HKD' });

describe('the day', () => {
  test('the first minute of a day belongs to it', () => {
    expect(daySpan('today', startMs)).toMatchObject({ startMs });
    expect(daySpan('today', startMs - 1)).toMatchObject({ endMs: startMs });
  });

  test('a day whose history is not kept any more is not whole', () => {
    expect(daySummary('yesterday', nowMs, 1, [], nothing).isWhole).toBe(false);
    expect(daySummary('yesterday', nowMs, 2, [], nothing).isWhole).toBe(true);
    expect(daySummary('today', nowMs, 1, [], nothing).isWhole).toBe(true);
  });
});

test.each<[string, WatchedOrder, number]>([
  ['on its way', inPhase('assigned'), 1],
  ['finished in the day', inPhase('done'), 1],
  ['finished before it', inPhase('done', { statusSinceMs: startMs - 1 }), 0],
  [
    'finished before it and checked once more',
    inPhase('cancelled', { statusSinceMs: startMs - 1, observedAtMs: startMs + 1 }),
    0,
  ],
  ['not heard of since the day before', inPhase('assigned', { observedAtMs: startMs - 1 }), 0],
  ['added in the day and never read', someWatched(id, { addedAtMs: startMs }), 1],
  ['added before and never read', someWatched(id, { addedAtMs: startMs - 1 }), 0],
  ['added after it', someWatched(id, { addedAtMs: startMs + 30 * hourMs }), 0],
])('an order counts as watched: %s', (_name, watched, count) => {
  expect(summed({}, [watched]).watched).toBe(count);
});

test('an order ends as its last status of the day says, and once', () => {
  const updates = [
    statusTo('cancelled'),
    statusTo('done'),
    statusTo('cancelled', orderIdAt(2)),
    statusTo('failed', orderIdAt(3)),
    statusTo('done', orderIdAt(4)),
    statusTo('assigned', orderIdAt(4)),
  ];
  expect(summed({ updates })).toMatchObject({ finished: 1, cancelled: 1, failed: 1 });
});

test('the median and the longest wait for a courier are of those that ended with a match', () => {
  const courierWaitsMs = [3, 50, 4].map((minutes) => minutes * minuteMs);
  expect(summed({ courierWaitsMs }).courierWaits).toEqual({
    count: 3,
    medianMs: 4 * minuteMs,
    longestMs: 50 * minuteMs,
  });
  expect(summed({}).courierWaits).toEqual({ count: 0, medianMs: null, longestMs: null });
});

test('a release with a match between two checks is a courier who was replaced', () => {
  const kinds: readonly DayRecords['updates'][number]['kinds'][] = [
    ['order_released'],
    ['order_released', 'order_matched'],
    ['order_released'],
    ['order_matched'],
  ];
  const updates = kinds.map((each) => ({ orderId: id, kinds: each, changes: [] }));
  expect(summed({ updates })).toMatchObject({ releases: 2, swaps: 1 });
});

test('price changes are summed up by currency, and a first price is none', () => {
  const updates = [
    priceTo(null, hkd(80)),
    priceTo(hkd(80), hkd(80.1)),
    priceTo(hkd(80.1), hkd(80.3)),
    priceTo({ amount: 10, currency: null }, { amount: 4, currency: null }),
    priceTo(hkd(80), { amount: 70, currency: 'CNY' }),
    priceTo(hkd(80), null),
  ];
  expect(summed({ updates }).priceChanges).toEqual({
    count: 4,
    sums: [
      { currency: 'HKD', amount: 0.3 },
      { currency: null, amount: -6 },
    ],
  });
});

test('waiting at stops counts as far as it lies in the day, for one who is there until the last check', () => {
  const stays = [
    { stop: 'pickup', sinceMs: startMs - 20 * minuteMs, untilMs: startMs + 5 * minuteMs },
    { stop: 'destination', sinceMs: startMs + hourMs, untilMs: startMs + hourMs + 7 * minuteMs },
  ] as const;
  const there = inPhase('atPickup', { statusSinceMs: nowMs - 10 * minuteMs, observedAtMs: nowMs });
  expect(summed({ stays }, [there])).toMatchObject({
    pickupWaitMs: 15 * minuteMs,
    destinationWaitMs: 7 * minuteMs,
  });
});

const full = daySummary('today', nowMs, 30, [inPhase('assigned')], {
  updates: [statusTo('done'), priceTo(hkd(8600), hkd(8475))],
  courierWaitsMs: [90_000],
  stays: [],
});

test('the text for a chat has a line for each figure, and none begins like a formula', () => {
  const text = daySummaryText(full, 'minor', { language: 'en', locale: 'en' });
  expect(text.split('\n')[0]).toBe('Mon, Nov 23, until 18:00:');
  expect(text).toContain('• Finished: 1');
  expect(text).toContain('• Sum of price changes: -HK$1.25');
  for (const language of ['en', 'zh-Hant'] as const) {
    const lines = daySummaryText(full, 'minor', { language, locale: language }).split('\n');
    expect(lines.filter((line) => /^[=+\-@\t\r]/.test(line))).toEqual([]);
  }
});

test('a day that is over is headed by its date alone, and one that is not whole says so', () => {
  const yesterday = daySummary('yesterday', nowMs, 1, [], nothing);
  const lines = daySummaryText(yesterday, 'major', { language: 'en', locale: 'en' }).split('\n');
  expect(lines[0]).toBe('Sun, Nov 22:');
  expect(lines.at(-1)).toBe('The history of the whole day is not kept any more.');
});

test('the CSV has a row for each figure and each currency, with plain numbers in whole units', () => {
  const rows = daySummaryCsv(full, 'minor', 'en').split('\r\n');
  expect(rows[0]).toBe('Day,Figure,Value,Unit');
  expect(rows).toContain('2026-11-23,Finished,1,');
  expect(rows).toContain('2026-11-23,Median wait for a courier,1.5,min');
  expect(rows).toContain('2026-11-23,Sum of price changes,-1.25,HKD');
  expect(rows.at(-1)).toBe('');
});
