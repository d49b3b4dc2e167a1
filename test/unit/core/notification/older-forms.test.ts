import { describe, expect, test } from 'vitest';
import { levelsOf } from '../../../../core/notification/notification.ts';
import { notificationOfToday } from '../../../../core/notification/older-forms.ts';
import { notificationKinds, usualKinds } from '../../../../core/notification/notification.ts';
import {
  defaultSettings,
  settingsChangeSchema,
  settingsSchema,
} from '../../../../core/settings/settings.ts';
import { readTransfer } from '../../../support/transfer-files.ts';

/** The kinds as a Waybell without levels wrote them: waits muted, other status changes heard, moves off. */
const earlierKinds = `{
  "matched":{"isTold":true,"sound":"soft"},"released":{"isTold":true,"sound":"system"},
  "courierMoved":{"isTold":false,"sound":"none"},"completed":{"isTold":true,"sound":"none"},
  "amended":{"isTold":true,"sound":"none"},"cancelled":{"isTold":false,"sound":"system"},
  "created":{"isTold":true,"sound":"none"},"statusChanged":{"isTold":true,"sound":"rising"},
  "addressChanged":{"isTold":true,"sound":"none"},"scheduleChanged":{"isTold":true,"sound":"none"},
  "stopsChanged":{"isTold":true,"sound":"none"},"noteChanged":{"isTold":false,"sound":"none"},
  "waiting":{"isTold":false,"sound":"falling"},"connection":{"isTold":true,"sound":"none"}}`;

const earlierRules = `[{"group":"Hotels","isMuted":false,"tellsEveryMove":true,
  "untold":["waiting","statusChanged","matched"],"snoozedUntilMs":null,"everyMove":null,
  "waitLimits":{"notMovingMinutes":15,"longWaitMinutes":30}}]`;

const waits = [
  'promisePassed',
  'notFound',
  'courierLost',
  'promiseAhead',
  'courierSilent',
  'notMoving',
  'arrivedWaiting',
  'longWait',
] as const;

const read = {
  ...usualKinds,
  ...Object.fromEntries(waits.map((kind) => [kind, { level: 'kept', sound: 'falling' }])),
  // It came before the promise at hand, and is chosen like that.
  probablyLate: { level: 'kept', sound: 'falling' },
  matched: { level: 'news', sound: 'soft' },
  courierMoved: { level: 'kept', sound: 'none' },
  cancelled: { level: 'kept', sound: 'system' },
  statusChanged: { level: 'news', sound: 'rising' },
  failed: { level: 'needsYou', sound: 'rising' },
  unknownStatus: { level: 'needsYou', sound: 'rising' },
  reopened: { level: 'needsYou', sound: 'rising' },
  // It was switched on, and so is told.
  stopsChanged: { level: 'news', sound: 'none' },
};

describe('what an earlier Waybell wrote keeps every choice', () => {
  const earlier = `{"toldKinds":${earlierKinds},"groupRules":${earlierRules},"mostNotificationsPerMinute":9}`;

  test('stored in a profile', () => {
    const stored = settingsSchema.parse(JSON.parse(earlier));
    expect(stored.toldKinds).toEqual(read);
    expect(stored.groupRules).toEqual([
      {
        group: 'Hotels',
        isMuted: false,
        tellsEveryMove: true,
        kept: [...waits, 'statusChanged', 'failed', 'reopened', 'unknownStatus', 'matched'],
        snoozedUntilMs: null,
        everyMove: null,
        waitLimits: { notMovingMinutes: 15, longWaitMinutes: 30 },
      },
    ]);
    expect(settingsSchema.parse(stored)).toEqual(stored);
  });

  test('in a file of settings, which names the one that is no more', () => {
    const file = `{"format":"waybell-settings","version":1,"settings":${earlier}}`;
    expect(readTransfer(file)).toMatchObject({
      value: {
        change: { toldKinds: read, groupRules: [{ kept: expect.arrayContaining([...waits]) }] },
        skipped: 0,
        retired: ['mostNotificationsPerMinute'],
      },
    });
  });

  test('where it said only whether a kind has a sound', () => {
    const earliest = {
      released: { isTold: false, hasSound: true },
      waiting: { isTold: true, hasSound: true },
    };
    const { toldKinds: kinds } = settingsSchema.parse({ toldKinds: earliest });
    expect(kinds.released).toEqual({ level: 'kept', sound: 'system' });
    expect(kinds.courierLost).toEqual({ level: 'needsYou', sound: 'system' });
  });

  test('and an order that is open again is heard as before, though its row was silent', () => {
    const silent = { statusChanged: { isTold: true, sound: 'none' } };
    const { toldKinds: kinds } = settingsSchema.parse({ toldKinds: silent });
    expect(kinds.reopened.sound).toBe('system');
    expect(kinds.failed.sound).toBe('none');
  });
});

test('a row of today speaks for its own kind alone, and goes before one of an earlier Waybell', () => {
  const statusChanged = { level: 'kept', sound: 'soft' };
  expect(settingsSchema.parse({ toldKinds: { statusChanged } }).toldKinds).toEqual({
    ...usualKinds,
    statusChanged,
  });
  const mixed = {
    waiting: { isTold: false, sound: 'none' },
    longWait: { level: 'news', sound: 'soft' },
  };
  const { longWait, notMoving } = settingsSchema.parse({ toldKinds: mixed }).toldKinds;
  expect(longWait).toEqual({ level: 'news', sound: 'soft' });
  expect(notMoving).toEqual({ level: 'kept', sound: 'none' });
});

test('of stored choices what does not fit falls back alone, as the kinds of a later Waybell do', () => {
  const matched = { level: 'kept', sound: 'none' };
  const stored = settingsSchema.parse({
    toldKinds: {
      matched,
      released: { level: 'shouted', sound: 'none' },
      cancelled: null,
      connection: { level: 'news', sound: 'none' },
      dropped: { level: 'needsYou', sound: 'none' },
    },
    groupRules: [
      { group: 'Peak', isMuted: false, tellsEveryMove: false, kept: ['matched', 'dropped'] },
      { group: 'Harbour', isMuted: 'often' },
      { group: 'Lantau', isMuted: true, tellsEveryMove: false, kept: [] },
    ],
  });
  expect(stored.toldKinds).toEqual({ ...usualKinds, matched });
  expect(stored.groupRules.map(({ group, kept }) => [group, kept])).toEqual([
    ['Peak', ['matched']],
    ['Lantau', []],
  ]);
  expect(settingsSchema.parse({ toldKinds: [1] }).toldKinds).toEqual(usualKinds);
});

const isAccepted = (kinds: unknown): boolean =>
  settingsChangeSchema.safeParse({ toldKinds: kinds }).success;

test('a change with a name or level that no kind has is refused', () => {
  expect(isAccepted({ dropped: { level: 'kept', sound: 'none' } })).toBe(false);
  expect(isAccepted({ waiting: { level: 'kept', sound: 'none' } })).toBe(false);
  const rule = { group: 'Peak', isMuted: false, tellsEveryMove: false };
  for (const list of [{ kept: ['waiting'] }, { untold: ['dropped'] }, { untold: [], kept: [] }])
    expect(settingsChangeSchema.safeParse({ groupRules: [{ ...rule, ...list }] }).success).toBe(
      false,
    );
});

test('a new profile has the usual levels, and each kind can have its own', () => {
  for (const kind of notificationKinds) expect(levelsOf(kind)).toContain(usualKinds[kind].level);
  expect(defaultSettings.toldKinds).toEqual(usualKinds);
});

describe('a notification that an earlier Waybell stored', () => {
  test.each([
    [{ event: 'promiseAtRisk', key: 'a:1:promiseAtRisk:ahead' }, { event: 'promiseAhead' }],
    [{ event: 'promiseAtRisk', key: 'a:1:promiseAtRisk' }, { event: 'promisePassed' }],
    [{ event: 'flapping', key: 'a:1:flapping' }, { event: 'statusChanged' }],
    [{ event: 'released', key: 'a:1:released', hasSound: true }, { sound: 'system' }],
    [{ event: 'released', key: 'a:1:released', hasSound: false }, { sound: 'none' }],
  ])('%j has the words of today', (stored, today) => {
    const { hasSound: _hasSound, ...others } = { hasSound: null, ...stored };
    expect(notificationOfToday(stored)).toEqual({ ...others, ...today });
  });

  test('that is none is left as it is', () => {
    expect(notificationOfToday('released')).toBe('released');
  });
});

test('a kind that no Waybell knew is refused in an earlier form, too', () => {
  const matchd = { isTold: true, sound: 'none' };
  expect(settingsChangeSchema.safeParse({ toldKinds: { matchd } }).success).toBe(false);
});
