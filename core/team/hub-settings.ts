import { z } from 'zod';
import { settingsChangeSchema, settingsSchema } from '../settings/settings.ts';

/*
 * What a hub decides for its team, of the settings. It is an entry of the log, so that all hubs of a team go by the
 * same; what it does not name is as in the profile of each hub.
 */

/** The settings that a hub goes by: pace, cap, fences, those of groups, and how long what is kept. */
export const hubSettingNames = [
  'requestsPerMinute',
  'activeEverySeconds',
  'paceSeconds',
  'fences',
  'waitLimits',
  'silenceLimits',
  'groupRules',
  'archiveDays',
  'personalDataDays',
] as const;

export type HubSettingName = (typeof hubSettingNames)[number];

type Named = { readonly [Name in HubSettingName]: true };

// The names of the list are those of the type.
const named = Object.fromEntries(hubSettingNames.map((name) => [name, true])) as Named;

/** A change of what the hub decides: a value that does not fit refuses the whole change. */
export const hubSettingsChangeSchema = settingsChangeSchema.pick(named);

export type HubSettingsChange = z.infer<typeof hubSettingsChangeSchema>;

/** What the hub goes by. */
export const hubSettingsSchema = settingsSchema.pick(named);

export type HubSettings = z.infer<typeof hubSettingsSchema>;

/** What a desk or a command set, as the log has it. What a later version knows stands there too, and stays. */
export const hubSettingsEventSchema = z.looseObject({
  /** All that was ever set, and not only the last change: {@link fittingSettings} of it are those of this version. */
  settings: z.record(z.string(), z.unknown()),
  /** The name of the desk that changed something last; null for a command beside the hub. */
  by: z.string().nullable(),
  atMs: z.number(),
  /** When this was written, so that it is written again before the log's age takes it away. */
  keptAtMs: z.number(),
});

export type HubSettingsEvent = z.infer<typeof hubSettingsEventSchema>;

/** What of that this version knows, and can go by. */
export function fittingSettings({ settings }: HubSettingsEvent): HubSettingsChange {
  const fitting = hubSettingNames.flatMap((name) => {
    const read = hubSettingsChangeSchema.shape[name].safeParse(settings[name]);
    return read.success && read.data !== undefined ? [[name, read.data]] : [];
  });
  // The names are those of the list, and the values those of their schemas.
  return Object.fromEntries(fitting) as HubSettingsChange;
}

/** What the hub goes by, and which of it an option or a policy of its computer sets, so that no desk changes it. */
export const hubSettingsStateSchema = z.object({
  settings: hubSettingsSchema,
  locked: z.array(z.enum(hubSettingNames)),
});

export type HubSettingsState = z.infer<typeof hubSettingsStateSchema>;

/** These of all settings. */
export function hubSettingsOf(settings: HubSettings): HubSettings {
  return hubSettingsSchema.parse(settings);
}
