import {
  findOrderIds,
  pasteCounts,
  type PasteFindings,
} from '../../../core/paste/find-order-ids.ts';
import { passedOverTexts } from '../../../core/paste/passed-over-texts.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Result } from '../../../core/text/result.ts';
import { type NewOrder, newOrder } from '../../../core/watch/newly-watched.ts';
import { refuse, shownArgument, type UsageRefusal } from './arguments.ts';

/** An order that was named at the start, with what was said of it there. */
export type NamedOrder = Omit<NewOrder, 'handedOver'>;

/** How orders are named on a command line. */
export interface OrderNaming {
  readonly orderIds: readonly OrderId[];
  /** Texts that uuids are looked for in, as their paths were typed. */
  readonly orderFiles: readonly string[];
}

/** The orders that were named, each once. */
export interface NamedOrders {
  readonly orders: readonly NamedOrder[];
  /** What in the files was not accepted as it stands, a sentence for each file. */
  readonly notes: readonly string[];
}

/** More than any list of orders, in bytes; a larger file was named by mistake. */
export const longestOrderText = 64 * 1024 * 1024;

/** What a file or standard input is read by. */
export interface OrderTexts {
  /** A promised time of day is the one around this moment. */
  readonly nowMs: number;
  /** @throws when a file cannot be read */
  readonly read: (path: string, longest: number) => string;
}

/** Gathers the named orders: the uuids, then what the files hold, with what these say of each. */
export function namedOrders(
  { orderIds, orderFiles }: OrderNaming,
  { nowMs, read }: OrderTexts,
): Result<NamedOrders, UsageRefusal> {
  const orders = new Map<OrderId, NamedOrder>(orderIds.map((id) => [id, { id, label: null }]));
  const notes: string[] = [];
  for (const path of orderFiles) {
    let text: string;
    try {
      text = read(path, longestOrderText);
    } catch {
      return refuse(
        `"${shownArgument(path)}" is neither an order uuid nor a file that can be read.`,
      );
    }
    const findings = findOrderIds(text, nowMs);
    if (findings.isCutOff) {
      return refuse(`"${shownArgument(path)}" holds more than 50,000 order uuids. Split it.`);
    }
    for (const found of findings.found) {
      const known = orders.get(found.id);
      const order = newOrder(found);
      orders.set(found.id, { ...order, ...known, label: known?.label ?? order.label });
    }
    const note = noteOf(findings);
    if (note !== '') notes.push(`"${shownArgument(path)}": ${note}.${whereToLook(findings)}`);
  }
  return { ok: true, value: { orders: [...orders.values()], notes } };
}

/** The most line numbers in one sentence: a file that holds no orders would fill the terminal. */
const mostLines = 5;

/** A sentence with the numbers of the first lines whose text was rejected; empty when none was. */
function whereToLook({ rejected }: PasteFindings): string {
  const [first, ...others] = new Set(rejected.flatMap(({ line }) => line ?? []));
  if (first === undefined) return '';
  if (others.length === 0) return ` See line ${first}.`;
  const more = others.length < mostLines ? '' : ' and more';
  return ` See lines ${[first, ...others].slice(0, mostLines).join(', ')}${more}.`;
}

/** What of a text was not accepted as it stands. What looks finished was named all the same, and is watched. */
function noteOf(findings: PasteFindings): string {
  const { finished, ...counts } = pasteCounts(findings);
  const passedOver = { ...counts, finished: 0, isGarbled: findings.isGarbled };
  return [
    ...(finished > 0 ? [`${finished.toLocaleString('en')} watched though called finished`] : []),
    ...passedOverTexts(passedOver, 'en'),
  ].join(', ');
}
