import type { Clock } from '../clock.ts';
import type { OrderId } from '../order/order-id.ts';
import { nearMisses } from './near-misses.ts';
import { jsonFacts, type JsonFacts } from './json-facts.ts';
import { lineFacts, nameAbove, nothingSaid } from './line-facts.ts';
import type { PasteFacts } from './line-facts.ts';
import { type PastedTable, readTable } from './table.ts';
import { ownerOf, type UuidOwner } from './uuid-place.ts';
import { normalised, uuidsOf } from './uuid-text.ts';

/** One uuid in a pasted text, with the words beside it as an offer for its label. */
export interface FoundOrderId extends PasteFacts {
  readonly id: OrderId;
  /** The line of its first appearance, counted from 1. */
  readonly line: number;
}

/** Something that was probably meant to be a uuid, or the name of a row that has none. */
export interface RejectedPaste {
  /** As pasted, at most 64 characters. */
  readonly text: string;
  /** Counted from 1; null where it is not known, as of some in JSON. */
  readonly line: number | null;
  readonly reason: 'wrongLength' | 'notHex' | 'orderNumber' | 'nil' | 'otherThing' | 'noUuid';
}

/** What a pasted text holds. */
export interface PasteFindings {
  /** Each uuid once, in the order of first appearance, at most {@link maxFound}. */
  readonly found: readonly FoundOrderId[];
  /** How many further times a found uuid appeared. */
  readonly duplicateCount: number;
  /** In the order of the text, the first 1,000; those of no line first. */
  readonly rejected: readonly RejectedPaste[];
  /** The text holds more uuids than are found at once; the rest of it was not read. */
  readonly isCutOff: boolean;
  /** Some characters of the text were lost when it was decoded: labels and groups with them are left out. */
  readonly isGarbled: boolean;
}

/** How many things in a text are not accepted as they stand. */
export interface PasteCounts {
  /** Orders that the text calls finished. */
  readonly finished: number;
  /** Further mentions of an order. */
  readonly repeated: number;
  /** What looks like a uuid and is none. */
  readonly rejected: number;
  /** Rows of a table that name an order and have no uuid. */
  readonly withoutUuid: number;
  /** Promised times that cannot be read. */
  readonly timesUnread: number;
}

/** Counts what is said wherever a text is accepted, so that nothing of it is passed over without a word. */
export function pasteCounts({ duplicateCount, found, rejected }: PasteFindings): PasteCounts {
  return {
    finished: found.filter(({ looksFinished }) => looksFinished).length,
    repeated: duplicateCount,
    rejected: rejected.filter(({ reason }) => reason !== 'noUuid').length,
    withoutUuid: rejected.filter(({ reason }) => reason === 'noUuid').length,
    timesUnread: found.filter(({ promised }) => promised?.atMs === null).length,
  };
}

/** The most orders that one text gives: the bridge accepts no more in one request. */
const maxFound = 50_000;

const maxRejected = 1000;

/** The text is read in pieces of about this many characters. */
const chunkUnits = 16_384;

/**
 * Finds the uuids in any text that people paste: lists, mail, CSV, JSON, URLs, Markdown. Dashes of
 * all kinds, invisible characters, fullwidth letters, mail quoting, wrapped lines, quoted-printable
 * and percent-encoding do not hide one; a run of hex digits that is longer than a uuid is not one.
 * The nil uuid and those of one repeated digit are placeholders and are rejected as `nil`.
 *
 * Takes time linear in the length of the text.
 *
 * @param nowMs a promised time of day is the one around this moment; null leaves promised times out
 */
export function findOrderIds(text: string, nowMs: number | null = null): PasteFindings {
  const steps = findOrderIdsInSteps(text, nowMs);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** {@link findOrderIds} in turns, so that whatever else waits goes on in between. */
export async function findOrderIdsInTurns(
  text: string,
  nowMs: number | null,
  clock: Pick<Clock, 'nextTurn'>,
): Promise<PasteFindings> {
  const steps = findOrderIdsInSteps(text, nowMs);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await clock.nextTurn();
  }
}

/** {@link findOrderIds} in steps of about {@link chunkUnits}, so that a window can draw in between. */
export function* findOrderIdsInSteps(
  whole: string,
  nowMs: number | null = null,
): Generator<void, PasteFindings> {
  // Also before the second of several files in one text.
  const text = whole.replaceAll('\uFEFF', '');
  const json = yield* jsonFacts(text, nowMs);
  yield;
  const table = json === null ? yield* readTable(text, nowMs) : null;
  const findings = new Findings(text.includes('\uFFFD'));
  for (const each of json?.without ?? []) findings.reject({ ...each, reason: 'noUuid' });
  let above: string | null = null;
  for (const lines of linesOf(text)) {
    for (const { text: line, number } of lines) {
      const uuids = uuidsOf(line);
      const misses = nearMisses(line, uuids);
      for (const miss of misses) findings.reject({ ...miss, line: number });
      const without = misses.length === 0 ? table?.without.get(number) : undefined;
      if (without !== undefined) findings.reject({ ...without, line: number });
      const beside = json === null ? lineFacts(line, uuids, nowMs) : null;
      const [only, ...more] = uuids;
      if (only !== undefined && more.length === 0 && beside?.label === null) {
        if (table?.facts.has(only.id) !== true)
          findings.standsBelow(only.id, nameAbove(above, line, only));
      }
      above = uuids.length + misses.length === 0 ? line : null;
      for (const uuid of uuids) {
        const { id } = uuid;
        const facts = table?.facts.get(id) ?? beside ?? json?.facts.get(id) ?? nothingSaid;
        const owner = ownerIn(id, table, json) ?? ownerOf(line, uuid);
        const isOfRow = table?.facts.has(id) === true;
        if (!findings.add({ id, line: number, ...facts }, owner, isOfRow)) {
          return findings.all(true);
        }
      }
    }
    yield;
  }
  return findings.all(false);
}
/** Whose uuid it is by the columns or keys of the text; null where these do not say. */
function ownerIn(id: OrderId, table: PastedTable | null, json: JsonFacts | null): UuidOwner | null {
  if (table?.facts.has(id) === true) return 'order';
  if (table?.others.has(id) === true) return 'other';
  if (json === null || json.named === null) return null;
  return json.named.has(id) ? 'order' : 'other';
}

/** What was found so far. */
class Findings {
  readonly #found = new Map<OrderId, FoundOrderId>();
  /** Those that count where nothing else does. */
  readonly #unsaid = new Map<OrderId, FoundOrderId>();
  readonly #others = new Map<OrderId, FoundOrderId>();
  readonly #rejected: RejectedPaste[] = [];
  readonly #isGarbled: boolean;
  /** The names above the uuids that stand alone on their lines; null for one below no name. */
  readonly #namesAbove = new Map<OrderId, string | null>();
  #repeated = 0;
  #repeatedUnsaid = 0;

  constructor(isGarbled: boolean) {
    this.#isGarbled = isGarbled;
  }

  reject(what: RejectedPaste): void {
    if (this.#rejected.length < maxRejected) this.#rejected.push(what);
  }

  /** @param name that above it, as {@link nameAbove} has it */
  standsBelow(id: OrderId, name: string | null | undefined): void {
    if (name !== undefined && !this.#namesAbove.has(id)) this.#namesAbove.set(id, name);
  }

  /** Where each uuid that stands alone is below a name, these are names; else the one line is a heading. */
  #named(order: FoundOrderId): FoundOrderId {
    const name = this.#namesAbove.get(order.id) ?? null;
    if (order.label !== null || name === null) return order;
    return [...this.#namesAbove.values()].includes(null) ? order : { ...order, label: name };
  }

  /**
   * @param isOfRow another cell of its row may hold it too, such as one with an address
   * @returns false when no more are accepted
   */
  add(order: FoundOrderId, owner: UuidOwner, isOfRow: boolean): boolean {
    const { id, line } = order;
    if (isPlaceholder(id)) {
      this.reject({ text: id, line, reason: 'nil' });
      return true;
    }
    const all = { order: this.#found, unsaid: this.#unsaid, other: this.#others }[owner];
    const known = all.get(id);
    if (known === undefined && all.size === maxFound) return owner !== 'order';
    all.set(id, known === undefined ? order : merged(known, order));
    if (known === undefined || (isOfRow && known.line === line)) return true;
    if (owner === 'order') this.#repeated += 1;
    if (owner === 'unsaid') this.#repeatedUnsaid += 1;
    return true;
  }

  all(isCutOff: boolean): PasteFindings {
    const isUnsaid = this.#found.size === 0;
    const found = isUnsaid ? this.#unsaid : this.#found;
    if (found.size === 0) {
      for (const { id, line } of this.#others.values()) {
        this.reject({ text: id, line, reason: 'otherThing' });
      }
    }
    return {
      found: [...found.values()].map((order) => this.#named(order)),
      duplicateCount: isUnsaid ? this.#repeatedUnsaid : this.#repeated,
      rejected: this.#rejected.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
      isCutOff,
      isGarbled: this.#isGarbled,
    };
  }
}

function merged(known: FoundOrderId, said: FoundOrderId): FoundOrderId {
  return {
    ...said,
    ...known,
    label: known.label ?? said.label,
    looksFinished: known.looksFinished || said.looksFinished,
  };
}

/** The nil uuid, the max uuid of RFC 9562 and every other one made of a single digit. */
function isPlaceholder(id: OrderId): boolean {
  return new Set(id.replaceAll('-', '')).size === 1;
}

/** A line as it is searched: normalised, and joined with the next where a uuid was wrapped. */
interface TextLine {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

/** The lines of a text, some thousand characters at a time. */
function* linesOf(text: string): Generator<readonly TextLine[]> {
  let number = 1;
  let rest = '';
  for (let at = 0; at < text.length;) {
    const end = endOfChunk(text, at);
    const raw = (rest + text.slice(at, end)).split(/\r\n|[\n\r\u0085\u2028\u2029]/);
    at = end;
    // The last line may go on in the next chunk, so that none before it is joined with it yet. A chunk without a line
    // break is a piece of one line, and is read by itself.
    const isCut = at < text.length && raw.length > 1;
    const whole = (isCut ? raw.slice(0, -1) : raw).map(normalised);
    let read = 0;
    const lines: TextLine[] = [];
    while (read < whole.length) {
      let next = read + 1;
      let line = whole[read] ?? '';
      for (;;) {
        const joined = joinedIfWrapped(line, whole[next - 1] ?? '', whole[next]);
        if (joined === null) break;
        line = joined;
        next += 1;
      }
      // It may be wrapped into the line that is not whole, unless all that was read so far is one line.
      if (isCut && next === whole.length && read > 0) break;
      // A uuid that was broken may be in another form, too.
      lines.push({ text: next > read + 1 ? normalised(line) : line, number: number + read });
      read = next;
    }
    rest = raw.slice(read).join('\n');
    if (isCut) number += read;
    yield lines;
  }
}

/** Where to cut the text: behind a line break, blank or separator, if one is among the last 200. */
function endOfChunk(text: string, start: number): number {
  const end = start + chunkUnits;
  const border = /[\s,;"|/][^\s,;"|/]*$/.exec(text.slice(end - 200, end));
  return border === null ? end : end - 200 + border.index + 1;
}

/**
 * Whether a line has an equals sign before its end that begins no escape, which quoted-printable does not allow: an
 * address whose last parameter is empty ends like a soft line break.
 */
function hasBareEquals(line: string): boolean {
  return /=(?![0-9a-f]{2}|[ \t]{0,80}$)/i.test(line);
}

/** From this column on a mail program may have broken the line in mid word. */
const wrapColumn = 60;

/**
 * The line and the next as one, when a uuid was broken between them: by a soft line break of
 * quoted-printable (RFC 2045, 6.7), or by a mail program that wraps. Programs wrap beside a hyphen. A
 * break inside a group is believed on a line as long as mail wraps, or when the rest stands alone on
 * its line: otherwise a uuid that lacks digits would take them from the next line.
 *
 * @param end the last of the lines that are joined in it already
 */
function joinedIfWrapped(line: string, end: string, next: string | undefined): string | null {
  if (next === undefined || !/[0-9a-f=-]$/i.test(line.slice(-90).trimEnd())) return null;
  const following = next.replace(/^[ \t]{0,8}(?:>[ \t]{0,8}){0,20}/, '');
  const [, digit = '', soft] = /([0-9a-z_.&?-])(=[ \t]{0,80})$/i.exec(line.slice(-90)) ?? [];
  // Where the line is as long as mail is, an address may be broken anywhere; "uuid=" is no part of the uuid below it.
  const isBeforeUuid = uuidsOf(following)[0]?.start === 0;
  const isPlausibleSoft = line.length >= wrapColumn || (/[0-9a-f-]/i.test(digit) && !isBeforeUuid);
  if (soft !== undefined && isPlausibleSoft && !hasBareEquals(end)) {
    return line.slice(0, -soft.length) + following;
  }
  const [last = ''] = line
    .slice(-120)
    .trimEnd()
    .slice(-36)
    .split(/[^0-9a-f-]/i)
    .slice(-1);
  const head = last.replace(/^-+/, '');
  if (head === '' || head.length > 35) return null;
  const tail = following.slice(0, 36 - head.length);
  const isUuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.test(head + tail);
  const after = following.slice(tail.length);
  if (!isUuid || /^[0-9a-f]/i.test(after)) return null;
  const isBesideHyphen = head.endsWith('-') || tail.startsWith('-');
  const isPlausible =
    isBesideHyphen || line.length >= wrapColumn || /^[ \t"'>)\]},;.]{0,20}$/.test(after);
  return isPlausible ? line.trimEnd() + following : null;
}
