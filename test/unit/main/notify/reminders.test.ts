import { expect, test } from 'vitest';
import type { Notification } from '../../../../core/notification/notification.ts';
import { Reminders } from '../../../../main/notify/reminders.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { orderIdAt, someNotification } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);

function bench(remindEveryMinutes = 0) {
  const clock = new FakeClock();
  const told: Notification[] = [];
  const snoozed: unknown[] = [];
  const again: Reminders = new Reminders({
    clock,
    remindEveryMinutes: () => remindEveryMinutes,
    notify(notification) {
      told.push(notification);
      again.shown(notification);
    },
    snooze: (order, untilMs) => snoozed.push([order, untilMs - clock.wallMs()]),
  });
  return { clock, told, snoozed, again };
}

test('what was put off is told once more under a key of its own, no longer as critical', () => {
  const { told, snoozed, again } = bench();
  again.shown(someNotification('first', { isCritical: true }));
  again.snooze(id);
  expect(snoozed).toEqual([[id, 15 * 60_000]]);
  expect(told).toHaveLength(1);
  expect(told[0]?.key).toMatch(/^first:again:\d+$/);
  expect(told[0]).toMatchObject({ isCritical: false, orderId: id });
});

test('an order of which nothing was shown can be put off too', () => {
  const { told, snoozed, again } = bench();
  again.snooze(id);
  expect(snoozed).toHaveLength(1);
  expect(told).toEqual([]);
});

test('what is critical comes again until somebody looked, if the settings say so', async () => {
  const { clock, told, again } = bench(5);
  again.shown(someNotification('first', { isCritical: true }));
  await clock.advance(11 * 60_000);
  expect(told.map(({ key }) => key.replace(/\d+$/, ''))).toEqual(['first:again:', 'first:again:']);
  again.seen(id);
  await clock.advance(3_600_000);
  expect(told).toHaveLength(2);
});

test('routine, and critical without the setting, comes once', async () => {
  const repeated = bench(5);
  repeated.again.shown(someNotification('routine'));
  const once = bench(0);
  once.again.shown(someNotification('critical', { isCritical: true }));
  await repeated.clock.advance(3_600_000);
  await once.clock.advance(3_600_000);
  expect([...repeated.told, ...once.told]).toEqual([]);
});

test('stopping leaves nothing waiting', () => {
  const { clock, again } = bench(5);
  again.shown(someNotification('first', { isCritical: true }));
  again.stop();
  expect(clock.waitingTimers).toBe(0);
});
