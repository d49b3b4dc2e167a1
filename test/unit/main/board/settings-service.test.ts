import { expect, test } from 'vitest';
import {
  defaultSettings,
  type Settings,
  type SettingsChange,
} from '../../../../core/settings/settings.ts';
import { SettingsService } from '../../../../main/board/settings-service.ts';

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
