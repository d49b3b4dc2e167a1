import { lineSaysFinished, withoutStatus } from './paste-finished.ts';
import { jsonFacts } from './paste-json.ts';
import { cleanLine, isPlainText } from '../text/safe-text.ts';
import { withoutEnd, wordAtEnd } from '../text/text-ends.ts';
import type { UuidHits } from './uuid-hits.ts';

/** A longer text beside a uuid is prose, not a name for it. */
const maxLabelUnits = 120;
/** Lines beyond this are data that is not written for people. */
const maxLineUnits = 2000;

/** After so many hits the search for labels may be interrupted. */
const stepHits = 200;
/** The same where the labels are known and only looked up. */
const jsonStepHits = 10_000;
/** After so many characters the search for the ends of a line may be. */
const stepUnits = 50_000;

/** What the text says about one uuid. */
export interface PasteFacts {
  readonly label: string | null;
  /** A status beside it says that the order is over. */
  readonly looksFinished: boolean;
}

const nothingSaid: PasteFacts = { label: null, looksFinished: false };

/**
 * Tells for each hit, in their order, the words beside it that could be its label, and whether they say
 * that it is over: JSON key, column or line. Yields often enough for whoever must not be held up.
 */
export function* tellFacts(
  text: string,
  hits: UuidHits,
  tell: (hit: number, facts: PasteFacts) => void,
): Generator<void, void> {
  if (hits.count === 0) return;
  const fromJson = jsonFacts(text);
  if (fromJson === null) {
    yield* tellByLine(text, hits, tell);
    return;
  }
  for (let hit = 0; hit < hits.count; hit += 1) {
    if (hit % jsonStepHits === 0) yield;
    const uuid = hits.uuidOf(hit);
    const label = fromJson.labels.get(uuid);
    tell(hit, {
      label: label === undefined ? null : offer(label),
      looksFinished: fromJson.finished.has(uuid),
    });
  }
}

function* tellByLine(
  text: string,
  hits: UuidHits,
  tell: (hit: number, facts: PasteFacts) => void,
): Generator<void, void> {
  const header = readHeader(text.slice(0, yield* endOfLine(text, 0)), hits.startOf(0));
  let stepCount = 0;
  let lineStart = 0;
  let lineEnd = -1;
  for (let first = 0; first < hits.count;) {
    const start = hits.startOf(first);
    if (start > lineEnd) {
      lineStart = yield* startOfLine(text, start, Math.max(lineEnd, 0));
      lineEnd = yield* endOfLine(text, hits.endOf(first));
    }
    const uuid = hits.uuidOf(first);
    let next = first + 1;
    let isOneUuid = true;
    for (; hits.startOf(next) < lineEnd; next += 1) {
      isOneUuid &&= hits.uuidOf(next) === uuid;
      stepCount += 1;
      if (stepCount % stepHits === 0) yield;
    }
    const lastEnd = hits.endOf(next - 1);
    // A uuid that was wrapped ends on a later line than it starts on.
    if (lastEnd > lineEnd) lineEnd = yield* endOfLine(text, lastEnd);
    const isReadable = isOneUuid && lineEnd - lineStart <= maxLineUnits;
    const facts = isReadable
      ? lineFacts(text.slice(lineStart, start), text.slice(lastEnd, lineEnd), header)
      : nothingSaid;
    for (; first < next; first += 1) {
      tell(first, facts);
      stepCount += 1;
      if (stepCount % stepHits === 0) yield;
    }
  }
}

const isBreak = (mark: string | undefined): boolean =>
  mark === '\n' || mark === '\r' || mark === '\u2028' || mark === '\u2029';

function* startOfLine(text: string, from: number, floor: number): Generator<void, number> {
  let at = from;
  while (at > floor && !isBreak(text[at - 1])) {
    at -= 1;
    if (at % stepUnits === 0) yield;
  }
  return at;
}

function* endOfLine(text: string, from: number): Generator<void, number> {
  let at = from;
  while (at < text.length && !isBreak(text[at])) {
    at += 1;
    if (at % stepUnits === 0) yield;
  }
  return at;
}

interface Header {
  readonly delimiter: string;
  readonly column: number;
}

const labelColumn =
  /^(?:label|name|title|reference|ref|customer(?:[ _-]?name)?|client|order[ _-]?(?:name|no|number|ref)|description)$/i;

/** The first line of a table, when it has no uuid and names a column that serves as label. */
function readHeader(firstLine: string, firstHit: number): Header | null {
  const line = firstLine.slice(0, maxLineUnits);
  if (firstHit < line.length) return null;
  const delimiter = ['\t', ';', ',', '|'].find((mark) => line.includes(mark));
  if (delimiter === undefined) return null;
  const column = splitCells(line, delimiter).findIndex((cell) => labelColumn.test(cell));
  return column < 0 ? null : { delimiter, column };
}

/** A mark that stands in for the uuid while its line is taken apart. */
const hole = '\uFFFC';

function lineFacts(before: string, after: string, header: Header | null): PasteFacts {
  const line = withoutQuoting(before) + hole + after;
  const looksFinished = lineSaysFinished(line);
  return { label: lineLabel(looksFinished ? withoutStatus(line) : line, header), looksFinished };
}

function lineLabel(line: string, header: Header | null): string | null {
  if (header !== null) {
    const cells = splitCells(line, header.delimiter);
    if (cells.length > 1) return offer(cells[header.column] ?? '');
  }
  const delimiter = ['\t', ';', '|', ','].find((mark) => line.includes(mark));
  if (delimiter !== undefined) {
    const cells = splitCells(line, delimiter);
    if (cells.some(holdsOnlyTheUuid)) return offer(cells.find(isWordy) ?? '');
  }
  return proseLabel(line);
}

/** Splits a line of a table; a quoted cell may hold the delimiter (RFC 4180). */
function splitCells(line: string, delimiter: string): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim());
  const cells: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const mark = line[at];
    if (mark === '"') {
      isQuoted = !isQuoted;
    } else if (mark === delimiter && !isQuoted) {
      cells.push(unquoted(line.slice(start, at)));
      start = at + 1;
    }
  }
  cells.push(unquoted(line.slice(start)));
  return cells;
}

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.startsWith('"') ? text.replace(/^"|"$/g, '').replaceAll('""', '"').trim() : text;
}

function holdsOnlyTheUuid(cell: string): boolean {
  return cell.includes(hole) && !/\s/.test(cell.trim());
}

const machineWord =
  /^(?:pending|active|completed|cancelled|canceled|scheduled|assigned|accepted|[A-Z]{3}|true|false|null|uuid|id|order)$/;

function isWordy(cell: string): boolean {
  return (
    !cell.includes(hole) &&
    /\p{L}/u.test(cell) &&
    !/^[a-z][a-z0-9+.-]*:\/\/|^\d{4}-\d\d-\d\dT/i.test(cell) &&
    !/^[^\s@]+@[^\s@.]+\.\S+$/.test(cell) &&
    !machineWord.test(cell)
  );
}

function withoutQuoting(before: string): string {
  if (!before.includes('>')) return before;
  return before.replace(/^(?:[ \t]*>)+/, '').replace(/<[^<>]{1,200}>/g, ' ');
}

const separatorAtStart = /^[)\]}"'”’`*]*\s*(?:[,;:|\t–—-]|\s{2})/;
const openingMark = /[({["'“‘`*\s]/;

/** Whether a text ends in a separator, opening brackets, quotes and blanks behind it aside. */
function endsInSeparator(text: string): boolean {
  const words = withoutEnd(text, openingMark);
  return /[,;:|–—：-]$/.test(words) || /\t|\s{2}/.test(text.slice(words.length));
}

function proseLabel(line: string): string | null {
  const [left = '', right = ''] = line.split(hole);
  const link = /\[([^[\]]{1,200})\]\([^()\s]*$/.exec(left);
  if (link?.[1] !== undefined) return offer(link[1]);
  // What sticks to the uuid without a blank is part of a URL, a file name or a pair key=uuid.
  const stuck = wordAtEnd(left, /\s/);
  const before = /[/=?&#]|urn:uuid:/i.test(stuck) ? left.slice(0, -stuck.length) : left;
  const after = right.replace(/^[/?&#.=][^\s]*/, '').replace(/<[^<>]{1,200}>/g, ' ');
  const wordsBefore = withoutBoilerplate(trimMarks(before));
  const wordsAfter = trimMarks(after);
  const hasBefore = /\p{L}/u.test(wordsBefore);
  const hasAfter = /\p{L}/u.test(wordsAfter);
  if (hasBefore && hasAfter) {
    if (separatorAtStart.test(after)) return offer(wordsAfter);
    return endsInSeparator(before) ? offer(wordsBefore) : null;
  }
  return offer(hasBefore ? wordsBefore : wordsAfter);
}

const markAtEnd = /[\s*•·|,;:，；：、=#"'“”‘’`([{<\u2010-\u2015-]/;

function trimMarks(text: string): string {
  const begun = text
    .replace(/^\s*(?:[-*+•]\s+)?(?:\[[ xX]?\]\s*)?(?:\d{1,5}[.)]\s+)?/, '')
    .replace(/^[\s>*•·|,;:，；：、.…=#"'“”‘’`)\]}\u2010-\u2015-]+/, '');
  const trimmed = withoutEnd(begun, markAtEnd);
  // A closing bracket whose opening one went with the uuid.
  return /[)\]]$/.test(trimmed) && !/[([]/.test(trimmed) ? trimmed.slice(0, -1).trimEnd() : trimmed;
}

const announcingWord =
  /^(?:urn:uuid|orders?|delivery|deliveries|uuid|guid|id|ids|no|number|ref|reference|tracking|watch)$/i;

/** Without the words at the end that only announce the uuid. */
function withoutBoilerplate(text: string): string {
  let rest = text;
  for (;;) {
    const words = withoutEnd(withoutEnd(rest, /\s/), /[.:#=]/);
    const announcing = [wordAtEnd(words, /[\s(]/), wordAtEnd(words, /[\s(:]/)].find((word) =>
      announcingWord.test(word),
    );
    if (announcing === undefined) return trimMarks(rest);
    rest = words.slice(0, -announcing.length);
  }
}

function offer(text: string): string | null {
  if (text === '') return null;
  const isPlain = isPlainText(text) && !text.includes(hole) && !text.includes('  ');
  const label = isPlain ? text : cleanLine(text.replaceAll(hole, ''), 200);
  return label === '' || label.length > maxLabelUnits || !/\p{L}/u.test(label) ? null : label;
}
