import type { OrderId } from '../order/order-id.ts';
import { parseOrderId } from '../order/order-id.ts';
import { isFinishedWord, nothingSaid, offeredGroup, offeredLabel } from './line-facts.ts';
import type { PasteFacts } from './line-facts.ts';
import { readPromisedTime } from './promised-time.ts';

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

const groupKeys = new Set(['group', 'groupname', 'team', 'route', 'tour', 'zone']);

const promisedKeys = new Set([
  'promised',
  'promise',
  'promisedat',
  'promisedtime',
  'promisedfor',
  'deliverby',
  'due',
  'dueat',
]);

const statusKeys = new Set(['status', 'state', 'orderstatus', 'deliverystatus']);

/** JSON larger than this is searched for uuids but not for labels. */
const maxJsonUnits = 5_000_000;

/**
 * What a JSON text says about its uuids, by uuid: their labels, from a sibling key such as
 * `label` or `name` or as the value of a key that is the uuid itself, and whether their status says
 * that they are over, with their group and promised time. Null when the text is not JSON.
 *
 * @param nowMs a promised time of day is the one around this moment; null leaves promised times out
 */
export function jsonFacts(
  text: string,
  nowMs: number | null = null,
): ReadonlyMap<OrderId, PasteFacts> | null {
  if (!/^\s*[[{"]/.test(text) || text.length > maxJsonUnits) return null;
  const facts = new Map<OrderId, PasteFacts>();
  const whole = parseJson(text);
  if (whole !== undefined) {
    collect(whole, facts, nowMs);
    return facts;
  }
  // JSON lines: one document per line
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const document = parseJson(line);
    if (typeof document !== 'object') return null;
    collect(document, facts, nowMs);
  }
  return facts;
}

type Entries = readonly (readonly [string, unknown])[];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON is an answer here, and JSON never means undefined
  }
}

function collect(root: unknown, facts: Map<OrderId, PasteFacts>, nowMs: number | null): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    let said: PasteFacts | null = Array.isArray(value) ? nothingSaid : null;
    for (const [key, item] of entries) {
      if (typeof item === 'object') open.push(item);
      if (typeof item !== 'string') continue;
      const [idOfKey, idOfItem] = [parseOrderId(key), parseOrderId(item)];
      if (idOfKey !== null) {
        remember(facts, idOfKey, { label: offeredLabel(item), looksFinished: false });
      } else if (idOfItem !== null) {
        said ??= objectFacts(entries, nowMs);
        remember(facts, idOfItem, said);
      }
    }
  }
}

/** Keys are compared without case, blanks, hyphens and underscores. */
function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, '');
}

/** The text under the key that names a label best. */
function labelAmong(entries: Entries): string | null {
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

/** What the object around a uuid says of it. */
function objectFacts(entries: Entries, nowMs: number | null): PasteFacts {
  const label = labelAmong(entries);
  const group = textAmong(entries, groupKeys);
  const groupName = group === undefined ? null : offeredGroup(group);
  const time = textAmong(entries, promisedKeys);
  const promised = nowMs === null || time === undefined ? null : readPromisedTime(time, nowMs);
  return {
    label: label === null ? null : offeredLabel(label),
    looksFinished: isFinishedWord(textAmong(entries, statusKeys, isFinishedWord) ?? ''),
    ...(groupName === null ? {} : { group: groupName }),
    ...(promised === null ? {} : { promised }),
  };
}

/** The first text under one of the keys that is wanted. */
function textAmong(
  entries: Entries,
  keys: ReadonlySet<string>,
  isWanted: (text: string) => boolean = () => true,
): string | undefined {
  for (const [key, item] of entries) {
    if (typeof item === 'string' && keys.has(plainKey(key)) && isWanted(item)) return item;
  }
  return undefined;
}

function remember(facts: Map<OrderId, PasteFacts>, id: OrderId, said: PasteFacts): void {
  const known = facts.get(id);
  facts.set(id, {
    ...said,
    ...known,
    label: known?.label ?? said.label,
    looksFinished: said.looksFinished || known?.looksFinished === true,
  });
}
