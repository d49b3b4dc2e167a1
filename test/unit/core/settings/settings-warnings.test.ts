import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuietAt, quietMinutesOfWeek } from '../../../../core/notification/quiet-hours.ts';
import {
  defaultSettings,
  type Settings,
  type SettingsChange,
} from '../../../../core/settings/settings.ts';
import { settingsWarnings } from '../../../../core/settings/settings-warnings.ts';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import { settingsText } from '../../../../core/transfer/transfer.ts';
import { readTransfer } from '../../../support/transfer-files.ts';

const usual = defaultSettings;
const { quietHours, toldKinds, waitLimits } = usual;
const allDays = [1, 2, 3, 4, 5, 6, 7];
const nights = { days: allDays, fromMinute: 22 * 60, toMinute: 7 * 60 };
const quietAtNight = { ...quietHours, isOn: true, times: [nights] };
const hotels = emptyGroupRule('hotels');
const ownLimits = { notMovingMinutes: 10, longWaitMinutes: 20 };

/** The paces of a group: as for all, but for those that are named. */
const ownPaces = (part: Partial<Settings['paceSeconds']>) => ({
  activeEverySeconds: 15,
  paceSeconds: { ...usual.paceSeconds, ...part },
});

/** A change for the worse, and what is said of it. */
interface Example {
  readonly before?: SettingsChange;
  readonly change: SettingsChange;
  readonly said: string;
}

/** For each value that a file of settings can hold, by its place: how it harms; null where it cannot. */
const examples: Readonly<Record<string, readonly Example[] | null>> = {
  requestsPerMinute: [
    { change: { requestsPerMinute: 6000 }, said: 'Sends up to 6,000 requests a minute' },
    { change: { requestsPerMinute: 6 }, said: 'so orders are checked less often' },
  ],
  activeEverySeconds: [{ change: { activeEverySeconds: 600 }, said: 'only every 600\u00A0s' }],
  'paceSeconds.pending': [
    {
      change: { paceSeconds: { ...usual.paceSeconds, pending: 21 } },
      said: 'Checks less often: waiting orders',
    },
  ],
  'groupRules.*.paces.paceSeconds.pending': [
    {
      change: { groupRules: [{ ...hotels, paces: ownPaces({ pending: 21 }) }] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  'paceSeconds.pendingLong': [
    {
      change: { paceSeconds: { ...usual.paceSeconds, pendingLong: 61 } },
      said: 'Checks less often: orders that wait for long',
    },
  ],
  'groupRules.*.paces.paceSeconds.pendingLong': [
    {
      change: { groupRules: [{ ...hotels, paces: ownPaces({ pendingLong: 61 }) }] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  'paceSeconds.scheduledLater': [
    {
      change: { paceSeconds: { ...usual.paceSeconds, scheduledLater: 301 } },
      said: 'Checks less often: orders planned for later',
    },
  ],
  'groupRules.*.paces.paceSeconds.scheduledLater': [
    {
      change: { groupRules: [{ ...hotels, paces: ownPaces({ scheduledLater: 301 }) }] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  'paceSeconds.standing': [
    {
      change: { paceSeconds: { ...usual.paceSeconds, standing: 31 } },
      said: 'Checks less often: couriers who stand still',
    },
  ],
  'groupRules.*.paces.paceSeconds.standing': [
    {
      change: { groupRules: [{ ...hotels, paces: ownPaces({ standing: 31 }) }] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  'paceSeconds.finished': [
    {
      change: { paceSeconds: { ...usual.paceSeconds, finished: 301 } },
      said: 'Checks less often: finished orders',
    },
  ],
  'groupRules.*.paces.paceSeconds.finished': [
    {
      change: { groupRules: [{ ...hotels, paces: ownPaces({ finished: 301 }) }] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  'paceSeconds.notFoundYoung': [
    {
      change: { paceSeconds: { ...usual.paceSeconds, notFoundYoung: 31 } },
      said: 'Checks less often: uuids that were not found just now',
    },
  ],
  'groupRules.*.paces.paceSeconds.notFoundYoung': [
    {
      change: { groupRules: [{ ...hotels, paces: ownPaces({ notFoundYoung: 31 }) }] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  'paceSeconds.notFound': [
    {
      change: { paceSeconds: { ...usual.paceSeconds, notFound: 301 } },
      said: 'Checks less often: uuids that stay not found',
    },
  ],
  'groupRules.*.paces.paceSeconds.notFound': [
    {
      change: { groupRules: [{ ...hotels, paces: ownPaces({ notFound: 301 }) }] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  'groupRules.*.paces.activeEverySeconds': [
    {
      change: {
        groupRules: [{ ...hotels, paces: { ...ownPaces({}), activeEverySeconds: 16 } }],
      },
      said: 'Checks groups less often: “hotels”',
    },
    {
      before: { groupRules: [{ ...hotels, paces: { ...ownPaces({}), activeEverySeconds: 5 } }] },
      change: { groupRules: [] },
      said: 'Checks groups less often: “hotels”',
    },
  ],
  notificationPrivacy: [
    { change: { notificationPrivacy: 'full' }, said: 'couriers’ names in notifications' },
    {
      before: { notificationPrivacy: 'countOnly' },
      change: { notificationPrivacy: 'noNames' },
      said: 'Shows label, distances and prices',
    },
  ],
  priceUnit: [{ change: { priceUnit: 'minor' }, said: '8600 is HK$86.00' }],
  asksAboutAmounts: [{ change: { asksAboutAmounts: false }, said: 'Asks no more about amounts' }],
  language: null,
  theme: null,
  density: null,
  listSort: null,
  zoomPercent: null,
  windowShortcut: [
    { change: { windowShortcut: 'Control+C' }, said: 'Takes Ctrl+C from all programs' },
  ],
  clipboardShortcut: [
    { change: { clipboardShortcut: 'Alt+F4' }, said: 'Takes Alt+F4 from all programs' },
  ],
  offersClipboard: [{ change: { offersClipboard: true }, said: 'Looks through the clipboard' }],
  usesLetterKeys: null,
  personalDataDays: [
    { change: { personalDataDays: 90 }, said: 'in finished orders for 90 days' },
    { change: { personalDataDays: 1 }, said: 'of finished orders after 1 day' },
    { change: { personalDataDays: 0 }, said: 'of all finished orders at once' },
  ],
  archiveDays: [
    {
      change: { archiveDays: 365 },
      said: 'Keeps finished orders in the archive for 365 days',
    },
    { change: { archiveDays: 1 }, said: 'Erases finished orders after 1 day' },
  ],
  historyDays: [
    { change: { historyDays: 365 }, said: 'Keeps the history for 365 days' },
    { change: { historyDays: 1 }, said: 'Erases the history after 1 day' },
  ],
  hidesFromCapture: [
    {
      before: { hidesFromCapture: true },
      change: { hidesFromCapture: false },
      said: 'Shows the window in screenshots',
    },
  ],
  slowsOnBattery: [
    {
      before: { slowsOnBattery: false },
      change: { slowsOnBattery: true },
      said: 'half as often on battery',
    },
  ],
  looksForUpdates: [
    { change: { looksForUpdates: false }, said: 'Turns the search for updates off' },
  ],
  'toldKinds.*.level': [
    {
      change: { toldKinds: { ...toldKinds, released: { level: 'news', sound: 'system' } } },
      said: 'Tells as news, no more as what needs you: Released by the courier',
    },
    {
      change: { toldKinds: { ...toldKinds, released: { level: 'kept', sound: 'system' } } },
      said: 'Does not notify any more: Released by the courier',
    },
    { change: { toldKinds: silenced(toldKinds) }, said: 'Mutes all notifications' },
  ],
  'toldKinds.*.sound': [
    {
      change: { toldKinds: { ...toldKinds, released: { level: 'needsYou', sound: 'none' } } },
      said: 'Notifies without a sound: Released by the courier',
    },
    {
      before: { toldKinds: { ...toldKinds, released: { level: 'needsYou', sound: 'soft' } } },
      change: { toldKinds: { ...toldKinds, released: { level: 'needsYou', sound: 'none' } } },
      said: 'Notifies without a sound: Released by the courier',
    },
    {
      change: { toldKinds: { ...toldKinds, matched: { level: 'news', sound: 'falling' } } },
      said: 'Is heard also while the system’s do-not-disturb is on: Matched',
    },
  ],
  'quietHours.isOn': [{ change: { quietHours: quietAtNight }, said: 'for 63\u00A0h a week' }],
  'quietHours.times.*.days': [
    {
      before: { quietHours: { ...quietAtNight, times: [{ ...nights, days: [1] }] } },
      change: { quietHours: quietAtNight },
      said: 'for 63\u00A0h a week',
    },
  ],
  'quietHours.times.*.fromMinute': [
    {
      before: { quietHours: quietAtNight },
      change: { quietHours: { ...quietAtNight, times: [{ ...nights, fromMinute: 12 * 60 }] } },
      said: 'for 133\u00A0h a week',
    },
  ],
  'quietHours.times.*.toMinute': [
    {
      before: { quietHours: quietAtNight },
      change: { quietHours: { ...quietAtNight, times: [{ ...nights, toMinute: 22 * 60 }] } },
      said: 'Holds notifications back at all times',
    },
    {
      change: {
        quietHours: {
          ...quietAtNight,
          times: [{ ...nights, toMinute: nights.fromMinute }],
          letsCriticalThrough: false,
        },
      },
      said: 'Mutes all notifications',
    },
  ],
  'quietHours.timeZone': [
    {
      before: { quietHours: quietAtNight },
      change: { quietHours: { ...quietAtNight, timeZone: 'America/New_York' } },
      said: 'Holds notifications back',
    },
  ],
  'quietHours.letsCriticalThrough': [
    {
      change: { quietHours: { ...quietHours, letsCriticalThrough: false } },
      said: 'Holds “released” and “cancelled” back',
    },
  ],
  lockedScreen: [
    { change: { lockedScreen: 'same' }, said: 'whole notification on a locked screen' },
    { change: { lockedScreen: 'hold' }, said: 'no notification while the screen is locked' },
  ],
  'everyMove.isTold': [
    {
      before: { everyMove: { ...usual.everyMove, isTold: true } },
      change: { everyMove: usual.everyMove },
      said: 'Does not tell every move',
    },
  ],
  'everyMove.meters': null,
  'everyMove.everySeconds': null,
  'waitLimits.notMovingMinutes': [
    {
      change: { waitLimits: { ...waitLimits, notMovingMinutes: 120 } },
      said: 'not moving only after 120\u00A0min',
    },
  ],
  'waitLimits.longWaitMinutes': [
    {
      change: { waitLimits: { ...waitLimits, longWaitMinutes: 240 } },
      said: 'as long only after 240\u00A0min',
    },
  ],
  'waitLimits.leastLongWaitMinutes': [
    {
      change: { waitLimits: { ...waitLimits, leastLongWaitMinutes: 20 } },
      said: 'no limit for long waits below 20\u00A0min',
    },
  ],
  'groupRules.*.group': [
    {
      before: { groupRules: [{ ...hotels, isMuted: true }] },
      change: { groupRules: [{ ...hotels, group: 'clinics', isMuted: true }] },
      said: 'Mutes groups: “clinics”',
    },
  ],
  'groupRules.*.isMuted': [
    { change: { groupRules: [{ ...hotels, isMuted: true }] }, said: 'Mutes groups: “hotels”' },
  ],
  'groupRules.*.tellsEveryMove': [
    {
      before: { groupRules: [{ ...hotels, tellsEveryMove: true }] },
      change: { groupRules: [] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.needsYou.*': [
    {
      before: { groupRules: [{ ...hotels, needsYou: ['completed'] }] },
      change: { groupRules: [hotels] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.news.*': [
    {
      change: { groupRules: [{ ...hotels, news: ['released'] }] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.kept.*': [
    {
      change: { groupRules: [{ ...hotels, kept: ['released'] }] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.everyMove.meters': null,
  'groupRules.*.everyMove.everySeconds': null,
  'groupRules.*.waitLimits.notMovingMinutes': [
    {
      change: { groupRules: [{ ...hotels, waitLimits: { ...ownLimits, notMovingMinutes: 11 } }] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.waitLimits.longWaitMinutes': [
    {
      change: { groupRules: [{ ...hotels, waitLimits: { ...ownLimits, longWaitMinutes: 21 } }] },
      said: 'Tells less of groups: “hotels”',
    },
    {
      before: { groupRules: [{ ...hotels, waitLimits: { ...ownLimits, longWaitMinutes: 5 } }] },
      change: { groupRules: [] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'silenceLimits.silentMinutes': [
    {
      change: { silenceLimits: { silentMinutes: 9, lostMinutes: 10 } },
      said: 'Counts a position as old only after 9\u00A0min',
    },
  ],
  'silenceLimits.lostMinutes': [
    {
      change: { silenceLimits: { silentMinutes: 3, lostMinutes: 30 } },
      said: 'Counts a position as lost only after 30\u00A0min',
    },
  ],
  'groupRules.*.silenceLimits.silentMinutes': [
    {
      change: {
        groupRules: [{ ...hotels, silenceLimits: { silentMinutes: 4, lostMinutes: 10 } }],
      },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.silenceLimits.lostMinutes': [
    {
      before: { groupRules: [{ ...hotels, silenceLimits: { silentMinutes: 3, lostMinutes: 5 } }] },
      change: { groupRules: [] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'stayLimits.pickupMinutes': [
    {
      change: { stayLimits: { pickupMinutes: 30, destinationMinutes: 10 } },
      said: 'too long at the pickup only after 30\u00A0min',
    },
  ],
  'stayLimits.destinationMinutes': [
    {
      change: { stayLimits: { pickupMinutes: 20, destinationMinutes: 15 } },
      said: 'too long at a destination only after 15\u00A0min',
    },
  ],
  'groupRules.*.stayLimits.pickupMinutes': [
    {
      change: {
        groupRules: [{ ...hotels, stayLimits: { pickupMinutes: 21, destinationMinutes: 10 } }],
      },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.stayLimits.destinationMinutes': [
    {
      before: {
        groupRules: [{ ...hotels, stayLimits: { pickupMinutes: 20, destinationMinutes: 5 } }],
      },
      change: { groupRules: [] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'fences.enterMeters': [
    {
      change: { fences: { enterMeters: 100, leaveMeters: 250 } },
      said: 'near a stop only within 100\u00A0m',
    },
  ],
  'fences.leaveMeters': [
    {
      change: { fences: { enterMeters: 150, leaveMeters: 400 } },
      said: 'left the pickup only beyond 400\u00A0m',
    },
  ],
  'groupRules.*.fences.enterMeters': [
    {
      change: { groupRules: [{ ...hotels, fences: { enterMeters: 149, leaveMeters: 250 } }] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  'groupRules.*.fences.leaveMeters': [
    {
      before: { groupRules: [{ ...hotels, fences: { enterMeters: 150, leaveMeters: 200 } }] },
      change: { groupRules: [] },
      said: 'Tells less of groups: “hotels”',
    },
  ],
  news: null,
  digestMinutes: null,
  freeCancelMinutes: null,
  forecastsArrivals: [
    {
      before: { forecastsArrivals: true },
      change: { forecastsArrivals: false },
      said: 'Warns no more that an order will probably be late',
    },
  ],
  claimAnswerMinutes: [
    {
      before: { claimAnswerMinutes: 5 },
      change: { claimAnswerMinutes: 30 },
      said: 'only when it was not answered there for 30\u00A0min',
    },
  ],
  seriousAnswerMinutes: [
    {
      before: { seriousAnswerMinutes: 2 },
      change: { seriousAnswerMinutes: 60 },
      said: 'only when it was not answered there for 60\u00A0min',
    },
  ],
  remindEveryMinutes: [
    {
      before: { remindEveryMinutes: 5 },
      change: { remindEveryMinutes: 0 },
      said: 'Shows a critical notification only once',
    },
    {
      before: { remindEveryMinutes: 5 },
      change: { remindEveryMinutes: 60 },
      said: 'only every 60\u00A0min',
    },
  ],
};

function silenced(kinds: Settings['toldKinds']): Settings['toldKinds'] {
  const silent = { level: 'kept', sound: 'none' } as const;
  return { ...kinds, ...Object.fromEntries(Object.keys(kinds).map((kind) => [kind, silent])) };
}

/** The places of all values, lists and kinds under one name. */
function places(value: unknown, place: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [place];
  if (Array.isArray(value)) {
    const inside: readonly unknown[] = value;
    const isPlain = place.endsWith('.days');
    return isPlain ? [place] : inside.flatMap((one) => places(one, `${place}.*`));
  }
  return Object.entries(value).flatMap(([name, one]) =>
    places(one, place === 'toldKinds' ? `${place}.*` : place === '' ? name : `${place}.${name}`),
  );
}

const said = (change: SettingsChange, before: SettingsChange = {}) =>
  settingsWarnings(change, { ...usual, ...definite(before) }, 'en');

function definite(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

const mutedGroups = (count: number) =>
  said({
    groupRules: Array.from({ length: count }, (_, n) => ({
      ...emptyGroupRule(`g${n}`),
      isMuted: true,
    })),
  });

const all = Object.entries(examples).flatMap(([place, one]) =>
  (one ?? []).map((example) => ({ place, before: {}, ...example })),
);

describe('before a file of settings is applied', () => {
  test('each value that it can hold was looked at: whether and how it harms', () => {
    const whole: Settings = {
      ...usual,
      notificationsMutedUntilMs: 5,
      groupRules: [
        {
          ...hotels,
          needsYou: ['completed'],
          news: ['failed'],
          kept: ['released'],
          snoozedUntilMs: 5,
          everyMove: { meters: 300, everySeconds: 90 },
          waitLimits: ownLimits,
          silenceLimits: { silentMinutes: 5, lostMinutes: 15 },
          stayLimits: { pickupMinutes: 15, destinationMinutes: 5 },
          fences: { enterMeters: 100, leaveMeters: 200 },
          paces: ownPaces({}),
        },
      ],
    };
    const read = readTransfer(settingsText(whole));
    const change = read.ok && read.value.kind === 'settings' ? read.value.change : {};
    const plain: unknown = JSON.parse(JSON.stringify(change));
    expect([...new Set(places(plain, ''))].toSorted()).toEqual(Object.keys(examples).toSorted());
  });

  test.each(all)('$place: “$said” is said', ({ before, change, said: words }) => {
    expect(said(change, before)).toEqual([expect.stringContaining(words) as unknown]);
    expect(said({ ...before, ...change }, { ...before, ...change })).toEqual([]);
  });

  test.each(all)('$place: it is said in Chinese, too', ({ before, change }) => {
    const [warning = ''] = settingsWarnings(change, { ...usual, ...definite(before) }, 'zh-Hant');
    expect(warning).toMatch(/\p{Script=Han}/u);
  });

  test('what gets worse for all is said once, and of no group that has nothing of its own', () => {
    const groupRules = [{ ...hotels, tellsEveryMove: true }];
    const change = {
      groupRules,
      activeEverySeconds: 600,
      silenceLimits: { silentMinutes: 9, lostMinutes: 30 },
      fences: { enterMeters: 60, leaveMeters: 900 },
    };
    expect(said(change, { groupRules }).filter((warning) => warning.includes('hotels'))).toEqual(
      [],
    );
    expect(said(change, { groupRules }).length).toBeGreaterThanOrEqual(3);
  });

  test('the pace that all have, named in so many seconds, is no change for the worse', () => {
    const sameAsAll = { ...usual.paceSeconds, pending: 20 };
    expect(said({ paceSeconds: sameAsAll })).toEqual([]);
  });

  test('what does no harm is applied without a word', () => {
    expect(
      said({
        language: 'en',
        theme: 'dark',
        density: 'compact',
        listSort: 'price',
        zoomPercent: 200,
        usesLetterKeys: false,
        news: 'everyChange',
        digestMinutes: 60,
        everyMove: { isTold: true, meters: 1000, everySeconds: 600 },
        activeEverySeconds: 5,
        windowShortcut: null,
      }),
    ).toEqual([]);
  });

  test.each<[string, SettingsChange, SettingsChange]>([
    ['less in notifications', { notificationPrivacy: 'full' }, { notificationPrivacy: 'noNames' }],
    ['a count only', { notificationPrivacy: 'full' }, { notificationPrivacy: 'countOnly' }],
    ['no names any more', { notificationPrivacy: 'noNames' }, { notificationPrivacy: 'countOnly' }],
    ['no details on a locked screen', { lockedScreen: 'same' }, { lockedScreen: 'countOnly' }],
    [
      'quiet hours of another place that are off',
      {},
      { quietHours: { ...quietHours, timeZone: 'Asia/Hong_Kong' } },
    ],
    ['shorter quiet hours', { quietHours: quietAtNight }, { quietHours }],
    [
      'more that is told of a group',
      { groupRules: [{ ...hotels, isMuted: true, kept: ['created'] }] },
      { groupRules: [{ ...hotels, tellsEveryMove: true }] },
    ],
    [
      'every move of a group where every move is told anyway',
      {
        everyMove: { ...usual.everyMove, isTold: true },
        groupRules: [{ ...hotels, tellsEveryMove: true }],
      },
      { groupRules: [] },
    ],
    [
      'couriers missed sooner and stops reached from farther away',
      {},
      {
        silenceLimits: { silentMinutes: 2, lostMinutes: 9 },
        fences: { enterMeters: 180, leaveMeters: 240 },
      },
    ],
    [
      'paces that get shorter, or that were as long as they become',
      { paceSeconds: { ...usual.paceSeconds, standing: 60, finished: 600 } },
      { paceSeconds: { ...usual.paceSeconds, standing: 60, pending: 10 } },
    ],
    ['critical ones repeated more often', { remindEveryMinutes: 9 }, { remindEveryMinutes: 5 }],
    ['critical ones repeated', { remindEveryMinutes: 0 }, { remindEveryMinutes: 60 }],
    ['hidden from captures', { hidesFromCapture: false }, { hidesFromCapture: true }],
  ])('%s is taken without a word', (_, before, change) => {
    expect(said(change, before)).toEqual([]);
  });

  test('a later limit for all is said once, and not of each group that follows it', () => {
    const groupRules = [{ ...hotels, isMuted: true }];
    expect(said({ waitLimits: { ...waitLimits, longWaitMinutes: 240 } }, { groupRules })).toEqual([
      'Counts a wait as long only after 240\u00A0min',
    ]);
  });

  test('up to five groups are named', () => {
    expect(mutedGroups(1)).toEqual(['Mutes groups: “g0”']);
    expect(mutedGroups(5)).toEqual(['Mutes groups: “g0”, “g1”, “g2”, “g3”, “g4”']);
    expect(mutedGroups(6)).toEqual(['Mutes groups: “g0”, “g1”, “g2”, “g3”, “g4”, 1 more']);
  });

  test('a thing is said once, and at most five groups are named, each short', () => {
    expect(said({ windowShortcut: 'F5', clipboardShortcut: 'F5' })).toHaveLength(1);
    const groupRules = Array.from({ length: 200 }, (_, n) => ({
      ...emptyGroupRule(`${n} ${'\u202e\u001b[2J'.repeat(9)}${'x'.repeat(30)}`),
      isMuted: true,
    }));
    const [warning = ''] = said({ groupRules });
    expect(warning).toMatch(/195 more$/);
    expect(warning.length).toBeLessThan(300);
    for (const mark of ['\u001b', '\u202e']) expect(warning).not.toContain(mark);
  });
});

function erasing(personalDataDays: number, language: 'en' | 'zh-Hant'): readonly string[] {
  return settingsWarnings({ personalDataDays }, usual, language);
}

test('one day is one day in English, and no days are at once in Chinese', () => {
  expect(erasing(1, 'en')).toEqual([expect.stringMatching(/after 1 day$/)]);
  expect(erasing(0, 'zh-Hant')).toEqual([expect.stringContaining('立即')]);
  expect(erasing(1, 'zh-Hant')).toEqual([expect.stringContaining('1 天後')]);
});

test('the quiet minutes of a week are those at which it is quiet', () => {
  const time = fc.record({
    days: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
    fromMinute: fc.integer({ min: 0, max: 1439 }),
    toMinute: fc.integer({ min: 0, max: 1439 }),
  });
  const monday = Date.UTC(2026, 2, 2);
  fc.assert(
    fc.property(
      fc.array(time, { maxLength: 4 }),
      fc.integer({ min: 0, max: 7 * 1440 - 1 }),
      (times, minute) => {
        const isQuiet = isQuietAt({ times, timeZone: 'UTC' }, monday + minute * 60_000);
        expect(quietMinutesOfWeek(times).has(minute)).toBe(isQuiet);
      },
    ),
  );
});
