import type { NotificationSettings } from './notification-settings.ts';

/** When notifications are held back, by the wall clock of a place. */
export type QuietHours = Pick<NotificationSettings['quietHours'], 'times' | 'timeZone'>;

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** Quiet hours without an end are looked at again after this time. */
const longestMs = 8 * dayMinutes * minuteMs;

/** A moment as the wall clock of a place shows it. */
interface WallTime {
  readonly weekday: number;
  readonly minute: number;
}

/**
 * Until when it is quiet, in milliseconds since 1970; null when it is not quiet now.
 *
 * The wall clock decides. When summer time begins, 02:30 does not exist and counts as reached at 03:00.
 * When it ends, the clock shows 01:30 twice, and both are equally quiet or not.
 */
export function quietUntilMs(hours: QuietHours, nowMs: number): number | null {
  if (!isQuietAt(hours, nowMs)) return null;
  let atMs = nowMs;
  while (atMs - nowMs < longestMs) {
    atMs = nextEdgeMs(hours, atMs);
    if (!isQuietAt(hours, atMs)) return atMs;
  }
  return nowMs + longestMs;
}

/** Until when quiet hours that are switched on hold notifications back, as {@link quietUntilMs} says it. */
export function heldUntilMs(hours: QuietHours & { readonly isOn: boolean }, nowMs: number) {
  return hours.isOn ? quietUntilMs(hours, nowMs) : null;
}

/** Whether quiet hours that hold until a time have no end, and that is only when they are looked at again. */
export function isEndlessQuiet(untilMs: number, nowMs: number): boolean {
  return untilMs - nowMs >= longestMs;
}

/** Whether it is quiet at a moment. */
export function isQuietAt({ times, timeZone }: QuietHours, atMs: number): boolean {
  const { weekday, minute } = wallTime(atMs, timeZone);
  const yesterday = weekday === 1 ? 7 : weekday - 1;
  return times.some(({ days, fromMinute, toMinute }) => {
    if (fromMinute < toMinute) {
      return days.includes(weekday) && minute >= fromMinute && minute < toMinute;
    }
    return (
      (days.includes(weekday) && minute >= fromMinute) ||
      (days.includes(yesterday) && minute < toMinute)
    );
  });
}

/** How many minutes a week has. */
export const weekMinutes = 7 * dayMinutes;

/** The minutes of a week, from Monday 00:00 on, that are quiet by the wall clock. */
export function quietMinutesOfWeek(times: QuietHours['times']): ReadonlySet<number> {
  const quiet = new Set<number>();
  for (const { days, fromMinute, toMinute } of times) {
    const length =
      toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + dayMinutes;
    for (const day of days) {
      const start = (day - 1) * dayMinutes + fromMinute;
      for (let at = start; at < start + length; at += 1) quiet.add(at % weekMinutes);
    }
  }
  return quiet;
}

/** The next moment at which quiet hours may begin or end: one of their limits, midnight, a clock change. */
function nextEdgeMs({ times, timeZone }: QuietHours, atMs: number): number {
  const { minute } = wallTime(atMs, timeZone);
  const edges = [0, ...times.flatMap((time) => [time.fromMinute, time.toMinute])];
  const waits = edges.map((edge) => (edge > minute ? edge - minute : edge + dayMinutes - minute));
  const edgeMs = floorToMinute(atMs) + Math.min(...waits) * minuteMs;
  const offset = offsetMinutes(atMs, timeZone);
  if (offsetMinutes(edgeMs, timeZone) === offset) return edgeMs;
  let [beforeMs, afterMs] = [atMs, edgeMs];
  for (;;) {
    const middleMs = floorToMinute((beforeMs + afterMs) / 2);
    if (middleMs <= beforeMs) return afterMs;
    if (offsetMinutes(middleMs, timeZone) === offset) beforeMs = middleMs;
    else afterMs = middleMs;
  }
}

function floorToMinute(atMs: number): number {
  return Math.floor(atMs / minuteMs) * minuteMs;
}

function wallTime(atMs: number, timeZone: string | null): WallTime {
  const wall = new Date(atMs + offsetMinutes(atMs, timeZone) * minuteMs);
  const weekday = wall.getUTCDay();
  return {
    weekday: weekday === 0 ? 7 : weekday,
    minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  };
}

/** No zone changes its offset within a quarter of an hour by the clock. */
const quarterMs = 15 * minuteMs;

/** The offsets that were asked for last, by zone and quarter: a whole list is judged at one time. */
const offsets = new Map<string, number>();
const mostOffsets = 200;

const formatters = new Map<string, Intl.DateTimeFormat>();

function addedFormatter(timeZone: string): Intl.DateTimeFormat {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** How many minutes the wall clock is ahead of UTC. */
function offsetMinutes(atMs: number, timeZone: string | null): number {
  if (timeZone === null) return -new Date(atMs).getTimezoneOffset();
  const key = `${timeZone} ${Math.floor(atMs / quarterMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= mostOffsets) offsets.clear();
  const minutes = askedOffsetMinutes(atMs, timeZone);
  offsets.set(key, minutes);
  return minutes;
}

function askedOffsetMinutes(atMs: number, timeZone: string): number {
  const formatter = formatters.get(timeZone) ?? addedFormatter(timeZone);
  const part: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(atMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return (Date.UTC(year, month - 1, day, hour, minute) - floorToMinute(atMs)) / minuteMs;
}
