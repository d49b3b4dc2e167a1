import { z } from 'zod';
import type { OrderListFile } from './order-list-file.ts';
import {
  headOfLines,
  orderListFormat,
  parsedJson,
  readOrderLines,
  readOrderListFile,
} from './order-list-file.ts';
import type { Result } from '../text/result.ts';
import type { Settings, SettingsChange } from '../settings/settings.ts';
import { settingsChangeSchema } from '../settings/settings.ts';
import { isOfThisComputer } from '../settings/settings-warnings.ts';
import { lastingGroupRules, replacedGroupRules } from '../notification/group-rules.ts';
import { claimedFormat } from './transfer-look.ts';
import { isObject, type WireObject } from '../wire/wire-values.ts';

/** The format name in a file of exported settings. */
const settingsFormat = 'waybell-settings';
const newestVersion = 1;

/**
 * The largest file that is read, and so that is written, in bytes: 50,000 orders with what the service said
 * of them take two thirds of it.
 */
export const largestTransfer = 100_000_000;

/** The longest file that is parsed as a whole. A longer one has to be a hand-over in lines, as we write it. */
const longestWhole = 5_000_000;

/** The longest file of settings: several times what all of them can fill. */
const longestSettings = 1_000_000;

/** What can be exported and imported: the watch list for the next dispatcher, or the settings. */
export const transferKinds = ['orderList', 'settings'] as const;

export type TransferKind = (typeof transferKinds)[number];

/** A file that was exported by Waybell, read and checked. */
export type Transfer =
  | ({ readonly kind: 'orderList' } & OrderListFile)
  | {
      readonly kind: 'settings';
      readonly change: SettingsChange;
      /** Settings whose value does not fit; they stay as they are. */
      readonly skipped: number;
    };

/** Why a file is not imported. Nothing is changed then. */
export const transferRefusals = [
  'tooLarge',
  'settingsTooLarge',
  'notOurs',
  'newer',
  'damaged',
] as const;

export type TransferRefusal = (typeof transferRefusals)[number];

/** What importing a file would do; nothing is done before the dispatcher agrees. */
export type TransferOffer =
  | {
      readonly kind: 'orderList';
      readonly exportedAtMs: number | null;
      readonly orders: number;
      /** How many orders are not watched here yet. */
      readonly fresh: number;
      /** How many of these arrive muted. */
      readonly muted: number;
      /** How many orders are watched already and get words from the file that are missing here. */
      readonly changed: number;
      /** How many entries are not orders. */
      readonly skipped: number;
    }
  | {
      readonly kind: 'settings';
      readonly settings: number;
      readonly skipped: number;
      /** What they would do that has to be known before, in words for the dispatcher. */
      readonly warnings: readonly string[];
    };

/** What importing did. */
export type TransferReport =
  | { readonly kind: 'orderList'; readonly added: number; readonly changed: number }
  | { readonly kind: 'settings' };

export interface Cancelled {
  readonly kind: 'cancelled';
}

/** The file of exported settings. It holds neither a secret nor the connection, nor what is of this computer. */
export function settingsText(settings: Settings): string {
  const portable = Object.fromEntries(
    Object.entries(lastingSettings(settings)).filter(([name]) => !isOfThisComputer(name)),
  );
  const file = { format: settingsFormat, version: newestVersion, settings: portable };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Settings without the snoozes of groups. */
function lastingSettings<Some extends SettingsChange>(settings: Some): Some {
  const { groupRules } = settings;
  return groupRules === undefined
    ? settings
    : { ...settings, groupRules: lastingGroupRules(groupRules) };
}

/** The change that imported settings make here: the snoozes of groups stay. */
export function importedSettings(change: SettingsChange, current: Settings): SettingsChange {
  const { groupRules } = change;
  return groupRules === undefined
    ? change
    : { ...change, groupRules: replacedGroupRules(groupRules, current.groupRules) };
}

const header = z.object({
  format: z.enum([orderListFormat, settingsFormat]),
  version: z.int().min(1),
});

const settingsBody = z.object({ settings: z.custom<WireObject>(isObject) });

/** {@link readingTransfer} at one go. */
export function readTransfer(text: string): Result<Transfer, TransferRefusal> {
  const reading = readingTransfer(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Reads a file that Waybell exported. Its content is not trusted. Yields while it reads a long one, so that
 * others can have their turn.
 */
export function* readingTransfer(raw: string): Generator<void, Result<Transfer, TransferRefusal>> {
  const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  if (text.length > largestTransfer) return refused('tooLarge');
  const claimed = claimedFormat(text);
  const isTooLongForSettings = text.length > longestSettings;
  if (claimed === settingsFormat && isTooLongForSettings) return refused('settingsTooLarge');
  const isInLines = text.length > longestWhole;
  const content = isInLines ? headOfLines(text) : parsedJson(text);
  if (content === undefined) return refused(claimed === null ? 'notOurs' : 'damaged');
  const head = header.safeParse(content);
  if (!head.success) return refused('notOurs');
  if (head.data.version > newestVersion) return refused('newer');
  if (head.data.format === settingsFormat) {
    return isTooLongForSettings ? refused('settingsTooLarge') : readSettings(content);
  }
  const read = isInLines ? yield* readOrderLines(text, longestWhole) : readOrderListFile(content);
  return read === null ? refused('damaged') : { ok: true, value: { kind: 'orderList', ...read } };
}

/** Only the settings that Waybell knows are looked at, however many names the file holds. */
function readSettings(content: unknown): Result<Transfer, TransferRefusal> {
  const body = settingsBody.safeParse(content);
  if (!body.success) return refused('damaged');
  const { settings } = body.data;
  const given = new Map(Object.entries(settings).filter(([name]) => !isOfThisComputer(name)));
  const known = Object.keys(settingsChangeSchema.shape).filter((name) => given.has(name));
  const fitting = known.flatMap((name) => {
    const one = settingsChangeSchema.safeParse({ [name]: given.get(name) });
    return one.success ? [Object.entries(one.data)] : [];
  });
  const change = lastingSettings(settingsChangeSchema.parse(Object.fromEntries(fitting.flat())));
  return { ok: true, value: { kind: 'settings', change, skipped: given.size - fitting.length } };
}

function refused(failure: TransferRefusal): {
  readonly ok: false;
  readonly failure: TransferRefusal;
} {
  return { ok: false, failure };
}
