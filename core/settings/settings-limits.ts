import { paceBounds } from '../watch/cadence.ts';

/* Shared by the schema of the settings and by the window, whose bundle holds no schemas. */

/** The least and the most of each number that can be set. */
export const settingsLimits = {
  activeEverySeconds: paceBounds.activeEverySeconds,
  requestsPerMinute: { least: 6, most: 6000 },
  personalDataDays: { least: 0, most: 90 },
  archiveDays: { least: 1, most: 365 },
  historyDays: { least: 1, most: 365 },
} as const;

/** The pages of the settings whose defaults can be restored. */
export const restorablePages = [
  'checking',
  'notifications',
  'appearance',
  'privacy',
  'computer',
] as const;

export type RestorablePage = (typeof restorablePages)[number];
