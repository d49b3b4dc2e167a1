import { expect, test } from 'vitest';
import { settingsChangeSchema } from '../../../core/settings/settings.ts';
import { defaultNotificationSettings } from '../../../core/notification/notification-settings.ts';
import { notificationLimits } from '../../../renderer/components/settings/notifications/notification-limits.ts';

const { everyMove, waitLimits } = defaultNotificationSettings;

const changes: Readonly<Record<keyof typeof notificationLimits, (value: number) => unknown>> = {
  moveMeters: (meters) => ({ everyMove: { ...everyMove, meters } }),
  moveEverySeconds: (everySeconds) => ({ everyMove: { ...everyMove, everySeconds } }),
  notMovingMinutes: (notMovingMinutes) => ({ waitLimits: { ...waitLimits, notMovingMinutes } }),
  longWaitMinutes: (longWaitMinutes) => ({ waitLimits: { ...waitLimits, longWaitMinutes } }),
  remindEveryMinutes: (remindEveryMinutes) => ({ remindEveryMinutes }),
};

test('the window and the stored settings allow the same numbers', () => {
  const names = Object.keys(notificationLimits) as (keyof typeof notificationLimits)[];
  for (const name of names) {
    const { least, most } = notificationLimits[name];
    const isAllowed = (value: number) =>
      settingsChangeSchema.safeParse(changes[name](value)).success;
    expect([least - 1, least, most, most + 1].map(isAllowed)).toEqual([false, true, true, false]);
  }
});
