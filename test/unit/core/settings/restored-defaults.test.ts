import { expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import { restoredDefaults } from '../../../../core/settings/restored-defaults.ts';
import { restorablePages } from '../../../../core/settings/settings-pages.ts';
import {
  defaultSettings,
  type Settings,
  settingsChangeSchema,
} from '../../../../core/settings/settings.ts';

const snoozedUntilMs = 1_800_000_000_000;
const snoozed = { ...emptyGroupRule('Harbour'), snoozedUntilMs };

/** Every setting otherwise than in a new profile. */
const changed: Settings = {
  ...defaultSettings,
  requestsPerMinute: 60,
  activeEverySeconds: 60,
  paceSeconds: { ...defaultSettings.paceSeconds, standing: 90 },
  notificationPrivacy: 'full',
  priceUnit: 'minor',
  asksAboutAmounts: false,
  offersEveryChange: false,
  language: 'en',
  theme: 'dark',
  density: 'compact',
  listSort: 'latest',
  listShow: { group: 'group:Harbour', promise: 'past' },
  zoomPercent: 150,
  windowShortcut: 'F8',
  clipboardShortcut: 'F9',
  offersClipboard: true,
  usesLetterKeys: false,
  personalDataDays: 60,
  historyDays: 90,
  archiveDays: 60,
  hidesFromCapture: true,
  slowsOnBattery: false,
  looksForUpdates: false,
  toldKinds: { ...defaultSettings.toldKinds, matched: { level: 'kept', sound: 'none' } },
  quietHours: { ...defaultSettings.quietHours, isOn: true, timeZone: 'Asia/Tokyo' },
  lockedScreen: 'hold',
  notificationsMutedUntilMs: snoozedUntilMs,
  everyMove: { ...defaultSettings.everyMove, isTold: true },
  waitLimits: { ...defaultSettings.waitLimits, longWaitMinutes: 60 },
  silenceLimits: { silentMinutes: 5, lostMinutes: 15 },
  stayLimits: { pickupMinutes: 15, destinationMinutes: 5 },
  fences: { enterMeters: 100, leaveMeters: 200 },
  groupRules: [{ ...snoozed, isMuted: true }],
  groupColors: [{ group: 'Harbour', color: 'blue' }],
  news: 'everyChange',
  digestMinutes: 9,
  remindEveryMinutes: 5,
  sendsHeartbeat: true,
  webhooks: { ...defaultSettings.webhooks, isOn: true, port: 28_787 },
};

/** Stays as it is: the way to the service, how its amounts are read, the list, the colours of groups, the heartbeat, and a mute for a while. */
const { priceUnit, asksAboutAmounts, listShow, listSort, groupColors } = changed;
const { notificationsMutedUntilMs, offersEveryChange, sendsHeartbeat, webhooks } = changed;
const kept = {
  priceUnit,
  asksAboutAmounts,
  offersEveryChange,
  listShow,
  listSort,
  groupColors,
  notificationsMutedUntilMs,
  sendsHeartbeat,
  webhooks,
};

const after = (settings: Settings, page: Parameters<typeof restoredDefaults>[1]): unknown => ({
  ...settings,
  ...restoredDefaults(settings, page),
});

test('all pages together go back to a new profile, but for what is on none and a group’s snooze', () => {
  expect(after(changed, null)).toEqual({ ...defaultSettings, ...kept, groupRules: [snoozed] });
});

test('one page after the other restores the same as all at once, and each its own settings alone', () => {
  const changes = restorablePages.map((page) => restoredDefaults(changed, page));
  const names = changes.flatMap((change) => Object.keys(change));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.assign({}, ...changes)).toEqual(restoredDefaults(changed, null));
});

test('what is restored is a change that the window may make', () => {
  const change = restoredDefaults(changed, null);
  expect(settingsChangeSchema.parse(change)).toEqual(change);
});

test('a new profile has nothing to restore, nor one in which only a group is snoozed', () => {
  expect(restoredDefaults(defaultSettings, null)).toEqual({});
  expect(restoredDefaults({ ...defaultSettings, groupRules: [snoozed] }, null)).toEqual({});
});
