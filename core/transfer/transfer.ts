import { z } from 'zod';
import type { OrderId } from '../order/order-id.ts';
import {
  endLine,
  envelope,
  headOfLines,
  longestHead,
  mostPortableOrders,
  orderListFormat,
  parsedJson,
  readEntry,
  timeOf,
} from './order-list-file.ts';
import type { PortableOrder } from './portable-order.ts';
import type { Result } from '../text/result.ts';
import type { Settings, SettingsChange } from '../settings/settings.ts';
import { settingsChangeSchema } from '../settings/settings.ts';
import { withoutRetired } from '../settings/retired-settings.ts';
import { isOfThisComputer } from '../settings/settings-table.ts';
import { lastingGroupRules, replacedGroupRules } from '../notification/group-rules.ts';
import { sameValue } from '../same-value.ts';
import { claimedFormat } from './transfer-look.ts';
import { isObject, type WireObject } from '../wire/wire-values.ts';

/** The format name in a file of exported settings. */
const settingsFormat = 'waybell-settings';
const newestVersion = 1;

/**
 * The largest file that is read, and so that is written, in bytes: 200,000 orders with what the service said
 * of them take some two thirds of it.
 */
export const largestTransfer = 500_000_000;

/** The longest text that the window hands over of a dropped file, in characters. */
export const longestOffered = 10_000_000;

/** The longest file that is parsed as a whole. A longer one has to be a hand-over in lines, as we write it. */
const longestWhole = 5_000_000;

/** The longest file of settings: several times what all of them can fill. */
const longestSettings = 1_000_000;

/** What can be exported and imported: the watch list for the next dispatcher, or the settings. */
export const transferKinds = ['orderList', 'settings'] as const;

export type TransferKind = (typeof transferKinds)[number];

/** A file that was exported by Waybell, read to its end and checked. */
export type ReadTransfer =
  | {
      readonly kind: 'orderList';
      /** Null when the file does not say. */
      readonly exportedAtMs: number | null;
      /** How many orders it holds, each counted once. */
      readonly orders: number;
      /** How many entries are not orders; they are left out. */
      readonly skipped: number;
    }
  | {
      readonly kind: 'settings';
      readonly change: SettingsChange;
      /** Settings whose value does not fit; they stay as they are. */
      readonly skipped: number;
      /** Names of settings of an earlier Waybell that are no more. */
      readonly retired: readonly string[];
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

/** What importing a hand-over would do. */
export interface OrderListOffer {
  readonly kind: 'orderList';
  readonly exportedAtMs: number | null;
  readonly orders: number;
  /** How many orders are not watched here yet. */
  readonly fresh: number;
  /** How many of these are over, and so are not checked here. */
  readonly finished: number;
  /** How many of these arrive muted or snoozed. */
  readonly muted: number;
  /** How many orders are watched already and get something from the file that is missing here. */
  readonly changed: number;
  /** How many of those watched already keep annotations of their own though the file says others. */
  readonly kept: number;
  /** How many of all say of something that it happened later than now: it counts as of now. */
  readonly ahead: number;
  /** How many entries are not orders. */
  readonly skipped: number;
}

/** What importing a file would do; nothing is done before the dispatcher agrees. */
export type TransferOffer =
  | OrderListOffer
  | {
      readonly kind: 'settings';
      /** How many settings of the file are other than here. */
      readonly settings: number;
      /** How many are as they are here. */
      readonly same: number;
      readonly skipped: number;
      /** Names of settings of an earlier Waybell that are no more. */
      readonly retired: readonly string[];
      /** What they would do that has to be known before, in words for the dispatcher. */
      readonly warnings: readonly string[];
    };

/** What importing did. */
export type TransferReport =
  | {
      readonly kind: 'orderList';
      readonly added: readonly OrderId[];
      readonly changed: number;
      /** The number with which the changes can be taken back; null when there are none. */
      readonly annotationsChange: number | null;
    }
  | {
      readonly kind: 'settings';
      /** What is other than before, and how that was. */
      readonly change: SettingsChange;
      readonly before: SettingsChange;
    };

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

/** The change that imported settings make here: what differs. The snoozes of groups stay. */
export function importedSettings(settings: SettingsChange, current: Settings): SettingsChange {
  const { groupRules } = settings;
  const wanted: SettingsChange =
    groupRules === undefined
      ? settings
      : { ...settings, groupRules: replacedGroupRules(groupRules, current.groupRules) };
  const present = new Map<string, unknown>(Object.entries(current));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !sameValue(value, present.get(name))),
  );
}

/** What the settings that a change names are now. */
export function presentSettings(change: SettingsChange, current: Settings): SettingsChange {
  return Object.fromEntries(Object.entries(current).filter(([name]) => name in change));
}

const header = z.object({
  format: z.enum([orderListFormat, settingsFormat]),
  version: z.int().min(1),
});

const settingsBody = z.object({ settings: z.custom<WireObject>(isObject) });

/** How many lines of a hand-over are read before others get their turn, which takes some 5 ms. */
const linesAtOnce = 100;

/**
 * Reads a file that Waybell exported, piece by piece. Its content is not trusted. A hand-over in lines, as we
 * write it, is read line by line, and so at any length; another file is parsed as a whole at its end. Only
 * when the end was read is it known that nothing is wrong with it.
 */
export class TransferReader {
  /** What was received and not read yet. */
  #text = '';
  #length = 0;
  #form: 'unknown' | 'lines' | 'whole' = 'unknown';
  #refusal: TransferRefusal | null = null;
  #exportedAtMs: number | null = null;
  #isAtEnd = false;
  readonly #ids = new Set<OrderId>();
  #entries = 0;
  #skipped = 0;

  /** Why the file is refused; null while nothing speaks against it. What follows is not read then. */
  get refusal(): TransferRefusal | null {
    return this.#refusal;
  }

  /** Takes the next piece of the file. Gives the orders that it completes, each uuid once, some at a time. */
  *push(piece: string): Generator<readonly PortableOrder[], void> {
    if (this.#refusal !== null) return;
    const isFirst = this.#length === 0;
    this.#length += piece.length;
    if (this.#length > largestTransfer) this.#refusal = 'tooLarge';
    this.#text += isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
    if (this.#form === 'unknown' && this.#hasHead) this.#readHead();
    if (this.#form === 'lines') yield* this.#lines();
    else if (this.#text.length > longestWhole) this.#refusal ??= this.#tooLongToParse();
  }

  /** The file has ended: gives the last orders, and returns what it is or why it is refused. */
  *end(): Generator<readonly PortableOrder[], Result<ReadTransfer, TransferRefusal>> {
    if (this.#refusal === null && this.#form === 'unknown') this.#readHead();
    if (this.#refusal === null && this.#form === 'lines') {
      yield* this.#lines();
      if (this.#text.trim() !== '') this.#line(this.#text, []);
      if (!this.#isAtEnd) this.#refusal ??= 'damaged';
    }
    if (this.#refusal !== null) return refused(this.#refusal);
    return this.#form === 'lines' ? this.#orderList : yield* this.#whole();
  }

  get #hasHead(): boolean {
    return this.#text.length > longestHead || this.#text.includes('\n');
  }

  get #orderList(): Result<ReadTransfer, TransferRefusal> {
    const [orders, skipped] = [this.#ids.size, this.#skipped];
    const value = { kind: 'orderList', exportedAtMs: this.#exportedAtMs, orders, skipped } as const;
    return { ok: true, value };
  }

  #readHead(): void {
    const content = headOfLines(this.#text);
    const head = header.safeParse(content);
    const file = envelope.safeParse(content);
    const isInLines = head.success && head.data.format === orderListFormat && file.success;
    this.#form = isInLines ? 'lines' : 'whole';
    if (!isInLines) return;
    if (head.data.version > newestVersion) this.#refusal ??= 'newer';
    this.#exportedAtMs = timeOf(file.data.exportedAt);
    this.#text = this.#text.slice(this.#text.indexOf('\n') + 1);
  }

  /** Reads the lines that are complete. */
  *#lines(): Generator<readonly PortableOrder[], void> {
    let found: PortableOrder[] = [];
    let start = 0;
    for (let read = 1; this.#refusal === null; read += 1) {
      const end = this.#text.indexOf('\n', start);
      if (end === -1) break;
      this.#line(this.#text.slice(start, end), found);
      start = end + 1;
      if (read % linesAtOnce !== 0) continue;
      yield found;
      found = [];
    }
    this.#text = this.#text.slice(start);
    if (this.#isAtEnd && this.#text.trim() === '') this.#text = '';
    // A longer line is none of ours.
    if (this.#text.length > longestWhole) this.#refusal ??= 'damaged';
    if (found.length > 0) yield found;
  }

  #line(text: string, found: PortableOrder[]): void {
    const line = text.trim();
    if (line === '') return;
    if (this.#isAtEnd) this.#refusal = 'damaged';
    else if (line === endLine.trim()) this.#isAtEnd = true;
    else {
      const isTooLong = line.length > longestWhole;
      const content = isTooLong ? undefined : parsedJson(line.replace(/,$/, ''));
      if (content === undefined) this.#refusal = 'damaged';
      else this.#entry(content, found);
    }
  }

  #entry(content: unknown, found: PortableOrder[]): void {
    this.#entries += 1;
    if (this.#entries > mostPortableOrders) {
      this.#refusal ??= 'tooLarge';
      return;
    }
    const order = readEntry(content);
    if (order === null) this.#skipped += 1;
    else if (!this.#ids.has(order.id)) {
      this.#ids.add(order.id);
      found.push(order);
    }
  }

  /** What is wrong with a file that is neither in lines nor short enough to be parsed. */
  #tooLongToParse(): TransferRefusal {
    const claimed = claimedFormat(this.#text);
    if (claimed === settingsFormat) return 'settingsTooLarge';
    return claimed === null ? 'notOurs' : 'damaged';
  }

  *#whole(): Generator<readonly PortableOrder[], Result<ReadTransfer, TransferRefusal>> {
    const text = this.#text;
    const claimed = claimedFormat(text);
    const isTooLongForSettings = text.length > longestSettings;
    if (claimed === settingsFormat && isTooLongForSettings) return refused('settingsTooLarge');
    const content = parsedJson(text);
    if (content === undefined) return refused(claimed === null ? 'notOurs' : 'damaged');
    const head = header.safeParse(content);
    if (!head.success) return refused('notOurs');
    if (head.data.version > newestVersion) return refused('newer');
    if (head.data.format === settingsFormat) {
      return isTooLongForSettings ? refused('settingsTooLarge') : readSettings(content);
    }
    const file = envelope.safeParse(content);
    if (!file.success) return refused('damaged');
    const { exportedAt, orders } = file.data;
    this.#exportedAtMs = timeOf(exportedAt);
    for (let from = 0; from < orders.length; from += linesAtOnce) {
      const found: PortableOrder[] = [];
      for (const each of orders.slice(from, from + linesAtOnce)) this.#entry(each, found);
      yield found;
    }
    return this.#orderList;
  }
}

/** Only the settings that Waybell knows are looked at, however many names the file holds. */
function readSettings(content: unknown): Result<ReadTransfer, TransferRefusal> {
  const body = settingsBody.safeParse(content);
  if (!body.success) return refused('damaged');
  const { settings, retired } = withoutRetired(body.data.settings);
  const given = new Map(Object.entries(settings).filter(([name]) => !isOfThisComputer(name)));
  const known = Object.keys(settingsChangeSchema.shape).filter((name) => given.has(name));
  const fitting = known.flatMap((name) => {
    const one = settingsChangeSchema.safeParse({ [name]: given.get(name) });
    return one.success ? [Object.entries(one.data)] : [];
  });
  const change = lastingSettings(settingsChangeSchema.parse(Object.fromEntries(fitting.flat())));
  return {
    ok: true,
    value: { kind: 'settings', change, skipped: given.size - fitting.length, retired },
  };
}

function refused(failure: TransferRefusal): {
  readonly ok: false;
  readonly failure: TransferRefusal;
} {
  return { ok: false, failure };
}
