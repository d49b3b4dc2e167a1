import { doubledKey } from '../text/json-keys.ts';
import { z } from 'zod';
import { isObject } from '../wire/wire-values.ts';
import { withoutRetired } from './retired-settings.ts';
import { settingRows } from './settings-table.ts';
import type { Result } from '../text/result.ts';
import { cleanLine } from '../text/safe-text.ts';
import {
  type Settings,
  type SettingsChange,
  settingsChangeSchema,
  settingsSchema,
} from './settings.ts';

/** What the people who roll Waybell out decided for every profile of a computer. */
export interface Policy {
  /** Settings in force, in place of the dispatcher's own. They cannot be changed in Waybell. */
  readonly settings: SettingsChange;
  /** The one service that may be connected, apart from the demo; null leaves it to the dispatcher. */
  readonly baseUrl: string | null;
  /** Names in it that are no settings any more: they do nothing. */
  readonly retired: readonly string[];
}

/** A computer without a policy. */
export const noPolicy: Policy = { settings: {}, baseUrl: null, retired: [] };

/** The settings that a policy may set. The window shows each of them as locked. */
export const lockableSettings: readonly (keyof Settings)[] = settingsSchema
  .keyof()
  .options.filter((name) => settingRows.get(name)?.isNeverLocked !== true);

const lockable: ReadonlySet<string> = new Set(lockableSettings);

const policySchema = z.strictObject({
  version: z.literal(1),
  settings: settingsChangeSchema
    .superRefine((settings, context) => {
      for (const name of Object.keys(settings)) {
        if (lockable.has(name)) continue;
        context.addIssue({ code: 'custom', path: [name], message: 'no policy sets this' });
      }
      if (settings.groupRules?.some(({ snoozedUntilMs }) => snoozedUntilMs != null) === true) {
        context.addIssue({ code: 'custom', path: ['groupRules'], message: 'no policy snoozes' });
      }
    })
    .default({}),
  connection: z.strictObject({ baseUrl: z.string() }).optional(),
});

/**
 * Reads the text of a policy file. One wrong name or value refuses it whole: a setting that its writer
 * believes locked must not be open. A setting that is no more is left out.
 *
 * @returns the policy, or where it is wrong, in English
 */
export function parsePolicy(text: string): Result<Policy, string> {
  const json = text.replace(/^\uFEFF/, '');
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    return { ok: false, failure: 'it is no JSON' };
  }
  // Of two the last would count, and what the first one locks would be open.
  if (doubledKey(json) !== null) return { ok: false, failure: 'it has a name twice in one place' };
  const { policy, retired } = read(content);
  const parsed = policySchema.safeParse(policy);
  if (parsed.success) {
    const { connection, settings } = parsed.data;
    return { ok: true, value: { settings, baseUrl: connection?.baseUrl ?? null, retired } };
  }
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  const said = `${place === '' ? '' : `${place}: `}${issue?.message ?? 'it has another form'}`;
  // It names what stands in the file.
  return { ok: false, failure: cleanLine(said, 500) };
}

function read(content: unknown): { readonly policy: unknown; readonly retired: readonly string[] } {
  if (!isObject(content) || !isObject(content['settings'])) return { policy: content, retired: [] };
  const { settings, retired } = withoutRetired(content['settings']);
  return { policy: { ...content, settings }, retired };
}
