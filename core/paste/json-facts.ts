import type { OrderId } from '../order/order-id.ts';
import { parseOrderId } from '../order/order-id.ts';
import { type Field, fieldRank, isOfOrders, isOther, orderRank, saysOrder } from './field-names.ts';
import { isFinishedWord, nothingSaid, offeredGroup, offeredLabel } from './line-facts.ts';
import type { PasteFacts } from './line-facts.ts';
import { readPromisedTime, zoneOfColumn } from './promised-time.ts';
import { normalised, uuidsOf } from './uuid-text.ts';

/** What a JSON text says. */
export interface JsonFacts {
  /** What is said of each of its uuids. */
  readonly facts: ReadonlyMap<OrderId, PasteFacts>;
  /**
   * The uuids under keys that name those of orders; all others are then of other things. Null where no key does:
   * each uuid may be that of an order.
   */
  readonly named: ReadonlySet<OrderId> | null;
  /** What names an order under a key that is empty, with its line as far as that is known, counted from 1. */
  readonly without: readonly { readonly text: string; readonly line: number | null }[];
}

/** JSON larger than this is searched for uuids but not for labels. */
const maxJsonUnits = 5_000_000;

/** What lies deeper was not written by a program that knows orders. */
const deepest = 100;
/** The number of values that are looked at in one step. */
const valuesAtOnce = 500;
/** JSON within a text of JSON, and so on: deeper, it is words. */
const deepestText = 3;

/**
 * What a JSON text says about its uuids, by uuid: their labels, from a sibling key such as
 * `label` or `name` or as the value of a key that is the uuid itself, and whether their status says
 * that they are over, with their group and promised time. Null when the text is not JSON. Yields now and then; to
 * parse a document is one step.
 *
 * @param nowMs a promised time of day is the one around this moment; null leaves promised times out
 */
export function* jsonFacts(
  text: string,
  nowMs: number | null = null,
): Generator<void, JsonFacts | null> {
  if (text.length > maxJsonUnits || !isJsonText(text)) return null;
  const collected = new Collected(text, nowMs);
  const whole = parseJson(text);
  if (whole !== undefined) {
    yield* collected.look(whole, document);
    return collected;
  }
  // JSON lines: one document per line
  const lines = text.split(/\r?\n/);
  if (lines.length === 1) return null;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (typeof value !== 'object') return null;
    collected.line = at + 1;
    yield* collected.look(value, document);
  }
  return collected;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON is an answer here, and JSON never means undefined
  }
}

type Entry = readonly [string, unknown];
type Entries = readonly Entry[];

/** Where a value stands. */
interface Place {
  readonly depth: number;
  /** How many texts of JSON it stands in. */
  readonly textDepth: number;
  /** Under a key that names orders, so that a text which is a uuid is that of one. */
  readonly isOfOrders: boolean;
  /** In an order, or in something beside one: the uuids in it are of other things. */
  readonly isAside: boolean;
}

const document: Place = { depth: 0, textDepth: 0, isOfOrders: false, isAside: false };

class Collected implements JsonFacts {
  readonly facts = new Map<OrderId, PasteFacts>();
  readonly without: { readonly text: string; readonly line: number | null }[] = [];
  /** That of what is looked at, where JSON is written in lines. */
  line: number | null = null;
  readonly #named = new Set<OrderId>();
  readonly #text: string;
  readonly #nowMs: number | null;
  #hasNames = false;
  #lookedCount = 0;

  constructor(text: string, nowMs: number | null) {
    this.#text = text;
    this.#nowMs = nowMs;
  }

  get named(): ReadonlySet<OrderId> | null {
    return this.#hasNames ? this.#named : null;
  }

  /** Looks through a value. @returns whether a key in it names an order */
  *look(value: unknown, place: Place): Generator<void, boolean> {
    yield* this.#count();
    if (typeof value === 'string') return yield* this.#lookInText(value, place);
    if (typeof value !== 'object' || value === null || place.depth >= deepest) return false;
    const inside = { ...place, depth: place.depth + 1 };
    if (!Array.isArray(value)) return yield* this.#lookInObject(Object.entries(value), inside);
    let isOfOrder = false;
    for (const item of value) isOfOrder = (yield* this.look(item, inside)) || isOfOrder;
    return isOfOrder;
  }

  *#count(): Generator<void, void> {
    this.#lookedCount += 1;
    if (this.#lookedCount % valuesAtOnce === 0) yield;
  }

  /** A uuid, or a text of JSON, as logs and webhooks wrap it. */
  *#lookInText(text: string, place: Place): Generator<void, boolean> {
    const value = isJsonText(text) && place.textDepth < deepestText ? parseJson(text) : undefined;
    if (value !== undefined) {
      return yield* this.look(value, { ...place, textDepth: place.textDepth + 1 });
    }
    const id = idIn(text);
    if (id === null) return false;
    this.#remember(id, nothingSaid);
    if (!place.isOfOrders || place.isAside) return false;
    this.#hasNames = true;
    this.#named.add(id);
    return true;
  }

  *#lookInObject(entries: Entries, place: Place): Generator<void, boolean> {
    const inside = (item: unknown, isAside: boolean, ofOrders = false) =>
      this.look(item, { ...place, isAside: place.isAside || isAside, isOfOrders: ofOrders });
    // In `{ uuid, orders: [...] }` the uuid is that of a batch or an event, in `{ id, stops: [{ order_id }] }` of a route.
    const mayList =
      !place.isAside && !entries.some(([key]) => orderRank(key) === 0 || saysOrder(key));
    const ofOrders = new Set(
      entries.filter((entry) => hasOrders(entry) || (mayList && listsOrders(entry))),
    );
    let isAround = false;
    for (const [, item] of ofOrders)
      if (typeof item === 'object') isAround = (yield* inside(item, false, true)) || isAround;
    const isOrder = !isAround && !place.isAside && this.#nameOwn(entries);
    let said: PasteFacts | null = null; // once an object: one may have thousands of uuids
    for (const entry of entries) {
      yield* this.#count();
      const [key, item] = entry;
      const idOfKey = parseOrderId(key);
      if (idOfKey !== null) {
        this.#remember(idOfKey, valueFacts(item, this.#nowMs));
        if (!place.isAside) this.#named.add(idOfKey);
      }
      const idOfItem = typeof item === 'string' && idOfKey === null ? idIn(item) : null;
      if (idOfItem !== null) {
        said ??= objectFacts(entries, this.#nowMs);
        this.#remember(idOfItem, said);
      } else if (typeof item === 'string' ? isJsonText(item) : !ofOrders.has(entry)) {
        yield* inside(item, isAround || isOrder || isOther(key));
      }
    }
    return isAround || isOrder;
  }

  /** Names the order that an object is about, by the key that says so best. @returns whether one does */
  #nameOwn(entries: Entries): boolean {
    let own: OrderId | null = null;
    let bestRank = Infinity;
    let isEmpty = false;
    for (const [key, item] of entries) {
      isEmpty ||= isEmptyId(key, item);
      const plainRank = orderRank(key) ?? (isOfOrders(key) ? lowestRank : Infinity);
      // Of two that are as good, the one that names the order: beside it the other is that of an event.
      const rank = plainRank - (saysOrder(key) ? 0.5 : 0);
      if (rank >= bestRank || typeof item === 'object') continue;
      const id = typeof item === 'string' ? idIn(item) : null;
      // A key that says uuid counts also where its value was cut: no other uuid takes its place.
      if (id === null && rank > 1) continue;
      own = id;
      bestRank = rank;
    }
    if (own === null && isEmpty) this.#missing(entries);
    if (bestRank === Infinity) return false;
    this.#hasNames = true;
    if (own !== null) this.#named.add(own);
    return true;
  }

  /** An order without a uuid, by its label or by what else the object begins with. */
  #missing(entries: Entries): void {
    if (this.without.length === mostWithout) return;
    const [, label] = textUnder('label', entries) ?? [];
    const text = label ?? JSON.stringify(Object.fromEntries(entries));
    const mark = JSON.stringify(label ?? entries[0]?.[0]);
    const isPlaced = this.line === null && this.without.length < mostPlaced;
    const line = isPlaced ? lineOfOnly(mark, this.#text) : this.line;
    this.without.push({ text: text.slice(0, mostNameUnits), line });
  }

  #remember(id: OrderId, said: PasteFacts): void {
    const known = this.facts.get(id);
    this.facts.set(id, {
      ...said,
      ...known,
      label: known?.label ?? said.label,
      looksFinished: said.looksFinished || known?.looksFinished === true,
    });
  }
}

/** Whether orders are under a key, or the uuids of some. */
function hasOrders([key]: Entry): boolean {
  return isOfOrders(key) || orderRank(key) === 0;
}

/** Whether things are listed under a key that each name an order outright, such as the stops of a route. */
function listsOrders([, item]: Entry): boolean {
  return (
    Array.isArray(item) &&
    item.some((each: unknown) => {
      const entries = typeof each === 'object' && each !== null ? Object.entries(each) : [];
      return entries.some(
        ([key, value]) => saysOrder(key) && typeof value === 'string' && idIn(value) !== null,
      );
    })
  );
}

/** Whether a key that names an order's uuid outright has none: "id" may be that of anything. */
function isEmptyId(key: string, item: unknown): boolean {
  const rank = orderRank(key);
  const isOfOne = rank !== null && rank < lowestIdRank && !/s$/i.test(key);
  return isOfOne && (item === null || (typeof item === 'string' && item.trim() === ''));
}

/** That of a key which is "id" alone. */
const lowestIdRank = 3;
/** As many as are said of one text, in so many characters. */
const mostWithout = 1000;
const mostNameUnits = 64;
/** Only the first 20 orders without a uuid get a line, because each is looked for in the whole text. */
const mostPlaced = 20;

/** The line of what stands in a text once; null where it stands there in another way, or more than once. */
function lineOfOnly(mark: string, text: string): number | null {
  const at = text.indexOf(mark);
  if (at === -1 || text.includes(mark, at + 1)) return null;
  return text.slice(0, at).split(/\r\n?|\n/).length;
}

/** That of a key which names an order and no uuid. */
const lowestRank = 4;
const shortestId = 32;
const longestId = 300;

function isJsonText(text: string): boolean {
  return /^\s*[[{"]/.test(text);
}

/** The uuid that a text is or holds, if it is one alone. */
function idIn(text: string): OrderId | null {
  if (text.length < shortestId || text.length > longestId || isJsonText(text)) return null;
  const [only, ...more] = uuidsOf(normalised(text));
  return only === undefined || more.some(({ id }) => id !== only.id) ? null : only.id;
}

/** What the value of a key that is a uuid says of it: its label, or an object with it and more. */
function valueFacts(value: unknown, nowMs: number | null): PasteFacts {
  if (typeof value === 'string') return { label: offeredLabel(value), looksFinished: false };
  return objectFacts(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
    nowMs,
  );
}

/** What the object around a uuid says of it. */
function objectFacts(entries: Entries, nowMs: number | null): PasteFacts {
  const [, label = ''] = textUnder('label', entries) ?? [];
  const [, group = ''] = textUnder('group', entries) ?? [];
  const [, status = ''] = textUnder('status', entries) ?? [];
  const groupName = offeredGroup(group);
  const [name, time] = textUnder('promised', entries) ?? [];
  const promised =
    nowMs === null || name === undefined || time === undefined
      ? null
      : readPromisedTime(time, nowMs, zoneOfColumn(name));
  return {
    label: offeredLabel(label),
    looksFinished: isFinishedWord(status),
    ...(groupName === null ? {} : { group: groupName }),
    ...(promised === null ? {} : { promised }),
  };
}

/** The key that names a field best of those with a text, or with the number of a moment, and that text. */
function textUnder(field: Field, entries: Entries): readonly [key: string, text: string] | null {
  let best: readonly [string, string] | null = null;
  let bestRank = Infinity;
  for (const [key, item] of entries) {
    const text = typeof item === 'number' && field === 'promised' ? String(item) : item;
    const rank = fieldRank(field, key) ?? Infinity;
    if (rank >= bestRank || typeof text !== 'string' || text.trim() === '') continue;
    best = [key, text];
    bestRank = rank;
  }
  return best;
}
