import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import { whatIf } from '../../../main/engine/replay/what-if.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minuteMs = 60_000;
const ids = [1, 2, 3, 4, 5].map(orderIdAt);
const { quietHours, toldKinds } = defaultSettings;
const matchedOff: Partial<Settings> = {
  toldKinds: { ...toldKinds, matched: { ...toldKinds.matched, level: 'kept' } },
};
const alwaysQuiet: Partial<Settings> = {
  quietHours: {
    ...quietHours,
    isOn: true,
    letsCriticalThrough: false,
    times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 0 }],
  },
};

/** A desk whose orders are matched and completed, one after the other. */
async function busyDesk(settings: Partial<Settings> = {}) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>(ids.map((id) => [id, someOrder(id)]));
  const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders, settings });
  onTestFinished(() => desk.stop());
  await desk.watcher.add(ids.map((id) => ({ id, label: null })));
  await clock.advance(minuteMs);
  const answer = async (id: OrderId, parts: Partial<Order>): Promise<void> => {
    orders.set(id, someOrder(id, { ...orders.get(id), ...parts }));
    await clock.advance(2 * minuteMs);
  };
  for (const id of ids) await answer(id, { status: { raw: 'active', phase: 'assigned' } });
  for (const id of ids) await answer(id, { status: { raw: 'completed', phase: 'done' } });
  const asked = (changes: readonly Partial<Settings>[], atPresent: Partial<Settings> = settings) =>
    whatIf(changes, {
      recording: desk.recording,
      history: desk.history,
      notifications: desk.outbox,
      settings: { current: { ...defaultSettings, ...atPresent } },
      clock,
    });
  return { asked, clock, desk };
}

test('what another setting would have meant is what a desk with it shows', async () => {
  const { asked, desk } = await busyDesk();
  const without = await busyDesk(matchedOff);
  const quiet = await busyDesk(alwaysQuiet);
  const counted = await asked([matchedOff, alwaysQuiet]);
  expect(counted?.notified).toBe(desk.titles.length);
  expect(counted?.otherwise).toEqual([without.desk.titles.length, quiet.desk.titles.length]);
  expect([desk, without.desk, quiet.desk].map(({ titles: notified }) => notified.length)).toEqual([
    10, 5, 0,
  ]);
});

test('the settings of now count for the whole time, also where they were others', async () => {
  const { asked, clock, desk } = await busyDesk();
  const counted = await asked([{}, { toldKinds }], matchedOff);
  expect(counted?.notified).toBe(5);
  expect(counted?.otherwise).toEqual([5, 10]);
  expect(counted?.untilMs).toBe(clock.wallMs());
  expect(desk.titles).toHaveLength(10);
});

test('counting decides nothing: no notification is stored or shown by it', async () => {
  const { asked, clock, desk } = await busyDesk();
  const before = desk.outbox.decidedBetween(0, clock.wallMs());
  await asked([matchedOff]);
  await clock.advance(minuteMs);
  expect(desk.outbox.decidedBetween(0, clock.wallMs())).toEqual(before);
  expect(desk.titles).toHaveLength(10);
});

test('only the last 24 hours count, and nothing is counted where nothing is recorded', async () => {
  const { asked, clock, desk } = await busyDesk();
  await clock.advance(23 * 60 * minuteMs + 45 * minuteMs);
  const later = await asked([]);
  expect(later?.fromMs).toBe(clock.wallMs() - 24 * 60 * minuteMs);
  expect(later?.notified).toBeLessThan(10);
  expect(later?.notified).toBeGreaterThan(0);
  const nothing = { span: () => null };
  const sources = { history: desk.history, notifications: desk.outbox, clock };
  const settings = { current: defaultSettings };
  expect(await whatIf([{}], { ...sources, settings, recording: nothing })).toBeNull();
});
