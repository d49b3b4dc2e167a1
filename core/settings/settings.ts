import { z } from 'zod';
import { acceleratorPattern } from './accelerator.ts';
import { priceUnits } from '../order/format.ts';
import { languageChoices } from '../text/language.ts';
import { notificationPrivacies } from '../notification/notification.ts';
import { notificationDefaults, notificationValues } from '../notification/notification-settings.ts';
import {
  defaultWebhookSettings,
  storedWebhookSettings,
  webhookSettingsChange,
} from '../webhook/webhook-settings.ts';
import { followingPaces, paceValues } from '../watch/pace-settings.ts';
import { groupColorNames, mostGroupColors } from './group-colors.ts';
import { notNarrowed, promiseChoices } from './list-show.ts';
import { listSorts } from './list-sort.ts';
import { settingsLimits } from './settings-limits.ts';
import { usualZoomPercent, zoomRange } from './zoom.ts';

function within({ least, most }: { readonly least: number; readonly most: number }) {
  return z.int().min(least).max(most);
}

/** What each setting may be, without a default: shared by the stored settings and by a change. */
const values = {
  /** The most requests that may be sent to the service in one minute. The contract states no limit. */
  requestsPerMinute: within(settingsLimits.requestsPerMinute),
  ...paceValues,
  /** What notifications may show: everything, no courier names, or only a count. */
  notificationPrivacy: z.enum(notificationPrivacies),
  /** How the service's amounts are to be read (docs/adr/0007-money.md). */
  priceUnit: z.enum(priceUnits),
  /** Whether an amount that looks like cents is asked about. */
  asksAboutAmounts: z.boolean(),
  /** Whether telling each change is offered where every move was chosen before. */
  offersEveryChange: z.boolean(),
  /** The language of the window, the tray and notifications. */
  language: z.enum(languageChoices),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** In which order the orders of the list stand. */
  listSort: z.enum(listSorts),
  /** To which group and promises the views of the list are narrowed. */
  listShow: z.strictObject({
    group: z.union([
      z.enum(['all', 'noGroup']),
      z.templateLiteral(['group:', z.string().min(1).max(80)]),
    ]),
    promise: z.enum(promiseChoices),
  }),
  /** The dispatcher's colours of groups, by the group's name. */
  groupColors: z
    .array(
      z.strictObject({
        group: z.string().trim().min(1).max(80),
        color: z.enum(groupColorNames),
      }),
    )
    .max(mostGroupColors),
  /** How large everything in the window is, in percent. */
  zoomPercent: within(zoomRange),
  /** The system-wide keys, in Electron's spelling; null for none. */
  windowShortcut: z.string().max(60).regex(acceleratorPattern).nullable(),
  clipboardShortcut: z.string().max(60).regex(acceleratorPattern).nullable(),
  /** Whether uuids on the clipboard are offered when the window comes to the front. */
  offersClipboard: z.boolean(),
  /** Whether single letters are keys of the window (WCAG 2.2, 2.1.4). */
  usesLetterKeys: z.boolean(),
  /** How many days names and numbers stay in an order that is over; 0 erases them at its end. */
  personalDataDays: within(settingsLimits.personalDataDays),
  /** How many days an order stays in the archive after its end. */
  archiveDays: within(settingsLimits.archiveDays),
  /** How long the history of orders and notifications is kept. */
  historyDays: within(settingsLimits.historyDays),
  /** Keeps the window out of screenshots and shared screens (Windows and macOS). */
  hidesFromCapture: z.boolean(),
  /** On battery every check waits twice as long. */
  slowsOnBattery: z.boolean(),
  /** Looks for newer versions by itself, in a copy that has an update feed. */
  looksForUpdates: z.boolean(),
  ...notificationValues,
  webhooks: webhookSettingsChange,
};

/**
 * What the dispatcher can choose. One schema, applied when settings are read and when they are
 * written: a value that does not fit falls back to its default alone and never takes others along.
 */
export const settingsSchema = z.object({
  requestsPerMinute: values.requestsPerMinute.catch(300),
  activeEverySeconds: values.activeEverySeconds.catch(15),
  paceSeconds: values.paceSeconds.catch(followingPaces),
  notificationPrivacy: values.notificationPrivacy.catch('noNames'),
  priceUnit: values.priceUnit.catch('major'),
  asksAboutAmounts: values.asksAboutAmounts.catch(true),
  offersEveryChange: values.offersEveryChange.catch(true),
  language: values.language.catch('system'),
  theme: values.theme.catch('system'),
  density: values.density.catch('comfortable'),
  listSort: values.listSort.catch('attention'),
  listShow: values.listShow.catch(notNarrowed),
  groupColors: values.groupColors.catch([]),
  zoomPercent: values.zoomPercent.catch(usualZoomPercent),
  windowShortcut: values.windowShortcut.catch(null),
  clipboardShortcut: values.clipboardShortcut.catch(null),
  offersClipboard: values.offersClipboard.catch(false),
  usesLetterKeys: values.usesLetterKeys.catch(true),
  personalDataDays: values.personalDataDays.catch(7),
  archiveDays: values.archiveDays.catch(30),
  historyDays: values.historyDays.catch(30),
  hidesFromCapture: values.hidesFromCapture.catch(false),
  slowsOnBattery: values.slowsOnBattery.catch(true),
  looksForUpdates: values.looksForUpdates.catch(true),
  ...notificationDefaults,
  webhooks: storedWebhookSettings.catch(defaultWebhookSettings),
});

export type Settings = z.infer<typeof settingsSchema>;

/**
 * A change to some of the settings. Unlike the stored ones it has no defaults: a setting that is not
 * named stays as it is, and a value that does not fit refuses the whole change.
 */
export const settingsChangeSchema = z.strictObject(values).partial();

export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** The settings of a new profile. */
export const defaultSettings: Settings = settingsSchema.parse({});
