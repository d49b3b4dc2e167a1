import { withoutEnd } from './text-ends.ts';

/** From this many digits on, a run of digits that nothing else explains counts as a phone number. */
const fewestDigits = 7;
/** The longest phone number has this many digits (ITU-T E.164); a longer unbroken run is something else. */
const mostDigits = 15;

const digit = /\p{Nd}/gu;
/** {@link fewestDigits} of them. */
const manyDigits = /(?:\p{Nd}\P{Nd}*){7}/u;

/** What has many digits and is no phone number. */
const others: readonly RegExp[] = [
  // A uuid.
  /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu,
  // An order's number: "#10023", "SO-2024-118", "Order no. 10023456"; an amount: "$123456.78".
  /(?<!\p{Nd})[#№$€£¥]\d[\d./-]*/gu,
  // Upper case alone, because "Ng-…" is a name.
  /(?<![\p{L}\d])(?!TEL|FAX|MOB)[A-Z]{1,3}[-_/]?\d[\d/_-]*/gu,
  /(?<!\p{L})(?:order|booking|invoice|ref(?:erence)?)(?: ?(?:no|number|id))?[.:#]? ?\d[\d/-]*/giu,
  /(?:訂單|單號|編號)[: ]{0,2}\d[\d/-]*/gu,
  // A date: "2026-11-23", "23.11.2026", "20261123", "23/11".
  /(?<![\d+]|\+\d{1,3}[ -])(?:19|20)\d\d(?<mark>[-/.]?)(?:0[1-9]|1[0-2]|[1-9])\k<mark>(?:[12]\d|3[01]|0?[1-9])(?!\d)/gu,
  /(?<!\d)\d{1,2}(?<dot>[-/.])\d{1,2}\k<dot>(?:19|20)\d\d(?!\d)/gu,
  /(?<![\d/])(?:[12]\d|3[01]|0?[1-9])\/(?:[12]\d|3[01]|0?[1-9])(?![\d/])/gu,
  // A time: "14:30", "14:30:59.123456", "1430-1530".
  /(?<!\d)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?!\d)/gu,
  /(?<!\d)[012]\d(?:00|15|30|45) ?[-–] ?[012]\d(?:00|15|30|45)(?!\d)/gu,
];

/** Digits with what may stand between two of them: blanks, dashes, brackets and invisible characters. */
const digitRuns = /\+?(?:\(\+?\p{Nd}{1,5}\)|\p{Nd})(?:[\s\p{Cf}\p{Pd}.()[\]/·•_'’]{0,3}\p{Nd})*/gu;

/** The extension after a number: "ext. 12", "x12", "轉12", ";ext=12", "#12", ",,12". */
const extensionAtStart =
  /^[ ,;]{0,2}(?:(?:ext(?:ension|n)?|x|轉|转|內線|内線|内线|分機|分机)[.:=]?|#|,,|[pw]) ?\p{Nd}{1,6}/iu;
/** The longest extension is shorter. */
const extensionUnits = 32;

/** Words that announce a phone number and say nothing without it. */
const announcement =
  /(?:(?<!\p{L})(?:call|cell|contact|dial|fax|mob(?:ile)?|ph(?:one)?|ring|sms|tel(?:ephone)?|text|whatsapp)(?: (?:no|number))?|聯絡電話|電話號碼|打電話|電話|致電|手機|手提|聯絡)[.: ]{0,3}$/iu;
/** The longest announcement is shorter. */
const announcementUnits = 24;

/** Fullwidth digits and marks in their usual form, which is as long. */
function withUsualWidth(text: string): string {
  return text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
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
  const isUnbroken = /^\p{Nd}+$/u.test(run);
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
