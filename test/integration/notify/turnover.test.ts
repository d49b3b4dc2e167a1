import { expect, onTestFinished, test } from 'vitest';
import { orderRow } from '../../../core/board/order-row.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Courier, Order } from '../../../core/order/order.ts';
import { watchedWithoutPeople } from '../../../core/privacy/privacy.ts';
import { watchListSummary } from '../../../core/tray/watch-list-summary.ts';
import { trayOrders } from '../../../main/engine/board/attention-index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minute = 60_000;
const id = orderIdAt(1);

function named(name: string | null): Courier {
  return { name, phoneNumber: null, fix: null };
}

const waiting = someOrder(id);
const matched = { raw: 'matched', phase: 'assigned' } as const;
const withCourier = (name: string | null): Order =>
  someOrder(id, { status: matched, courier: named(name) });
const [ada, ben, cleo] = ['Ada', 'Ben', 'Cleo'].map(withCourier) as [Order, Order, Order];
const unnamed = withCourier(null);
const pickedUp: Order = { ...cleo, status: { raw: 'picked_up', phase: 'pickedUp' } };
const completed: Order = { ...cleo, status: { raw: 'completed', phase: 'done' } };

/** A desk that sees these states of an order, so many minutes apart. */
async function deskThatSaw(states: readonly Order[], minutesApart = 5) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>();
  let desk = new RunningDesk({ folder: temporaryFolder(), clock, orders });
  onTestFinished(() => desk.stop());
  const see = async (order: Order, minutes: number) => {
    orders.set(id, order);
    await clock.advance(minutes * minute);
  };
  const plan = { nextCheckAtMs: null, checkEveryMs: null, isAwaited: false };
  const row = () => orderRow(desk.watched(id), plan, clock.wallMs());
  for (const [index, order] of states.entries()) {
    if (index === 0) {
      orders.set(id, order);
      await desk.watcher.add([{ id, label: 'Florist' }]);
    }
    await see(order, minutesApart);
  }
  return {
    clock,
    row,
    see,
    get desk() {
      return desk;
    },
    restart: async () => {
      desk = await desk.restart();
      await clock.advance(minute);
    },
    tray: () => trayOrders(desk.attention.top(5), 'en', 'noNames')[0]?.reason,
    /** Without the time at its end. */
    summary: (language: 'en' | 'zh-Hant') =>
      watchListSummary([row()], { language, locale: language }, clock.wallMs())
        .split('\n')[1]
        ?.replace(/[,，][^,，]*$/, ''),
  };
}

test.each<[string, readonly Order[], string, string]>([
  [
    'released twice and waiting again',
    [ada, waiting, ben, waiting],
    '• Florist: waits for 3rd courier',
    '• Florist：等候第 3 位配送員',
  ],
  [
    'released twice and matched again',
    [ada, waiting, ben, waiting, cleo],
    '• Florist: 3rd courier',
    '• Florist：第 3 位配送員',
  ],
  ['swapped twice', [ada, ben, cleo], '• Florist: 3rd courier', '• Florist：第 3 位配送員'],
  [
    'released twice by the same courier',
    [ada, waiting, ada, waiting],
    '• Florist: released 2 times',
    '• Florist：退單 2 次',
  ],
  [
    'released twice by couriers without a name',
    [unnamed, waiting, unnamed, waiting],
    '• Florist: released 2 times',
    '• Florist：退單 2 次',
  ],
])('an order that was %s within half an hour says so', async (_what, states, english, chinese) => {
  const on = await deskThatSaw(states);
  expect(on.row().attention?.reason).toBe('courierTurnover');
  expect([on.summary('en'), on.summary('zh-Hant')]).toEqual([english, chinese]);
  expect(on.tray()).toBe(english.slice('• Florist: '.length));
  await on.restart();
  expect(on.summary('en')).toBe(english);
  expect(on.tray()).toBe(english.slice('• Florist: '.length));
});

test.each<[string, readonly Order[], number]>([
  ['one release', [ada, waiting, ben], 5],
  ['one swap', [ada, ben], 5],
  ['two releases more than half an hour apart', [ada, waiting, ben, waiting], 16],
])('%s is no repeated loss', async (_what, states, minutesApart) => {
  const on = await deskThatSaw(states, minutesApart);
  expect(on.row().repeatedLoss).toBeNull();
});

test('it ends when the goods are picked up, and when the order is over', async () => {
  for (const end of [pickedUp, completed]) {
    const on = await deskThatSaw([ada, ben, cleo]);
    expect(on.row().repeatedLoss).toMatchObject({ courierNo: 3, lossCount: 2 });
    await on.see(end, 1);
    expect(on.row().repeatedLoss).toBeNull();
  }
});

test('it weighs more than a single release', async () => {
  const once = await deskThatSaw([ada, waiting]);
  const twice = await deskThatSaw([ada, waiting, ben, waiting]);
  expect(once.row().attention?.reason).toBe('released');
  expect(twice.row().attention?.score).toBeGreaterThan(once.row().attention?.score ?? 0);
});

test('the couriers who are counted are erased with the people, and the count stays', async () => {
  const { desk, row } = await deskThatSaw([ada, ben, cleo]);
  expect(JSON.stringify(desk.watched(id).flags)).toMatch(/Ada.*Ben.*Cleo/);
  const erased = watchedWithoutPeople(desk.watched(id), () => ({ name: null, phone: null }));
  expect(JSON.stringify(erased)).not.toMatch(/Ada|Ben|Cleo/);
  expect(erased.flags?.turnover?.courierCount).toBe(row().repeatedLoss?.courierNo);
});
