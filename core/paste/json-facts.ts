import type { OrderId } from '../order/order-id.ts';
import { parseOrderId } from '../order/order-id.ts';
import { isFinishedWord, offeredLabel } from './line-facts.ts';
import type { PasteFacts } from './line-facts.ts';

const labelKeys = [
  'label',
  'title',
  'name',
  'ordername',
  'reference',
  'ref',
  'orderref',
  'ordernumber',
  'orderno',
  'customername',
  'customer',
  'client',
  'description',
];

const statusKeys = new Set(['status', 'state', 'orderstatus', 'deliverystatus']);

/** JSON larger than this is searched for uuids but not for labels. */
const maxJsonUnits = 5_000_000;

/**
 * What a JSON text says about its uuids, by uuid: their labels, from a sibling key such as
 * `label` or `name` or as the value of a key that is the uuid itself, and whether their status says
 * that they are over. Null when the text is not JSON.
 */
export function jsonFacts(text: string): ReadonlyMap<OrderId, PasteFacts> | null {
  if (!/^\s*[[{"]/.test(text) || text.length > maxJsonUnits) return null;
  const facts = new Map<OrderId, PasteFacts>();
  const whole = parseJson(text);
  if (whole !== undefined) {
    collect(whole, facts);
    return facts;
  }
  // JSON lines: one document per line
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const document = parseJson(line);
    if (typeof document !== 'object') return null;
    collect(document, facts);
  }
  return facts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON is an answer here, and JSON never means undefined
  }
}

function collect(root: unknown, facts: Map<OrderId, PasteFacts>): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    const label = Array.isArray(value) ? null : labelAmong(entries);
    const looksFinished = !Array.isArray(value) && saysFinished(entries);
    for (const [key, item] of entries) {
      if (typeof item === 'object') open.push(item);
      if (typeof item !== 'string') continue;
      const [idOfKey, idOfItem] = [parseOrderId(key), parseOrderId(item)];
      if (idOfKey !== null) remember(facts, idOfKey, item, false);
      else if (idOfItem !== null) remember(facts, idOfItem, label, looksFinished);
    }
  }
}

/** Keys are compared without case, blanks, hyphens and underscores. */
function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, '');
}

/** The text under the key that names a label best. */
function labelAmong(entries: readonly (readonly [string, unknown])[]): string | null {
  let best: string | null = null;
  let bestRank = labelKeys.length;
  for (const [key, item] of entries) {
    const rank = labelKeys.indexOf(plainKey(key));
    if (rank < 0 || rank >= bestRank || typeof item !== 'string' || item.trim() === '') continue;
    best = item;
    bestRank = rank;
  }
  return best;
}

function saysFinished(entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.some(
    ([key, item]) =>
      typeof item === 'string' && statusKeys.has(plainKey(key)) && isFinishedWord(item),
  );
}

function remember(
  facts: Map<OrderId, PasteFacts>,
  id: OrderId,
  label: string | null,
  looksFinished: boolean,
): void {
  const known = facts.get(id);
  facts.set(id, {
    label: known?.label ?? (label === null ? null : offeredLabel(label)),
    looksFinished: looksFinished || known?.looksFinished === true,
  });
}
