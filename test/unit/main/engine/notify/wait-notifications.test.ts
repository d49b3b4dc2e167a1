import { expect, test } from 'vitest';
import { readOrderStatus } from '../../../../../core/order/order-status.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import type {
  Notification,
  OrderNotification,
} from '../../../../../core/notification/notification.ts';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import { WaitNotifications } from '../../../../../main/engine/notify/wait-notifications.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someWatched,
  somePreferences,
} from '../../../../support/watched-orders.ts';
import { Reminders } from '../../../../../main/engine/notify/reminders.ts';

const minute = 60_000;

function bench(longWaitMinutes?: () => number, wasDecided: (key: string) => boolean = () => false) {
  const clock = new FakeClock();
  const notifications: Notification[] = [];
  const waits = new WaitNotifications({
    rules: () => ({
      ...defaultWaitRules,
      ...(longWaitMinutes && { longWaitMs: longWaitMinutes() * minute }),
    }),
    options: () => ({ locale: 'en', timeZone: 'UTC', settings: defaultSettings }),
    checksStoppedBy: () => null,
    wasDecided,
    notify: (notification) => notifications.push(notification),
  });
  const pending = (agoMinutes: number) =>
    someWatched(orderIdAt(1), {
      order: someOrder(orderIdAt(1)),
      statusSinceMs: clock.wallMs() - agoMinutes * minute,
      observedAtMs: clock.wallMs(),
    });
  return { clock, notifications, waits, pending };
}

test('a long wait notifies once, however often the order is judged', () => {
  const { clock, notifications, waits, pending } = bench();
  const watched = pending(20);
  for (let look = 0; look < 5; look += 1) waits.look(watched, clock.wallMs());
  expect(notifications.map(({ event, orderId }) => [event, orderId])).toEqual([
    ['longWait', orderIdAt(1)],
  ]);
  expect(notifications[0]?.texts.full.title).toBe('Waiting since 08:40');
});

test('a stay at a stop calls only once no position puts the courier elsewhere', () => {
  const { clock, notifications, waits } = bench();
  const staying = (claimedStop: 'outside' | null, word: string) => {
    const sinceMs = clock.wallMs() - 20 * minute;
    const trace = { anchor: null, anchorAtMs: sinceMs, lastStepMeters: null };
    return someWatched(orderIdAt(1), {
      order: someOrder(orderIdAt(1), { status: readOrderStatus(word) }),
      courierTrace: { ...trace, insideStop: 'pickup', claimedStop },
      statusSinceMs: sinceMs,
      observedAtMs: clock.wallMs(),
    });
  };
  waits.look(staying('outside', 'delivering'), clock.wallMs());
  expect(notifications).toEqual([]);
  waits.look(staying(null, 'delivering'), clock.wallMs());
  expect(notifications.map(({ event }) => event)).toEqual(['arrivedWaiting']);
  const byStatus = bench();
  byStatus.waits.look(staying('outside', 'arrived_at_pickup'), clock.wallMs());
  expect(byStatus.notifications.map(({ event }) => event)).toEqual(['arrivedWaiting']);
});

test('a wait that was long before the program began is kept, and not notified', () => {
  const { clock, notifications, waits, pending } = bench();
  waits.look(pending(90), clock.wallMs());
  expect(notifications.map(({ event, keptFor }) => [event, keptFor])).toEqual([
    ['longWait', 'noticedLate'],
  ]);
});

test('a wait that was noticed late notifies where a limit moves so that it becomes too long anew', () => {
  const limit = { minutes: 15 };
  const { clock, notifications, waits, pending } = bench(() => limit.minutes);
  waits.look(pending(30), clock.wallMs());
  limit.minutes = 40;
  waits.look(pending(30), clock.wallMs());
  limit.minutes = 28;
  waits.look(pending(30), clock.wallMs());
  expect(notifications.map(({ event, keptFor }) => [event, keptFor])).toEqual([
    ['longWait', 'noticedLate'],
    ['longWait', undefined],
  ]);
});

test('a limit that moves by a little while a wait lasts that was noticed late notifies nothing', () => {
  const limit = { minutes: 15 };
  const { clock, notifications, waits, pending } = bench(() => limit.minutes);
  waits.look(pending(26), clock.wallMs());
  limit.minutes = 17;
  waits.look(pending(26), clock.wallMs());
  expect(notifications.map(({ keptFor }) => keptFor)).toEqual(['noticedLate']);
});

test('a wait that an earlier run notified is not noticed late by the next one', () => {
  const { clock, notifications, waits, pending } = bench();
  waits.look(pending(20), clock.wallMs());
  const told = new Set(notifications.map(({ key }) => key));
  const next = bench(undefined, (key) => told.has(key));
  next.waits.look(pending(20), clock.wallMs() + 30 * minute);
  expect(next.notifications).toEqual([]);
});

test('a wait that was acknowledged, such as by the shift before, notifies only as another one', () => {
  const { clock, notifications, waits, pending } = bench();
  const promisedAtMs = clock.wallMs() + 9 * minute;
  const acknowledged = [
    { reason: 'promiseAhead', causeAtMs: promisedAtMs - 10 * minute, atMs: clock.wallMs() },
  ] as const;
  const watched = { ...pending(1), preferences: somePreferences({ promisedAtMs }), acknowledged };
  waits.look(watched, clock.wallMs());
  expect(notifications).toEqual([]);
  waits.look(watched, promisedAtMs);
  expect(notifications.map(({ event }) => event)).toEqual(['promisePassed']);
});

test('a promise keeps the keys of an earlier Waybell, so that an update tells none once more', () => {
  const { clock, notifications, waits, pending } = bench();
  const promisedAtMs = clock.wallMs() + 9 * minute;
  const watched = { ...pending(1), preferences: somePreferences({ promisedAtMs }) };
  waits.look(watched, clock.wallMs());
  waits.look(watched, promisedAtMs);
  expect(notifications.map(({ event, key }) => [event, key])).toEqual([
    ['promiseAhead', `${orderIdAt(1)}:${promisedAtMs}:promiseAtRisk:ahead`],
    ['promisePassed', `${orderIdAt(1)}:${promisedAtMs}:promiseAtRisk`],
  ]);
});

test('a wait that still lasts at the time of a reminder notifies once more', () => {
  const { clock, notifications, waits, pending } = bench();
  const remindAtMs = clock.wallMs() + 5 * minute;
  const preferences = somePreferences({ remindAtMs });
  const watched = { ...pending(20), preferences };
  for (const afterMinutes of [0, 4, 5, 6, 7]) {
    waits.look(watched, clock.wallMs() + afterMinutes * minute);
  }
  expect(
    notifications.map(({ key, event }) => [key.endsWith(`${remindAtMs}:reminder`), event]),
  ).toEqual([
    [false, 'longWait'],
    [true, 'longWait'],
  ]);
  expect(notifications[1]?.texts.full.title).toBe('Waiting since 08:40');
});

test('a reminder of a wait that is over, or from long before the program began, tells nothing', () => {
  const { clock, notifications, waits, pending } = bench();
  const preferences = somePreferences({ remindAtMs: clock.wallMs() - minute });
  waits.look({ ...pending(2), preferences }, clock.wallMs());
  waits.look({ ...pending(90), preferences }, clock.wallMs() + 10 * minute);
  expect(notifications.filter(({ keptFor }) => keptFor === undefined)).toEqual([]);
});

const id = orderIdAt(1);

const shownCard = (key: string, parts: Partial<Notification> = {}): OrderNotification => ({
  ...someNotification(key, parts),
  orderId: id,
});

function remindersBench(remindEveryMinutes = 0) {
  const clock = new FakeClock();
  const notifications: OrderNotification[] = [];
  const snoozed: unknown[] = [];
  /** The calls that stand on the order's card. */
  const calls: OrderNotification[] = [];
  const again: Reminders = new Reminders({
    clock,
    remindEveryMinutes: () => remindEveryMinutes,
    standing: () => calls,
    notify(notification) {
      notifications.push(notification);
      again.shown(notification);
    },
    snooze: (order, untilMs) => snoozed.push([order, untilMs - clock.wallMs()]),
  });
  const call = (key: string): void => {
    const critical = shownCard(key, { isCritical: true });
    calls.push(critical);
    again.shown(critical);
  };
  return { clock, notifications, snoozed, calls, again, call };
}

test('a snoozed notification is repeated under a key of its own and is no longer critical', () => {
  const { notifications, snoozed, again, call } = remindersBench();
  call('first');
  again.snooze(id);
  expect(snoozed).toEqual([[id, 15 * 60_000]]);
  expect(notifications).toHaveLength(1);
  expect(notifications[0]?.key).toMatch(/^first:again:\d+$/);
  expect(notifications[0]).toMatchObject({ isCritical: false, orderId: id });
});

test('a snooze repeats each call that stands, and news where none does', () => {
  const { notifications, calls, again, call } = remindersBench();
  call('first');
  call('second');
  again.shown(shownCard('news'));
  again.snooze(id);
  expect(notifications.map(({ key }) => key.split(':')[0])).toEqual(['first', 'second']);
  calls.length = 0;
  again.shown(shownCard('news'));
  again.snooze(id);
  expect(notifications.at(-1)?.key).toMatch(/^news:again/);
});

test('an order of which nothing was shown can be snoozed too', () => {
  const { notifications, snoozed, again } = remindersBench();
  again.snooze(id);
  expect(snoozed).toHaveLength(1);
  expect(notifications).toEqual([]);
});

test('a critical notification is repeated until the order was looked at, if the settings say so', async () => {
  const { clock, notifications, again, call } = remindersBench(5);
  call('first');
  again.shown(shownCard('news'));
  await clock.advance(11 * 60_000);
  expect(notifications.map(({ key }) => key.replace(/\d+$/, ''))).toEqual([
    'first:again:',
    'first:again:',
  ]);
  again.seen(id);
  await clock.advance(3_600_000);
  expect(notifications).toHaveLength(2);
});

test('a critical notification is repeated no more once it is over', async () => {
  const { clock, notifications, calls, call } = remindersBench(5);
  call('first');
  calls.length = 0;
  await clock.advance(3_600_000);
  expect(notifications).toEqual([]);
});

test('a routine notification, or a critical one without the setting, comes once', async () => {
  const repeated = remindersBench(5);
  repeated.again.shown(shownCard('routine'));
  const once = remindersBench(0);
  once.call('critical');
  await repeated.clock.advance(3_600_000);
  await once.clock.advance(3_600_000);
  expect([...repeated.notifications, ...once.notifications]).toEqual([]);
});

test('stopping leaves nothing waiting', () => {
  const { clock, again, call } = remindersBench(5);
  call('first');
  again.stop();
  expect(clock.waitingTimers).toBe(0);
});
