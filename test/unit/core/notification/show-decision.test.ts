import { describe, expect, test } from 'vitest';
import {
  defaultSettings,
  settingsChangeSchema,
  settingsSchema,
  type Settings,
} from '../../../../core/settings/settings.ts';
import {
  showDecision,
  shownPrivacy,
  type ShowSituation,
} from '../../../../core/notification/show-decision.ts';
import type { Notification } from '../../../../core/notification/notification.ts';
import { orderIdAt, someNotification, somePreferences } from '../../../support/watched-orders.ts';
import {
  changedGroupRules,
  emptyGroupRule,
  groupRule,
} from '../../../../core/notification/group-rules.ts';

const nowMs = Date.UTC(2026, 2, 2, 23);
const preferences = somePreferences({ group: 'Harbour' });
const quietHours = {
  isOn: true,
  times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 22 * 60, toMinute: 7 * 60 }],
  timeZone: 'UTC',
  letsCriticalThrough: true,
};
const harbour = { group: 'Harbour', isMuted: false, tellsEveryMove: false, kept: [] };

function decision(
  settings: Partial<Settings> = {},
  notification: Partial<Notification> = {},
  scene: Partial<ShowSituation> = {},
): string {
  const found = showDecision(someNotification('1', notification), {
    settings: { ...defaultSettings, ...settings },
    watched: { isMuted: false, preferences },
    openOrderId: null,
    isLocked: false,
    nowMs,
    ...scene,
  });
  if (found.kind === 'show') return found.isQuiet ? 'show quietly' : 'show';
  if (found.kind === 'suppress') return found.reason;
  expect(found.kind).toBe('hold');
  return `${found.reason} until ${found.untilMs === null ? 'then' : new Date(found.untilMs).toISOString()}`;
}

const off = (kind: 'matched' | 'connection') => ({
  toldKinds: { ...defaultSettings.toldKinds, [kind]: { level: 'kept', sound: 'none' } },
});
const critical = { event: 'released', isCritical: true } as const;
const snoozed = {
  watched: { isMuted: false, preferences: { ...preferences, snoozedUntilMs: nowMs + 60_000 } },
};

describe('a notification', () => {
  test.each<[string, string, string]>([
    ['as usual', decision(), 'show'],
    ['of a kind that is off', decision(off('matched')), 'kindOff'],
    [
      'of a snoozed group',
      decision({ groupRules: [{ ...harbour, snoozedUntilMs: nowMs + 60_000 }] }),
      'groupSnoozed until 2026-03-02T23:01:00.000Z',
    ],
    [
      'of a group whose snooze is over',
      decision({ groupRules: [{ ...harbour, snoozedUntilMs: nowMs }] }),
      'show',
    ],
    [
      'of a kind that is off for its group',
      decision({ groupRules: [{ ...harbour, kept: ['matched'] }] }),
      'kindOffForGroup',
    ],
    [
      'of a kind that is off for another group',
      decision({ groupRules: [{ ...harbour, group: 'Peak', kept: ['matched'] }] }),
      'show',
    ],
    ['of a muted group', decision({ groupRules: [{ ...harbour, isMuted: true }] }), 'groupMuted'],
    ['of a muted order', decision({}, {}, { watched: { isMuted: true, preferences } }), 'muted'],
    ['of the order in front', decision({}, {}, { openOrderId: orderIdAt(1) }), 'openInWindow'],
    [
      'of a release of the order in front',
      decision({}, critical, { openOrderId: orderIdAt(1) }),
      'show quietly',
    ],
    [
      'of a release of the order in front of a locked screen',
      decision({}, critical, { openOrderId: orderIdAt(1), isLocked: true }),
      'show',
    ],
    [
      'of the order in front of a locked screen',
      decision({}, {}, { openOrderId: orderIdAt(1), isLocked: true }),
      'show',
    ],
    ['of a snoozed order', decision({}, {}, snoozed), 'snoozed until 2026-03-02T23:01:00.000Z'],
    ['of a snoozed order, later', decision({}, {}, { ...snoozed, nowMs: nowMs + 60_000 }), 'show'],
    [
      'while muted for a while, though critical',
      decision({ notificationsMutedUntilMs: nowMs + 1000 }, critical),
      'notificationsMuted until 2026-03-02T23:00:01.000Z',
    ],
    ['after muting for a while', decision({ notificationsMutedUntilMs: nowMs }), 'show'],
    ['while it is quiet', decision({ quietHours }), 'quietHours until 2026-03-03T07:00:00.000Z'],
    ['critical while it is quiet', decision({ quietHours }, critical), 'show'],
    [
      'critical while it is quiet, by choice',
      decision({ quietHours: { ...quietHours, letsCriticalThrough: false } }, critical),
      'quietHours until 2026-03-03T07:00:00.000Z',
    ],
    ['on a locked screen', decision({}, {}, { isLocked: true }), 'show'],
    [
      'on a locked screen that shall show nothing',
      decision({ lockedScreen: 'hold' }, {}, { isLocked: true }),
      'screenLocked until then',
    ],
    [
      'critical on such a screen',
      decision({ lockedScreen: 'hold' }, critical, { isLocked: true }),
      'show',
    ],
    [
      'of a muted order that is snoozed, while it is quiet',
      decision(
        { quietHours },
        {},
        { watched: { isMuted: true, preferences: snoozed.watched.preferences } },
      ),
      'muted',
    ],
    [
      'of a kind that is off, while it is quiet',
      decision({ ...off('matched'), quietHours }),
      'kindOff',
    ],
    [
      'of the order in front, while muted for a while',
      decision({ notificationsMutedUntilMs: nowMs + 1 }, {}, { openOrderId: orderIdAt(1) }),
      'openInWindow',
    ],
    [
      'of a snoozed order, though critical',
      decision({}, critical, snoozed),
      'snoozed until 2026-03-02T23:01:00.000Z',
    ],
    [
      'of the connection',
      decision(off('connection'), { event: 'connectionLost', orderId: null }, { watched: null }),
      'kindOff',
    ],
    [
      'of refused credentials, with everything off',
      decision(
        off('connection'),
        { event: 'credentialsRefused', orderId: null },
        { watched: null },
      ),
      'show',
    ],
    [
      'of a test, whatever the hour',
      decision(
        { quietHours, notificationsMutedUntilMs: nowMs + 1 },
        { event: 'selfTest', orderId: null },
        { watched: null },
      ),
      'show',
    ],
  ])('%s', (_what, found, expected) => {
    expect(found).toBe(expected);
  });
});

test('a locked screen shows a count only, unless it may show the same', () => {
  const settings = { ...defaultSettings, notificationPrivacy: 'full' } as const;
  expect(shownPrivacy(settings, false)).toBe('full');
  expect(shownPrivacy(settings, true)).toBe('countOnly');
  expect(shownPrivacy({ ...settings, lockedScreen: 'same' }, true)).toBe('full');
});

test('the settings of a new profile tell every kind but edited stops and notes, and no plain move', () => {
  const { toldKinds } = defaultSettings;
  expect(Object.keys(toldKinds)).toHaveLength(27);
  const kept = Object.entries(toldKinds).filter(([, { level }]) => level === 'kept');
  expect(kept.map(([kind]) => kind)).toEqual(['stopsChanged', 'noteChanged']);
  expect(defaultSettings.everyMove).toEqual({ isTold: false, meters: 200, everySeconds: 60 });
});

const harbourRules = { ...emptyGroupRule('Harbour'), isMuted: true };

const peak = { ...emptyGroupRule('Peak'), kept: ['matched' as const] };

test('an order without a group has no rule, and each group its own', () => {
  const settings = { groupRules: [harbourRules, peak] };
  expect(groupRule(settings, null)).toBeUndefined();
  expect(groupRule(settings, { group: null })).toBeUndefined();
  expect(groupRule(settings, { group: 'Peak' })).toBe(peak);
});

test('a change makes a rule, changes it alone, and takes away one that says nothing more', () => {
  const first = changedGroupRules([peak], 'Harbour', { isMuted: true });
  expect(first).toEqual([peak, harbourRules]);
  const second = changedGroupRules(first, 'Harbour', { snoozedUntilMs: 5 });
  expect(second).toEqual([peak, { ...harbourRules, snoozedUntilMs: 5 }]);
  expect(changedGroupRules(second, 'Harbour', { isMuted: false, snoozedUntilMs: null })).toEqual([
    peak,
  ]);
});

test('rules that were stored before groups had limits are still read', () => {
  expect(settingsSchema.parse({ groupRules: [harbourRules] }).groupRules).toEqual([harbourRules]);
});

/** Whether a group may tell every move of so many meters. */
const mayTellEvery = (meters: number): boolean =>
  settingsChangeSchema.safeParse({
    groupRules: [{ ...harbourRules, everyMove: { meters, everySeconds: 60 } }],
  }).success;

test('limits of a group keep to the same bounds as the ones for all', () => {
  expect([mayTellEvery(199), mayTellEvery(200)]).toEqual([false, true]);
  expect(defaultSettings.groupRules).toEqual([]);
});

test('an order that another desk has does not interrupt this desk, not even critically', () => {
  const claimed = { isClaimedByOther: true };
  expect(decision({}, critical, claimed)).toBe('claimedByOther');
  expect(decision({}, { event: 'matched' }, { ...claimed, ...snoozed })).toBe('claimedByOther');
  expect(decision({}, critical, { isClaimedByOther: false })).toBe('show');
});

test('an alarm that another desk may still answer waits, and is for good what was never to be told', () => {
  const kept = { isClaimedByOther: true, answeredUntilMs: nowMs + 60_000 };
  expect(decision({}, critical, kept)).toMatch(/^claimedByOther until/);
  expect(decision({}, critical, { ...kept, answeredUntilMs: null })).toBe(
    'claimedByOther until then',
  );
  expect(decision({}, critical, { ...kept, watched: { isMuted: true, preferences: null } })).toBe(
    'muted',
  );
});

test('what was noticed too late to be told stays in the history', () => {
  expect(decision({}, { keptFor: 'noticedLate' })).toBe('noticedLate');
});

test('at the window news waits, and what needs a person does not', () => {
  const there = { isAtWindow: true };
  expect(decision({}, { event: 'matched' }, there)).toBe('windowInFront until then');
  expect(decision({}, { event: 'released' }, there)).toBe('show');
  expect(decision({}, { event: 'connectionLost', orderId: null }, there)).toBe('show');
  expect(decision({}, { event: 'connectionRestored', orderId: null }, there)).toBe('atWindow');
  expect(decision({}, { event: 'matched' }, { ...there, isLocked: true })).toBe('show');
});
