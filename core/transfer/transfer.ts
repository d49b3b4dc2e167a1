import { z } from 'zod';
import type { OrderListFile } from './order-list-file.ts';
import { orderListFormat, readOrderListFile } from './order-list-file.ts';
import type { Result } from '../text/result.ts';
import type { Settings, SettingsChange } from '../settings/settings.ts';
import { settingsChangeSchema } from '../settings/settings.ts';
import { looksLikeTransfer } from './transfer-look.ts';

/** The format name in a file of exported settings. */
const settingsFormat = 'waybell-settings';
const newestVersion = 1;

/**
 * The largest file that is read, and so that is written, in bytes: 50,000 orders with what the service said
 * of them take two thirds of it.
 */
export const largestTransfer = 100_000_000;

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
export const transferRefusals = ['tooLarge', 'notOurs', 'newer', 'damaged'] as const;

export type TransferRefusal = (typeof transferRefusals)[number];

/** What importing a file would do; nothing is done before the dispatcher agrees. */
export type TransferOffer =
  | {
      readonly kind: 'orderList';
      readonly exportedAtMs: number | null;
      readonly orders: number;
      /** How many orders are not watched here yet. */
      readonly fresh: number;
      /** How many orders are watched already and get words from the file that are missing here. */
      readonly changed: number;
      /** How many entries are not orders. */
      readonly skipped: number;
    }
  | { readonly kind: 'settings'; readonly settings: number; readonly skipped: number };

/** What importing did. */
export type TransferReport =
  | { readonly kind: 'orderList'; readonly added: number; readonly changed: number }
  | { readonly kind: 'settings' };

export interface Cancelled {
  readonly kind: 'cancelled';
}

/** Settings that belong to one computer: importing them elsewhere would open a port there. */
const boundToComputer: ReadonlySet<string> = new Set(['webhooks']);

/** The file of exported settings. It holds neither a secret nor the connection. */
export function settingsText(settings: Settings): string {
  const portable = Object.fromEntries(
    Object.entries(settings).filter(([name]) => !boundToComputer.has(name)),
  );
  const file = { format: settingsFormat, version: newestVersion, settings: portable };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const header = z.object({
  format: z.enum([orderListFormat, settingsFormat]),
  version: z.int().min(1),
});

const settingsBody = z.object({ settings: z.record(z.string().max(100), z.unknown()) });

/** Reads a file that Waybell exported. Its content is not trusted. */
export function readTransfer(text: string): Result<Transfer, TransferRefusal> {
  if (text.length > largestTransfer) return refused('tooLarge');
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return refused(looksLikeTransfer(text) ? 'damaged' : 'notOurs');
  }
  const head = header.safeParse(content);
  if (!head.success) return refused('notOurs');
  if (head.data.version > newestVersion) return refused('newer');
  return head.data.format === orderListFormat ? readOrders(content) : readSettings(content);
}

function readOrders(content: unknown): Result<Transfer, TransferRefusal> {
  const read = readOrderListFile(content);
  return read === null ? refused('damaged') : { ok: true, value: { kind: 'orderList', ...read } };
}

function readSettings(content: unknown): Result<Transfer, TransferRefusal> {
  const body = settingsBody.safeParse(content);
  if (!body.success) return refused('damaged');
  const entries = Object.entries(body.data.settings).filter(([name]) => !boundToComputer.has(name));
  const fitting = entries.flatMap(([name, value]) => {
    const one = settingsChangeSchema.safeParse({ [name]: value });
    return one.success ? [Object.entries(one.data)] : [];
  });
  const change = settingsChangeSchema.parse(Object.fromEntries(fitting.flat()));
  return {
    ok: true,
    value: { kind: 'settings', change, skipped: entries.length - fitting.length },
  };
}

function refused(failure: TransferRefusal): {
  readonly ok: false;
  readonly failure: TransferRefusal;
} {
  return { ok: false, failure };
}
