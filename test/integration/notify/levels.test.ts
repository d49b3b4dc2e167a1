import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order, OrderStatus } from '../../../core/order/order.ts';
import { emptyGroupRule } from '../../../core/notification/group-rules.ts';
import type { NotificationLevel } from '../../../core/notification/notification.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minuteMs = 60_000;
const pending: OrderStatus = { raw: 'pending', phase: 'searching' };
const active: OrderStatus = { raw: 'active', phase: 'assigned' };
const completed: OrderStatus = { raw: 'completed', phase: 'done' };
const courier = { name: 'Lau', phoneNumber: null, fix: null };
const [one, other] = [orderIdAt(1), orderIdAt(2)];

/** A desk with so many live orders that news is gathered. */
async function busyDesk() {
  const clock = new FakeClock();
  const ids = Array.from({ length: 12 }, (_, index) => orderIdAt(index + 1));
  const orders = new Map(ids.map((id) => [id, someOrder(id, { status: active, courier })]));
  const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders });
  onTestFinished(() => desk.stop());
  await desk.watcher.add(ids.map((id) => ({ id, label: id })));
  await clock.advance(minuteMs);
  const becomes = async (id: OrderId, parts: Partial<Order>) => {
    orders.set(id, someOrder(id, { status: active, courier, ...parts }));
    desk.watcher.checkNow([id]);
    await clock.advance(2000);
  };
  const level = (kind: 'completed' | 'released', chosen: NotificationLevel) => {
    const { toldKinds } = defaultSettings;
    desk.choose({ toldKinds: { ...toldKinds, [kind]: { level: chosen, sound: 'none' } } });
  };
  return { clock, desk, becomes, level };
}

test('a kind that was moved up notifies at once and by name, also at the window, until its order was seen', async () => {
  const { clock, desk, becomes, level } = await busyDesk();
  desk.attend(true);
  await becomes(one, { status: completed });
  expect(desk.titles).toEqual([]);
  level('completed', 'needsYou');
  await becomes(other, { status: completed });
  const card = desk.screen.shown.at(-1);
  expect(card?.title).toMatch(/^Completed/);
  expect(card?.orderId).toBe(other);
  desk.ordersChanged([other]);
  await clock.advance(minuteMs);
  expect(desk.screen.closed).not.toContain(other);
  desk.open(other);
  expect(desk.screen.closed).toContain(other);
});

test('of what was moved up and held back, only what was not seen meanwhile notifies', async () => {
  const { clock, desk, becomes, level } = await busyDesk();
  level('completed', 'needsYou');
  desk.choose({ notificationsMutedUntilMs: clock.wallMs() + 10 * minuteMs });
  await becomes(one, { status: completed });
  await becomes(other, { status: completed });
  desk.open(one);
  desk.open(null);
  await clock.advance(11 * minuteMs);
  const tags = desk.screen.shown.map(({ orderId }) => orderId);
  expect(tags).toEqual([other]);
});

test('a kind that was moved down is gathered with other news, and not notified while the dispatcher is at the window', async () => {
  const { clock, desk, becomes, level } = await busyDesk();
  await becomes(one, { status: pending, courier: null });
  expect(desk.titles).toHaveLength(1);
  level('released', 'news');
  await becomes(other, { status: pending, courier: null });
  await becomes(orderIdAt(3), { status: completed });
  expect(desk.titles).toHaveLength(1);
  await clock.advance(5 * minuteMs);
  expect(desk.titles).toHaveLength(2);
  expect(desk.titles.at(-1)).toMatch(/^2\u00A0orders changed/);
  desk.attend(true);
  await becomes(orderIdAt(4), { status: pending, courier: null });
  await clock.advance(6 * minuteMs);
  expect(desk.titles.slice(2)).toEqual([]);
});

test('a group has levels of its own', async () => {
  const { clock, desk, becomes, level } = await busyDesk();
  level('released', 'kept');
  desk.watcher.setPreferences([one], { group: 'Peak' });
  desk.choose({ groupRules: [{ ...emptyGroupRule('Peak'), needsYou: ['released'] }] });
  await becomes(one, { status: pending, courier: null });
  await becomes(other, { status: pending, courier: null });
  await clock.advance(10 * minuteMs);
  expect(desk.screen.shown.map(({ orderId }) => orderId)).toEqual([one]);
});

test('an order that is followed notifies alone, each change of status and each move, however many are live', async () => {
  const { clock, desk, becomes } = await busyDesk();
  const at = (latitudeDeg: number) => ({
    ...courier,
    fix: { latitudeDeg, longitudeDeg: 114.15, reportedAtMs: clock.wallMs() },
  });
  desk.watcher.setPreferences([one], { tellsEveryMove: true });
  for (const id of [one, other]) {
    const pickedUp: OrderStatus = { raw: 'picked_up', phase: 'pickedUp' };
    await becomes(id, { status: pickedUp, courier: at(22.2) });
    await clock.advance(minuteMs);
    await becomes(id, { status: pickedUp, courier: at(22.21) });
    await becomes(id, { status: { raw: 'at_dropoff', phase: 'atDropoff' }, courier: at(22.21) });
  }
  expect(desk.screen.shown.map(({ orderId }) => orderId)).toEqual([one, one, one]);
  expect(desk.titles).toEqual([
    'Now picked up',
    expect.stringMatching(/^Courier moved /),
    'Now at the destination',
  ]);
});
