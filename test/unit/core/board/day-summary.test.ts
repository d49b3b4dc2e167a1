import { describe, expect, test } from 'vitest';
import type { OrderChange } from '../../../../core/order/order-update.ts';
import type { Money, OrderPhase } from '../../../../core/order/order.ts';
import {
  dayFigureNames,
  daySummaryCsv,
  daySummaryText,
} from '../../../../core/board/day-summary-text.ts';
import {
  type DayRecords,
  daySpan,
  daySummary,
  type DaySummary,
} from '../../../../core/board/day-summary.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../../support/watched-orders.ts';

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

function promisedAt(promisedAtMs: number) {
  return { preferences: somePreferences({ promisedAtMs }) };
}

function arrivedAt(arrivedAtMs: number) {
  const unseen = { startedAtMs: null, arrivedPickupAtMs: null, leftPickupAtMs: null };
  return { journey: { stage: 'arrived' as const, ...unseen, arrivedAtMs, meters: null } };
}

/** How many promises there were, how many were kept and how many were late. */
function promisesOf(...orders: readonly WatchedOrder[]): readonly number[] {
  const { count, kept, late } = summed({}, orders).promises;
  return [count, kept, late];
}

test('the promises of the day are kept, late or open, as the order arrived', () => {
  const promised = promisedAt(startMs + 2 * hourMs);
  const done = { statusSinceMs: startMs + 3 * hourMs };
  expect(promisesOf(inPhase('done', promised))).toEqual([1, 1, 0]);
  expect(promisesOf(inPhase('done', { ...promised, ...done }))).toEqual([1, 0, 1]);
  expect(
    promisesOf(inPhase('done', { ...promised, ...done, ...arrivedAt(startMs + hourMs) })),
  ).toEqual([1, 1, 0]);
  expect(promisesOf(inPhase('assigned', promised))).toEqual([1, 0, 1]);
  expect(promisesOf(inPhase('assigned', promisedAt(nowMs + 1)))).toEqual([1, 0, 0]);
  expect(promisesOf(inPhase('cancelled', promised), inPhase('failed', promised))).toEqual([
    2, 0, 0,
  ]);
  // No check came between the promise and the end.
  const unknown = { ...promised, ...done, isStatusSinceBefore: true };
  expect(promisesOf(inPhase('done', unknown))).toEqual([1, 0, 0]);
  expect(promisesOf(inPhase('done', promisedAt(startMs - 1)), inPhase('done'))).toEqual([0, 0, 0]);
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

const chineseLines = [
  '11月23日週一，截至 18:00：',
  '• 追蹤的訂單：1',
  '• 已完成：1',
  '• 已取消：0',
  '• 未送達：0',
  '• 有約定時間的訂單：0',
  '• 準時送達（在約定時間前）：0',
  '• 超過約定時間：0',
  '• 結束的等候（找到配送員）：1',
  '• 等候配送員的中位數：1 分鐘',
];

test('each figure has its name in both languages', () => {
  expect(dayFigureNames('en')).toEqual({
    watched: 'Orders watched',
    finished: 'Finished',
    cancelled: 'Cancelled',
    failed: 'Not delivered',
    promises: 'Orders with a promised time',
    promisesKept: 'Promises kept',
    promisesLate: 'Promises not kept',
    waits: 'Waits for a courier that ended',
    medianWait: 'Median wait for a courier',
    longestWait: 'Longest wait for a courier',
    releases: 'Released by the courier',
    swaps: 'Another courier took over',
    priceChanges: 'Price changes',
    priceSum: 'Sum of price changes',
    pickupWait: 'Waiting at pickups, all orders together',
    destinationWait: 'Waiting at destinations, all orders together',
  });
  expect(dayFigureNames('zh-Hant')).toEqual({
    watched: '追蹤的訂單',
    finished: '已完成',
    cancelled: '已取消',
    failed: '未送達',
    promises: '有約定時間的訂單',
    promisesKept: '準時送達（在約定時間前）',
    promisesLate: '超過約定時間',
    waits: '結束的等候（找到配送員）',
    medianWait: '等候配送員的中位數',
    longestWait: '等候配送員最久',
    releases: '配送員退單',
    swaps: '更換配送員',
    priceChanges: '價格變更',
    priceSum: '價格變更總和',
    pickupWait: '在取貨點等候（所有訂單合計）',
    destinationWait: '在送達點等候（所有訂單合計）',
  });
  const text = daySummaryText(full, 'minor', { language: 'zh-Hant', locale: 'zh-Hant' });
  expect(text.replaceAll('\u00A0', ' ').split('\n').slice(0, chineseLines.length)).toEqual(
    chineseLines,
  );
  const [head, ...rows] = daySummaryCsv(full, 'minor', 'zh-Hant').split('\r\n');
  expect(head).toBe('日期,項目,數值,單位');
  expect(rows).toContain('2026-11-23,等候配送員的中位數,1.5,分鐘');
});

function said(summary: DaySummary, language: 'en' | 'zh-Hant'): readonly string[] {
  return daySummaryText(summary, 'major', { language, locale: language }).split('\n');
}

test('what there is nothing of says so, and several sums stand in one line', () => {
  const [empty, several] = [
    daySummary('yesterday', nowMs, 1, [], nothing),
    daySummary('today', nowMs, 30, [], {
      ...nothing,
      updates: [
        priceTo(hkd(1), hkd(3)),
        priceTo({ ...hkd(1), currency: 'CNY' }, { ...hkd(2), currency: 'CNY' }),
      ],
    }),
  ];
  expect(said(empty, 'en')).toEqual(
    expect.arrayContaining(['• Median wait for a courier: none', '• Sum of price changes: none']),
  );
  expect(said(empty, 'zh-Hant')).toEqual(
    expect.arrayContaining(['• 價格變更總和：無', '這一天的歷程已不完整。']),
  );
  expect(said(several, 'en')).toContain('• Sum of price changes: +HK$2.00, +CN¥1.00');
  expect(said(several, 'zh-Hant')).toContain('• 價格變更總和：+HK$2.00、+CN¥1.00');
  expect(daySummaryCsv(several, 'major', 'en')).toContain('Sum of price changes,2,HKD');
  expect(daySummaryCsv(empty, 'major', 'en')).toContain('Median wait for a courier,,min');
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
