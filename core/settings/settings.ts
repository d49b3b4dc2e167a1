import { z } from 'zod';
import { acceleratorPattern } from './accelerator.ts';
import { notificationDefaults, notificationValues } from '../notification/notification-settings.ts';
import {
  defaultWebhookSettings,
  storedWebhookSettings,
  webhookSettingsChange,
} from '../webhook/webhook-settings.ts';
import { followingPaces, paceValues } from '../watch/pace-settings.ts';
import { groupColorNames, mostGroupColors } from './group-colors.ts';
import { notNarrowed, promiseChoices } from './list-show.ts';
import type { ValueOf } from './setting-row.ts';
import { type OwnName, type PlainName, settingsTable } from './settings-table.ts';

/** What the settings of one value may be. */
type PlainValues = {
  readonly [Name in PlainName]: z.ZodType<ValueOf<(typeof settingsTable)[Name]>>;
};

/** The schema of each setting of one value. @param isStored whether one that does not fit becomes its default */
function plainValues(isStored: boolean): PlainValues {
  const schemas = Object.entries(settingsTable).flatMap(([name, row]) => {
    if (row.kind === 'own') return [];
    const schema: z.ZodType =
      row.kind === 'number'
        ? z.int().min(row.least).max(row.most)
        : row.kind === 'choice'
          ? z.enum(row.choices)
          : z.boolean();
    return [[name, isStored ? schema.catch(row.usual) : schema]];
  });
  // The names and kinds of the rows are those of the type.
  return Object.fromEntries(schemas) as PlainValues;
}

const shortcut = z.string().max(60).regex(acceleratorPattern).nullable();

/** What the settings of several values may be, without a default. */
const ownValues = {
  paceSeconds: paceValues.paceSeconds,
  listShow: z.strictObject({
    group: z.union([
      z.enum(['all', 'noGroup']),
      z.templateLiteral(['group:', z.string().min(1).max(80)]),
    ]),
    promise: z.enum(promiseChoices),
  }),
  groupColors: z
    .array(
      z.strictObject({
        group: z.string().trim().min(1).max(80),
        color: z.enum(groupColorNames),
      }),
    )
    .max(mostGroupColors),
  windowShortcut: shortcut,
  clipboardShortcut: shortcut,
  ...notificationValues,
  webhooks: webhookSettingsChange,
} satisfies Record<OwnName, z.ZodType>;

/** The same as they are stored: a value that does not fit becomes its default. */
const storedOwnValues = {
  paceSeconds: ownValues.paceSeconds.catch(followingPaces),
  listShow: ownValues.listShow.catch(notNarrowed),
  groupColors: ownValues.groupColors.catch([]),
  windowShortcut: shortcut.catch(null),
  clipboardShortcut: shortcut.catch(null),
  ...notificationDefaults,
  webhooks: storedWebhookSettings.catch(defaultWebhookSettings),
} satisfies Record<OwnName, z.ZodType>;

/**
 * What the dispatcher can choose. One schema, applied when settings are read and when they are
 * written: a value that does not fit falls back to its default alone and never takes others along.
 */
export const settingsSchema = z.object({ ...plainValues(true), ...storedOwnValues });

export type Settings = z.infer<typeof settingsSchema>;

/**
 * A change to some of the settings. Unlike the stored ones it has no defaults: a setting that is not
 * named stays as it is, and a value that does not fit refuses the whole change.
 */
export const settingsChangeSchema = z
  .strictObject({ ...plainValues(false), ...ownValues })
  .partial();

export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** The settings of a new profile. */
export const defaultSettings: Settings = settingsSchema.parse({});
