import { expect, test } from 'vitest';
import { notificationSounds, ownSound } from '../../../../core/notification/notification-sound.ts';
import {
  eventsOf,
  isLower,
  notificationEvents,
  notificationKindOf,
  notificationLevels,
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
  expect(eventsOf(kind)).toEqual(switched);
});

test('what the program says of itself has no row, and every other event has one', () => {
  expect(notificationEvents.filter((event) => notificationKindOf(event) === null)).toEqual([
    'credentialsRefused',
    'keptInTray',
    'selfTest',
  ]);
});

test('a level is lower than those that ask more of a person', () => {
  const lower = notificationLevels.flatMap((one) =>
    notificationLevels.filter((other) => isLower(one, other)).map((other) => [one, other]),
  );
  expect(lower).toEqual([
    ['news', 'needsYou'],
    ['kept', 'needsYou'],
    ['kept', 'news'],
  ]);
});

test('three sounds are played by Waybell itself, and no other is', () => {
  expect(notificationSounds.map(ownSound)).toEqual([null, null, 'soft', 'rising', 'falling']);
});
