import { expect, test } from 'vitest';
import {
  notificationEvents,
  notificationKindOf,
  type NotificationEvent,
  type NotificationKind,
} from '../../../../core/notification/notification.ts';

test.each<[NotificationKind, readonly NotificationEvent[]]>([
  ['matched', ['matched', 'courierChanged']],
  ['released', ['released']],
  ['courierMoved', ['courierMoved', 'courierMovedOn']],
  ['completed', ['completed', 'completedAndAmended']],
  ['amended', ['amended']],
  ['cancelled', ['cancelled']],
  ['created', ['created']],
  ['statusChanged', ['statusChanged']],
  ['addressChanged', ['addressChanged']],
  ['scheduleChanged', ['scheduleChanged']],
  ['stopsChanged', ['stopsChanged']],
  ['noteChanged', ['noteChanged']],
  ['promisePassed', ['promisePassed']],
  ['failed', ['failed']],
  ['unknownStatus', ['unknownStatus']],
  ['connection', ['connectionLost', 'servicePaused', 'connectionRestored']],
])('the row “%s” of the settings holds %s', (kind, switched) => {
  expect(notificationEvents.filter((event) => notificationKindOf(event) === kind)).toEqual(
    switched,
  );
});

test('what the program says of itself has no row, and every other event has one', () => {
  expect(notificationEvents.filter((event) => notificationKindOf(event) === null)).toEqual([
    'credentialsRefused',
    'keptInTray',
    'selfTest',
  ]);
});
