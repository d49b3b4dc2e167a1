import { afterEach, expect, test } from 'vitest';
import { daySpan } from '../../../../core/board/day-summary.ts';

const hourMs = 3_600_000;

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test.each([
  ['an ordinary day', 'Asia/Hong_Kong', '2026-11-23T10:00:00Z', 24, 24],
  ['the day on which summer time begins', 'Europe/Berlin', '2026-03-29T10:00:00Z', 23, 24],
  ['the day after it', 'Europe/Berlin', '2026-03-30T10:00:00Z', 24, 23],
  ['the day on which summer time ends', 'Europe/Berlin', '2026-10-25T10:00:00Z', 25, 24],
  ['the day after that', 'Europe/Berlin', '2026-10-26T10:00:00Z', 24, 25],
  [
    'a day that begins at one, because midnight is skipped',
    'Africa/Cairo',
    '2026-04-24T10:00:00Z',
    23,
    24,
  ],
  ['the day after one that begins at one', 'Africa/Cairo', '2026-04-25T10:00:00Z', 24, 23],
])('%s has its own hours', (_name, timeZone, now, today, yesterday) => {
  process.env['TZ'] = timeZone;
  const atMs = Date.parse(now);
  const [one, other] = [daySpan('today', atMs), daySpan('yesterday', atMs)];
  expect((one.endMs - one.startMs) / hourMs).toBe(today);
  expect((other.endMs - other.startMs) / hourMs).toBe(yesterday);
  expect(other.endMs).toBe(one.startMs);
  expect(one.startMs <= atMs && atMs < one.endMs).toBe(true);
});
