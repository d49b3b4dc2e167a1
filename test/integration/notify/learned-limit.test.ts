import { expect, onTestFinished, test } from 'vitest';
import { clockText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minute = 60_000;

/** A desk that watches the orders with these numbers, all of which wait for a courier. */
async function deskOf(...indexes: readonly number[]) {
  const orders = new Map<OrderId, Order>();
  const clock = new FakeClock();
  const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders });
  const add = async (on: RunningDesk, ...more: readonly number[]): Promise<void> => {
    for (const index of more) orders.set(orderIdAt(index), someOrder(orderIdAt(index)));
    await on.watcher.add(more.map((index) => ({ id: orderIdAt(index), label: null })));
  };
  const match = (...some: readonly number[]): void => {
    for (const index of some) {
      const courier = { name: 'Ho', phoneNumber: null, fix: null };
      const status = { raw: 'active', phase: 'assigned' } as const;
      orders.set(orderIdAt(index), someOrder(orderIdAt(index), { courier, status }));
    }
  };
  await add(desk, ...indexes);
  return { desk, clock, add, match };
}

const numbers = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index);

test('matches that come quickly make no order long that waits already, nor does a restart', async () => {
  const quick = numbers(1, 9);
  const waiting = numbers(100, 53);
  const { desk, clock, match, add } = await deskOf(...quick, ...waiting);
  await clock.advance(11 * minute);
  match(...quick);
  await clock.advance(7 * minute);
  expect(desk.attention.count).toBe(0);
  expect(desk.notifications.learned.longWait).toEqual({ limitMs: 15 * minute, learnedFrom: 9 });
  await add(desk, 500);
  await clock.advance(minute);

  const limits = (of: RunningDesk): readonly number[] =>
    [100, 152, 500].map((index) => {
      const watched = of.watched(orderIdAt(index));
      return of.notifications.learned.rulesFor(watched).longWaitMs / minute;
    });
  expect(limits(desk)).toEqual([20, 20, 15]);
  // Orders that were matched and then removed from the list still count.
  desk.watcher.remove(quick.map(orderIdAt));
  const next = await desk.restart();
  onTestFinished(() => next.stop());
  await clock.advance(10_000);
  expect(limits(next)).toEqual([20, 20, 15]);
  expect(next.notifications.learned.longWait).toEqual(desk.notifications.learned.longWait);
  expect(next.attention.count).toBe(0);
});

test('a wait counts as long after the number that is shown for it, and then notifies', async () => {
  const { desk, clock } = await deskOf(1);
  onTestFinished(() => desk.stop());
  const since = clockText(clock.wallMs(), 'en');
  await clock.advance(20 * minute);
  expect(desk.titles).toEqual([]);
  await clock.advance(2 * minute);
  expect(desk.titles).toEqual([`Waiting since before ${since}`]);
  expect(desk.attention.has(orderIdAt(1))).toBe(true);
});
