import { withoutEnd } from './text-ends.ts';

/** From this many digits on, a run of digits that nothing else explains counts as a phone number. */
const fewestDigits = 7;
/** The longest phone number has this many digits (ITU-T E.164); a longer unbroken run is something else. */
const mostDigits = 15;

/** A digit of any script, a circled or raised one too. */
const digit = /\p{N}/gu;
/** {@link fewestDigits} of them. */
const manyDigits = /(?:\p{N}\P{N}*){7}/u;

/** What has many digits and is no phone number. */
const others: readonly RegExp[] = [
  // A uuid.
  /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu,
  /(?<![\da-z])[\da-f]{32}(?![\da-z])/giu,
  // An order's number: "#10023", "SO-2024-118", "Order no. 10023456".
  /(?<!\p{N})[#№]\d[\d./-]*/gu,
  // Upper case alone, because "Ng-…" is a name. Letters that announce a number, and one letter right before
  // what could be a local number, name no order: "T 9123 4567", "T91234567", "K91234567".
  /(?<![\p{L}\d])(?!(?:TEL|FAX|MOB|PH|HP|WA|CP|CT)[-_/]?\d|[TMHPFCW](?:[^\p{L}\p{N}]{0,8}\p{N}){8}|[A-Z](?:00|[2-9])(?:[^\p{L}\p{N}]{0,8}\p{N}){7})[A-Z]{1,3}[-_/]?\d[\d/_-]*/gu,
  /(?<!\p{L})(?:order|booking|invoice|ref(?:erence)?)(?: ?(?:no|number|id))?[.:#]? ?\d[\d/-]*/giu,
  /(?:訂單|單號|編號)[: ]{0,2}\d[\d/-]*/gu,
  // An amount: "$123456.78", "HKD 1,250,000", "1250000元".
  /(?:[$€£¥₩₹฿₫]|(?<!\p{L})(?:HKD|MOP|CNY|RMB|TWD|NTD|USD|EUR|GBP|JPY|KRW|SGD|MYR|THB|VND|IDR|PHP|INR|AUD|CAD)) ?\d[\d,]*(?:\.\d+)?/gu,
  /(?<!\d|\d[ -])\d{1,9}(?:\.\d{1,2})? ?(?:HKD|MOP|CNY|RMB|TWD|NTD|USD|EUR|GBP|JPY|KRW|SGD|元|円|圓|€|£)/gu,
  // A distance: "12345.67 km". Behind more digits it is the end of a number: "9123 4567m".
  /(?<![\d.]|\d[ -])\d{1,5}(?:\.\d{1,3})? ?(?:km|m|mi|公里|米|公尺)(?![\p{L}\d])/gu,
  // A place: "22.319304, 114.169361", "lat 22.319304".
  /(?<![\d.])[-+]?[1-8]?\d\.\d{3,15}[°NS ]{0,3}[,;/、] ?[-+EW]?(?:1[0-7]\d|[1-9]?\d)\.\d{3,15}(?![\d.])/gu,
  /(?<!\p{L})(?:lat(?:itude)?|lon(?:gitude)?|lng)[:= ]{1,2}[-+]?\d{1,3}\.\d{3,15}(?![\d.])/giu,
  // A date: "2026-11-23", "23.11.2026", "20261123", "23/11".
  /(?<![\d+]|\+\d{1,3}[ -])(?:19|20)\d\d(?<mark>[-/.]?)(?:0[1-9]|1[0-2]|[1-9])\k<mark>(?:[12]\d|3[01]|0?[1-9])(?!\d)/gu,
  /(?<!\d)(?:[12]\d|3[01]|0?[1-9])(?<dot>[-/.])(?:[12]\d|3[01]|0?[1-9])\k<dot>(?:19|20)\d\d(?!\d)/gu,
  /(?<![\d/])(?:[12]\d|3[01]|0?[1-9])\/(?:[12]\d|3[01]|0?[1-9])(?![\d/])/gu,
  // A time: "14:30", "14:30:59.123456", "1430-1530", "14.30-15.30".
  /(?<![\d:])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?!:?\d)/gu,
  /(?<![\d+]|\+\d{1,3}[ -])(?:[01]\d|2[0-4])(?:00|15|30|45) ?[-–~] ?(?:[01]\d|2[0-4])(?:00|15|30|45)(?!\d)/gu,
  /(?<![\d.+]|\+\d{1,3}[ -])(?:[01]\d|2[0-4])\.[0-5]\d ?[-–] ?(?:[01]\d|2[0-4])\.[0-5]\d(?![\d.])/gu,
];

/**
 * Digits with what may stand between two of them: blanks, dashes, dots, brackets, and characters that are not
 * seen or stand on the one before. A colon with a blank only behind it ends a number.
 */
const digitRuns =
  /\+?(?:\(\+?\p{N}{1,5}\)|\p{N})(?:(?:[\s\p{Cf}\p{M}\p{Pd}.()[\]{}<>【】「」/\\·•‧∙⋅・･。、|~*+_'’‘´`]|:(?!\s)|(?<=\s):){0,3}\p{N}|\s{4,8}\p{N})*/gu;

/** The extension after a number: "ext. 12", "x12", "轉12", ";ext=12", "#12", ",,12". */
const extensionAtStart =
  /^[ ,;]{0,2}(?:(?:ext(?:ension|n)?|x|轉|转|內線|内線|内线|分機|分机)[.:=]?|#|,,|[pw]) ?\p{N}{1,6}/iu;
/** The longest extension is shorter. */
const extensionUnits = 32;

/** Words that announce a phone number and say nothing without it. */
const announcement =
  /(?:(?<!\p{L})(?:call|cell|contact|dial|fax|mob(?:ile)?|ph(?:one)?|ring|sms|tel(?:ephone)?|text|whatsapp)(?: (?:no|number))?|聯絡電話|電話號碼|打電話|電話|致電|手機|手提|聯絡)[.: ]{0,3}$/iu;
/** The longest announcement is shorter. */
const announcementUnits = 24;

/** Fullwidth digits and marks in their usual form, which is as long. A wide comma is no comma between numbers. */
function withUsualWidth(text: string): string {
  return text.replace(/[！-～]/g, (wide) =>
    wide === '，' ? '、' : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
}

/**
 * The text without whatever looks like a phone number, without the words that only announce one, and
 * without the marks that would be left standing alone. Order numbers, dates, times and amounts stay. Of
 * a text that is nothing but a phone number nothing stays.
 */
export function withoutPhoneNumbers(text: string): string {
  const found = phoneNumbersIn(text);
  if (found.length === 0) return text;
  const usual = withUsualWidth(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of found) {
    pieces.push(text.slice(from, announcedFrom(usual, from, start)));
    from = end;
  }
  const rest = [...pieces, text.slice(from)].reduce(joined).trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : '';
}

/** The text with whatever looks like a phone number replaced, its extension with it. */
export function replacedPhoneNumbers(text: string, replace: (phone: string) => string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of phoneNumbersIn(text)) {
    rest += text.slice(from, start) + replace(text.slice(start, end));
    from = end;
  }
  return rest + text.slice(from);
}

/** Where in a text something looks like a phone number, its extension included; in their order. */
function phoneNumbersIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  // Most texts need no closer look.
  if (!manyDigits.test(text)) return [];
  const suspect = others.reduce(
    (rest, other) => rest.replace(other, blotted),
    withUsualWidth(text),
  );
  let last = 0;
  return [...suspect.matchAll(digitRuns)].flatMap(({ 0: run, index }) => {
    if (!isPhoneNumber(run)) return [];
    // It may begin with the digits of the extension before it: "5555 0123 x12 5555 0124".
    const start = Math.max(index, last);
    last = index + run.length;
    const extension = extensionAtStart.exec(suspect.slice(last, last + extensionUnits))?.[0] ?? '';
    last += extension.length;
    return { start, end: last };
  });
}

/** The same length, and nothing of a phone number. */
function blotted(found: string): string {
  return 'n'.repeat(found.length);
}

function isPhoneNumber(run: string): boolean {
  const count = run.match(digit)?.length ?? 0;
  const isUnbroken = /^\p{N}+$/u.test(run);
  return count >= fewestDigits && !(isUnbroken && count > mostDigits);
}

/** Where the words begin that announce the number at `index`; `index` when there are none. */
function announcedFrom(text: string, from: number, index: number): number {
  let start = index;
  for (;;) {
    const before = text.slice(Math.max(from, start - announcementUnits), start);
    const words = announcement.exec(before)?.[0];
    if (words === undefined) return start;
    start -= words.length;
  }
}

const parting = /[\s\p{Pd},;:|/·，；：、]/u;
const partingAtStart = /^[\s\p{Pd},;:|/·，；：、]+/u;
const openAtEnd = /[([{（【「]\s*$/;
const closedAtStart = /^\s*[)\]}）】」]/;

/** What stands on both sides of a number, with one separator between and without brackets around nothing. */
function joined(left: string, right: string): string {
  if (openAtEnd.test(left) && closedAtStart.test(right)) {
    return joined(left.replace(openAtEnd, ''), right.replace(closedAtStart, ''));
  }
  const head = withoutEnd(left, parting);
  const tail = right.replace(partingAtStart, '');
  if (head === '' || tail === '') return head + tail;
  if (openAtEnd.test(head) || closedAtStart.test(tail)) return head + tail;
  const before = left.slice(head.length);
  const after = right.slice(0, right.length - tail.length);
  return head + (before.trim() === '' && after !== '' ? after : before) + tail;
}
