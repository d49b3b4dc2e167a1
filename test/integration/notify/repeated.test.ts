import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { NotificationLevel } from '../../../core/notification/notification.ts';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minuteMs = 60_000;
const florist = orderIdAt(1);
const matched = (name: string): Partial<Order> => ({
  status: { raw: 'active', phase: 'assigned' },
  courier: { name, phoneNumber: null, fix: null },
});
const movedPickup = {
  ...someOrder(florist).pickup,
  streetAddress: 'Elsewhere 9',
} as Order['pickup'];
const { toldKinds } = defaultSettings;

/** A desk with an order that its courier has just released, among so many others. */
async function releasedAt(settings: Partial<Settings> = {}, others = 0) {
  const clock = new FakeClock();
  const ids = Array.from({ length: others + 1 }, (_, index) => orderIdAt(index + 1));
  const orders = new Map<OrderId, Order>(ids.map((id) => [id, someOrder(id, matched('Lau'))]));
  const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders, settings });
  onTestFinished(() => desk.stop());
  await desk.watcher.add(ids.map((id, index) => ({ id, label: `Shop ${index + 1}` })));
  await clock.advance(minuteMs);
  const becomes = async (order: Partial<Order>): Promise<void> => {
    orders.set(florist, someOrder(florist, order));
    await clock.advance(minuteMs);
  };
  await becomes({ courier: null });
  const releasesAfter = (count: number) =>
    desk.titles.slice(count).filter((title) => title === 'Courier released the order').length;
  return { becomes, clock, desk, releasesAfter };
}

test('a critical call is repeated until its order was looked at, whatever news comes below it', async () => {
  const { becomes, clock, desk, releasesAfter } = await releasedAt({ remindEveryMinutes: 5 });
  await becomes({ courier: null, pickup: movedPickup });
  const before = desk.titles.length;
  await clock.advance(11 * minuteMs);
  expect(releasesAfter(before)).toBe(2);
  desk.open(florist);
  const looked = desk.titles.length;
  await clock.advance(11 * minuteMs);
  expect(releasesAfter(looked)).toBe(0);
});

test.each<readonly [string, Partial<Settings>, number, (desk: RunningDesk) => void]>([
  [
    'is kept in the history',
    { toldKinds: { ...toldKinds, matched: { level: 'kept', sound: 'none' } } },
    0,
    () => undefined,
  ],
  ['is gathered', {}, 7, () => undefined],
  ['waits for the window to be left', {}, 0, (desk) => desk.attend(true)],
])(
  'a critical call is repeated no more once it is over, also where the match %s',
  async (_how, settings, others, prepare) => {
    const { becomes, clock, desk, releasesAfter } = await releasedAt(
      { remindEveryMinutes: 5, ...settings },
      others,
    );
    prepare(desk);
    await becomes(matched('Ho'));
    const before = desk.titles.length;
    await clock.advance(20 * minuteMs);
    expect(releasesAfter(before)).toBe(0);
  },
);

test('a critical call that another desk marked as handled is repeated no more', async () => {
  const { clock, desk, releasesAfter } = await releasedAt({ remindEveryMinutes: 5 });
  const causeAtMs = desk.watched(florist).flags?.releasedAtMs ?? 0;
  desk.watcher.changeSeen([florist], (before) => ({
    ...before,
    acknowledged: [{ reason: 'released', causeAtMs, atMs: clock.wallMs() }],
  }));
  const before = desk.titles.length;
  await clock.advance(20 * minuteMs);
  expect(releasesAfter(before)).toBe(0);
});

test('a snooze at the card brings back all that stands open on it, and not the news', async () => {
  const { becomes, clock, desk } = await releasedAt();
  const promisedAtMs = clock.wallMs() + 20 * minuteMs;
  desk.watcher.setPreferences([florist], { promisedAtMs });
  await clock.advance(11 * minuteMs);
  await becomes({ courier: null, pickup: movedPickup });
  desk.screen.actOnLast('snooze');
  const before = desk.titles.length;
  await clock.advance(15 * minuteMs + 1000);
  const card = desk.screen.shown.slice(before).at(-1);
  expect(card?.title).toMatch(/^Promise passed/);
  expect(card?.body).toContain('Courier released the order');
  expect(card?.body).not.toContain('Address');
});

test.each<NotificationLevel>(['news', 'kept'])(
  'a call whose kind becomes %s says no more of it on its card, nor later when it is over',
  async (level) => {
    const { becomes, clock, desk, releasesAfter } = await releasedAt();
    desk.choose({ toldKinds: { ...toldKinds, released: { level, sound: 'none' } } });
    expect(desk.screen.isHeld(florist)).toBe(false);
    const before = desk.titles.length;
    await becomes(matched('Ho'));
    await clock.advance(minuteMs);
    expect(releasesAfter(before)).toBe(0);
  },
);

test('a call that became news while it was held back does not notify once it is over', async () => {
  const matchesAreKept = { ...toldKinds, matched: { level: 'kept', sound: 'none' } } as const;
  const { becomes, clock, desk } = await releasedAt({
    notificationsMutedUntilMs: Date.UTC(2026, 2, 2, 10),
    toldKinds: matchesAreKept,
  });
  desk.choose({ toldKinds: { ...matchesAreKept, released: { level: 'news', sound: 'none' } } });
  await becomes(matched('Ho'));
  desk.choose({ notificationsMutedUntilMs: null });
  await clock.advance(minuteMs);
  expect(desk.titles.filter((title) => title.includes('released'))).toEqual([]);
});

test('the card of an order that is over offers no snooze', async () => {
  const { becomes, desk } = await releasedAt();
  const offered = () => desk.screen.shown.at(-1)?.actions.map(({ action }) => action);
  expect(offered()).toContain('snooze');
  await becomes({ status: { raw: 'cancelled', phase: 'cancelled' }, courier: null });
  expect(desk.screen.shown.at(-1)?.title).toBe('Order cancelled');
  expect(offered()).toEqual(['open', 'copyUuid']);
});
