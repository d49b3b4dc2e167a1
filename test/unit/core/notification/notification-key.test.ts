import { expect, test } from 'vitest';
import {
  causeAtMsOf,
  isKeyOfUpdate,
  noticedLateKey,
  notificationKey,
  redactedKey,
  repeatedKey,
  undatedKey,
} from '../../../../core/notification/notification-key.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);

/** As they stand in the profiles of today. */
const keys = [
  [
    `${id}:5:order_released+order_matched`,
    notificationKey(id, 5, ['order_released', 'order_matched']),
  ],
  [`${id}:5:not-found`, notificationKey(id, 5, 'notFound')],
  [`${id}:5:refused`, notificationKey(id, 5, 'refused')],
  [`${id}:5:handedToMe`, notificationKey(id, 5, 'handedToMe')],
  [`${id}:5:probablyLate`, notificationKey(id, 5, 'probablyLate')],
  [`${id}:5:probablyLater`, notificationKey(id, 5, 'probablyLater')],
  [`${id}:5:lateTakenBack`, notificationKey(id, 5, 'lateTakenBack')],
  [`${id}:1700000000000:courierNear`, notificationKey(id, 1_700_000_000_000, 'courierNear')],
  [`${id}:5:courierNear`, notificationKey(id, 5, 'courierNear')],
  [`${id}:5:reminder`, notificationKey(id, 5, 'reminder')],
  [`${id}:5:courierSilent`, notificationKey(id, 5, 'courierSilent')],
  [`${id}:5:courierLost`, notificationKey(id, 5, 'courierLost')],
  [`${id}:5:notMoving`, notificationKey(id, 5, 'notMoving')],
  [`${id}:5:longWait`, notificationKey(id, 5, 'longWait')],
  [`${id}:5:arrivedWaiting`, notificationKey(id, 5, 'arrivedWaiting')],
  [`${id}:5:promiseAtRisk:ahead`, notificationKey(id, 5, 'promiseAhead')],
  [`${id}:5:promiseAtRisk`, notificationKey(id, 5, 'promisePassed')],
  [`${id}:5:longWait:noticedLate`, noticedLateKey(notificationKey(id, 5, 'longWait'))],
  ['connectionLost:5', notificationKey('connectionLost', 5)],
  ['credentialsRefused:5', notificationKey('credentialsRefused', 5)],
  ['connectionRestored:5', notificationKey('connectionRestored', 5)],
  ['self-test:5', notificationKey('self-test', 5)],
  ['example:released:5', notificationKey('example:released', 5)],
] as const;

test.each(keys)('the key %s keeps its form, or what was notified notifies again', (key, made) => {
  expect(made).toBe(key);
});

test('a key says when the cause began, and is the same one without the time of its repetition', () => {
  expect(causeAtMsOf('connectionLost:1700000')).toBe(1_700_000);
  const again = repeatedKey(`${id}:5:longWait`, 9);
  expect(again).toBe(`${id}:5:longWait:again:9`);
  expect(repeatedKey(again, 12)).toBe(`${id}:5:longWait:again:12`);
  expect(undatedKey(again)).toBe(`${id}:5:longWait:again`);
  expect(undatedKey(repeatedKey(again, 1_700_000))).toBe(`${id}:5:longWait:again`);
  const late = noticedLateKey(again);
  expect(undatedKey(late)).toBe(late);
});

test.each(keys.filter(([key]) => key.startsWith(id)))(
  'of the key %s a recording without people replaces the order alone',
  (key) => {
    const again = repeatedKey(key, 9);
    expect(redactedKey(again, () => 'order')).toBe(again.replace(id, 'order'));
  },
);

test('a key is about an update where it ends in the kinds of one', () => {
  const ofUpdates = keys.map(([key]) => key).filter(isKeyOfUpdate);
  expect(ofUpdates).toEqual([`${id}:5:order_released+order_matched`]);
  expect(isKeyOfUpdate(`${id}:5:courier_moved`)).toBe(true);
  expect(isKeyOfUpdate(repeatedKey(`${id}:5:courier_moved`, 9))).toBe(false);
  expect(isKeyOfUpdate(`${id}:5:order_matched+longWait`)).toBe(false);
});

test('a recording without people replaces what is beside a word of our own, too', () => {
  const keysOfOthers = ['released+Mrs Chan:1', 'released:12345678901234567:2026-11'];
  const replaced = keysOfOthers.map((key) => redactedKey(key, () => 'x'));
  expect(replaced).toEqual(['x:1', 'released:x:x']);
});
