import { defaultSettings } from '../../../core/settings/settings.ts';
import type { HubSettingName, HubSettings } from '../../../core/team/hub-settings.ts';
import type { OwnSettings } from '../../../main/hub/hub-settings.ts';

/** The settings of a hub's profile, in memory. @param lockedNames what is fixed on its computer */
export function ownSettings(
  parts: Partial<HubSettings> = {},
  lockedNames: readonly HubSettingName[] = [],
): OwnSettings {
  let current: HubSettings = { ...defaultSettings, archiveDays: 30, ...parts };
  return {
    get current() {
      return current;
    },
    lockedNames,
    change: (change) => {
      const named = Object.entries(change).filter(([, value]) => value !== undefined);
      current = { ...current, ...Object.fromEntries(named) };
    },
  };
}
