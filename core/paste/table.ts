import type { OrderId } from '../order/order-id.ts';
import { type Field, fieldRank, isIdOfOther, isOfStatus, orderRank } from './field-names.ts';
import {
  isFinishedWord,
  labelAmong,
  offeredGroup,
  offeredLabel,
  type PasteFacts,
  spareAmong,
  timeAhead,
} from './line-facts.ts';
import {
  type ColumnZone,
  isPlainTime,
  type PromisedTime,
  readPromisedTime,
  zoneOfColumn,
} from './promised-time.ts';
import { type Delimiter, delimiters, lineBreakCount, recordsOf } from './table-records.ts';
import { ownerOf } from './uuid-place.ts';
import { normalised, uuidsOf, withoutUuids } from './uuid-text.ts';

/** What a table says of its orders. */
export interface PastedTable {
  readonly facts: ReadonlyMap<OrderId, PasteFacts>;
  /** Uuids that stand in other columns than that of the orders. */
  readonly others: ReadonlySet<OrderId>;
  /** The rows without the uuid of an order, by their line, counted from 1. */
  readonly without: ReadonlyMap<number, WithoutUuid>;
}

/** What stands in place of the uuid in a row without one, or names the row where nothing does. */
interface WithoutUuid {
  readonly text: string;
  readonly reason: 'wrongLength' | 'notHex' | 'orderNumber' | 'noUuid';
}

/** By so many lines, in so many characters, the delimiter is chosen. */
const mostTried = 50;
const mostTriedUnits = 20_000;
/** The most lines with several cells above a header that names a single column. */
const mostAbove = 20;
/** What a name in a header counts against lines: more than as many as are tried can give. */
const headerWeight = 2 * mostTried + 1;
/** A longer line is data that was not written for people, and no header. */
const maxHeaderUnits = 2000;
/** The table is read in pieces of about this many characters. */
const pieceUnits = 16_384;
const rowsAtOnce = 200;
/** Twice as many as one paste adds orders; more would only fill the memory. */
const mostRows = 100_000;
/** As many as are said of one text. */
const mostRowsWithout = 1000;
/** One word with a digit: "Total" is no order. */
const orderNumber = /^(?=\D*\d)#?[0-9a-z][0-9a-z_-]{3,62}$/i;
/** A cell that holds no uuid and nothing in its place. */
const emptyCell =
  /^(?:[^\p{L}\p{N}]*|n\/?a|none|null|nil|tb[acd]|無|沒有|待定|待補|无|没有|待补)$/iu;
/** What names the line of a sum. */
const sumWord =
  /^(?:(?:grand |sub-?)?total|sum|count|合計|總計|小計|總數|合计|总计|小计|总数)[^\p{L}]*$/iu;
/** What a message says below its table begins with. */
const closingWord =
  /^(?:(?:many )?thanks|thank you|thx|cheers|(?:(?:best|kind|warm) )?regards|best|sincerely|謝謝|多謝|谢谢|多谢)(?!\p{L})/iu;
const wordsAlone = /^[^\p{N}]*$/u;
const maxNameUnits = 64;

/**
 * Reads a text as a table: with a header that names columns, or without one where a column holds nothing but times
 * or a cell holds a line break. Every other text, and the lines that are no rows of the header above them, are left
 * to be read line by line.
 * Takes time linear in the length of the text, and yields now and then. Of what follows the first hundred
 * thousand rows with a uuid nothing is read.
 *
 * @param nowMs a promised time of day is the one around this moment; null leaves promised times out
 * @returns null when it is no such table
 */
export function* readTable(
  text: string,
  nowMs: number | null,
): Generator<void, PastedTable | null> {
  const { delimiter, start } = delimiterOf(text);
  if (delimiter === null) return null;
  let section: Section = { names: [], rows: [], rowsWithout: [] };
  const sections = [section];
  let rowCount = 0;
  let lineCount = 0;
  let withoutCount = 0;
  let nextLine = 1 + lineBreakCount(text.slice(0, start));
  let isBroken = false;
  /** The lines after the last row that stand apart. */
  let isApart = false;
  const apart = new Set<number>();
  let times: TimeColumns | null = null;
  let pieceEnd = pieceUnits;
  for (const record of recordsOf(text, delimiter, start)) {
    if (record === null) return null;
    if (record.end > pieceEnd) {
      pieceEnd = record.end + pieceUnits;
      yield;
    }
    if (record.cells.length > 1) lineCount += 1;
    const line = nextLine;
    nextLine += record.lineCount;
    const uuids = uuidsIn(record.cells);
    if (uuids.length === 0) {
      const isShort = record.end - record.start <= maxHeaderUnits;
      const named = isShort ? namedCount(record.cells) : 0;
      const isFirst = rowCount === 0 && (named > 1 || lineCount <= mostAbove);
      // Several tables may stand one below the other, as of several files.
      if (named > (isFirst ? namedCount(section.names) : 1))
        sections.push((section = { names: record.cells, rows: [], rowsWithout: [] }));
      else if (withoutCount < mostRowsWithout) {
        isApart ||= record.cells.length === 1;
        if (record.cells.every((cell) => emptyCell.test(cell))) continue;
        if (isApart) apart.add(line);
        withoutCount += 1;
        section.rowsWithout.push({ cells: record.cells, uuids: [], line });
      }
      continue;
    }
    const row: Row = { cells: record.cells, uuids, line };
    isApart = !isBelow(section.names, row);
    if (isApart) continue;
    section.rows.push(row);
    rowCount += 1;
    if (rowCount === mostRows) break;
    if (section.names.length > 0 || !isAlone(row)) continue;
    isBroken ||= record.isBroken;
    if (nowMs !== null) times = timesAmong(row, times);
  }
  const [promised = null, ...more] = times?.filled ?? [];
  const isTimed = promised !== null && more.length === 0;
  const facts = new Map<OrderId, PasteFacts>();
  const others = new Set<OrderId>();
  const without = new Map<number, WithoutUuid>();
  for (const { names, rows, rowsWithout } of sections) {
    const isNamed = names.length > 0;
    if (!isNamed && !isBroken && !isTimed) continue;
    const columns = isNamed
      ? columnsOf(names, rows)
      : { ...noColumns, promised: isTimed ? promised : null };
    for (const [at, row] of rows.entries()) {
      if (at % rowsAtOnce === rowsAtOnce - 1) yield;
      if (!isNamed && !isAlone(row)) continue;
      const own = ownUuids(row, columns);
      const [first] = own;
      if (first !== undefined && own.every(({ id }) => id === first.id) && !facts.has(first.id)) {
        facts.set(first.id, rowFacts(row, columns, nowMs));
      }
      for (const uuid of row.uuids) if (!own.includes(uuid)) others.add(uuid.id);
      if (own.length === 0) rowsWithout.push(row);
    }
    for (const row of rowsWithout) {
      // A header comes again on each page of a print.
      if (row.cells.every((cell, column) => cell === names[column])) continue;
      if (row.line > (rows.at(-1)?.line ?? 0) && isClosing(row, columns, apart.has(row.line)))
        continue;
      const said = withoutUuid(row, columns);
      if (said !== null) without.set(row.line, said);
    }
  }
  return facts.size === 0 && others.size === 0 ? null : { facts, others, without };
}

/** The uuids of a row that may be its order's. */
function ownUuids({ cells, uuids }: Row, { orders }: Columns): Row['uuids'] {
  if (orders.length === 0) return uuids;
  // Where the best column holds something that is no uuid, no other uuid takes its place.
  const column = orders.find((each) => (cells[each] ?? '') !== '');
  return uuids.filter((uuid) => uuid.column === column);
}

/** A line of a table. */
interface Row {
  readonly cells: readonly string[];
  /** Those of orders in it; none of a line with a single cell. */
  readonly uuids: readonly { readonly id: OrderId; readonly column: number }[];
  /** Counted from 1. */
  readonly line: number;
}

/** Rows below one header; without names where there is none. */
interface Section {
  readonly names: readonly string[];
  /** Its lines with a uuid. */
  readonly rows: Row[];
  /** Those without one, or without that of an order. */
  readonly rowsWithout: Row[];
}

/** The mark that parts the cells, and where the table begins. */
interface TableStart {
  /** Null for a text that is no table. */
  readonly delimiter: Delimiter | null;
  readonly start: number;
}

/** The delimiter that the text names, as spreadsheets read it, or the one that gives the most equal lines. */
function delimiterOf(text: string): TableStart {
  const head = text.slice(0, mostTriedUnits);
  const line = /^\s{0,20}"?sep=(.)"?[ \t]{0,20}(?:\r\n|\n|\r)/i.exec(head);
  const named = delimiters.find((delimiter) => delimiter === line?.[1]);
  if (line !== null && named !== undefined) return { delimiter: named, start: line[0].length };
  let best: Delimiter | null = null;
  let most = 0;
  for (const delimiter of delimiters) {
    const score = head.includes(delimiter) ? fitOf(head, delimiter) : 0;
    if (score <= most) continue;
    best = delimiter;
    most = score;
  }
  return { delimiter: best, start: 0 };
}

/**
 * How many of the first lines have equally many cells by a delimiter, and how many a uuid alone in its cell. Lines
 * that are no rows do not outvote a header that has one: a name in it counts for more than all of them.
 */
function fitOf(head: string, delimiter: Delimiter): number {
  const counts = new Map<number, number>();
  let tried = 0;
  let alone = 0;
  let header: readonly string[] = [];
  let names = 0;
  let most = 0;
  for (const record of recordsOf(head, delimiter)) {
    if (record === null) break;
    tried += 1;
    const { cells } = record;
    if (cells.length < 2) continue;
    const uuids = uuidsIn(cells);
    const named = uuids.length === 0 ? namedCount(cells) : 0;
    if (named > Math.max(1, most)) [header, names] = [cells, named];
    else if (names > most && uuids.length > 0 && isBelow(header, { cells, uuids })) most = names;
    if (tried > mostTried) continue;
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    const areAlone = uuids.every(({ column }) => isUuidAlone(cells[column] ?? ''));
    if (uuids.length > 0 && areAlone) alone += 1;
  }
  return most * headerWeight + Math.max(0, ...counts.values()) + alone;
}

/**
 * Whether a line with a uuid is a row of the header above it. One with fewer cells is a row only where its uuid stands
 * below the name of one: its last cells are empty, and it is no line of words with commas.
 */
function isBelow(names: readonly string[], { cells, uuids }: Omit<Row, 'line'>): boolean {
  return (
    cells.length >= names.length ||
    uuids.some(({ column }) => isOfId(names[column] ?? '')) ||
    !names.some(isOfId)
  );
}

function isOfId(name: string): boolean {
  return orderRank(name) !== null || isIdOfOther(name);
}

/** The uuids of orders in a line of at least two cells. */
function uuidsIn(cells: readonly string[]): Row['uuids'] {
  if (cells.length < 2) return [];
  return cells.flatMap((cell, column) => {
    const line = normalised(cell);
    const found = uuidsOf(line).filter((uuid) => ownerOf(line, uuid) === 'order');
    return found.map(({ id }) => ({ id, column }));
  });
}

/** What is said of a row without the uuid of an order; null for one that names none, such as that of a sum. */
function withoutUuid(row: Row, columns: Columns): WithoutUuid | null {
  const { labels, numbers, orders } = columns;
  const cellsOf = (some: readonly number[]): readonly string[] =>
    some.flatMap((column) => row.cells[column] ?? []);
  const own = cellsOf(orders);
  const inPlace = own.find((cell) => !emptyCell.test(cell));
  if (inPlace !== undefined) return inPlaceOfUuid(inPlace, row, columns);
  const name =
    labelOf(row, columns) ??
    cellsOf([...labels, ...numbers]).find((cell) => orderNumber.test(cell));
  if (own.length === 0 || name === undefined || sumWord.test(name)) return null;
  return { text: name.slice(0, maxNameUnits), reason: 'noUuid' };
}

/**
 * What is said of a text in the place of a uuid. Words are said of a line as wide as one with a uuid: what stands
 * between and behind the rows, such as thanks, has fewer cells.
 */
function inPlaceOfUuid(text: string, { cells }: Row, { leastWidth }: Columns): WithoutUuid | null {
  if (orderNumber.test(text)) return { text, reason: 'orderNumber' };
  if (cells.length < leastWidth || sumWord.test(text)) return null;
  const reason = /[^0-9a-f-]/i.test(text) ? 'notHex' : 'wrongLength';
  return { text: text.slice(0, maxNameUnits), reason };
}

/**
 * Whether a line behind the last row is what a message says below its table, such as "Thanks, Joe": words alone in
 * the place of a uuid, which close a message or stand apart.
 */
function isClosing({ cells }: Row, { orders }: Columns, isApart: boolean): boolean {
  const inPlace = orders.map((column) => cells[column] ?? '').find((cell) => !emptyCell.test(cell));
  if (inPlace === undefined || !wordsAlone.test(inPlace)) return false;
  return isApart || closingWord.test(cells[0] ?? '');
}

function isOfUuid({ uuids }: Row, at: number): boolean {
  return uuids.some(({ column }) => column === at);
}

/** Whether the uuids of a row stand without any words in their cells. */
function isAlone({ cells, uuids }: Row): boolean {
  return uuids.every(({ column }) => !/\s/.test(cells[column] ?? ''));
}

function isUuidAlone(cell: string): boolean {
  return !/[\p{L}\p{N}]/u.test(withoutUuids(cell));
}

/** How many cells of a line name a column of ours. */
function namedCount(cells: readonly string[]): number {
  if (cells.length < 2) return 0;
  return cells.filter(
    (cell) => orderRank(cell) !== null || fields.some((field) => fieldRank(field, cell) !== null),
  ).length;
}

const fields: readonly Field[] = ['label', 'group', 'promised', 'status'];

/** The columns without a header that hold nothing but times so far, and those of them that are not empty. */
interface TimeColumns {
  readonly possible: ReadonlySet<number>;
  readonly filled: ReadonlySet<number>;
}

function timesAmong({ cells }: Row, before: TimeColumns | null): TimeColumns {
  const possible = new Set(before?.possible ?? cells.keys());
  const filled = new Set(before?.filled);
  for (const column of possible) {
    const cell = cells[column] ?? '';
    if (cell === '') continue;
    if (isPlainTime(cell)) {
      filled.add(column);
      continue;
    }
    possible.delete(column);
    filled.delete(column);
  }
  return { possible, filled };
}

/** The columns of a table by their place, counted from 0; null where there is none. */
interface Columns extends Readonly<Record<Exclude<Field, 'label'>, number | null>> {
  /** Those that name the order, the first of a row that is filled. */
  readonly labels: readonly number[];
  /** Those whose words name no order. */
  readonly unnaming: ReadonlySet<number | null>;
  /** Those that may hold the order's uuid, the likeliest first. */
  readonly orders: readonly number[];
  /** Those that a name says to hold the order's uuid and that hold none. */
  readonly numbers: readonly number[];
  /** How many cells the row with a uuid has that has the fewest. */
  readonly leastWidth: number;
  /** A header names them. */
  readonly isNamed: boolean;
  /** That of the promised times, as their column says. */
  readonly zone: ColumnZone;
}

const noColumns: Columns = {
  orders: [],
  unnaming: new Set(),
  labels: [],
  numbers: [],
  group: null,
  promised: null,
  status: null,
  leastWidth: 0,
  isNamed: false,
  zone: null,
};

/** The columns that have a rank, the best first. */
function byRank(ranks: readonly (number | null)[]): readonly number[] {
  return ranks
    .flatMap((rank, column) => (rank === null ? [] : [{ rank, column }]))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ column }) => column);
}

/** Chooses the columns by their names, then by what they hold. */
function columnsOf(names: readonly string[], rows: readonly Row[]): Columns {
  const filled = new Set<number>();
  const holdUuids = new Set<number>();
  let leastWidth = Infinity;
  for (const { cells, uuids } of rows) {
    leastWidth = Math.min(leastWidth, cells.length);
    for (const [column, cell] of cells.entries()) if (cell !== '') filled.add(column);
    for (const { column } of uuids) holdUuids.add(column);
  }
  const ofOrders = byRank(names.map(orderRank));
  const isOfIds = (column: number): boolean =>
    holdUuids.has(column) && rows.every(({ cells }) => isUuidAlone(cells[column] ?? ''));
  const best = (field: Exclude<Field, 'label'>): number | null =>
    byRank(names.map((name) => fieldRank(field, name))).find((column) => filled.has(column)) ??
    null;
  const labels = names.flatMap((name, column) =>
    fieldRank('label', name) === null || isOfIds(column) ? [] : [column],
  );
  const [group, promised, status] = [best('group'), best('promised'), best('status')];
  const ofStatus = names.flatMap((name, column) => (isOfStatus(name) ? [column] : []));
  return {
    unnaming: new Set([group, promised, status, ...ofStatus]),
    orders: ofOrders.filter((column) => holdUuids.has(column)),
    numbers: ofOrders.filter((column) => !holdUuids.has(column)),
    labels,
    group,
    promised,
    status,
    leastWidth,
    isNamed: true,
    zone: zoneOfColumn(promised === null ? '' : (names[promised] ?? '')),
  };
}

function timeIn({ cells, uuids }: Row, columns: Columns, nowMs: number): PromisedTime | null {
  const { isNamed, promised, zone } = columns;
  if (promised === null) return null;
  const cell = cells[promised] ?? '';
  if (isNamed) return readPromisedTime(cell, nowMs, zone);
  // A chat has the time first, then who wrote, then what.
  const isOfChat = promised < (uuids[0]?.column ?? 0) - 1;
  return isOfChat ? null : timeAhead(cell, nowMs);
}

/** The words of the first label column that is filled; of a table without one those of the first cell with a name. */
function labelOf(row: Row, columns: Columns): string | null {
  const { cells } = row;
  const { labels, promised, unnaming } = columns;
  if (labels.length > 0) {
    const offered = labels.map((column) => offeredLabel(withoutUuids(cells[column] ?? '')));
    return offered.find((name) => name !== null) ?? null;
  }
  const words = cells.filter(
    (cell, column) =>
      column !== promised &&
      !unnaming.has(column) &&
      !isFinishedWord(cell) &&
      !isOfUuid(row, column),
  );
  return labelAmong(words);
}

function rowFacts(row: Row, columns: Columns, nowMs: number | null): PasteFacts {
  const { cells } = row;
  const { group, isNamed, status } = columns;
  const cellOf = (column: number | null): string => (column === null ? '' : (cells[column] ?? ''));
  const groupName = offeredGroup(cellOf(group));
  const time = nowMs === null ? null : timeIn(row, columns, nowMs);
  const label = labelOf(row, columns);
  const words = cells.map((cell, column) => (isOfUuid(row, column) ? '' : cell));
  const spare = isNamed || label === null ? null : spareAmong(words, label);
  return {
    label,
    // A word of another column, such as that of a payment, says nothing of the delivery.
    looksFinished: isNamed ? isFinishedWord(cellOf(status)) : cells.some(isFinishedWord),
    ...(groupName === null ? {} : { group: groupName }),
    ...(spare === null ? {} : { spare }),
    ...(time === null ? {} : { promised: time }),
  };
}
