import { expect, test } from 'vitest';
import { changedGroupRules, emptyGroupRule } from '../../../../../core/notification/group-rules.ts';
import {
  defaultSettings,
  type Settings,
  type SettingsChange,
} from '../../../../../core/settings/settings.ts';
import { SettingsService } from '../../../../../main/engine/board/settings-service.ts';

/** Settings with this policy and this command line, over a store in memory. */
function withPolicy(locked: SettingsChange, overlay: SettingsChange = {}) {
  let stored: Settings = defaultSettings;
  const store = {
    load: () => stored,
    change: (change: SettingsChange) => (stored = { ...stored, ...(change as Settings) }),
  };
  return new SettingsService(store, overlay, () => undefined, locked);
}

test('what the policy sets is in force before the stored settings and the command line', () => {
  const settings = withPolicy({ requestsPerMinute: 120 }, { requestsPerMinute: 6000 });
  expect(settings.current.requestsPerMinute).toBe(120);
  expect(settings.lockedNames).toEqual(['requestsPerMinute']);
});

test('nothing that is stored comes into force in its place, and the rest is changed', () => {
  const settings = withPolicy({ requestsPerMinute: 120 });
  const current = settings.change({ requestsPerMinute: 6000, theme: 'dark' });
  expect(current).toMatchObject({ requestsPerMinute: 120, theme: 'dark' });
  expect(settings.unlocked({ requestsPerMinute: 6000, theme: 'dark' })).toEqual({ theme: 'dark' });
});

test('what is locked accepts no change by hand, and a change of it is applied in no part', () => {
  const settings = withPolicy({ waitLimits: defaultSettings.waitLimits });
  expect(settings.permitted({ theme: 'dark' })).toEqual({ theme: 'dark' });
  expect(settings.permitted({ theme: 'dark', waitLimits: defaultSettings.waitLimits })).toBeNull();
});

test('where the rules of groups are locked a dispatcher still snoozes a group, and nothing else', () => {
  const ofCompany = [
    { ...emptyGroupRule('Harbour'), isMuted: true },
    { ...emptyGroupRule('Peak'), tellsEveryMove: true },
  ];
  const settings = withPolicy({ groupRules: ofCompany });
  const own = [{ ...emptyGroupRule('Harbour'), kept: ['matched' as const] }];
  settings.change({ groupRules: own });
  expect(settings.current.groupRules).toEqual(ofCompany);

  const snoozed = changedGroupRules(ofCompany, 'Harbour', { snoozedUntilMs: 5000 });
  const permitted = settings.permitted({ groupRules: snoozed });
  expect(permitted).not.toBeNull();
  expect(settings.change(permitted ?? {}).groupRules).toEqual(snoozed);
  expect(withPolicy({}).permitted({ groupRules: snoozed })).toEqual({ groupRules: snoozed });

  for (const change of [
    changedGroupRules(ofCompany, 'Harbour', { isMuted: false }),
    changedGroupRules(snoozed, 'Peak', { paces: null, tellsEveryMove: false }),
    [],
    own,
  ]) {
    expect(settings.permitted({ groupRules: change })).toBeNull();
  }
  const ended = settings.permitted({
    groupRules: changedGroupRules(snoozed, 'Harbour', { snoozedUntilMs: null }),
  });
  expect(settings.change(ended ?? {}).groupRules).toEqual(ofCompany);
  expect(ended?.groupRules).toEqual(own);
});
