import { isFinishedWord } from './paste-finished.ts';

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

const ranks: ReadonlyMap<string, number> = new Map(labelKeys.map((key, rank) => [key, rank]));

const uuidForm = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

function isUuid(text: string): boolean {
  return text.length >= 32 && text.length <= 36 && uuidForm.test(text);
}

const statusKeys = new Set(['status', 'state', 'orderstatus', 'deliverystatus']);

/** What a JSON text says about its uuids, by canonical uuid. */
export interface JsonFacts {
  readonly labels: ReadonlyMap<string, string>;
  /** Those whose status says that they are over. */
  readonly finished: ReadonlySet<string>;
}

interface Collected {
  readonly labels: Map<string, string>;
  readonly finished: Set<string>;
}

/** JSON larger than this is searched for uuids but not for labels. */
const maxJsonUnits = 20_000_000;

/**
 * What a JSON text says about uuids: their labels, from a sibling key such as `label` or `name` or
 * as the value of a key that is the uuid itself, and their statuses. Null when the text is not JSON.
 */
export function jsonFacts(text: string): JsonFacts | null {
  if (!/^\s*[[{"]/.test(text) || text.length > maxJsonUnits) return null;
  const whole = parseJson(text);
  const facts: Collected = { labels: new Map(), finished: new Set() };
  if (whole !== undefined) {
    collect(whole, facts);
    return facts;
  }
  // JSON lines: one document per line
  let documentCount = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const document = parseJson(line);
    if (document === undefined || typeof document !== 'object') return null;
    collect(document, facts);
    documentCount += 1;
  }
  return documentCount === 0 ? null : facts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON is an answer here, and JSON never means undefined
  }
}

function collect(root: unknown, { labels, finished }: Collected): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const entries = Object.entries(value);
    const label = Array.isArray(value) ? null : labelAmong(entries);
    const isOver = !Array.isArray(value) && saysFinished(entries);
    for (const [key, item] of entries) {
      if (typeof item === 'object') open.push(item);
      if (typeof item !== 'string') continue;
      if (isUuid(key)) remember(labels, key, item);
      else if ((label !== null || isOver) && isUuid(item.trim())) {
        if (label !== null) remember(labels, item.trim(), label);
        if (isOver) finished.add(canonical(item.trim()));
      }
    }
  }
}

/** How well a key names a label, the best first; the same few keys come again and again. */
function rankOf(key: string): number {
  const known = ranks.get(key);
  if (known !== undefined) return known;
  const at = labelKeys.indexOf(key.toLowerCase().replace(/[\s_-]/g, ''));
  return at < 0 ? labelKeys.length : at;
}

function labelAmong(entries: readonly (readonly [string, unknown])[]): string | null {
  let best: string | null = null;
  let bestRank = labelKeys.length;
  for (const [key, item] of entries) {
    const rank = rankOf(key);
    if (rank >= bestRank || typeof item !== 'string' || item.trim() === '') continue;
    best = item;
    bestRank = rank;
  }
  return best;
}

function saysFinished(entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.some(
    ([key, item]) =>
      typeof item === 'string' &&
      statusKeys.has(key.toLowerCase().replace(/[\s_-]/g, '')) &&
      isFinishedWord(item),
  );
}

function canonical(uuid: string): string {
  const id = uuid.toLowerCase();
  if (id.length === 36) return id;
  const hex = id.replaceAll('-', '');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function remember(labels: Map<string, string>, uuid: string, label: string): void {
  const id = canonical(uuid);
  if (!labels.has(id)) labels.set(id, label);
}
