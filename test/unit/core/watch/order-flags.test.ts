import { expect, test } from 'vitest';
import { orderUpdate, type UpdateKind } from '../../../../core/order/order-update.ts';
import type { Courier } from '../../../../core/order/order.ts';
import { attentionText, repeatedLossText } from '../../../../core/watch/attention-texts.ts';
import { orderFlags, repeatedLoss } from '../../../../core/watch/order-flags.ts';
import type { OrderFlags } from '../../../../core/watch/watched-order.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const minute = 60_000;
const id = orderIdAt(1);
const named = (name: string | null, phoneNumber: string | null = null): Courier => ({
  name,
  phoneNumber,
  fix: null,
});
const waiting = someOrder(id, { courier: null, status: { raw: 'pending', phase: 'searching' } });
const matched = (courier: Courier) =>
  someOrder(id, { courier, status: { raw: 'active', phase: 'assigned' } });

/** The flags after couriers took and released the order at these minutes. */
function afterLosses(
  ...losses: readonly (readonly [atMinute: number, courier: Courier])[]
): OrderFlags | null {
  let flags: OrderFlags | null = null;
  for (const [atMinute, courier] of losses) {
    for (const [before, after, seenAtMs] of [
      [waiting, matched(courier), (atMinute - 1) * minute],
      [matched(courier), waiting, atMinute * minute],
    ] as const) {
      const update = orderUpdate(before, after, { source: 'poll', seenAtMs });
      if (update !== null) flags = orderFlags(flags, update, before, after);
    }
  }
  return flags;
}

const [ann, bob] = [named('Ann', '1'), named('Bob', '2')];

test('two losses within half an hour raise the flag, and one or two that lie apart do not', () => {
  expect(afterLosses([10, ann])?.turnover?.raisedAtMs).toBeNull();
  expect(afterLosses([10, ann], [41, bob])?.turnover?.raisedAtMs).toBeNull();
  expect(afterLosses([10, ann], [40, bob])?.turnover).toMatchObject({
    raisedAtMs: 40 * minute,
    lossesAtMs: [10 * minute, 40 * minute],
    courierCount: 2,
  });
  expect(afterLosses([10, ann], [20, bob], [80, ann])?.turnover).toMatchObject({
    raisedAtMs: 20 * minute,
    lossesAtMs: [80 * minute],
  });
});

test('a courier counts once, and one whom nothing tells apart does not count', () => {
  const couriers = (...some: readonly Courier[]) =>
    afterLosses(...some.map((courier, at) => [10 + at, courier] as const))?.turnover?.couriers;
  expect(couriers(ann, ann)).toEqual([{ name: 'Ann', phoneNumber: '1' }]);
  expect(couriers(named(null, '5'))).toEqual([{ name: null, phoneNumber: '5' }]);
  expect(couriers(named('Cher'))).toEqual([{ name: 'Cher', phoneNumber: null }]);
  expect(couriers(named(null), named(null))).toEqual([]);
  const many = Array.from({ length: 25 }, (_, at) => named(`Courier ${at}`, String(at)));
  expect(couriers(...many)).toHaveLength(20);
  const losses = afterLosses(...many.map((courier, at) => [10 + at, courier] as const));
  expect(losses?.turnover?.lossesAtMs).toHaveLength(20);
});

test.each<[UpdateKind[], number | null]>([
  [['order_released'], 5],
  [['order_released', 'order_matched'], null],
])('%j leaves the time of a release at %s', (kinds, releasedAtMs) => {
  const seen = { orderId: id, source: 'poll', seenAtMs: 5, reasons: [], changes: [], move: null };
  const update = { ...seen, kinds, source: 'poll' } as const;
  expect(orderFlags(null, update, matched(ann), matched(bob))).toMatchObject({ releasedAtMs });
});

const twice = afterLosses([10, ann], [20, bob]);

test.each([
  ['assigned', named('Cher'), { courierNo: 2, isWaiting: false, lossCount: 2 }],
  ['searching', null, { courierNo: 3, isWaiting: true, lossCount: 2 }],
  ['atPickup', named('Cher'), { courierNo: 2, isWaiting: false, lossCount: 2 }],
  ['pickedUp', named('Cher'), null],
  ['atDropoff', named('Cher'), null],
  ['done', named('Cher'), null],
  ['cancelled', null, null],
] as const)('an order that lost two couriers and is %s', (phase, courier, loss) => {
  const order = someOrder(id, { courier, status: { raw: 'word', phase } });
  const found = repeatedLoss(someWatched(id, { order, flags: twice }));
  expect(found).toEqual(loss && { ...loss, atMs: 20 * minute });
});

test('an order without an answer or without losses has none', () => {
  expect(repeatedLoss(someWatched(id, { order: null, flags: twice }))).toBeNull();
  expect(repeatedLoss(someWatched(id, { order: waiting }))).toBeNull();
  const once = afterLosses([10, ann]);
  expect(repeatedLoss(someWatched(id, { order: waiting, flags: once }))).toBeNull();
  const nameless = afterLosses([10, named(null)], [20, named(null)]);
  const loss = repeatedLoss(someWatched(id, { order: matched(named(null)), flags: nameless }));
  expect(loss?.courierNo).toBe(1);
});

test.each([
  [{ courierNo: 3, isWaiting: false }, '3rd courier', '第 3 位配送員'],
  [{ courierNo: 4, isWaiting: true }, 'Waits for 4th courier', '等候第 4 位配送員'],
  [{ courierNo: 22, isWaiting: false }, '22nd courier', '第 22 位配送員'],
  [{ courierNo: 31, isWaiting: false }, '31st courier', '第 31 位配送員'],
  [{ courierNo: 2, isWaiting: true }, 'Released 2 times', '退單 2 次'],
])('%j is said as “%s” and “%s”', (parts, english, chinese) => {
  const loss = { ...parts, lossCount: 2, atMs: 1 };
  expect([repeatedLossText(loss, 'en'), repeatedLossText(loss, 'zh-Hant')]).toEqual([
    english,
    chinese,
  ]);
  const turnover = {
    reason: 'courierTurnover',
    score: 70,
    sinceMs: 1,
    causeAtMs: 1,
    age: { kind: 'duration', sinceMs: 0 },
  } as const;
  expect(attentionText(turnover, loss, 'en')).toBe(english);
  expect(attentionText(turnover, null, 'en')).not.toBe(english);
  expect(attentionText({ ...turnover, reason: 'released' }, loss, 'en')).not.toBe(english);
});
