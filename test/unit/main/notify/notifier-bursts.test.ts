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
import { seeded } from '../../../support/seeded.ts';
import { mostWithin } from '../../../support/watch/scripted-source.ts';

test('the first of a kind comes at once, further ones join it on one card that grows', async () => {
  const { desktop, clock, outbox, tell } = notifierBench();
  tell(1);
  expect(desktop.shown).toHaveLength(1);
  tell(2);
  tell(3, { sound: 'system' });
  expect(desktop.shown).toHaveLength(1);
  await clock.advance(2000);
  expect(desktop.shown.at(-1)).toMatchObject({
    tag: 'digest:matched',
    orderId: null,
    title: '3 orders matched',
    body: 'Order 02, Order 03 and Order 01.',
    isCritical: false,
    sound: 'system',
  });
  expect(desktop.closed).toContain(orderIdAt(1));
  tell(4);
  await clock.advance(14_000);
  expect(desktop.shown).toHaveLength(2);
  await clock.advance(1000);
  expect(desktop.shown.at(-1)).toMatchObject({
    tag: 'digest:matched',
    title: '4 orders matched',
    body: 'Order 04, Order 02, Order 03 and 1 more.',
    sound: 'none',
  });
  expect(outbox.pending()).toEqual([]);
});

test('the card of several has the sound of the most urgent that has one, of equal ones the newest', async () => {
  const { clock, decide, desktop, tell } = notifierBench();
  tell(1, { sound: 'soft' });
  expect(desktop.shown.at(-1)).toMatchObject({ sound: 'soft' });
  decide(2, { sound: 'rising' });
  await clock.advance(1);
  decide(3, { sound: 'falling' });
  await clock.advance(1);
  tell(4, { sound: 'none' });
  await clock.advance(2000);
  expect(desktop.shown.at(-1)).toMatchObject({ title: '4 orders matched', sound: 'falling' });
  for (const index of [5, 6, 7, 8]) {
    const isCritical = index === 5 || index === 6;
    decide(index, {
      event: isCritical ? 'released' : 'unknownStatus',
      isCritical,
      sound: index === 5 ? 'rising' : index === 6 ? 'none' : 'soft',
    });
    await clock.advance(1);
  }
  tell(9, { event: 'unknownStatus', sound: 'system' });
  await clock.advance(2000);
  expect(desktop.shown.at(-1)).toMatchObject({ tag: 'urgent-digest', sound: 'rising' });
});

test('one that was clicked is known, and the next of its kind comes alone', async () => {
  const { desktop, clock, tell } = notifierBench();
  tell(1);
  desktop.clickLast();
  tell(2);
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(2);
  expect(desktop.shown.at(-1)).toMatchObject({ tag: orderIdAt(2), orderId: orderIdAt(2) });
});

test('kinds that find a place in the minute come by themselves, others when a place is free again', async () => {
  const { decide, desktop, clock, notifier, outbox, tell } = notifierBench();
  for (const index of [1, 2, 3]) decide(index);
  for (const index of [4, 5, 6]) decide(index, { event: 'completed' });
  const amended = tell(7, { event: 'amended' }).texts.full.title;
  expect(desktop.titles).toEqual(['3 orders matched', '3 orders completed', amended]);
  tell(8, { event: 'created' });
  expect(desktop.shown).toHaveLength(4);
  await clock.advance(10_000);
  for (const index of [9, 10]) decide(index, { event: 'statusChanged' });
  decide(11, { event: 'completed', sound: 'system' });
  notifier.notificationsStored();
  await clock.advance(49_000);
  expect(desktop.shown).toHaveLength(4);
  await clock.advance(1000);
  expect(desktop.titles.slice(4).toSorted()).toEqual([
    '2 orders with a new status',
    '4 orders completed',
  ]);
  expect(outbox.pending()).toEqual([]);
});

test('more kinds than places are one card, which takes in the cards of its kinds', async () => {
  const { decide, desktop, clock, notifier } = notifierBench(undefined, undefined, {
    mostNotificationsPerMinute: 1,
  });
  for (const index of [1, 2]) decide(index);
  notifier.notificationsStored();
  await clock.advance(30_000);
  decide(3);
  for (const index of [4, 5, 6]) decide(index, { event: 'completed' });
  notifier.notificationsStored();
  await clock.advance(30_000);
  expect(desktop.shown).toHaveLength(2);
  expect(desktop.shown.at(-1)).toMatchObject({
    tag: 'digest',
    title: '6 changes in 1\u00A0min',
    body: '3 matched, 3 completed.',
  });
  expect(desktop.closed).toContain('digest:matched');
});

test('a kind that comes once in a minute comes alone each time', async () => {
  const { desktop, clock, tell } = notifierBench();
  for (let index = 1; index <= 5; index += 1) {
    tell(index);
    await clock.advance(60_000);
  }
  expect(desktop.shown.map(({ orderId }) => orderId)).toEqual([1, 2, 3, 4, 5].map(orderIdAt));
});

test('of an order that changes again the newest is told, alone', async () => {
  const { desktop, tell, clock } = notifierBench();
  tell(1, { event: 'statusChanged' });
  await clock.advance(5000);
  tell(1, { event: 'statusChanged' });
  expect(desktop.shown.map(({ tag }) => tag)).toEqual([orderIdAt(1), orderIdAt(1)]);
});

test('an order that was looked at is no longer counted on the card of its kind', async () => {
  const { desktop, clock, notifier, tell } = notifierBench();
  tell(1);
  notifier.seen(orderIdAt(1));
  await clock.advance(5000);
  tell(2);
  expect(desktop.shown.map(({ orderId }) => orderId)).toEqual([1, 2].map(orderIdAt));
});

test('notifications about the program come at once, however many there are about orders', () => {
  const { decide, desktop, notifier, tell } = notifierBench();
  for (const event of ['matched', 'completed', 'created', 'amended'] as const) {
    decide(1 + desktop.shown.length, { event });
    notifier.notificationsStored();
  }
  expect(desktop.shown).toHaveLength(4);
  tell(9, { orderId: null, event: 'connectionLost' });
  expect(desktop.shown.at(-1)?.tag).toBe('connectionLost');
});

test('a critical notification in a burst comes at once and alone, and the digest leaves it standing', async () => {
  const { decide, desktop, clock, notifier, outbox, tell } = notifierBench();
  for (let index = 1; index <= 6; index += 1) decide(index, { event: 'courierMoved' });
  const released = tell(3, { event: 'released', isCritical: true });
  const shownAlone = () => desktop.shown.filter(({ orderId }) => orderId !== null);
  expect(shownAlone().map((each) => each.key)).toEqual([released.key]);
  await clock.advance(500);
  const cancelled = decide(7, { event: 'cancelled', isCritical: true });
  const unknown = decide(8, { event: 'unknownStatus' });
  notifier.notificationsStored();
  const alone = [released.key, cancelled.key, unknown.key];
  expect(shownAlone().map((each) => each.key)).toEqual(alone);
  for (let index = 1; index <= 2; index += 1) decide(index, { event: 'courierMoved' });
  tell(9, { event: 'courierMoved' });
  await clock.advance(15_000);
  expect(desktop.shown).toHaveLength(5);
  expect(desktop.shown[4]).toMatchObject({
    tag: 'digest:courierMoved',
    title: '6 orders with a moved courier',
    isCritical: false,
  });
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
      ['digest:completed', '6 orders completed', false],
      ['urgent-digest', '8 orders cancelled', true],
    ]),
  );
  expect(desktop.shown).toHaveLength(2);
});

test('each of many critical notifications may be repeated, also those on one card', () => {
  const { decide, notifier, repeatable } = notifierBench();
  const all = [1, 2, 3, 4, 5].map((index) =>
    decide(index, { event: 'cancelled', isCritical: true }),
  );
  for (const index of [6, 7, 8, 9]) decide(index, { event: 'completed' });
  notifier.notificationsStored();
  expect(repeatable.map(({ key }) => key)).toEqual(all.map(({ key }) => key));
});

test('a critical notification overtakes what is still held about its order', async () => {
  const { decide, notifier, desktop, clock, outbox, tell } = notifierBench();
  decide(5);
  notifier.notificationsStored();
  const held = [1, 2, 3, 4].map((index) => decide(index));
  notifier.notificationsStored();
  await clock.advance(500);
  const cancelled = tell(1, { event: 'cancelled', isCritical: true });
  expect(outbox.outcomes.get(held[0]?.key ?? '')).toEqual({
    kind: 'suppressed',
    reason: 'overtaken',
  });
  await clock.advance(2000);
  expect(desktop.titles.slice(1)).toEqual([cancelled.texts.full.title, '4 orders matched']);
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

test('a burst that begins one by one ends in a digest that replaces the first one', async () => {
  const { desktop, clock, tell } = notifierBench();
  for (let index = 1; index <= 6; index += 1) {
    tell(index);
    await clock.advance(100);
  }
  await clock.advance(2000);
  expect(desktop.shown).toHaveLength(2);
  expect(desktop.shown[1]?.title).toBe('6 orders matched');
  expect(desktop.closed).toContain(orderIdAt(1));
});

const kinds = ['matched', 'completed', 'longWait', 'courierSilent', 'notMoving'] as const;

test('in any rhythm at most the chosen number of cards comes in a minute, and nothing is lost', async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = seeded(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const most = 1 + below(6);
    const { clock, decide, desktop, notifier, outbox } = notifierBench(undefined, undefined, {
      mostNotificationsPerMinute: most,
    });
    const shownAtMs: number[] = [];
    const show = desktop.show.bind(desktop);
    desktop.show = (...card) => {
      if (!card[0].isCritical) shownAtMs.push(clock.monotonicMs());
      show(...card);
    };
    const longestPauseMs = 100 * 10 ** below(4);
    const keys: string[] = [];
    for (let step = 0; step < 80; step += 1) {
      const isUrgent = below(10) === 0;
      const event = isUrgent ? 'released' : (kinds[below(kinds.length)] ?? 'matched');
      keys.push(decide(1 + below(40), { event, isCritical: isUrgent }).key);
      if (below(3) > 0) notifier.notificationsStored();
      if (below(20) === 0) notifier.seen(orderIdAt(1 + below(40)));
      if (below(30) === 0) notifier.gatherAfterAway();
      // The monotonic clock has fractions of a millisecond.
      await clock.advance(random() * longestPauseMs);
    }
    notifier.notificationsStored();
    await clock.advance(180_000);
    expect(mostWithin(shownAtMs, 59_999), `seed ${seed}`).toBeLessThanOrEqual(most);
    const lost = keys.filter(
      (key) => !['shown', 'digested', 'suppressed'].includes(outbox.outcomes.get(key)?.kind ?? ''),
    );
    expect(lost, `seed ${seed}`).toEqual([]);
    expect(clock.waitingTimers).toBe(0);
  }
});

test('the last card of a storm under one cause says the whole', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = seeded(seed);
    const { clock, desktop, outbox, tell } = notifierBench();
    const count = 2 + Math.floor(random() * 120);
    const longestPauseMs = 10 ** (1 + random() * 3);
    for (let index = 1; index <= count; index += 1) {
      tell(index, { event: 'longWait' });
      await clock.advance(random() * longestPauseMs);
    }
    await clock.advance(60_000);
    expect(desktop.titles.at(-1), `seed ${seed}`).toBe(`${count} orders waiting long`);
    expect(outbox.pending()).toEqual([]);
  }
});

test('an urgent notification in a storm comes at once and is not counted', async () => {
  const { clock, desktop, tell } = notifierBench();
  for (let index = 1; index <= 60; index += 1) {
    tell(index, { event: 'longWait' });
    await clock.advance(700);
    if (index % 10 !== 0) continue;
    const { key } = tell(100 + index, { event: 'cancelled', isCritical: true });
    expect(desktop.shown.at(-1)?.key).toBe(key);
  }
  expect(desktop.shown.filter(({ isCritical }) => !isCritical)).toHaveLength(4);
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
