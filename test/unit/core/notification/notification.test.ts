import { expect, test } from 'vitest';
import {
  notificationEvents,
  toldKindOf,
  type NotificationEvent,
  type ToldKind,
} from '../../../../core/notification/notification.ts';

test.each<[ToldKind, readonly NotificationEvent[]]>([
  ['matched', ['matched', 'courierChanged']],
  ['released', ['released']],
  ['courierMoved', ['courierMoved', 'courierMovedOn']],
  ['completed', ['completed', 'completedAndAmended']],
  ['amended', ['amended']],
  ['cancelled', ['cancelled']],
  ['created', ['created']],
  ['statusChanged', ['statusChanged', 'failed', 'unknownStatus', 'reopened']],
  ['addressChanged', ['addressChanged']],
  ['scheduleChanged', ['scheduleChanged']],
  ['stopsChanged', ['stopsChanged']],
  ['noteChanged', ['noteChanged']],
  [
    'waiting',
    [
      'courierSilent',
      'courierLost',
      'notMoving',
      'longWait',
      'promiseAhead',
      'promisePassed',
      'notFound',
    ],
  ],
  ['connection', ['connectionLost', 'connectionRestored']],
])('the row “%s” of the settings switches %s', (kind, switched) => {
  expect(notificationEvents.filter((event) => toldKindOf[event] === kind)).toEqual(switched);
});

test('what needs the dispatcher, and what the program says of itself, cannot be switched off', () => {
  expect(notificationEvents.filter((event) => toldKindOf[event] === null)).toEqual([
    'credentialsRefused',
    'keptInTray',
    'selfTest',
  ]);
});
