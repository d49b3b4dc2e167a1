import { replacedGroupRules } from '../notification/group-rules.ts';
import { sameValue } from '../same-value.ts';
import type { RestorablePage } from './settings-pages.ts';
import { settingRows } from './settings-table.ts';
import { defaultSettings, type Settings, type SettingsChange } from './settings.ts';

/** The change that restores the defaults of a page, or of all pages; empty when nothing differs. */
export function restoredDefaults(settings: Settings, page: RestorablePage | null): SettingsChange {
  const isMeant = (name: string): boolean => {
    const own = settingRows.get(name)?.page ?? null;
    return own !== null && (page === null || own === page);
  };
  // A snooze of a group ends by itself.
  const groupRules = replacedGroupRules([], settings.groupRules);
  const defaults = { ...defaultSettings, groupRules };
  const current = new Map<string, unknown>(Object.entries(settings));
  return Object.fromEntries(
    Object.entries(defaults).filter(
      ([name, value]) => isMeant(name) && !sameValue(current.get(name), value),
    ),
  );
}
