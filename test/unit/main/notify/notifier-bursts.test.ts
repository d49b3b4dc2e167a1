import { expect, test } from 'vitest';
import { notifierBench } from '../../../support/notify/notifier-bench.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someWatched,
} from '../../../support/watched-orders.ts';
import fc from 'fast-check';
import type {
  Notification,
  NotificationEvent,
} from '../../../../core/notification/notification.ts';
import { englishNotifications } from '../../../../core/notification/notification-english.ts';
import { FlapDamper } from '../../../../main/notify/flap-damper.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

test('three at once come one by one, four become one digest after two seconds', async () => {
  const { notifier, decide, desktop, clock, outbox, tell } = notifierBench();
  for (const index of [1, 2, 3]) decide(index);
  notifier.notificationsStored();
  expect(desktop.shown).toHaveLength(3);
  await clock.advance(5000);
  for (const index of [1, 2, 3]) decide(index, { event: 'completed' });
  tell(4, { event: 'amended', hasSound: true });
  expect(desktop.shown).toHaveLength(3);
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(4);
  expect(desktop.shown[3]).toMatchObject({
    tag: 'digest',
    orderId: null,
    title: '4 changes in 2\u00a0s',
    body: '3 completed, 1 with a changed price.',
    isCritical: false,
    hasSound: true,
  });
  expect(outbox.pending()).toEqual([]);
});

test('a critical notification in a burst comes at once and alone, and the digest leaves it standing', async () => {
  const { decide, desktop, clock, outbox, tell } = notifierBench();
  for (let index = 1; index <= 6; index += 1) decide(index, { event: 'courierMoved' });
  const released = tell(3, { event: 'released', isCritical: true });
  expect(desktop.shown.map((each) => each.key)).toEqual([released.key]);
  await clock.advance(500);
  const cancelled = decide(7, { event: 'cancelled', isCritical: true });
  const unknown = decide(8, { event: 'unknownStatus' });
  tell(3, { event: 'matched' });
  const alone = [released.key, cancelled.key, unknown.key];
  expect(desktop.shown.map((each) => each.key)).toEqual(alone);
  await clock.advance(10_000);
  expect(desktop.shown).toHaveLength(4);
  expect(desktop.shown[3]).toMatchObject({ tag: 'digest', isCritical: false });
  expect(desktop.shown[3]?.body).toBe('5 with a moved courier, 1 matched.');
  expect(desktop.closed).not.toContain(orderIdAt(3));
  expect(desktop.closed).not.toContain(orderIdAt(7));
  expect(outbox.pending()).toEqual([]);
});

test('many critical notifications become a card of their own beside the card of routine ones', async () => {
  const { decide, notifier, desktop, clock } = notifierBench();
  for (let index = 1; index <= 6; index += 1) decide(index, { event: 'completed' });
  for (let index = 7; index <= 14; index += 1) {
    decide(index, { event: 'cancelled', isCritical: true });
  }
  notifier.notificationsStored();
  await clock.advance(2000);
  expect(desktop.shown.map((each) => [each.tag, each.title, each.isCritical])).toEqual(
    expect.arrayContaining([
      ['digest', '6 orders completed', false],
      ['urgent-digest', '8 orders cancelled', true],
    ]),
  );
  expect(desktop.shown).toHaveLength(2);
});

test('a critical notification overtakes what is still held about its order', async () => {
  const { decide, notifier, desktop, clock, outbox, tell } = notifierBench();
  const held = [1, 2, 3, 4].map((index) => decide(index));
  notifier.notificationsStored();
  await clock.advance(500);
  tell(1, { event: 'cancelled', isCritical: true });
  expect(outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'suppressed',
    reason: 'overtaken',
  });
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(4);
});

test('the digest of one kind names its orders', async () => {
  const { decide, notifier, desktop, clock } = notifierBench();
  for (let index = 1; index <= 5; index += 1) decide(index, { event: 'completed' });
  notifier.notificationsStored();
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(1);
  expect(desktop.shown[0]).toMatchObject({
    title: '5 orders completed',
    body: 'Order 01, Order 02, Order 03 and 2 more.',
  });
});

test('a burst that begins one by one ends in a digest that replaces the first ones', async () => {
  const { desktop, clock, tell } = notifierBench();
  for (let index = 1; index <= 6; index += 1) {
    tell(index);
    await clock.advance(100);
  }
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(4);
  expect(desktop.shown[3]?.title).toBe('6 orders matched');
  expect(desktop.closed).toEqual(expect.arrayContaining([1, 2, 3].map(orderIdAt)));
});

test('a burst that lasts minutes gives a digest every ten seconds at most', async () => {
  const { desktop, clock, outbox, tell } = notifierBench();
  for (let index = 1; index <= 600; index += 1) {
    tell(index);
    await clock.advance(100);
  }
  await clock.advance(20_000);
  expect(desktop.shown.filter((each) => each.tag === 'digest').length).toBeLessThanOrEqual(8);
  expect(desktop.shown.length).toBeLessThanOrEqual(3 * 8 + 8);
  expect(outbox.pending()).toEqual([]);
});

test('fault 46: ten thousand at once are one card, and each is settled', async () => {
  const { decide, notifier, desktop, clock, outbox } = notifierBench();
  for (let index = 1; index <= 10_000; index += 1) decide(index);
  notifier.notificationsStored();
  await clock.advance(20_000);
  expect(desktop.shown.map((each) => each.title)).toEqual(['10,000 orders matched']);
  expect(outbox.pending()).toEqual([]);
  expect([...outbox.outcomes.values()].every(({ kind }) => kind === 'digested')).toBe(true);
});

const id = orderIdAt(1);

function bench() {
  const clock = new FakeClock();
  const counted: Notification[] = [];
  const damper = new FlapDamper({
    clock,
    watched: () => someWatched(id, { label: 'Florist', order: someOrder(id) }),
    notify: (notification) => counted.push(notification),
    words: () => englishNotifications,
  });
  let made = 0;
  const turn = (event: NotificationEvent): boolean => {
    made += 1;
    return damper.isDamped(someNotification(String(made), { event, decidedAtMs: clock.wallMs() }));
  };
  return { clock, counted, damper, turn };
}

test('of ten changes back and forth in a minute two are told, and then how often the order was released', async () => {
  const { clock, counted, turn } = bench();
  const told: NotificationEvent[] = [];
  for (let round = 0; round < 10; round += 1) {
    const event = round % 2 === 0 ? 'released' : 'matched';
    if (!turn(event)) told.push(event);
    await clock.advance(6000);
  }
  expect(told).toEqual(['released', 'matched']);
  expect(counted).toEqual([]);
  await clock.advance(60_000);
  expect(counted.map((notification) => notification.texts.full)).toEqual([
    { title: 'Released 5 times in 54\u00A0s', body: 'Florist. Now waiting for courier.' },
  ]);
  // It waits again, which was only counted before.
  expect(counted[0]).toMatchObject({ event: 'flapping', isCritical: true, orderId: id });
});

test('an hour of changes back and forth tells the count every five minutes and nothing else', async () => {
  const { clock, counted, turn } = bench();
  let told = 0;
  for (let round = 0; round < 600; round += 1) {
    if (!turn(round % 2 === 0 ? 'released' : 'matched')) told += 1;
    await clock.advance(6000);
  }
  expect(told).toBe(2);
  expect(counted.length).toBeLessThanOrEqual(13);
  expect(new Set(counted.map(({ key }) => key)).size).toBe(counted.length);
});

test('a release now and a match minutes later are told each', async () => {
  const { clock, counted, turn } = bench();
  const damped: boolean[] = [];
  for (const event of ['matched', 'released', 'matched'] as const) {
    damped.push(turn(event));
    await clock.advance(180_000);
  }
  expect(damped).toEqual([false, false, false]);
  expect(counted).toEqual([]);
});

test('what ends an order or moves a courier is never damped', () => {
  const { turn } = bench();
  for (let round = 0; round < 4; round += 1) turn('released');
  for (const event of [
    'completed',
    'cancelled',
    'amended',
    'courierMoved',
    'unknownStatus',
  ] as const)
    expect(turn(event)).toBe(false);
});

test('stopping leaves nothing waiting', () => {
  const { clock, damper, turn } = bench();
  for (let round = 0; round < 4; round += 1) turn('released');
  damper.stop();
  expect(clock.waitingTimers).toBe(0);
});

test('at most two changes back and forth within five minutes are told, whenever they come', async () => {
  const law = fc.asyncProperty(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.boolean()), { maxLength: 40 }),
    async (steps) => {
      const { clock, turn } = bench();
      const toldAtMs: number[] = [];
      for (const [seconds, isRelease] of steps) {
        await clock.advance(seconds * 1000);
        if (!turn(isRelease ? 'released' : 'matched')) toldAtMs.push(clock.wallMs());
      }
      const gapsMs = toldAtMs.slice(2).map((atMs, index) => atMs - (toldAtMs[index] ?? 0));
      return gapsMs.every((gapMs) => gapMs >= 300_000);
    },
  );
  await expect(fc.check(law, { numRuns: 40 })).resolves.toMatchObject({ failed: false });
});

test('a repeated notification is not damped and does not count as a change', () => {
  const { damper, turn } = bench();
  expect(turn('released')).toBe(false);
  const again = someNotification('1:again:60000', { event: 'released', decidedAtMs: 60_000 });
  expect([damper.isDamped(again), damper.isDamped(again)]).toEqual([false, false]);
  expect(turn('matched')).toBe(false);
});
