import { z } from 'zod';
import type { OrderId } from '../order/order-id.ts';
import { parseOrderId } from '../order/order-id.ts';
import { longestNote } from '../watch/order-preferences.ts';
import type { Order } from '../order/order.ts';
import { cleanLine, cleanText } from '../text/safe-text.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** The format name in the file of a hand-over, and the newest version that can be read. */
export const orderListFormat = 'waybell-hand-over';
const orderListVersion = 1;

const longestLabel = 200;
const longestGroup = 80;

/** The first line of a file names format, version and time; it is never longer. */
const longestHead = 1000;

/** The most orders that a file may hold. */
export const mostPortableOrders = 50_000;

/** What one dispatcher hands to the next about an order: the dispatcher's own words and choices. */
export interface PortableOrder {
  readonly id: OrderId;
  readonly label: string | null;
  readonly note: string | null;
  readonly group: string | null;
  /** Until when the delivery was promised, in milliseconds since 1970. */
  readonly promisedAtMs: number | null;
  readonly isMuted: boolean;
  readonly isPinned: boolean;
}

/** An order to export, with the service's last answer (names, numbers) where that was asked for. */
export interface ExportedOrder extends PortableOrder {
  readonly lastAnswer?: { readonly order: Order; readonly observedAtMs: number } | null;
}

/**
 * The file of a hand-over, with a line for each order. Without `lastAnswer` it holds no personal data but
 * what the dispatcher wrote.
 *
 * @param exportedAtMs milliseconds since 1970
 */
export function orderListText(orders: readonly ExportedOrder[], exportedAtMs: number): string {
  const head = JSON.stringify({
    format: orderListFormat,
    version: orderListVersion,
    exportedAt: new Date(exportedAtMs).toISOString(),
  });
  const lines = orders.map(({ id, promisedAtMs, lastAnswer, ...words }) =>
    JSON.stringify({
      uuid: id,
      ...words,
      promisedAt: promisedAtMs === null ? null : new Date(promisedAtMs).toISOString(),
      ...(lastAnswer ? { lastAnswer } : {}),
    }),
  );
  return `${head.slice(0, -1)},"orders":[\n${lines.join(',\n')}\n]}\n`;
}

/** The dispatcher's words and choices about an order. */
export function portableOrder(watched: WatchedOrder): PortableOrder {
  const { id, isMuted, isPinned, label, preferences } = watched;
  return {
    id,
    label,
    note: preferences?.note ?? null,
    group: preferences?.group ?? null,
    promisedAtMs: preferences?.promisedAtMs ?? null,
    isMuted,
    isPinned,
  };
}

/** @param withPersonalData adds the service's last answer */
export function exportedOrder(watched: WatchedOrder, withPersonalData: boolean): ExportedOrder {
  const { observedAtMs, order } = watched;
  const hasAnswer = withPersonalData && order !== null && observedAtMs !== null;
  return {
    ...portableOrder(watched),
    ...(hasAnswer ? { lastAnswer: { order, observedAtMs } } : {}),
  };
}

/** What a file of a hand-over holds. */
export interface OrderListFile {
  /** Null when the file does not say. */
  readonly exportedAtMs: number | null;
  readonly orders: readonly PortableOrder[];
  /** How many entries are not orders; they are left out. */
  readonly skipped: number;
}

const envelope = z.object({
  exportedAt: z.string().max(40).nullable().catch(null),
  orders: z.array(z.unknown()).max(mostPortableOrders),
});

/** A text; a value that does not fit counts as absent. */
const words = (cleaned: (text: string) => string) =>
  z
    .string()
    .max(100_000)
    .transform((text) => cleaned(text) || null)
    .nullable()
    .catch(null);

const entry = z.object({
  uuid: z.string().max(60),
  label: words((text) => cleanLine(text, longestLabel)),
  note: words((text) => cleanText(text, longestNote)),
  group: words((text) => cleanLine(text, longestGroup)),
  promisedAt: z.string().max(40).nullable().catch(null),
  isMuted: z.boolean().catch(false),
  isPinned: z.boolean().catch(false),
});

/**
 * Reads the content of a hand-over's file. It is not trusted: what does not fit is left out, entry by
 * entry, and texts are cleaned like pasted ones.
 *
 * @returns null when it is not a list of orders at all
 */
export function readOrderListFile(content: unknown): OrderListFile | null {
  const read = envelope.safeParse(content);
  if (!read.success) return null;
  const file = new GatheredOrders();
  for (const each of read.data.orders) file.take(each);
  return file.read(read.data.exportedAt);
}

/** The orders of a file, each once, and how many of its entries are none. */
class GatheredOrders {
  readonly #orders = new Map<OrderId, PortableOrder>();
  /** How many entries were taken, orders or not. */
  size = 0;
  #skipped = 0;

  take(content: unknown): void {
    const order = readEntry(content);
    this.size += 1;
    if (order === null) this.#skipped += 1;
    else if (!this.#orders.has(order.id)) this.#orders.set(order.id, order);
  }

  read(exportedAt: string | null): OrderListFile {
    const orders = [...this.#orders.values()];
    return { exportedAtMs: timeOf(exportedAt), orders, skipped: this.#skipped };
  }
}

/** How much of a long file is read before others get their turn. */
const turnLength = 500_000;

/**
 * Reads a file line by line, as {@link orderListText} writes it: a head, a line for each order and an end.
 * However large the file is, only one line at a time is parsed.
 *
 * @param longestLine a longer one is no line of ours
 * @returns null when it is not in that form; yields after each half megabyte
 */
export function* readOrderLines(
  text: string,
  longestLine: number,
): Generator<void, OrderListFile | null> {
  const found = envelope.safeParse(headOfLines(text));
  if (!found.success) return null;
  const file = new GatheredOrders();
  let turnEnd = turnLength;
  for (let start = text.indexOf('\n') + 1; ;) {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    if (end - start > longestLine) return null;
    const line = text.slice(start, end).trim();
    if (line === ']}') {
      return text.slice(end).trim() === '' ? file.read(found.data.exportedAt) : null;
    }
    if (file.size === mostPortableOrders) return null;
    const content = parsedJson(line.endsWith(',') ? line.slice(0, -1) : line);
    if (content === undefined) return null;
    file.take(content);
    start = end + 1;
    if (start < turnEnd) continue;
    turnEnd = start + turnLength;
    yield;
  }
}

/** What the first line of a file of lines says, as if no order followed; undefined when it says nothing. */
export function headOfLines(text: string): unknown {
  const [line = ''] = text.slice(0, longestHead).split('\n', 1);
  return parsedJson(`${line}]}`);
}

/** The value of a JSON text; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readEntry(content: unknown): PortableOrder | null {
  const read = entry.safeParse(content);
  const id = read.success ? parseOrderId(read.data.uuid) : null;
  if (!read.success || id === null) return null;
  const { label, note, group, isMuted, isPinned, promisedAt } = read.data;
  return { id, label, note, group, promisedAtMs: timeOf(promisedAt), isMuted, isPinned };
}

/** The year 2100. The midnight before the earliest time of a Date is none, and drawing it would throw. */
const latestMs = Date.UTC(2100, 0);

function timeOf(text: string | null): number | null {
  const timeMs = text === null ? Number.NaN : Date.parse(text);
  return timeMs > 0 && timeMs < latestMs ? timeMs : null;
}

/** What importing an order changes; null for what stays. */
export interface OrderMerge {
  readonly label: string | null;
  readonly note: string | null;
  readonly group: string | null;
  readonly promisedAtMs: number | null;
  readonly isPinned: true | null;
}

/**
 * How an order that is watched already is merged with the imported one. Our own words stay; missing ones
 * are taken from the import. Its note is added to ours if both together are no longer than a note may
 * be. Doing it twice changes nothing more. An order whose notifications are on here keeps them on.
 *
 * @returns null when nothing changes
 */
export function mergeOrder(ours: PortableOrder, theirs: PortableOrder): OrderMerge | null {
  const change: OrderMerge = {
    label: ours.label === null ? theirs.label : null,
    note: joinedNote(ours.note, theirs.note),
    group: ours.group === null ? theirs.group : null,
    promisedAtMs: ours.promisedAtMs === null ? theirs.promisedAtMs : null,
    isPinned: theirs.isPinned && !ours.isPinned ? true : null,
  };
  return Object.values(change).every((value) => value === null) ? null : change;
}

function joinedNote(ours: string | null, theirs: string | null): string | null {
  if (theirs === null || ours === null) return theirs;
  if (ours.includes(theirs)) return null;
  const joined = `${ours}\n${theirs}`;
  return cleanText(joined, longestNote) === joined ? joined : null;
}
