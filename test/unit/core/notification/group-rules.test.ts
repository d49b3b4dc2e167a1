import { expect, test } from 'vitest';
import {
  changedGroupRules,
  emptyGroupRule,
  groupRule,
} from '../../../../core/notification/group-rules.ts';
import {
  defaultSettings,
  settingsChangeSchema,
  settingsSchema,
} from '../../../../core/settings/settings.ts';

const harbour = { ...emptyGroupRule('Harbour'), isMuted: true };
const peak = { ...emptyGroupRule('Peak'), untold: ['matched' as const] };

test('an order without a group has no rule, and each group its own', () => {
  const settings = { groupRules: [harbour, peak] };
  expect(groupRule(settings, null)).toBeUndefined();
  expect(groupRule(settings, { group: null })).toBeUndefined();
  expect(groupRule(settings, { group: 'Peak' })).toBe(peak);
});

test('a change makes a rule, changes it alone, and takes away one that says nothing more', () => {
  const first = changedGroupRules([peak], 'Harbour', { isMuted: true });
  expect(first).toEqual([peak, harbour]);
  const second = changedGroupRules(first, 'Harbour', { snoozedUntilMs: 5 });
  expect(second).toEqual([peak, { ...harbour, snoozedUntilMs: 5 }]);
  expect(changedGroupRules(second, 'Harbour', { isMuted: false, snoozedUntilMs: null })).toEqual([
    peak,
  ]);
});

test('rules that were stored before groups had limits are still read', () => {
  expect(settingsSchema.parse({ groupRules: [harbour] }).groupRules).toEqual([harbour]);
});

/** Whether a group may tell every move of so many meters. */
const mayTellEvery = (meters: number): boolean =>
  settingsChangeSchema.safeParse({
    groupRules: [{ ...harbour, everyMove: { meters, everySeconds: 60 } }],
  }).success;

test('limits of a group keep to the same bounds as the ones for all', () => {
  expect([mayTellEvery(199), mayTellEvery(200)]).toEqual([false, true]);
  expect(defaultSettings.groupRules).toEqual([]);
});
