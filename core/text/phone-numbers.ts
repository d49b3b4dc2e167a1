import { withoutEnd } from './text-ends.ts';

/** From this many digits on, a run of digits that nothing else explains counts as a phone number. */
const fewestDigits = 7;
/** The longest phone number has this many digits (ITU-T E.164); a longer unbroken run is something else. */
const mostDigits = 15;

const digit = /\p{Nd}/gu;
/** A text without this has no phone number. It saves reading most texts closely. */
const manyDigits = new RegExp(String.raw`(?:\p{Nd}\P{Nd}*){${fewestDigits}}`, 'u');

/** What has many digits and is no phone number. `(?-i:…)` is upper case alone: "Ng-…" is a name. */
const others = [
  // A uuid.
  String.raw`(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`,
  // An order's number: "#10023", "SO-2024-118", "Order no. 10023456"; an amount: "$123456.78".
  String.raw`[#№$€£¥]\d[\d./-]*`,
  String.raw`(?<![\p{L}\d])(?!tel|fax|mob)(?-i:[A-Z]{1,3})[-_/]?\d[\d/_-]*`,
  String.raw`(?<!\p{L})(?:order|booking|invoice|ref(?:erence)?)(?: ?(?:no|number|id))?[.:#]? ?\d[\d/-]*`,
  String.raw`(?:訂單|單號|編號)[: ]?\d[\d/-]*`,
  // A date: "2026-11-23", "23.11.2026", "20261123", "23/11".
  String.raw`(?<!\d)(?:19|20)\d\d(?<mark>[-/.]?)(?:0[1-9]|1[0-2]|[1-9])\k<mark>(?:[12]\d|3[01]|0?[1-9])(?!\d)`,
  String.raw`(?<!\d)\d{1,2}(?<dot>[-/.])\d{1,2}\k<dot>(?:19|20)\d\d(?!\d)`,
  String.raw`(?<!\d)(?:[12]\d|3[01]|0?[1-9])\/(?:[12]\d|3[01]|0?[1-9])(?![\d/])`,
  // A time: "14:30", "1430-1530".
  String.raw`(?<!\d)\d{1,2}:\d\d(?!\d)`,
  String.raw`(?<!\d)[012]\d(?:00|15|30|45) ?[-–] ?[012]\d(?:00|15|30|45)(?!\d)`,
].join('|');

/** What may stand between two digits of one number: blanks, dashes, brackets and invisible characters. */
const between = String.raw`[\s\p{Cf}\p{Pd}.()[\]/·•_'’]{0,3}`;

const digitRuns = new RegExp(
  String.raw`(?<other>${others})|` +
    String.raw`\+?(?:\(\+?\p{Nd}{1,5}\)|\p{Nd})(?:${between}\p{Nd})*` +
    String.raw`(?: ?(?:ext\.?|x|內線|分機) ?\p{Nd}{1,6})?`,
  'giu',
);

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
  if (!manyDigits.test(text)) return text;
  const usual = withUsualWidth(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: run, index, groups } of usual.matchAll(digitRuns)) {
    if (groups?.['other'] !== undefined || !isPhoneNumber(run)) continue;
    pieces.push(text.slice(from, announcedFrom(usual, from, index)));
    from = index + run.length;
  }
  if (from === 0) return text;
  const rest = [...pieces, text.slice(from)].reduce(joined).trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : '';
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
