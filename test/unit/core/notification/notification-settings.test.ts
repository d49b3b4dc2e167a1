import { notificationLevels } from '../../../../core/notification/notification.ts';
import { describe, expect, test } from 'vitest';
import { defaultNotificationSettings } from '../../../../core/notification/notification-settings.ts';
import { notificationSounds } from '../../../../core/notification/notification-sound.ts';
import {
  defaultSettings,
  type Settings,
  settingsChangeSchema,
} from '../../../../core/settings/settings.ts';

/** Whether the window may choose this. */
const isAccepted = (change: unknown): boolean => settingsChangeSchema.safeParse(change).success;

const { quietHours, toldKinds } = defaultSettings;
const night = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 22 * 60, toMinute: 7 * 60 };
const quiet = (part: Partial<Settings['quietHours']>) => ({
  quietHours: { ...quietHours, ...part },
});
const quietAt = (part: Partial<typeof night>) => quiet({ times: [{ ...night, ...part }] });
const times = (many: number) => Array.from({ length: many }, () => night);
const harbour = { group: 'Harbour', isMuted: false, tellsEveryMove: false, kept: [] };
const waits = { notMovingMinutes: 10, longWaitMinutes: 20, leastLongWaitMinutes: 10 };

describe('a choice of the dispatcher is accepted as it is', () => {
  test.each<[string, Partial<Settings>]>([
    ['kinds', { toldKinds: { ...toldKinds, matched: { level: 'kept', sound: 'system' } } }],
    ['a quiet night', quietAt({})],
    ['quiet on one day', quietAt({ days: [1] })],
    ['quiet on no day', quietAt({ days: [] })],
    ['quiet from midnight', quietAt({ fromMinute: 0 })],
    ['quiet until the last minute', quietAt({ toMinute: 1439 })],
    ['no quiet time', quiet({ times: [] })],
    ['two quiet times a day', quiet({ times: times(14) })],
    ['the clock of another place', quiet({ timeZone: 'America/Argentina/ComodRivadavia' })],
    ['the clock of this computer', quiet({ timeZone: null })],
    ['the same on a locked screen', { lockedScreen: 'same' }],
    ['a count on a locked screen', { lockedScreen: 'countOnly' }],
    ['nothing on a locked screen', { lockedScreen: 'hold' }],
    ['every move', { everyMove: { isTold: true, meters: 500, everySeconds: 120 } }],
    ['limits of waits', { waitLimits: { ...waits, leastLongWaitMinutes: 12 } }],
    ['ages of positions', { silenceLimits: { silentMinutes: 9, lostMinutes: 10 } }],
    ['times at the stops', { stayLimits: { pickupMinutes: 25, destinationMinutes: 8 } }],
    ['distances to stops', { fences: { enterMeters: 150, leaveMeters: 200 } }],
    [
      'limits of a group',
      {
        groupRules: [
          {
            ...harbour,
            waitLimits: { notMovingMinutes: 30, longWaitMinutes: 45 },
            silenceLimits: { silentMinutes: 1, lostMinutes: 2 },
            stayLimits: { pickupMinutes: 3, destinationMinutes: 120 },
            fences: { enterMeters: 50, leaveMeters: 100 },
          },
        ],
      },
    ],
  ])('%s', (_what, change) => {
    expect(settingsChangeSchema.parse(change)).toEqual(change);
  });
});

test('a kind accepts each of the levels and sounds, and nothing else', () => {
  for (const sound of notificationSounds) {
    for (const level of notificationLevels) {
      const matched = { level, sound };
      expect(settingsChangeSchema.parse({ toldKinds: { matched } }).toldKinds?.matched).toEqual(
        matched,
      );
    }
  }
  expect(isAccepted({ toldKinds: { matched: { level: 'news', sound: 'loud' } } })).toBe(false);
  expect(isAccepted({ toldKinds: { matched: { level: 'loud', sound: 'none' } } })).toBe(false);
  const refused = settingsChangeSchema.safeParse({
    toldKinds: { connection: { level: 'news', sound: 'none' } },
  });
  expect(refused.error?.issues).toMatchObject([
    { path: ['toldKinds', 'connection'], message: 'it cannot have this level' },
  ]);
  expect(isAccepted({ toldKinds: { matched: { isTold: true } } })).toBe(false);
  const both = { isTold: true, sound: 'none', hasSound: true };
  expect(isAccepted({ toldKinds: { matched: both } })).toBe(false);
});

describe('what no clock and no calendar has is refused', () => {
  test.each<[string, unknown]>([
    ['a minute before midnight', quietAt({ fromMinute: -1 })],
    ['24:00', quietAt({ toMinute: 1440 })],
    ['half a minute', quietAt({ toMinute: 0.5 })],
    ['a day before Monday', quietAt({ days: [0] })],
    ['a day after Sunday', quietAt({ days: [8] })],
    ['eight days of a week', quietAt({ days: [1, 2, 3, 4, 5, 6, 7, 1] })],
    ['a fifteenth quiet time', quiet({ times: times(15) })],
    ['a place that is in no time zone', quiet({ timeZone: 'Moon/Tycho' })],
    ['a place without a name', quiet({ timeZone: '' })],
    [
      'a position that is lost before it is old',
      { silenceLimits: { silentMinutes: 10, lostMinutes: 10 } },
    ],
    ['a stop that is left where it is reached', { fences: { enterMeters: 150, leaveMeters: 199 } }],
    ['an unknown locked screen', { lockedScreen: 'never' }],
    ['a group without a name', { groupRules: [{ ...harbour, group: ' ' }] }],
  ])('%s', (_what, change) => {
    expect(isAccepted(change)).toBe(false);
  });
});

test('a group is the same with blanks around its name', () => {
  const change = settingsChangeSchema.parse({ groupRules: [{ ...harbour, group: ' Harbour ' }] });
  expect(change.groupRules).toEqual([harbour]);
});

test('limits of waits that were stored before there was a least one get the usual least', () => {
  const { notMovingMinutes, longWaitMinutes } = waits;
  const change = settingsChangeSchema.parse({ waitLimits: { notMovingMinutes, longWaitMinutes } });
  expect(change.waitLimits).toEqual(waits);
});

test('a new profile is quiet never, but by night once that is switched on', () => {
  expect(defaultSettings.quietHours).toEqual({
    isOn: false,
    times: [night],
    timeZone: null,
    letsCriticalThrough: true,
  });
});

test('a new profile sounds for what is lost if it is not heard', () => {
  const aloud = Object.entries(toldKinds).filter(([, { sound }]) => sound !== 'none');
  expect(aloud.map(([kind, { sound }]) => [kind, sound])).toEqual([
    ['promisePassed', 'system'],
    ['released', 'system'],
    ['failed', 'system'],
    ['cancelled', 'system'],
    ['reopened', 'system'],
    ['handedToMe', 'system'],
  ]);
});

test('a new profile shows a count on a locked screen and has no rules of groups', () => {
  expect(defaultSettings).toMatchObject({ lockedScreen: 'countOnly', groupRules: [] });
  expect(defaultSettings).toMatchObject(defaultNotificationSettings);
});
