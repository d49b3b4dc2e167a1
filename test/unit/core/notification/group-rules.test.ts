import { describe, expect, test } from 'vitest';
import {
  changedGroupRules,
  emptyGroupRule,
  groupLevel,
  groupLevelChange,
  groupRule,
  lastingGroupRules,
  replacedGroupRules,
  wantsEveryMove,
} from '../../../../core/notification/group-rules.ts';
import type { GroupRule } from '../../../../core/notification/group-rules.ts';
import type { NotificationLevel } from '../../../../core/notification/notification.ts';
import { mostGroupRules } from '../../../../core/notification/notification-limits.ts';

const nowMs = Date.UTC(2026, 2, 2, 23);

const rule = (group: string, parts: Partial<GroupRule> = {}): GroupRule => ({
  ...emptyGroupRule(group),
  ...parts,
});

test('an order without a group, or of one without a rule, follows the settings', () => {
  const groupRules = [rule('Harbour', { isMuted: true })];
  const found = [null, { group: null }, { group: 'Peak' }, { group: 'Harbour' }].map(
    (preferences) => groupRule({ groupRules }, preferences),
  );
  expect(found).toEqual([undefined, undefined, undefined, groupRules[0]]);
});

/** Each way in which a group can differ from the settings. */
const differences: readonly (readonly [string, Partial<GroupRule>])[] = [
  ['muted', { isMuted: true }],
  ['told of every move', { tellsEveryMove: true }],
  ['not told of a kind', { kept: ['matched'] }],
  ['called for a kind', { needsYou: ['completed'] }],
  ['told of a kind as news', { news: ['released'] }],
  ['snoozed', { snoozedUntilMs: nowMs }],
  ['with distances of its own', { everyMove: { meters: 500, everySeconds: 300 } }],
  ['with times at stops of its own', { stayLimits: { pickupMinutes: 20, destinationMinutes: 5 } }],
  ['with waiting times of its own', { waitLimits: { notMovingMinutes: 5, longWaitMinutes: 9 } }],
];

describe('a group that is', () => {
  test.each(differences)('%s keeps its rule, until nothing is left of it', (_what, difference) => {
    const kept = changedGroupRules([], 'Harbour', difference);
    expect(kept).toEqual([rule('Harbour', difference)]);
    const { group: _group, ...usual } = emptyGroupRule('');
    const asForAll = {
      ...usual,
      snoozedUntilMs: null,
      everyMove: null,
      waitLimits: null,
      stayLimits: null,
      needsYou: [],
      news: [],
    };
    expect(changedGroupRules(kept, 'Harbour', asForAll)).toEqual([]);
  });

  test.each(differences.filter(([what]) => what !== 'snoozed'))(
    '%s stays so on another computer, without its snooze',
    (_what, difference) => {
      const [lasting, ...others] = lastingGroupRules([
        rule('Harbour', { ...difference, snoozedUntilMs: nowMs }),
      ]);
      expect(others).toEqual([]);
      expect(lasting).toEqual({ ...rule('Harbour', difference), snoozedUntilMs: undefined });
    },
  );
});

/** The rule with matches at a level, which they have then. */
function at(level: NotificationLevel | null, from = emptyGroupRule('Peak')): GroupRule {
  const changed = { ...from, ...groupLevelChange(from, 'matched', level) };
  expect(groupLevel(changed, 'matched')).toBe(level);
  return changed;
}

test('a kind has one level of its own in a group, or that for all', () => {
  const others = { ...emptyGroupRule('Peak'), kept: ['created' as const] };
  const moved = at('news', at('kept', at('needsYou', others)));
  expect(moved).toMatchObject({ news: ['matched'], kept: ['created'] });
  expect(at(null, moved)).toEqual({ ...others, needsYou: undefined, news: undefined });
  expect(groupLevel(undefined, 'matched')).toBeNull();
});

test('a group that is only snoozed has no rule that lasts', () => {
  expect(lastingGroupRules([rule('Harbour', { snoozedUntilMs: nowMs })])).toEqual([]);
});

describe('rules that take the place of earlier ones', () => {
  test('leave the snoozes of this computer, and nothing else of it', () => {
    const earlier = [
      rule('Harbour', { isMuted: true, snoozedUntilMs: nowMs }),
      rule('Peak', { isMuted: true, snoozedUntilMs: null }),
      rule('Lantau', { tellsEveryMove: true }),
    ];
    const imported = [rule('Harbour', { kept: ['matched'] }), rule('Lantau', { isMuted: true })];
    expect(replacedGroupRules(imported, earlier)).toEqual([
      rule('Lantau', { isMuted: true }),
      rule('Harbour', { kept: ['matched'], snoozedUntilMs: nowMs }),
    ]);
  });

  test('are as many as the settings hold, and a snooze in force is never among those left out', () => {
    const imported = Array.from({ length: mostGroupRules }, (_, index) =>
      rule(`Imported ${index}`, { isMuted: true }),
    );
    const groups = replacedGroupRules(imported, [rule('Harbour', { snoozedUntilMs: nowMs })]).map(
      ({ group }) => group,
    );
    expect(groups).toHaveLength(mostGroupRules);
    expect([groups[0], groups.at(-1)]).toEqual(['Imported 1', 'Harbour']);
  });
});

describe('every move is wanted', () => {
  const everyMove = { isTold: false, meters: 200, everySeconds: 60 };
  const usual: Parameters<typeof wantsEveryMove>[0] = { everyMove, groupRules: [], news: 'calm' };
  const ofGroup = { ...usual, groupRules: [rule('Harbour', { tellsEveryMove: true })] };
  const preferences = { group: 'Harbour', tellsEveryMove: null };
  test.each<[string, typeof usual, boolean | null, boolean, boolean]>([
    ['of a few orders', usual, null, false, true],
    ['of many only by choice', usual, null, true, false],
    ['of many in a group that wants it', ofGroup, null, true, true],
    ['of many where each change is told', { ...usual, news: 'everyChange' }, null, true, true],
    ['of many for all', { ...usual, everyMove: { ...everyMove, isTold: true } }, null, true, true],
    ['of one order by its own choice', usual, true, true, true],
    ['of no order that chose otherwise', ofGroup, false, false, false],
  ])('%s', (_what, settings, tellsEveryMove, areManyLive, expected) => {
    const chosen = { ...preferences, tellsEveryMove };
    expect(wantsEveryMove(settings, chosen, () => areManyLive)).toBe(expected);
  });
});
