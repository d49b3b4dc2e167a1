/** A longer quoted cell is an opening quote that nothing closes. */
const maxQuotedUnits = 5000;
/** A line with more cells, or with a longer one, is data that was not written for people. */
const maxCells = 200;
const maxCellUnits = 16_384;

/** A line of a table, as cells without quotes and without blanks around them. */
export interface TableRecord {
  readonly cells: readonly string[];
  /** Where it begins in the text, and behind its last character. */
  readonly start: number;
  readonly end: number;
  /** A quoted cell goes over several lines. */
  readonly isBroken: boolean;
  /** How many lines of the text it goes over. */
  readonly lineCount: number;
}

/** The marks between the cells of a line, as programs and people choose them. */
export const delimiters = ['\t', ';', ',', '|', '，', '；', '\u001F', '^', '~'] as const;

export type Delimiter = (typeof delimiters)[number];

/** The end of a cell without quotes. */
const cellEnds: Readonly<Record<Delimiter, RegExp>> = {
  '\t': /[\t\n\r\u0085\u2028\u2029]/,
  ';': /[;\n\r\u0085\u2028\u2029]/,
  ',': /[,\n\r\u0085\u2028\u2029]/,
  '|': /[|\n\r\u0085\u2028\u2029]/,
  '，': /[，\n\r\u0085\u2028\u2029]/,
  '；': /[；\n\r\u0085\u2028\u2029]/,
  '\u001F': /[\u001F\n\r\u0085\u2028\u2029]/, // oxlint-disable-line no-control-regex -- it parts cells
  '^': /[\^\n\r\u0085\u2028\u2029]/,
  '~': /[~\n\r\u0085\u2028\u2029]/,
};

const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/;

/** How many lines of a text end in it. */
export function lineBreakCount(text: string): number {
  return text.split(lineEnd).length - 1;
}

/**
 * The lines of a table (RFC 4180), one by one, from the beginning of a text or from a place in it; null once the
 * text cannot be one. A quote that nothing closes is a character like any other, so that it hides no later line.
 */
export function* recordsOf(
  text: string,
  delimiter: Delimiter,
  from = 0,
): Generator<TableRecord | null, void> {
  for (let at = from; at < text.length;) {
    const start = at;
    const cells: string[] = [];
    let isBroken = false;
    let lineCount = 1;
    for (;;) {
      const quoted = quotedCell(text, at, delimiter);
      const end = Math.min(quoted?.end ?? endOfCell(text, at, delimiter), text.length);
      const cell = (quoted?.text ?? text.slice(at, end)).trim();
      cells.push(cell);
      if (cells.length > maxCells || end - at >= maxCellUnits) {
        yield null;
        return;
      }
      isBroken ||= quoted !== null && lineEnd.test(cell);
      if (quoted !== null) lineCount += lineBreakCount(text.slice(at, end));
      at = end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    yield { cells, start, end: at, isBroken, lineCount };
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

function endOfCell(text: string, start: number, delimiter: Delimiter): number {
  const length = text.slice(start, start + maxCellUnits).search(cellEnds[delimiter]);
  return start + (length < 0 ? maxCellUnits : length);
}

interface QuotedCell {
  readonly text: string;
  readonly end: number;
}

/** A cell in quotes; null when none begins here, or its quote is never closed. */
function quotedCell(text: string, start: number, delimiter: Delimiter): QuotedCell | null {
  let open = start;
  while (text[open] === ' ') open += 1;
  if (text[open] !== '"') return null;
  // Some programs put a backslash before a quote in place of a second quote; a path may end in one.
  return closedCell(text, open, delimiter, true) ?? closedCell(text, open, delimiter, false);
}

function closedCell(
  text: string,
  open: number,
  delimiter: Delimiter,
  hasEscapes: boolean,
): QuotedCell | null {
  for (let from = open + 1; ;) {
    const close = text.indexOf('"', from);
    if (close < 0 || close - open > maxQuotedUnits) return null;
    const isDoubled = text[close + 1] === '"';
    if (isDoubled || (hasEscapes && isEscaped(text, close))) {
      from = close + (isDoubled ? 2 : 1);
      continue;
    }
    let end = close + 1;
    while (text[end] === ' ') end += 1;
    const next = text[end];
    if (next !== undefined && next !== delimiter && !lineEnd.test(next)) return null;
    const cell = text.slice(open + 1, close);
    return { text: (hasEscapes ? cell.replaceAll('\\"', '"') : cell).replaceAll('""', '"'), end };
  }
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let start = place;
  while (text[start - 1] === '\\') start -= 1;
  return (place - start) % 2 === 1;
}
