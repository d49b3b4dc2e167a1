import { cleanLine } from '../text/safe-text.ts';
import { dayOf, minuteOfDay, momentOf, promisedMoment } from '../text/time-of-day.ts';

/** A promised time as a text gives it. */
export interface PromisedTime {
  /** As written, on one line. */
  readonly text: string;
  /** In milliseconds since 1970; null when it cannot be read without guessing. */
  readonly atMs: number | null;
}

const mostTextGraphemes = 40;

/** The year 2100, beyond which a time is a mistake. */
const latestMs = Date.UTC(2100, 0);

/** Year first, which is read the same everywhere; then the time of day and what it is counted from. */
const dateTime =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ] ?)(\d{1,2}:\d\d)(?::\d\d(?:\.\d{1,9})?)? ?(z|[+-]\d\d:?\d\d)?$/i;

/**
 * Reads a promised time: a time of day as the details take it, or a date with a time, year first. A time
 * without an offset is one of this computer's clock.
 *
 * @param nowMs a time of day is the one around this moment
 * @returns null for an empty text
 */
export function readPromisedTime(raw: string, nowMs: number): PromisedTime | null {
  const text = cleanLine(raw, mostTextGraphemes);
  if (text === '') return null;
  const plain = text.normalize('NFKC');
  // A spreadsheet writes the seconds too.
  const minute = minuteOfDay(plain.replace(/^(\D{0,6}\d{1,2}:\d\d):\d\d/, '$1'));
  return { text, atMs: minute === null ? dateTimeMs(plain) : promisedMoment(minute, nowMs) };
}

/** Whether a cell that no header explains can only be a time that lies ahead or the time of a day. */
export function isPlainTime(cell: string, nowMs: number): boolean {
  if (/^\d{1,2}:\d\d$/.test(cell.normalize('NFKC'))) return minuteOfDay(cell) !== null;
  return (dateTimeMs(cell.normalize('NFKC')) ?? 0) > nowMs;
}

function dateTimeMs(text: string): number | null {
  const [, year, , month, day, time = '', offset] = dateTime.exec(text) ?? [];
  const minute = minuteOfDay(time);
  if (minute === null) return null;
  const [y, m, d] = [Number(year), Number(month) - 1, Number(day)];
  const midnight = new Date(Date.UTC(y, m, d));
  // The 30th of February is none.
  if (midnight.getUTCMonth() !== m || midnight.getUTCDate() !== d) return null;
  const atMs =
    offset === undefined
      ? momentOf(dayOf(new Date(y, m, d, 12).getTime()), minute)
      : midnight.getTime() + (minute - offsetMinutes(offset)) * 60_000;
  return atMs > 0 && atMs < latestMs ? atMs : null;
}

function offsetMinutes(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
