import { replacedGroupRules } from '../notification/group-rules.ts';
import { sameValue } from '../order/same-value.ts';
import type { RestorablePage } from './settings-limits.ts';
import { defaultSettings, type Settings, type SettingsChange } from './settings.ts';

/**
 * The page on which each setting stands. Null is never restored: how the service is reached and read, how
 * the list is sorted and narrowed and groups are coloured, an offer that was answered, and a mute that ends
 * by itself. The compiler asks
 * for a decision about every new setting.
 */
const pages: Readonly<Record<keyof Settings, RestorablePage | null>> = {
  requestsPerMinute: 'checking',
  activeEverySeconds: 'checking',
  paceSeconds: 'checking',
  notificationPrivacy: 'notifications',
  priceUnit: null,
  asksAboutAmounts: null,
  offersEveryChange: null,
  language: 'appearance',
  theme: 'appearance',
  density: 'appearance',
  listSort: null,
  listShow: null,
  groupColors: null,
  zoomPercent: 'appearance',
  windowShortcut: 'computer',
  clipboardShortcut: 'computer',
  offersClipboard: 'appearance',
  usesLetterKeys: 'appearance',
  personalDataDays: 'privacy',
  historyDays: 'checking',
  archiveDays: 'privacy',
  hidesFromCapture: 'privacy',
  slowsOnBattery: 'computer',
  looksForUpdates: 'computer',
  toldKinds: 'notifications',
  quietHours: 'notifications',
  lockedScreen: 'notifications',
  notificationsMutedUntilMs: null,
  everyMove: 'notifications',
  waitLimits: 'notifications',
  silenceLimits: 'notifications',
  fences: 'notifications',
  groupRules: 'notifications',
  news: 'notifications',
  digestMinutes: 'notifications',
  remindEveryMinutes: 'notifications',
  webhooks: null,
};

/** The change that restores the defaults of a page, or of all pages; empty when nothing differs. */
export function restoredDefaults(settings: Settings, page: RestorablePage | null): SettingsChange {
  const restored = new Map<string, RestorablePage | null>(Object.entries(pages));
  const isMeant = (name: string): boolean => {
    const own = restored.get(name) ?? null;
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
