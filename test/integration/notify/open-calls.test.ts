import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const [florist, bakery, tailor] = [1, 2, 3].map(orderIdAt) as [OrderId, OrderId, OrderId];
const [butcher, tearoom] = [4, 5].map(orderIdAt) as [OrderId, OrderId];
const cancelled = { raw: 'cancelled', phase: 'cancelled' } as const;
const active = { raw: 'active', phase: 'assigned' } as const;

/** A desk with five orders under way, and how their service changes them. */
async function desk(settings: Partial<Settings> = {}) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>();
  const ids = [florist, bakery, tailor, butcher, tearoom];
  for (const id of ids) {
    orders.set(
      id,
      someOrder(id, { status: active, courier: { name: 'Lau', phoneNumber: null, fix: null } }),
    );
  }
  const made = new RunningDesk({ folder: temporaryFolder(), clock, orders, settings });
  onTestFinished(() => made.stop());
  const labels = ['Florist', 'Bakery', 'Tailor', 'Butcher', 'Tearoom'];
  await made.watcher.add(ids.map((id, index) => ({ id, label: labels[index] ?? null })));
  await clock.advance(60_000);
  const answer = async (id: OrderId, order: Partial<Order>): Promise<void> => {
    orders.set(id, someOrder(id, order));
    await clock.advance(60_000);
  };
  const stillOpen = () => made.screen.shown.filter(({ title }) => title.includes('still'));
  return { answer, clock, desk: made, stillOpen };
}

test('after an unlock one silent card names the calls that are still open', async () => {
  const { answer, clock, desk: made, stillOpen } = await desk();
  await answer(florist, { status: cancelled });
  await answer(bakery, { courier: null });
  made.lock(true);
  await clock.advance(60_000);
  made.lock(false);
  await clock.advance(20_000);
  expect(stillOpen()).toMatchObject([
    {
      title: '2\u00A0orders still need you',
      body: 'Bakery (released by the courier) and Florist (cancelled).',
      sound: 'none',
    },
  ]);
});

test('the card says no more what is over by then, and closes with the last', async () => {
  const { answer, clock, desk: made, stillOpen } = await desk();
  await answer(florist, { courier: null });
  await answer(bakery, { courier: null });
  made.notifications.notifier.dispatcherIsBack();
  const courier = { name: 'Ho', phoneNumber: null, fix: null };
  await answer(florist, { status: active, courier });
  expect(stillOpen().at(-1)?.body).toBe('Bakery (released by the courier).');
  await answer(bakery, { status: active, courier });
  await clock.advance(10_000);
  expect(made.screen.closed).toContain('open-calls');
});

test('what was chosen to be news, or is by itself, is not among them', async () => {
  const { toldKinds } = defaultSettings;
  const level = 'news';
  const {
    answer,
    desk: made,
    stillOpen,
  } = await desk({
    toldKinds: { ...toldKinds, cancelled: { level, sound: 'none' } },
  });
  await answer(florist, { status: cancelled });
  await answer(bakery, {
    status: active,
    courier: { name: 'Ho', phoneNumber: null, fix: null },
  });
  await answer(tailor, { courier: null });
  made.notifications.notifier.dispatcherIsBack();
  expect(stillOpen()).toMatchObject([
    { title: '1\u00A0order still needs you', body: 'Tailor (released by the courier).' },
  ]);
});

test('what is chosen to be news while the card stands leaves it', async () => {
  const { answer, clock, desk: made, stillOpen } = await desk();
  await answer(florist, { status: cancelled });
  await answer(bakery, { courier: null });
  made.notifications.notifier.dispatcherIsBack();
  const { toldKinds } = defaultSettings;
  made.choose({ toldKinds: { ...toldKinds, cancelled: { level: 'news', sound: 'none' } } });
  await clock.advance(10_000);
  expect(stillOpen().at(-1)?.body).toBe('Bakery (released by the courier).');
});

test('where nothing calls, nothing is said', async () => {
  const { desk: made, stillOpen } = await desk();
  made.notifications.notifier.dispatcherIsBack();
  expect(stillOpen()).toEqual([]);
});

test('more than three are named three at a time until each was, and then no more', async () => {
  const { answer, clock, desk: made, stillOpen } = await desk();
  for (const id of [florist, bakery, tailor, butcher, tearoom]) await answer(id, { courier: null });
  made.notifications.notifier.dispatcherIsBack();
  await clock.advance(60_000);
  expect(stillOpen().map(({ title }) => title)).toEqual([
    '5\u00A0orders still need you',
    '5\u00A0orders still need you',
  ]);
  const [first, second] = stillOpen().map(({ body }) => body);
  const names = ['Florist', 'Bakery', 'Tailor', 'Butcher', 'Tearoom'];
  expect(names.filter((name) => first?.includes(name) || second?.includes(name))).toEqual(names);
});

test('after a click on the card the window has the others', async () => {
  const { answer, clock, desk: made, stillOpen } = await desk();
  for (const id of [florist, bakery, tailor, butcher]) await answer(id, { courier: null });
  made.notifications.notifier.dispatcherIsBack();
  made.screen.clickLast();
  await clock.advance(60_000);
  expect(stillOpen()).toHaveLength(1);
});

/** A desk with so many orders that were released and told, and what is named of them from then on. */
async function released(count: number) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>();
  const courier = { name: 'Lau', phoneNumber: null, fix: null };
  const ids = Array.from({ length: count }, (_, index) => orderIdAt(index + 1));
  for (const id of ids) orders.set(id, someOrder(id, { status: active, courier }));
  let made = new RunningDesk({ folder: temporaryFolder(), clock, orders });
  onTestFinished(() => made.stop());
  // As fast as a new profile asks, so that not all are read within ten seconds.
  const slow = { requestsPerMinute: 300, activeEverySeconds: 15 };
  await made.watcher.add(ids.map((id, index) => ({ id, label: `Shop ${index + 1}.` })));
  await clock.advance(60_000);
  for (const id of ids) orders.set(id, someOrder(id, { courier: null }));
  await clock.advance(120_000);
  return {
    clock,
    restart: async () => {
      made = await made.restart();
      made.watcher.setLimits(slow);
    },
    wake: () => {
      made.watcher.setLimits(slow);
      clock.sleepMachine(30 * 60_000);
      made.woke();
    },
    click: () => made.screen.clickLast(),
    /** How often each order was named on a card of those that still need a person. */
    namings: () => {
      const cards = made.screen.shown.filter(({ title }) => title.includes('still'));
      const said = cards.map(({ body }) => body).join();
      return ids.map((_, index) => said.split(`Shop ${index + 1}.`).length - 1);
    },
  };
}

test.each([5, 60])('after a start each of %d orders that still call is named', async (count) => {
  const { clock, namings, restart } = await released(count);
  await restart();
  await clock.advance(5 * 60_000);
  expect(Math.min(...namings())).toBe(1);
  // The last card may fill its three places with one or two that were named.
  expect(namings().reduce((sum, times) => sum + times)).toBeLessThan(count + 3);
});

test.each([5, 60])('after a wake each of %d orders that still call is named', async (count) => {
  const { clock, namings, wake } = await released(count);
  wake();
  await clock.advance(5 * 60_000);
  expect(Math.min(...namings())).toBe(1);
  // The last card may fill its three places with one or two that were named.
  expect(namings().reduce((sum, times) => sum + times)).toBeLessThan(count + 3);
});

test('a click on the card ends it for those too that are read only then', async () => {
  const { click, clock, namings, restart } = await released(60);
  await restart();
  await clock.advance(12_000);
  click();
  const before = namings();
  await clock.advance(5 * 60_000);
  expect(namings()).toEqual(before);
});
