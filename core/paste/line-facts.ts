import { finishedWord, isFinished, readOrderStatus } from '../order/order-status.ts';
import { withoutPhoneNumbers } from '../text/phone-numbers.ts';
import { cleanLine } from '../text/safe-text.ts';
import { withoutEnd, wordAtEnd } from '../text/text-ends.ts';
import { orderRank } from './field-names.ts';
import { isPlainTime, type PromisedTime, readPromisedTime } from './promised-time.ts';
import { recordsOf } from './table-records.ts';
import { ownerOf } from './uuid-place.ts';
import type { UuidInLine } from './uuid-text.ts';

/** A longer text beside a uuid is prose, not a name for it. */
const maxLabelUnits = 120;
/** A longer line is data that was not written for people. */
const maxLineUnits = 2000;

/** What the text says about one uuid. */
export interface PasteFacts {
  /** Null when no words beside it look like a label. Never stored unless the dispatcher agrees. */
  readonly label: string | null;
  /** Whether a status beside it says that the order is over; only the service knows for sure. */
  readonly looksFinished: boolean;
  /** The group that a column names for it. */
  readonly group?: string;
  /** The promised time beside it. */
  readonly promised?: PromisedTime;
  /** Words in a further cell of a spreadsheet without a header, which nothing says what they are. */
  readonly spare?: SpareCell;
}

/** A cell that is not used. */
export interface SpareCell {
  /** Counted from 1. */
  readonly column: number;
  readonly text: string;
}

/** Said of a uuid that stands alone. */
export const nothingSaid: PasteFacts = { label: null, looksFinished: false };

/** A mark that stands in for the uuid while its line is taken apart. */
const uuidMark = '\uFFFC';

/**
 * The words beside the uuid of a line that could be its label, and whether one of them is a status
 * that ends an order. A line with two orders, or of thousands of characters, says nothing.
 *
 * @param uuids where its uuids stand
 * @param nowMs a promised time of day is the one around this moment; null leaves it out
 */
export function lineFacts(
  text: string,
  uuids: readonly UuidInLine[],
  nowMs: number | null,
): PasteFacts {
  if (text.length > maxLineUnits) return nothingSaid;
  const ofOrders = uuids.length > 1 ? uuids.filter((uuid) => !isParameter(text, uuid)) : uuids;
  const [first, last] = [ofOrders[0], ofOrders.at(-1)];
  const isOneOrder = ofOrders.every(({ id }) => id === first?.id);
  if (first === undefined || last === undefined || !isOneOrder) return nothingSaid;
  const line = withoutQuoting(text.slice(0, first.start)) + uuidMark + text.slice(last.end);
  const [behind = '', end = ''] = nowMs === null ? [] : (endOfLine.exec(line) ?? []);
  const atEnd = nowMs !== null && isPlainTime(end) ? timeAhead(end, nowMs) : undefined;
  const said = atEnd === undefined && nowMs !== null ? saidTime(line, nowMs) : null;
  const time = atEnd ?? said?.time;
  const words =
    atEnd === undefined ? (said?.rest ?? line) : line.slice(0, -behind.length) + uuidMark;
  const status = statusAmong(words);
  const named = status === undefined ? words : words.replace(status, '');
  // What follows a time right behind the uuid is said of the time, where nothing parts it.
  const ahead = said?.isBeside === true ? named.slice(0, named.indexOf(uuidMark) + 1) : null;
  const label = lineLabel(named) ?? (ahead === null ? null : lineLabel(ahead));
  const spare = label === null ? null : spareCell(words, label);
  return {
    label: label === null || ofProgram.test(label) ? null : label,
    looksFinished: status !== undefined,
    ...(time ? { promised: time } : {}),
    ...(spare === null ? {} : { spare }),
  };
}

/** Whether it is a further value of an address, such as `?driver_id=`, and no order's. */
function isParameter(text: string, uuid: UuidInLine): boolean {
  const before = text.slice(Math.max(0, uuid.start - 100), uuid.start);
  return /[?&][^\s?&=]{1,90}=$/.test(before) && ownerOf(text, uuid) !== 'order';
}

/** Escapes, the words of RTF, and names in quotes before their values: not written for people. */
const ofProgram =
  /\\(?:u[{0-9a-f]|x[0-9a-f]{2}|[0-3][0-7]{2}|'[0-9a-f]{2}|pard?\b)|%(?:u00|25)?[0-9a-f]{2}|&(?:#|quot|amp$)|\w["'] ?(?::|=>)|=>? ?["']|^[{[] ?["']|\b[as]:\d{1,5}:["{]/i;

/** What stands right behind the uuid up to the end of the line. A time before it dates a chat or a log. */
const endOfLine = /\uFFFC(?:，|,?[ \t]{1,20})([^\s\uFFFC][^\uFFFC]{2,38})$/;

/** A time that no name says is promised, unless it is over already, as in a chat or a log. */
export function timeAhead(text: string, nowMs: number): PromisedTime | null {
  const time = readPromisedTime(text, nowMs);
  return time?.atMs != null && time.atMs <= nowMs ? null : time;
}

/** "before 00:42", "due by 3:30 pm", "15:30 前送到": a time that its words say is one to be kept. */
const promisedInWords =
  /(?:(?<![\p{L}\p{N}])(?:no later than|promised|deliver|due|eta|before|until|till|by)(?: (?:for|by|at|before))?:? ?(?<en>\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?)(?![\d:\p{L}])(?: (?:today|tonight)(?!\p{L}))?|(?:今[天日晚] )?(?<zh>(?:[上下]午 ?|(?<![\p{L}\p{N}]))\d{1,2}:\d\d) ?(?:之|以)?前(?:送到|送達|送达|到)?)/giu;

interface SaidTime {
  readonly time: PromisedTime;
  /** The line without the words that promise it. */
  readonly rest: string;
  /** These stand right behind the uuid. */
  readonly isBeside: boolean;
}

/** Words of a day that is another, or may be: "Sunday" alone may be a part of a name. */
const otherDay =
  /\b(?:tomorrow|tmrw?|yesterday|(?:on|by|next|before|until) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|[明後后聽听翌昨]天|[明聽听翌昨]日|(?:星期|週|周|禮拜|礼拜)[一二三四五六日天]/i;

/** A time of day, anywhere in a text. */
const clockTime = /\d:\d\d/;

/** The one time of a line that its words promise, not read beside another day; null where it is over already. */
function saidTime(line: string, nowMs: number): SaidTime | null {
  // A list of bare uuids shows its preview without waiting until the pattern below is compiled.
  if (!clockTime.test(line)) return null;
  const [found, ...others] = line.matchAll(promisedInWords);
  const words = found?.groups?.['en'] ?? found?.groups?.['zh'];
  if (found === undefined || words === undefined || others.length > 0) return null;
  const today = timeAhead(words, nowMs);
  const time = otherDay.test(line) ? { text: words, atMs: null } : today;
  if (time === null || today?.atMs === null) return null;
  const before = line.slice(0, found.index).replace(/[([（]$/, '');
  const behind = line.slice(found.index + found[0].length).replace(/^[)\]）]/, '');
  const rest = before.trimEnd() + behind;
  return { time, rest, isBeside: before.trimEnd().endsWith(uuidMark) };
}

/** Chinese words for a finished order; the service's own words are English. */
const chineseWords = new Set('已完成 已送達 已取消 已退回 失敗 完成 取消 已送达 失败'.split(' '));

/** A line without any of these need not be read word by word. */
const anyFinishedWord = new RegExp([finishedWord.source, ...chineseWords].join('|'), 'i');

/** Whether a word is a status that ends an order. */
export function isFinishedWord(word: string): boolean {
  const text = word.trim();
  return chineseWords.has(text) || isFinished(readOrderStatus(text).phase);
}

/** What separates a status from its neighbours on a line of a list or table. */
const parting = /[\t,;|:=，；：、"'“”(){}[\]<>\uFFFC\u2013\u2014]| - /;

/** What makes the name in front of it one that does not hold: "completed=false". */
const denial = /["']?\s?(?:=>?|:)\s?["']?(?:false|no|null|nil|none|undefined|0)\b/i;

/** The cell of the line that says that the order is over; "Delivered by Joe" is no such cell. */
function statusAmong(line: string): string | undefined {
  const word = finishedWordIn(line);
  return word === undefined ? undefined : finishedWordIn(withoutDenied(line));
}

function finishedWordIn(line: string): string | undefined {
  return anyFinishedWord.test(line) ? line.split(parting).find(isFinishedWord) : undefined;
}

function lineLabel(line: string): string | null {
  const delimiter = (['\t', ';', '|', ','] as const).find((mark) => line.includes(mark));
  if (delimiter !== undefined) {
    const [record] = recordsOf(line, delimiter);
    const cells = record?.cells ?? [];
    if (cells.some(holdsOnlyTheUuid)) return labelAmong(cells);
  }
  return proseLabel(withoutEmphasis(line));
}

/** {@link spareAmong} the cells of a line that was copied from a spreadsheet. */
function spareCell(line: string, label: string): SpareCell | null {
  const cells = line.split('\t');
  const spare = spareAmong(cells, label);
  return spare !== null && cells.some(holdsOnlyTheUuid) ? spare : null;
}

/** The first cell with words beside the label, where no header says what it is. */
export function spareAmong(cells: readonly string[], label: string): SpareCell | null {
  if (cells.length < 3) return null;
  const at = cells.findIndex((cell) => {
    const words = cell.trim();
    return /\p{L}/u.test(words) && isName(words) && !isFinishedWord(words) && words !== label;
  });
  const text = at < 0 ? null : offeredGroup(cells[at] ?? '');
  return text === null ? null : { column: at + 1, text };
}

function holdsOnlyTheUuid(cell: string): boolean {
  return cell.includes(uuidMark) && !/\s/.test(cell);
}

const machineWord =
  /^(?:pending|active|completed|cancelled|canceled|scheduled|assigned|accepted|[A-Z]{3}|true|false|null|uuid|id|order)$/;

/** What joins the uuids of a sentence and names none of them. */
const joiningWords =
  /^(?:(?:and|or|also|plus|then|as well as|und|oder|sowie|et|ou|y|e|和|及|以及|與|与|跟|同|或|還有|还有|另外)[\s,，、]*)+$/i;

/** What a name has: a letter, or the number of an order such as "#10023". */
const nameMark = /\p{L}|#\d/u;

/** The first cell that can be a label; one with words goes before the number of an order. */
export function labelAmong(cells: readonly string[]): string | null {
  let number: string | null = null;
  for (const cell of cells) {
    const label = isName(cell) ? offeredLabel(cell) : null;
    if (label !== null && /\p{L}/u.test(label)) return label;
    number ??= label;
  }
  return number;
}

function isName(cell: string): boolean {
  return (
    !cell.includes(uuidMark) &&
    nameMark.test(cell) &&
    !/^[a-z][a-z0-9+.-]*:\/\/|^\d{4}-\d\d-\d\dT/i.test(cell) &&
    !/^[^\s@]+@[^\s@.]+\.\S+$/.test(cell) &&
    !machineWord.test(cell) &&
    !joiningWords.test(cell)
  );
}

function withoutDenied(line: string): string {
  const pieces = line.split(denial);
  const last = pieces.pop() ?? '';
  const kept = pieces.map((piece) => {
    const name = piece.split(/[^\w-]/).at(-1) ?? '';
    return piece.slice(0, piece.length - name.length);
  });
  return [...kept, last].join(' ');
}

function withoutQuoting(before: string): string {
  const words = before.replace(/^(?:[ \t]*>)+/, '').replace(chatStamp, '');
  return words.replace(/<[^<>]{1,200}>/g, ' ');
}

/** Words that a chat shows bold or slanted, between the marks for that. */
const emphasis =
  /(?<![\p{L}\p{N}*_])([*_])([^\s*_\uFFFC](?:[^*_\uFFFC]{0,78}[^\s*_\uFFFC])?)\1(?![\p{L}\p{N}*_])/gu;

function withoutEmphasis(text: string): string {
  return text.replace(emphasis, '$2');
}

/** When a message of a chat came and who wrote it, as WhatsApp exports and copies it: neither names the order. */
const chatStamp =
  /^[ \u200E]{0,8}(?:\[?\d{1,4}[./年-]\d{1,2}[./月-]\d{1,4}日?,? (?:[上下]午 ?)?\d{1,2}:\d\d(?::\d\d)?(?:[ \u202F]?[ap]\.?m\.?)?(?:\]| -)?|\[(?:[上下]午 ?)?\d{1,2}:\d\d(?::\d\d)?(?:[ \u202F]?[ap]\.?m\.?)?(?:, ?\d{1,4}[./年-]\d{1,2}[./月-]\d{1,4}日?)?\]) (?:[^:：\uFFFC]{1,60}[:：] ?)?/i;

/** "12:01 Joey", "[12:01 PM] Joey" without a message behind it: a time further on is one of the order. */
const timeFirst =
  /^(?:\[(?:[上下]午 ?)?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?\] [^:：]*$|\(?(?:[上下]午 ?)?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?\)?(?:[\s,]|$))/i;

/** "Joey (12:01)" before a colon. */
const bracketedTimeLast = /\((?:[上下]午 ?)?\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?\)$/i;

/** "Joey, 12:01", "Joey  12:01", "Joey 12:01 PM", "Joey [12:01]", as chats head a message; not "Table 4 12:30". */
const chatTimeLast =
  /(?:,\s?|\s{2}|\s(?=\[|[上下]午|\d{1,2}:\d\d(?::\d\d)? ?[ap]))\[?(?:[\d./年月日-]{4,12},? )?(?:[上下]午 ?)?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?\]?$/i;

const separatorAtStart = /^[)\]}"'”’`*]*\s*(?:[,;:|\t–—-]|\s{2})/;
const openingMark = /[({["'“‘`*\s]/;

/** Whether a text ends in a separator, without regard to brackets, quotes and blanks behind it. */
function endsInSeparator(text: string): boolean {
  const words = withoutEnd(text, openingMark);
  return /[,;:|–—：-]$/.test(words) || /\t|\s{2}/.test(text.slice(words.length));
}

function proseLabel(line: string): string | null {
  const [left = '', right = ''] = line.split(uuidMark);
  const link = /\[([^[\]]{1,200})\]\([^()\s]*$/.exec(left);
  if (link?.[1] !== undefined) return offeredLabel(link[1]);
  // What touches the uuid without a blank is part of a URL, a file name or a pair key=uuid.
  const stuck = wordAtEnd(left, /\s/);
  const apart = /[/=?&#]|urn:uuid:/i.test(stuck) ? left.slice(0, -stuck.length) : left;
  // A tag with the uuid in it.
  const before = apart.replace(/<[a-z][^<>]*$/i, '');
  const after = right.replace(/^[/?&#.=][^\s]*/, '').replace(/<[^<>]{1,200}>/g, ' ');
  const wordsBefore = withoutBoilerplate(trimMarks(before));
  const wordsAfter = withoutAsking(trimMarks(after));
  const [hasBefore, hasAfter] = [wordsBefore, wordsAfter].map(
    (words) => nameMark.test(words) && !joiningWords.test(words),
  );
  if (hasBefore && hasAfter) {
    // A call to make is no second name; without its number only one side may be left.
    const rest = withoutPhoneNumbers(line);
    if (rest.length < line.length) return proseLabel(rest);
    if (separatorAtStart.test(after)) return offeredLabel(wordsAfter);
    if (!endsInSeparator(before)) return null;
    // The words before the uuid may be who wrote the message, and when.
    const isSender = timeFirst.test(wordsBefore) || bracketedTimeLast.test(wordsBefore);
    const isParted = /[:：]$/.test(withoutEnd(before, openingMark)) || before.endsWith('\t');
    return offeredLabel(isSender && isParted ? wordsAfter : wordsBefore);
  }
  if (hasBefore) return offeredLabel(wordsBefore);
  return hasAfter ? offeredLabel(wordsAfter) : null;
}

const markAtEnd = /[\s*•·|,;:，；：、=#"'“”‘’`([{<\u2010-\u2015-]/;

function trimMarks(text: string): string {
  const begun = text
    .replace(/^\s*(?:[-*+•]\s+)?(?:\[[ xX]?\]\s*)?(?:\d{1,5}[.)]\s+)?/, '')
    .replace(/^(?:[\s>*•·|,;:，；：、.…="'“”‘’`)\]}\u2010-\u2015-]|#(?!\d))+/, '');
  const trimmed = withoutEnd(begun, markAtEnd);
  // A closing bracket whose opening bracket was cut off with the uuid.
  return /[)\]]$/.test(trimmed) && !/[([]/.test(trimmed)
    ? withoutEnd(trimmed.slice(0, -1), markAtEnd)
    : trimmed;
}

/** What people add to a uuid for the one who reads it; it names nothing. */
const askingWords = new Set(
  (
    'please pls plz asap urgent thanks thx tks ty cheers ' +
    '唔該 唔該晒 多謝 謝謝 谢谢 麻煩 麻烦 拜託 拜托 急 盡快 尽快'
  ).split(' '),
);

/** The text without the words at its end that only ask or thank. */
function withoutAsking(text: string): string {
  let rest = text;
  for (;;) {
    const words = withoutEnd(rest, /[\s.!?,。！？，]/);
    const last = wordAtEnd(words, /[\s,，]/);
    if (last === '' || !askingWords.has(last.toLowerCase())) return rest;
    rest = trimMarks(words.slice(0, -last.length));
  }
}

const announcingWord =
  /^(?:urn:uuid|orders?|delivery|deliveries|uuid|guid|uid|id|ids|no|subject|number|ref|reference|tracking|watch)$/i;

/** The text without the words at its end that only announce the uuid. */
function withoutBoilerplate(text: string): string {
  let rest = text;
  for (;;) {
    const words = withoutEnd(withoutEnd(rest, /\s/), /[.:#=]/);
    const announcing = [wordAtEnd(words, /[\s(]/), wordAtEnd(words, /[\s(:]/)].find(
      (word) => announcingWord.test(word) || orderRank(word) !== null,
    );
    if (announcing === undefined) return trimMarks(rest);
    rest = words.slice(0, -announcing.length);
  }
}

/** An arrow from a name to its uuid, or to nothing any more. */
const arrowAtStart = /^(?:[-=]{1,9}>|[→⇒➜➔►▶⟶←⇐⟵])/u;
const arrowAtEnd = /(?:[-=]{1,9}>|[→⇒➜➔►▶⟶←⇐⟵])$/u;

/** What an arrow begins or ends with: most lines need no closer look. */
const arrowEnds = '-=>→⇒➜➔►▶⟶←⇐⟵';

function withoutArrows(line: string): string {
  let rest = line;
  while ([rest.at(0), rest.at(-1)].some((end) => end !== undefined && arrowEnds.includes(end))) {
    const next = rest.replace(arrowAtStart, '').replace(arrowAtEnd, '').trim();
    if (next === rest) break;
    rest = next;
  }
  return rest;
}

/** The longest line above a uuid that is its name. */
const longestNameAbove = 60;

/**
 * The line above a uuid as its name. Undefined where the line of the uuid has other words, or where that above it may
 * say who wrote a message and when; null where it is no name: the end of a sentence, a heading, another uuid, or nothing.
 */
export function nameAbove(
  above: string | null,
  text: string,
  uuid: UuidInLine,
): string | null | undefined {
  const before = withoutBoilerplate(trimMarks(withoutQuoting(text.slice(0, uuid.start))));
  if (before !== '' || trimMarks(text.slice(uuid.end)) !== '') return undefined;
  const name = above === null ? '' : trimMarks(withoutQuoting(above));
  const isWhole =
    name.length <= longestNameAbove && !/[:：?？!！.。…,，;；=–—-]\s*$/.test(above ?? '');
  if (above !== null && isWhole && isSenderAbove(above, name)) return undefined;
  if (!isWhole || !isName(name) || isFinishedWord(name)) return null;
  return ofProgram.test(name) ? null : offeredLabel(name);
}

/** A time with words such as "before" is one of the order. */
function isSenderAbove(above: string, name: string): boolean {
  if (!clockTime.test(above) || name.search(promisedInWords) >= 0) return false;
  return chatTimeLast.test(name) || [name, trimMarks(above)].some((line) => timeFirst.test(line));
}

/** What a decoder puts in the place of bytes that it cannot read: the words around it are not as they were. */
const unreadable = '\uFFFD';

/**
 * The text as a label that may be offered: one clean line with a name in it, without phone numbers and with all
 * of its characters; null when nothing of it is a name.
 */
export function offeredLabel(text: string): string | null {
  if (text.includes(unreadable)) return null;
  const line = cleanLine(text.replaceAll(uuidMark, ''), 200);
  const label = withoutPhoneNumbers(withoutArrows(line));
  return label.length > maxLabelUnits || !nameMark.test(label) ? null : label;
}

const longestGroup = 80;

/** The text as the name of a group: one clean line without phone numbers; null when nothing is left. */
export function offeredGroup(text: string): string | null {
  if (text.includes(unreadable)) return null;
  return withoutPhoneNumbers(cleanLine(text, longestGroup)).slice(0, longestGroup).trim() || null;
}
