import type { OrderId } from '../order/order-id.ts';
import {
  isFinishedWord,
  labelAmong,
  offeredGroup,
  offeredLabel,
  type PasteFacts,
} from './line-facts.ts';
import { isPlainTime, readPromisedTime } from './promised-time.ts';
import { normalised, uuidsOf, withoutUuids } from './uuid-text.ts';

/** What a table says of its orders. */
export interface PastedTable {
  readonly facts: ReadonlyMap<OrderId, PasteFacts>;
  /** Uuids that stand in other columns than that of the orders. */
  readonly others: ReadonlySet<OrderId>;
}

/** The columns of a table by their place, counted from 0; null where none is named. */
export interface Columns {
  readonly order: number | null;
  readonly label: number | null;
  readonly group: number | null;
  readonly promised: number | null;
}

/** The names of columns, without case, blanks, hyphens and underscores. */
const names: Readonly<Record<keyof Columns, RegExp>> = {
  order: /^(?:order)?(?:uuid|guid)$|^orderid$|^訂單(?:uuid|id|識別碼)$/,
  label:
    /^(?:label|name|title|reference|ref|customer(?:name)?|client|order(?:name|no|number|ref)|description|標籤|名稱|姓名|客戶|客戶名稱|客戶姓名|收件人|訂單編號|訂單號碼|訂單名稱|說明|描述)$/,
  group: /^(?:group|groupname|team|route|tour|zone|群組|分組|組別|團隊|路線|區域)$/,
  promised:
    /^(?:promised?|promised?(?:time|at|for|by|deliverytime)|deliverby|deliverytime|due|dueat|duetime|承諾|承諾時間|約定時間|送達時間|預定送達|預定送達時間|應送達時間)$/,
};

const delimiters = ['\t', ';', ',', '|'] as const;

/** A longer first line is data that was not written for people. */
const maxHeaderUnits = 2000;
/** A longer quoted cell is an opening quote that nothing closes. */
const maxQuotedUnits = 5000;
/** A line with more cells, or with a longer one, is data that was not written for people. */
const maxCells = 200;
const maxCellUnits = 16_384;
/** The table is read in pieces of about this many characters. */
const pieceUnits = 16_384;
const rowsAtOnce = 200;

/** The columns that the first line names; null when it names none of an order's own words. */
export function readHeader(cells: readonly string[]): Columns | null {
  const words = cells.map((cell) =>
    cell
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  const place = (name: RegExp): number | null => {
    const at = words.findIndex((word) => name.test(word));
    return at < 0 ? null : at;
  };
  const columns = {
    order: place(names.order),
    label: place(names.label),
    group: place(names.group),
    promised: place(names.promised),
  };
  const { label, group, promised } = columns;
  return label === null && group === null && promised === null ? null : columns;
}

/** Twice as many as one paste adds orders; more would only fill the memory. */
const mostRows = 100_000;

/**
 * Reads a text as a table (RFC 4180; tabs, semicolons, commas or bars): with a header that names columns,
 * or without one where a column holds nothing but times or a cell holds a line break. Every other text is
 * left to be read line by line. Takes time linear in the length of the text, and yields now and then. Of
 * what follows the first hundred thousand rows with a uuid nothing is read.
 *
 * @param nowMs a promised time of day is the one around this moment; null leaves promised times out
 * @returns null when it is no such table
 */
export function* readTable(
  text: string,
  nowMs: number | null,
): Generator<void, PastedTable | null> {
  const head = text.slice(0, maxHeaderUnits);
  const [firstLine = ''] = head.split(lineEnd, 1);
  // A first cell in quotes may go over several lines.
  const first = firstLine.split('"').length % 2 === 0 ? head : firstLine;
  const delimiter = delimiters.find((mark) => first.includes(mark));
  if (delimiter === undefined) return null;
  let header: Columns | null = null;
  let isBroken = false;
  let times: TimeColumns | null = null;
  const rows: Row[] = [];
  let pieceEnd = pieceUnits;
  for (const record of recordsOf(text, delimiter)) {
    if (record === null) return null;
    if (record.end > pieceEnd) {
      pieceEnd = record.end + pieceUnits;
      yield;
    }
    const row = rowOf(record.cells);
    if (row === null) {
      if (record.start === 0 && record.end <= maxHeaderUnits) header = readHeader(record.cells);
      continue;
    }
    rows.push(row);
    if (rows.length === mostRows) break;
    if (header !== null || !isAlone(row)) continue;
    isBroken ||= record.isBroken;
    if (nowMs !== null) times = timesAmong(row, times, nowMs);
  }
  if (header !== null) return yield* factsOf(rows, header, nowMs);
  const [promised = null, ...more] = times?.filled ?? [];
  if (promised === null && !isBroken) return null;
  const columns = { ...noColumns, promised: more.length === 0 ? promised : null };
  return yield* factsOf(rows.filter(isAlone), columns, nowMs);
}

const noColumns: Columns = { order: null, label: null, group: null, promised: null };

/** A line of a table with at least two cells and one uuid. */
interface Row {
  readonly cells: readonly string[];
  readonly uuids: readonly { readonly id: OrderId; readonly column: number }[];
}

function rowOf(cells: readonly string[]): Row | null {
  if (cells.length < 2) return null;
  const uuids = cells.flatMap((cell, column) =>
    uuidsOf(normalised(cell)).map(({ id }) => ({ id, column })),
  );
  return uuids.length === 0 ? null : { cells, uuids };
}

/** Whether one uuid stands in the row, and without any words in its cell. */
function isAlone({ cells, uuids }: Row): boolean {
  const [first] = uuids;
  return uuids.length === 1 && !/\s/.test(cells[first?.column ?? 0] ?? '');
}

/** The columns without a header that hold nothing but times so far, and those of them that are not empty. */
interface TimeColumns {
  readonly possible: ReadonlySet<number>;
  readonly filled: ReadonlySet<number>;
}

function timesAmong({ cells }: Row, before: TimeColumns | null, nowMs: number): TimeColumns {
  const possible = new Set(before?.possible ?? cells.keys());
  const filled = new Set(before?.filled);
  for (const column of possible) {
    const cell = cells[column] ?? '';
    if (cell === '') continue;
    if (isPlainTime(cell, nowMs)) {
      filled.add(column);
      continue;
    }
    possible.delete(column);
    filled.delete(column);
  }
  return { possible, filled };
}

function* factsOf(
  rows: readonly Row[],
  columns: Columns,
  nowMs: number | null,
): Generator<void, PastedTable> {
  const facts = new Map<OrderId, PasteFacts>();
  const others = new Set<OrderId>();
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) yield;
    const named = row.uuids.filter(({ column }) => column === columns.order);
    const own = named.length === 0 ? row.uuids : named;
    const [first] = own;
    if (first === undefined || own.some(({ id }) => id !== first.id)) continue;
    if (!facts.has(first.id)) facts.set(first.id, rowFacts(row, columns, nowMs));
    for (const { id } of row.uuids) if (id !== first.id) others.add(id);
  }
  return { facts, others };
}

function rowFacts({ cells, uuids }: Row, columns: Columns, nowMs: number | null): PasteFacts {
  const { group, label, promised } = columns;
  const cellOf = (column: number | null): string => (column === null ? '' : (cells[column] ?? ''));
  const others = cells.filter(
    (cell, column) =>
      column !== group &&
      column !== promised &&
      !isFinishedWord(cell) &&
      !uuids.some((uuid) => uuid.column === column),
  );
  const groupName = offeredGroup(cellOf(group));
  const time = nowMs === null ? null : readPromisedTime(cellOf(promised), nowMs);
  return {
    label: label === null ? labelAmong(others) : offeredLabel(withoutUuids(cellOf(label))),
    looksFinished: cells.some(isFinishedWord),
    ...(groupName === null ? {} : { group: groupName }),
    ...(time === null ? {} : { promised: time }),
  };
}

/** A line of a table, as cells without quotes and without blanks around them. */
interface TableRecord {
  readonly cells: readonly string[];
  /** Where it begins in the text, and behind its last character. */
  readonly start: number;
  readonly end: number;
  /** A quoted cell goes over several lines. */
  readonly isBroken: boolean;
}

const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/;

/** The end of a cell without quotes. */
const cellEnds: Readonly<Record<(typeof delimiters)[number], RegExp>> = {
  '\t': /[\t\n\r\u0085\u2028\u2029]/,
  ';': /[;\n\r\u0085\u2028\u2029]/,
  ',': /[,\n\r\u0085\u2028\u2029]/,
  '|': /[|\n\r\u0085\u2028\u2029]/,
};

/** The lines of a table, one by one; null once the text cannot be one. */
function* recordsOf(
  text: string,
  delimiter: (typeof delimiters)[number],
): Generator<TableRecord | null, void> {
  const endOfCell = (from: number): number => {
    const end = text.slice(from, from + maxCellUnits).search(cellEnds[delimiter]);
    return end < 0 ? from + maxCellUnits : from + end;
  };
  for (let at = 0; at < text.length;) {
    const start = at;
    const cells: string[] = [];
    let isBroken = false;
    for (;;) {
      const quoted = quotedCell(text, at, delimiter);
      const end = Math.min(quoted?.end ?? endOfCell(at), text.length);
      const cell = (quoted?.text ?? text.slice(at, end)).trim();
      cells.push(cell);
      if (cells.length > maxCells || end - at >= maxCellUnits) {
        yield null;
        return;
      }
      isBroken ||= quoted !== null && lineEnd.test(cell);
      at = end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    yield { cells, start, end: at, isBroken };
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

/** A cell in quotes (RFC 4180, 2.5 to 2.7); null when none begins here, or its quote is never closed. */
function quotedCell(
  text: string,
  start: number,
  delimiter: string,
): { readonly text: string; readonly end: number } | null {
  let open = start;
  while (text[open] === ' ') open += 1;
  if (text[open] !== '"') return null;
  for (let from = open + 1; ;) {
    const close = text.indexOf('"', from);
    if (close < 0 || close - open > maxQuotedUnits) return null;
    if (text[close + 1] === '"') {
      from = close + 2;
      continue;
    }
    let end = close + 1;
    while (text[end] === ' ') end += 1;
    const next = text[end];
    if (next !== undefined && next !== delimiter && !lineEnd.test(next)) return null;
    return { text: text.slice(open + 1, close).replaceAll('""', '"'), end };
  }
}
