import { zoneLetters, zoneWordOf } from './field-names.ts';
import { cleanLine } from '../text/safe-text.ts';
import { latestTimeMs } from '../text/time-range.ts';
import { dayOf, longAgoMs, minuteOfDay, momentOf, promisedMoment } from '../text/time-of-day.ts';

/** A promised time as a text gives it. */
export interface PromisedTime {
  /** As written, on one line. */
  readonly text: string;
  /** In milliseconds since 1970; null when it cannot be read without guessing. */
  readonly atMs: number | null;
}

const mostTextGraphemes = 40;
/** A longer text is no time. */
const mostReadGraphemes = 100;

const minuteMs = 60_000;
const minutesOfDay = 24 * 60;
/** The most minutes that a zone is ahead of UTC or behind it. */
const farthestZone = 14 * 60;
/** The zones whose letters mean one thing, in minutes ahead of UTC; CST and the like mean several. */
const namedZones: ReadonlyMap<string, number> = new Map([
  ['hkt', 480],
  ['sgt', 480],
  ['jst', 540],
  ['kst', 540],
]);

/**
 * How many minutes the times of a column are ahead of UTC; `unknown` where its name has a zone that we do not know,
 * null where it has none.
 */
export type ColumnZone = number | 'unknown' | null;

/**
 * Reads a promised time: a time of day as the details accept it, or as the fraction of a day that spreadsheets keep;
 * or a date that is read the same everywhere, with a time. One without an offset is of this computer's clock.
 *
 * @param nowMs a time of day is the one around this moment
 * @param columnZone that of its column, for a time without one of its own
 * @returns null for an empty text
 */
export function readPromisedTime(
  raw: string,
  nowMs: number,
  columnZone: ColumnZone = null,
): PromisedTime | null {
  const text = cleanLine(raw, mostTextGraphemes);
  if (text === '') return null;
  const words = plainWords(cleanLine(raw, mostReadGraphemes));
  const atMs =
    countedMs(words, nowMs) ??
    timeOfDayMs(words, nowMs, columnZone) ??
    dateTimeMs(words, columnZone);
  return { text, atMs: atMs !== null && atMs > 0 && atMs < latestTimeMs ? atMs : null };
}

/** Whether a cell that no header explains can only be a time of day or a date with a time. */
export function isPlainTime(cell: string): boolean {
  const words = plainWords(cell);
  return /^\D{0,3}\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?$/.test(words)
    ? minuteOfDay(words) !== null
    : dateTimeMs(words, null) !== null;
}

/** The zone that stands behind the name of a column or key: "Promised time (UTC+8)", "ETA HKT". */
export function zoneOfColumn(name: string): ColumnZone {
  const words = inBrackets.exec(name.normalize('NFKC').trim())?.[1] ?? zoneWordOf(name);
  if (words === null) return null;
  const whole = zoneNamed(words);
  if (whole !== null) return whole;
  if (otherZone.test(words)) return 'unknown';
  const zones = words.split(/[^\w:+-]+/).map(zoneNamed);
  const [only = null, ...more] = new Set(zones.filter((zone) => zone !== null));
  return more.length === 0 ? only : 'unknown';
}

/** An offset without a sign, the name of a zone in the tz database, and one in words. */
const otherZone =
  /\b(?:(?:utc|gmt|ut)[^\w+-]{1,3}\d|(?:africa|america|antarctica|asia|atlantic|australia|etc|europe|indian|pacific|us)\/|(?:eastern|central|mountain|pacific|standard|daylight|summer) time)/i;

function zoneNamed(word: string): ColumnZone {
  return zoned(`0:00 ${plainWords(word)}`).zone ?? (zoneLetters.test(word) ? 'unknown' : null);
}

function plainWords(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** A number alone that is farther from now is another number. */
const farthestCountMs = 366 * 24 * 3_600_000;

/** A moment that is counted in milliseconds or seconds: as JSON of Microsoft's libraries has it, or alone. */
function countedMs(words: string, nowMs: number): number | null {
  const [, inJson, alone] =
    /^(?:\\?\/date\((\d{12,14})(?:[+-]\d{4})?\)\\?\/|(\d{10}|\d{13}))$/.exec(words) ?? [];
  if (inJson !== undefined) return Number(inJson);
  if (alone === undefined) return null;
  const atMs = Number(alone) * (alone.length === 10 ? 1000 : 1);
  return Math.abs(atMs - nowMs) < farthestCountMs ? atMs : null;
}

function timeOfDayMs(words: string, nowMs: number, columnZone: ColumnZone): number | null {
  // "0.25" is a quarter of a day: a spreadsheet gives it for 06:00 where a cell lost its format.
  const isFraction = /^0?[.,]\d{1,20}$/.test(words);
  const { time, zone } = isFraction ? { time: '', zone: null } : zoned(words);
  const minute = isFraction
    ? Math.round(Number(words.replace(',', '.')) * minutesOfDay)
    : minuteOfDay(time);
  if (minute === null || minute >= minutesOfDay) return null;
  const ahead = zone ?? columnZone;
  if (ahead === 'unknown') return null;
  if (ahead === null) return promisedMoment(minute, nowMs);
  const dayMs = minutesOfDay * minuteMs;
  const midnightMs = Math.floor((nowMs + ahead * minuteMs) / dayMs) * dayMs;
  const atMs = midnightMs + (minute - ahead) * minuteMs;
  return nowMs - atMs > longAgoMs ? atMs + dayMs : atMs;
}

/** What stands in brackets at the end: the name of a zone, in words or behind its offset (RFC 2822). */
const inBrackets = / ?[([]([^()[\]]{1,40})[)\]]$/;
/** An offset behind a time. */
const zoneBehind =
  /(?:(?<=:\d\d(?:\.\d{1,9})?|m\.?) ?|(?<=[\dm分秒點点時时整半.]) ?(?:utc|gmt|ut) ?)([+-])(\d{1,2})(?::?(\d\d))?$/;
const zoneName = /(?<=[\dm分秒點点時时整半.]) ?(?:z|utc|gmt|ut|(hkt|sgt|jst|kst))$/;

/** A time and how many minutes the zone behind it is ahead of UTC; null when there is none. */
function zoned(words: string): { readonly time: string; readonly zone: number | null } {
  const [comment = '', inside = ''] = inBrackets.exec(words) ?? [];
  const bare = words.slice(0, words.length - comment.length);
  const named = zoneName.exec(bare);
  if (named !== null) {
    const zone = namedZones.get(named[1] ?? '') ?? 0;
    return { time: bare.slice(0, named.index), zone };
  }
  const found = zoneBehind.exec(bare);
  if (found === null) {
    return comment === '' ? { time: words, zone: null } : zoned(`${bare} ${inside}`);
  }
  const [offset, sign, hours, minutes = '0'] = found;
  const time = bare.slice(0, found.index);
  const ahead = Number(hours) * 60 + Number(minutes);
  // "10:00-12:00" is from ten to twelve.
  const isSpan = offset.startsWith('-') && ahead > (minuteOfDay(time) ?? 0);
  if (ahead > farthestZone || Number(minutes) > 59 || (isSpan && offset.includes(':'))) {
    return { time: words, zone: null };
  }
  return { time, zone: sign === '-' ? -ahead : ahead };
}

/** Dates that are read the same everywhere: year first, with the month's name, or with a day that is no month. */
const yearFirst: readonly RegExp[] = [
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:t ?|,? )/,
  /^(\d{4})( ?)年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日號号] ?/,
];
const dayFirst = /^(\d{1,2})([ -])([a-z]{3,9})\.?\2(\d{4}),? /;
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4}),? /;

const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}),? /;

const weekdayBefore = /^(sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6},? /;
const weekdayBehind = /^(?:\(([日一二三四五六])\)|\(?(?:星期|週|周)([日一二三四五六])\)?) ?/;

const monthNames =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** A date with a time, in milliseconds since 1970. */
function dateTimeMs(words: string, columnZone: ColumnZone): number | null {
  const [before = '', english] = weekdayBefore.exec(words) ?? [];
  const date = dateOf(words.slice(before.length));
  if (date === null) return null;
  const { year, month, day } = date;
  const midnight = new Date(Date.UTC(year, month, day));
  // The 30th of February is none, and neither is a date whose weekday is another.
  if (midnight.getUTCMonth() !== month) return null;
  const [behind = '', inBracket, chinese = inBracket] = weekdayBehind.exec(date.rest) ?? [];
  const weekday = midnight.getUTCDay();
  if (english !== undefined && english !== 'sunmontuewedthufrisat'.slice(weekday * 3).slice(0, 3)) {
    return null;
  }
  if (chinese !== undefined && chinese !== '日一二三四五六'[weekday]) return null;
  const clock = date.rest
    .slice(behind.length)
    .replace(/^(\d\d)(\d\d)(\d\d)?(?!\d)/, (_all, hours, minutes, seconds = '00') =>
      [hours, minutes, seconds].join(':'),
    );
  const { time, zone } = zoned(clock);
  // A number alone could be anything.
  const minute = /^\d{1,3}$/.test(time) ? null : minuteOfDay(time);
  if (minute === null) return null;
  const ahead = zone ?? columnZone;
  if (ahead === 'unknown') return null;
  return ahead === null
    ? momentOf(dayOf(new Date(year, month, day, 12).getTime()), minute)
    : midnight.getTime() + (minute - ahead) * minuteMs;
}

interface DateBefore {
  readonly year: number;
  /** Counted from 0. */
  readonly month: number;
  readonly day: number;
  readonly rest: string;
}

/** The date that a text begins with. */
function dateOf(words: string): DateBefore | null {
  const parted = words.replace(/^(\d{4})(\d\d)(\d\d)(?=[t ])/, '$1-$2-$3');
  for (const form of yearFirst) {
    const [whole, year, , month, day] = form.exec(parted) ?? [];
    if (whole === undefined) continue;
    const rest = parted.slice(whole.length);
    return { year: Number(year), month: Number(month) - 1, day: Number(day), rest };
  }
  const [inNumbers, one, , other, year] = yearLast.exec(words) ?? [];
  if (inNumbers !== undefined) {
    const dayAndMonth = distinguished(Number(one), Number(other));
    const rest = words.slice(inNumbers.length);
    return dayAndMonth && { year: Number(year), ...dayAndMonth, rest };
  }
  const [wholeDay, dayOfMonth, , nameBehind = '', yearBehind] = dayFirst.exec(words) ?? [];
  const [wholeMonth, nameBefore = '', dayBehind, yearAtEnd] = monthFirst.exec(words) ?? [];
  const whole = wholeDay ?? wholeMonth;
  if (whole === undefined) return null;
  const name = nameBehind || nameBefore;
  const month = monthNames.findIndex((each) => each === name || each.slice(0, 3) === name);
  const day = Number(dayOfMonth ?? dayBehind);
  const yearOfName = Number(yearBehind ?? yearAtEnd);
  return {
    year: yearOfName,
    month: name === 'sept' ? 8 : month,
    day,
    rest: words.slice(whole.length),
  };
}

/** Which of two numbers is the day and which the month; null where both could be either. */
function distinguished(one: number, other: number): Pick<DateBefore, 'day' | 'month'> | null {
  if (one === other || (one > 12 && other <= 12)) return { day: one, month: other - 1 };
  return one <= 12 && other > 12 ? { day: other, month: one - 1 } : null;
}
