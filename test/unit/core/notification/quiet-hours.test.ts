import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  isEndlessQuiet,
  isQuietAt,
  quietMinutesOfWeek,
  quietUntilMs,
} from '../../../../core/notification/quiet-hours.ts';
import type { QuietHours } from '../../../../core/notification/quiet-hours.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const night = (timeZone: string): QuietHours => ({
  times: [{ days: everyDay, fromMinute: 22 * 60, toMinute: 7 * 60 }],
  timeZone,
});
const at = (text: string): number => Date.parse(text);
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

describe('a night from 22:00 to 07:00', () => {
  test.each([
    ['in winter', 'Europe/Berlin', '2026-01-10T22:30:00Z', '2026-01-11T06:00:00.000Z'],
    ['in summer', 'Europe/Berlin', '2026-07-10T22:30:00Z', '2026-07-11T05:00:00.000Z'],
    [
      'the night summer time begins',
      'Europe/Berlin',
      '2026-03-28T22:00:00Z',
      '2026-03-29T05:00:00.000Z',
    ],
    [
      'the night summer time ends',
      'Europe/Berlin',
      '2026-10-24T21:00:00Z',
      '2026-10-25T06:00:00.000Z',
    ],
    [
      'where there is no summer time',
      'Asia/Hong_Kong',
      '2026-03-28T15:00:00Z',
      '2026-03-28T23:00:00.000Z',
    ],
    ['half an hour off', 'Asia/Kolkata', '2026-03-28T17:00:00Z', '2026-03-29T01:30:00.000Z'],
    [
      'where clocks change by half an hour',
      'Australia/Lord_Howe',
      '2026-04-04T12:30:00Z',
      '2026-04-04T20:30:00.000Z',
    ],
  ])('%s ends by the wall clock', (_when, zone, now, end) => {
    expect(iso(quietUntilMs(night(zone), at(now)))).toBe(end);
  });

  test('by day it is not quiet', () => {
    expect(quietUntilMs(night('Europe/Berlin'), at('2026-07-10T12:00:00Z'))).toBeNull();
  });
});

test('an end that the clock leaps over is reached when it lands behind it', () => {
  const hours = {
    times: [{ days: everyDay, fromMinute: 60, toMinute: 150 }],
    timeZone: 'Europe/Berlin',
  };
  // 02:00 becomes 03:00; there is no 02:30.
  expect(iso(quietUntilMs(hours, at('2026-03-29T00:30:00Z')))).toBe('2026-03-29T01:00:00.000Z');
});

test('what the clock shows twice is quiet twice', () => {
  const hours = {
    times: [{ days: everyDay, fromMinute: 120, toMinute: 150 }],
    timeZone: 'Europe/Berlin',
  };
  const quiet = ['00:15', '00:45', '01:15', '01:45'].map((time) =>
    isQuietAt(hours, at(`2026-10-25T${time}:00Z`)),
  );
  expect(quiet).toEqual([true, false, true, false]);
});

test('a night that begins on Friday is quiet on Saturday morning and not on Friday morning', () => {
  const hours = {
    times: [{ days: [5], fromMinute: 22 * 60, toMinute: 7 * 60 }],
    timeZone: 'Asia/Hong_Kong',
  };
  expect(isQuietAt(hours, at('2026-03-06T22:00:00Z'))).toBe(true);
  expect(isQuietAt(hours, at('2026-03-05T22:00:00Z'))).toBe(false);
});

test('a week without an end is looked at again after eight days', () => {
  const hours = {
    times: [{ days: everyDay, fromMinute: 0, toMinute: 0 }],
    timeZone: 'UTC',
  };
  expect(quietUntilMs(hours, 0)).toBe(8 * 24 * 3_600_000);
  const nowMs = at('2026-07-10T22:30:00Z');
  const ends = [hours, night('UTC')].map((weekly) => quietUntilMs(weekly, nowMs) ?? 0);
  expect(ends.map((untilMs) => isEndlessQuiet(untilMs, nowMs))).toEqual([true, false]);
});

test('quiet that is longer than eight days is looked at again after eight', () => {
  // All week but Sunday from 02:00 to 03:00, an hour that summer time leaps over.
  const hours = {
    times: [
      { days: [1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 0 },
      { days: [7], fromMinute: 0, toMinute: 120 },
      { days: [7], fromMinute: 180, toMinute: 0 },
    ],
    timeZone: 'Europe/Berlin',
  };
  expect(iso(quietUntilMs(hours, at('2026-03-27T22:00:00Z')))).toBe('2026-04-04T22:00:00.000Z');
  expect(iso(quietUntilMs(hours, at('2026-03-28T22:00:00Z')))).toBe('2026-04-05T00:00:00.000Z');
});

test('a time within a day is quiet from its first minute and not at its end', () => {
  const hours = {
    times: [{ days: everyDay, fromMinute: 12 * 60, toMinute: 13 * 60 }],
    timeZone: 'UTC',
  };
  const quiet = ['11:59', '12:00', '12:59', '13:00'].map((time) =>
    isQuietAt(hours, at(`2026-07-10T${time}:00Z`)),
  );
  expect(quiet).toEqual([false, true, true, false]);
});

test('without a zone of its own the clock of this computer decides', () => {
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  try {
    const hours = {
      times: [{ days: [6], fromMinute: 60, toMinute: 90 }],
      timeZone: null,
    };
    // Kathmandu is 5:45 ahead.
    expect(isQuietAt(hours, at('2026-07-10T19:15:00Z'))).toBe(true);
    expect(isQuietAt(hours, at('2026-07-10T19:14:00Z'))).toBe(false);
    expect(iso(quietUntilMs(hours, at('2026-07-10T19:20:00Z')))).toBe('2026-07-10T19:45:00.000Z');
  } finally {
    vi.unstubAllEnvs();
  }
});

const minutesOf = (days: number[], fromMinute: number, toMinute: number) => [
  ...quietMinutesOfWeek([{ days, fromMinute, toMinute }]),
];
const from = (start: number, length: number) => Array.from({ length }, (_, n) => start + n);

describe('the quiet minutes of a week', () => {
  const dayMinutes = 24 * 60;
  test('are counted from Monday 00:00 on', () => {
    expect(minutesOf([1], 10, 13)).toEqual([10, 11, 12]);
    expect(minutesOf([3], 10, 12)).toEqual([2 * dayMinutes + 10, 2 * dayMinutes + 11]);
    expect(minutesOf([2, 4], 0, 1)).toEqual([dayMinutes, 3 * dayMinutes]);
    expect(minutesOf([], 10, 13)).toEqual([]);
  });

  test('of a night go on into the next day, and of Sunday’s into Monday', () => {
    expect(minutesOf([1], 23 * 60, 60)).toEqual(from(23 * 60, 120));
    expect(minutesOf([7], dayMinutes - 2, 2)).toEqual([
      7 * dayMinutes - 2,
      7 * dayMinutes - 1,
      0,
      1,
    ]);
  });

  test('of a time that ends where it begins are a whole day', () => {
    expect(minutesOf([2], 60, 60)).toEqual(from(dayMinutes + 60, dayMinutes));
  });

  test('that two times share are counted once', () => {
    const both = quietMinutesOfWeek([
      { days: [1], fromMinute: 0, toMinute: 3 },
      { days: [1], fromMinute: 2, toMinute: 5 },
    ]);
    expect([...both]).toEqual([0, 1, 2, 3, 4]);
  });
});

/** The wall clock as Intl itself reads it, by another road than the code. */
function wallClock(atMs: number, timeZone: string): { weekday: number; minute: number } {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
  const [, day = '', hour = '0', min = '0'] = /^(\w+).*?(\d\d):(\d\d)$/.exec(text) ?? [];
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(day) + 1;
  return { weekday, minute: Number(hour) * 60 + Number(min) };
}

describe('laws of quiet', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Hong_Kong',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Africa/Casablanca',
  ];
  const minute = fc.integer({ min: 0, max: 1439 });
  const hours = fc.record({
    times: fc.array(
      fc.record({
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
        fromMinute: minute,
        toMinute: minute,
      }),
      { maxLength: 3 },
    ),
    timeZone: fc.constantFrom(...zones),
  });
  // Around the changes of the clock of several years, and anywhere else.
  const moment = fc.integer({
    min: at('2025-01-01T00:00:00Z') / 60_000,
    max: at('2028-01-01T00:00:00Z') / 60_000,
  });

  test('it is quiet exactly when the wall clock shows a quiet time', () => {
    fc.assert(
      fc.property(hours, moment, (quiet, minutes) => {
        const { weekday, minute: now } = wallClock(minutes * 60_000, quiet.timeZone);
        const yesterday = ((weekday + 5) % 7) + 1;
        const expected = quiet.times.some(({ days, fromMinute, toMinute }) =>
          fromMinute < toMinute
            ? days.includes(weekday) && now >= fromMinute && now < toMinute
            : (days.includes(weekday) && now >= fromMinute) ||
              (days.includes(yesterday) && now < toMinute),
        );
        expect(isQuietAt(quiet, minutes * 60_000)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('quiet ends at its end: no minute before is loud, and the end itself is', () => {
    fc.assert(
      fc.property(hours, moment, fc.integer({ min: 1, max: 9999 }), (quiet, minutes, share) => {
        const nowMs = minutes * 60_000;
        const untilMs = quietUntilMs(quiet, nowMs);
        const left = ((untilMs ?? nowMs) - nowMs) / 60_000;
        const between = nowMs + Math.floor((left * share) / 10_000) * 60_000;
        const isEndLoud = untilMs === null || left >= 8 * 1440 || !isQuietAt(quiet, untilMs);
        expect([isQuietAt(quiet, between), isEndLoud]).toEqual([untilMs !== null, true]);
      }),
      { numRuns: 300 },
    );
  });
});
