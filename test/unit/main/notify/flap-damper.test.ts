import fc from 'fast-check';
import { expect, test } from 'vitest';
import type {
  Notification,
  NotificationEvent,
} from '../../../../core/notification/notification.ts';
import { englishNotifications } from '../../../../core/notification/notification-english.ts';
import { FlapDamper } from '../../../../main/notify/flap-damper.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import {
  orderIdAt,
  someOrder,
  someNotification,
  someWatched,
} from '../../../support/watched-orders.ts';

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

test('ten turns in a minute tell two of them, and then how often it was released', async () => {
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

test('an hour of it tells the count every five minutes and nothing else', async () => {
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

test('never more than two turns within five minutes are told, however they fall', async () => {
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

test('what is told again is no turn: it comes through, and the next real turn is told too', () => {
  const { damper, turn } = bench();
  expect(turn('released')).toBe(false);
  const again = someNotification('1:again:60000', { event: 'released', decidedAtMs: 60_000 });
  expect([damper.isDamped(again), damper.isDamped(again)]).toEqual([false, false]);
  expect(turn('matched')).toBe(false);
});
