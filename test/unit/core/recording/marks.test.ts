import { expect, test } from 'vitest';
import { markText } from '../../../../core/recording/mark-texts.ts';
import { type Mark, marksOf } from '../../../../core/recording/marks.ts';
import type { RecordedChoices } from '../../../../core/recording/recorded-state.ts';
import type { Acknowledgement } from '../../../../core/watch/acknowledgement.ts';
import type { AttentionReason } from '../../../../core/watch/attention-reasons.ts';
import { withPreferences } from '../../../../core/watch/newly-watched.ts';
import type { OrderPreferences } from '../../../../core/watch/order-preferences.ts';
import { orderIdAt, somePreferences, someWatched } from '../../../support/watched-orders.ts';

const minuteMs = 60_000;
const nowMs = 1_000 * minuteMs;

test.each([5, 30])(
  'a promise that is set %i minutes ahead is one mark, at hand or not',
  (ahead) => {
    const promisedAtMs = nowMs + ahead * minuteMs;
    const before = someWatched(orderIdAt(1));
    const after = withPreferences(before, { promisedAtMs }, nowMs);
    const states = [before, after].map((watched, index) => ({
      atMs: nowMs + index,
      state: watched,
    }));
    expect(marksOf(states)).toEqual([{ mark: 'promised', timeMs: promisedAtMs, atMs: nowMs + 1 }]);
  },
);

const calm: RecordedChoices = someWatched(orderIdAt(1));
const team = { claim: null, writers: {}, addedBy: null };
const mei = { deskId: 'desk-mei', desk: 'Mei', atMs: nowMs, reason: null };
const joe = { deskId: 'desk-joe', desk: 'Joe', atMs: nowMs, reason: null };

function preferring(changed: Partial<OrderPreferences>): RecordedChoices {
  return { ...calm, preferences: somePreferences(changed) };
}

function acknowledging(...acknowledged: readonly Acknowledgement[]): RecordedChoices {
  return { ...calm, acknowledged };
}

const seen = (reason: AttentionReason, causeAtMs = 0): Acknowledgement => ({
  reason,
  causeAtMs,
  atMs: nowMs,
  isOnlySeen: true,
});
const handled = (reason: AttentionReason, causeAtMs = 0): Acknowledgement => ({
  reason,
  causeAtMs,
  atMs: nowMs,
});

function marksFrom(...states: readonly RecordedChoices[]) {
  return marksOf(states.map((state, index) => ({ atMs: nowMs + index, state })));
}

test.each<[string, RecordedChoices, RecordedChoices, readonly Mark[], readonly Mark[]]>([
  ['mutes', calm, { ...calm, isMuted: true }, [{ mark: 'muted' }], [{ mark: 'unmuted' }]],
  [
    'follows',
    calm,
    preferring({ tellsEveryMove: true }),
    [{ mark: 'followed' }],
    [{ mark: 'unfollowed' }],
  ],
  ['leaves out plain moves', calm, preferring({ tellsEveryMove: false }), [], []],
  [
    'snoozes',
    calm,
    preferring({ snoozedUntilMs: nowMs + minuteMs }),
    [{ mark: 'snoozed', timeMs: nowMs + minuteMs }],
    [{ mark: 'snoozeEnded' }],
  ],
  [
    'asks for a reminder',
    calm,
    preferring({ remindAtMs: nowMs + minuteMs }),
    [{ mark: 'reminderSet', timeMs: nowMs + minuteMs }],
    [{ mark: 'reminderRemoved' }],
  ],
  [
    'promises',
    calm,
    preferring({ promisedAtMs: nowMs + minuteMs }),
    [{ mark: 'promised', timeMs: nowMs + minuteMs }],
    [{ mark: 'promiseRemoved' }],
  ],
  [
    'takes on',
    calm,
    { ...calm, team: { ...team, claim: mei } },
    [{ mark: 'claimed', desk: 'Mei' }],
    [{ mark: 'letGo', desk: 'Mei' }],
  ],
  [
    'hands over',
    { ...calm, team: { ...team, claim: mei } },
    { ...calm, team: { ...team, claim: joe } },
    [{ mark: 'claimed', desk: 'Joe' }],
    [{ mark: 'claimed', desk: 'Mei' }],
  ],
  [
    'takes on anew',
    { ...calm, team: { ...team, claim: mei } },
    { ...calm, team: { ...team, claim: { ...mei, atMs: 1 } } },
    [],
    [],
  ],
  [
    'handles a call',
    calm,
    acknowledging(handled('released')),
    [{ mark: 'handled' }],
    [{ mark: 'notHandled' }],
  ],
  ['looks at a call', calm, acknowledging(seen('released')), [{ mark: 'seen' }], []],
  ['looks at news', calm, acknowledging(handled('priceChanged')), [{ mark: 'seen' }], []],
  ['writes a note', calm, preferring({ note: 'Back door' }), [], []],
])('the marks of a person who %s and takes it back', (_does, before, done, made, takenBack) => {
  expect(marksFrom(before, done, before)).toEqual([
    ...made.map((mark) => ({ ...mark, atMs: nowMs + 1 })),
    ...takenBack.map((mark) => ({ ...mark, atMs: nowMs + 2 })),
  ]);
});

test('what ends when its time comes is no deed of a person', () => {
  const over = { snoozedUntilMs: nowMs + 1, remindAtMs: nowMs + 1 };
  expect(marksFrom(preferring(over), calm)).toEqual([]);
});

test.each<[string, Partial<OrderPreferences>]>([
  ['snooze', { snoozedUntilMs: nowMs + minuteMs }],
  ['reminder', { remindAtMs: nowMs + minuteMs }],
])('a %s that stays is not said again with what else is done', (_what, stays) => {
  const states = [preferring(stays), preferring({ ...stays, tellsEveryMove: true })];
  expect(marksFrom(...states)).toEqual([{ mark: 'followed', atMs: nowMs + 1 }]);
});

test('what was handled is taken back also where something else is seen', () => {
  const [before, after] = [acknowledging(handled('released')), acknowledging(seen('notMoving'))];
  expect(marksFrom(before, after)).toEqual([{ mark: 'notHandled', atMs: nowMs + 1 }]);
});

test('several causes that are handled at once are one mark, and looking at others beside them is none', () => {
  expect(
    marksFrom(calm, acknowledging(handled('released'), handled('longWait'), seen('notMoving'))),
  ).toEqual([{ mark: 'handled', atMs: nowMs + 1 }]);
});

test('what was handled and is handled again for another cause is not taken back', () => {
  const [first, second] = [
    acknowledging(handled('released')),
    acknowledging(handled('released', 7)),
  ];
  expect(marksFrom(first, second)).toEqual([{ mark: 'handled', atMs: nowMs + 1 }]);
  expect(marksFrom(first, first)).toEqual([]);
});

test('a promise that is seen by being set says nothing of what else was seen or handled with it', () => {
  const promised = preferring({ promisedAtMs: nowMs + minuteMs });
  const mark = { mark: 'promised', timeMs: nowMs + minuteMs, atMs: nowMs + 1 };
  const all = (...acknowledged: readonly Acknowledgement[]) =>
    marksFrom(calm, { ...promised, acknowledged });
  expect(all(seen('promiseAhead'))).toEqual([mark]);
  expect(all(seen('promiseAhead'), seen('released'))).toEqual([
    mark,
    { mark: 'seen', atMs: nowMs + 1 },
  ]);
  expect(all(handled('promiseAhead'))).toEqual([mark, { mark: 'handled', atMs: nowMs + 1 }]);
  expect(marksFrom(promised, { ...promised, acknowledged: [seen('promiseAhead')] })).toEqual([
    { mark: 'seen', atMs: nowMs + 1 },
  ]);
});

test('what another desk handled or promised is said with its name, and what this one did without', () => {
  const claims = [{ reason: 'released', causeAtMs: 0 }];
  const handledByMei = { deskId: 'desk-mei', desk: 'Mei', atMs: nowMs, call: null, claims };
  const byMei = { ...calm, team: { ...team, handled: handledByMei } };
  expect(marksFrom(calm, byMei)).toEqual([{ mark: 'handled', by: 'Mei', atMs: nowMs + 1 }]);
  const looked = acknowledging(seen('released'));
  expect(marksFrom(looked, { ...looked, team: byMei.team })).toHaveLength(1);
  const here = acknowledging(handled('released'));
  expect(marksFrom(here, { ...here, team: byMei.team })).toEqual([]);

  const promised = preferring({ promisedAtMs: nowMs + minuteMs });
  const writers = { promisedAtMs: { by: 'Mei', atMs: nowMs } };
  const mark = { mark: 'promised', timeMs: nowMs + minuteMs, atMs: nowMs + 1 } as const;
  expect(marksFrom(calm, { ...promised, team: { ...team, writers } })).toEqual([
    { ...mark, by: 'Mei' },
  ]);
  const before = { ...calm, team: { ...team, writers } };
  expect(marksFrom(before, { ...promised, team: { ...team, writers } })).toEqual([mark]);
});

test.each([
  ['en', 'Handled by Mei'],
  ['zh-Hant', '已處理（Mei）'],
] as const)('in %s it reads “%s”', (language, said) => {
  const speech = { language, locale: language };
  expect(markText({ mark: 'handled', by: 'Mei' }, nowMs, speech)).toBe(said);
});
