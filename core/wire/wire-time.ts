import { farthestTimeMs } from '../text/time-range.ts';
import type { ContractNote, Note } from './contract-notes.ts';

/**
 * A time in milliseconds since 1970. The contract states neither unit nor epoch (seeds/contract.md,
 * 2.5): below 1e11 a number counts seconds, below 1e14 milliseconds, below 1e17 microseconds, else
 * nanoseconds. 0 and null mean that there is none. Text is read in every form that says one time only;
 * what leaves open which is the day and which the month counts as absent.
 */
export function readTimeMs(value: unknown, note: Note): number | null {
  if (value === undefined || value === null || value === '' || value === 0) return null;
  if (typeof value === 'string') {
    const time = timeFromText(value.trim(), note);
    if (time === 'ambiguous') note('time-ambiguous');
    else note(time === null ? 'time-unreadable' : 'time-from-text');
    return time === 'ambiguous' ? null : time;
  }
  const time = typeof value === 'number' ? timeFromNumber(value, note) : null;
  if (time === null) note('time-unreadable');
  return time;
}

function timeFromNumber(value: number, note: Note): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  const [divisor, rule] = unitOf(value);
  const timeMs = Math.round(value / divisor);
  if (timeMs > farthestTimeMs) return null;
  if (rule !== null) note(rule);
  return timeMs;
}

function unitOf(value: number): readonly [divisor: number, rule: ContractNote | null] {
  if (value < 1e11) return [1e-3, null];
  if (value < 1e14) return [1, 'time-in-milliseconds'];
  if (value < 1e17) return [1e3, 'time-in-microseconds'];
  return [1e6, 'time-in-nanoseconds'];
}

/** What a text says of a time, before it is known whether there is such a day and hour. */
interface TimeParts {
  readonly date: readonly [year: number, month: number, day: number];
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millis: number;
  /** As written; null when the text gives none. */
  readonly zone: string | null;
}

const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** No form of a time is longer. */
const mostCharacters = 80;

function timeFromText(text: string, note: Note): number | 'ambiguous' | null {
  if (/^\d{1,20}(?:\.\d{1,9})?$/.test(text)) {
    return timeOfParts(digitsAlone(text), note) ?? timeFromNumber(Number(text), note);
  }
  if (text.length > mostCharacters) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = isoTime.exec(text) ?? [];
  if (year !== undefined) {
    const date = [Number(year), Number(month), Number(day)] as const;
    const parts = { date, ...clockOf(hour, minute, second, fraction), zone: zone ?? null };
    return timeOfParts(parts, note);
  }
  const parts = partsForPeople(text);
  if (parts === 'ambiguous') return parts;
  const timeMs = typeof parts === 'number' ? parts : timeOfParts(parts, note);
  if (timeMs !== null) note('time-for-people');
  return timeMs;
}

function clockOf(
  hour = '0',
  minute = '0',
  second = '0',
  fraction = '',
): Pick<TimeParts, 'hour' | 'minute' | 'second' | 'millis'> {
  return {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millis: Number(fraction.padEnd(3, '0').slice(0, 3)),
  };
}

/** Null when there is no such day, hour or zone. */
function timeOfParts(parts: TimeParts | null, note: Note): number | null {
  if (parts === null) return null;
  const { date, hour, minute, second, millis, zone } = parts;
  const [year, month, day] = date;
  const midnightMs = Date.UTC(year, month - 1, day);
  // The first hours of 1970 may be in 1969 somewhere; years below 100 are moved by Date.UTC.
  const isDay =
    year >= 1969 && month >= 1 && month <= 12 && new Date(midnightMs).getUTCDate() === day;
  const isEndOfDay = hour === 24 && minute + second + millis === 0;
  const isTime = (hour < 24 || isEndOfDay) && minute < 60 && second < 60;
  const offsetMinutes = zone === null ? 0 : offsetOf(zone);
  if (!isDay || !isTime || offsetMinutes === null) return null;
  const timeMs =
    midnightMs + (hour * 60 + minute - offsetMinutes) * 60_000 + second * 1000 + millis;
  if (timeMs <= 0) return null;
  if (zone === null) note('time-without-zone');
  return timeMs;
}

/** Zones that are written as letters and mean one thing; CST and such mean several. */
const zoneMinutes: ReadonlyMap<string, number> = new Map([
  ['', 0],
  ['Z', 0],
  ['UT', 0],
  ['UTC', 0],
  ['GMT', 0],
  ['HKT', 480],
  ['SGT', 480],
  ['JST', 540],
  ['KST', 540],
]);

/** The farthest zones are 14 hours ahead. */
const mostOffsetMinutes = 14 * 60;

function offsetOf(zone: string): number | null {
  const match = /^([A-Z]*)\s?(?:([+-])(\d{1,2}):?(\d\d)?)?$/i.exec(zone);
  const [, word = '', sign, hours = '0', minutes = '0'] = match ?? [];
  const base = zoneMinutes.get(word.toUpperCase());
  const offset = Number(hours) * 60 + Number(minutes);
  if (match === null || base === undefined || Number(minutes) > 59) return null;
  if (offset > mostOffsetMinutes) return null;
  return base + (sign === '-' ? -offset : offset);
}

/** `20261126` and `20261126063000`: as seconds or milliseconds these were in 1970 or after 2600. */
function digitsAlone(text: string): TimeParts | null {
  const match = /^(20\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const date = [Number(year), Number(month), Number(day)] as const;
  return { date, ...clockOf(hour, minute, second), zone: null };
}

/** Times as people write them, and as libraries write them for people. */
function partsForPeople(text: string): TimeParts | number | 'ambiguous' | null {
  const ticks = /^\/Date\((\d{1,16})(?:[+-]\d{4})?\)\/$/.exec(text);
  const tickMs = Number(ticks?.[1]);
  if (ticks !== null) return tickMs > 0 && tickMs <= farthestTimeMs ? tickMs : null;
  const plain = inOneForm(text);
  const compact =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(?:[.,](\d{1,9}))?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/.exec(
      plain,
    );
  if (compact !== null) {
    const [, year, month, day, hour, minute, second, fraction, zone] = compact;
    const date = [Number(year), Number(month), Number(day)] as const;
    return { date, ...clockOf(hour, minute, second, fraction), zone: zone ?? null };
  }
  const clock = clockPattern.exec(plain);
  const beside =
    clock === null
      ? plain
      : `${plain.slice(0, clock.index)} ${plain.slice(clock.index + clock[0].length)}`;
  const [, before, hour, minute, second, fraction, after, zone] = clock ?? [];
  const { hour: given, ...rest } = clockOf(hour, minute, second, fraction);
  const onFullDay = hourOfDay(given, before ?? after);
  const date = dateOf(beside.replaceAll(/[\s,]+/g, ' ').trim());
  if (date === null || date === 'ambiguous') return date;
  if (onFullDay === null || (before !== undefined && after !== undefined)) return null;
  return { date, hour: onFullDay, ...rest, zone: zone ?? null };
}

/** The parts of a day before noon, and those after it, in the order of their lengths. */
const dayParts = /上午|早上|早晨|清晨|凌晨|中午|下午|傍晚|晚上|晚間|晚间/;
const beforeNoon = /^(?:A|上午|早|清晨|凌晨)/;

/** The same text with digits of one width, capitals, and the Chinese marks of a date as hyphens and colons. */
function inOneForm(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace('\u2212', '-')
    .replace(/(Z|[+-]\d\d:?\d\d) ?(?:\[[^[\]]*\]|\([^()]*\)|(?<=\d) [A-Z]{3,4})$/, '$1')
    .replace(/\(?(?:星期|週|周|禮拜|礼拜)[一二三四五六日天]\)?/, ' ')
    .replace(/(\d{1,2})[時时點点](\d{1,2})?分?(\d{1,2})?秒?/, chineseClock)
    .replace(/(\d{4})年(\d{1,2})月(\d{1,2})[日號号]?/, '$1-$2-$3 ')
    .replace(dayParts, ' $& ')
    .replace(/(^|[\s,])(\d{1,2})\s?([AP]\.?M\b)/, '$1$2:00 $3')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function chineseClock(_text: string, hour: string, minute = '0', second = '0'): string {
  return `${hour}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`;
}

const clockPattern =
  /(?:^|[\sT,])(上午|早上|早晨|清晨|凌晨|中午|下午|傍晚|晚上|晚間|晚间|AM|PM)?\s?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s?([AP]\.?M\b\.?))?(?:\s?(Z|[+-]\d\d(?::?\d\d)?|(?:UTC|GMT|UT|HKT|SGT|JST|KST)(?:\s?[+-]\d{1,2}(?::?\d\d)?)?))?(?=[\s,]|$)/;

/** Null when the part of the day and the hour do not go together, such as 14:30 in the morning. */
function hourOfDay(hour: number, dayPart: string | undefined): number | null {
  if (dayPart === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  if (dayPart === '中午' && hour > 2 && hour < 11) return null;
  if (dayPart === '中午') return hour < 3 ? hour + 12 : hour;
  if (beforeNoon.test(dayPart)) return hour % 12;
  return hour === 12 && /^(?:晚|傍)/.test(dayPart) ? null : (hour % 12) + 12;
}

const months =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
    ' ',
  );

function dateOf(text: string): TimeParts['date'] | 'ambiguous' | null {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (yearFirst !== null) {
    const [, year, , month, day] = yearFirst;
    return [Number(year), Number(month), Number(day)];
  }
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (yearLast !== null) {
    const [, one, , other, year] = yearLast;
    return dayAndMonth(Number(year), Number(one), Number(other));
  }
  const named = text.replace(/^(?:MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]{0,6}\.? /, '');
  const dayFirst = /^(\d{1,2})[ -]([A-Z]{3,9})\.?[ -](\d{4}|\d\d)$/.exec(named);
  const [, day, month, year] = dayFirst ?? [];
  if (month !== undefined) return withMonth(Number(year), month, Number(day));
  const monthFirst = /^([A-Z]{3,9})\.? (\d{1,2}) (\d{4})$/.exec(named);
  if (monthFirst === null) return null;
  return withMonth(Number(monthFirst[3]), monthFirst[1] ?? '', Number(monthFirst[2]));
}

/** Of two numbers beside a year one is the day for sure when it is no month, or when both are the same. */
function dayAndMonth(year: number, one: number, other: number): TimeParts['date'] | 'ambiguous' {
  if (one > 12 || one === other) return [year, other, one];
  return other > 12 ? [year, one, other] : 'ambiguous';
}

/** A year of two digits is one from 1950 to 2049 (RFC 2822, 4.3). A name of no month is month 0. */
function withMonth(year: number, name: string, day: number): TimeParts['date'] {
  const month = months.findIndex((each) => each.startsWith(name)) + 1;
  if (year >= 100) return [year, month, day];
  return [year + (year < 50 ? 2000 : 1900), month, day];
}
