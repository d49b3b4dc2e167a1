import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHttpDate, retryAfterMs } from '../../../../main/delivery/http/retry-after.ts';

const nowMs = Date.UTC(2026, 2, 2, 9, 0, 0);
const inSeconds = (seconds: number): string => new Date(nowMs + seconds * 1000).toUTCString();

test.each([
  ['seconds', '7', 7000],
  ['spaces around', ' 7 ', 7000],
  ['a fraction', '1.5', 1500],
  ['zero becomes the shortest pause', '0', 500],
  ['absurdly long becomes the longest pause', '1000000000', 900_000],
  ['more digits than a number holds', '9'.repeat(400), 900_000],
  ['a date ahead', inSeconds(42), 42_000],
  ['a date in the past becomes the shortest pause', inSeconds(-3600), 500],
  ['a date years ahead becomes the longest pause', 'Sun, 06 Nov 2044 08:49:37 GMT', 900_000],
  ['the RFC 850 form', 'Monday, 02-Mar-26 09:01:00 GMT', 60_000],
  ['the asctime form', 'Mon Mar  2 09:00:30 2026', 30_000],
])('%s: %s', (_name, header, expected) => {
  expect(retryAfterMs(header, undefined, nowMs)).toBe(expected);
});

test.each([
  ['nothing', undefined],
  ['empty', ''],
  ['negative', '-5'],
  ['words', 'later'],
  ['an exponent', '1e3'],
  ['hexadecimal', '0x10'],
  ['an ISO date', '2026-03-02T09:01:00Z'],
  ['a date without a zone', 'Mon, 02 Mar 2026 09:01:00'],
  ['a day that does not exist', 'Mon, 31 Feb 2026 09:01:00 GMT'],
  ['an hour that does not exist', 'Mon, 02 Mar 2026 25:01:00 GMT'],
])('%s says nothing', (_name, header) => {
  expect(retryAfterMs(header, undefined, nowMs)).toBeNull();
});

test('a date is read against the date of the service, not of this machine', () => {
  const dayOff = nowMs + 86_400_000;
  expect(retryAfterMs(inSeconds(10), inSeconds(0), dayOff)).toBe(10_000);
  expect(retryAfterMs(inSeconds(10), 'no date', nowMs)).toBe(10_000);
});

test('of several headers the first counts', () => {
  expect(retryAfterMs(['3', '900'], undefined, nowMs)).toBe(3000);
});

test('a two-digit year is of this century or the last', () => {
  expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  expect(parseHttpDate('Tuesday, 03-Mar-26 00:00:00 GMT')).toBe(Date.UTC(2026, 2, 3));
});

test('all three forms of the RFC name the same instant', () => {
  const expected = Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(expected);
  expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(expected);
  expect(parseHttpDate('Sun Nov  6 08:49:37 1994')).toBe(expected);
});

test('every date that a machine writes is read back', () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(2099, 11, 31) / 1000 });
  fc.assert(
    fc.property(instant, (seconds) => {
      expect(parseHttpDate(new Date(seconds * 1000).toUTCString())).toBe(seconds * 1000);
    }),
  );
});

test('whatever the header, the pause is within its limits or absent', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (header, date) => {
      const waitMs = retryAfterMs(header, date, nowMs) ?? 500;
      expect(waitMs >= 500 && waitMs <= 900_000).toBe(true);
    }),
  );
});
