import type { TellingSettings } from './telling-settings.ts';

const silently = { isTold: true, hasSound: false };
const aloud = { isTold: true, hasSound: true };

/** How a new profile tells. */
export const defaultTellingSettings: TellingSettings = {
  toldKinds: {
    matched: silently,
    released: aloud,
    courierMoved: silently,
    completed: silently,
    amended: silently,
    cancelled: aloud,
    created: silently,
    statusChanged: silently,
    waiting: silently,
    connection: silently,
  },
  quietHours: {
    isOn: false,
    times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 22 * 60, toMinute: 7 * 60 }],
    timeZone: null,
    letsCriticalThrough: true,
  },
  lockedScreen: 'countOnly',
  notificationsMutedUntilMs: null,
  everyMove: { isTold: false, meters: 200, everySeconds: 60 },
  waitLimits: { notMovingMinutes: 10, longWaitMinutes: 20 },
  groupRules: [],
  remindEveryMinutes: 0,
};
