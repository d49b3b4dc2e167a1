import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseHttpDate,
  retryAfterMs,
} from '../../../../../main/engine/delivery/http/retry-after.ts';
import { StatedPaces } from '../../../../../main/engine/delivery/order/stated-pace.ts';

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

test('for any header the pause is within its limits or absent', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (header, date) => {
      const waitMs = retryAfterMs(header, date, nowMs) ?? 500;
      expect(waitMs >= 500 && waitMs <= 900_000).toBe(true);
    }),
  );
});

const statedAtMs = Date.UTC(2026, 10, 21, 12);

const statedPace = (headers: Record<string, string>, wallMs: number) =>
  new StatedPaces().read(headers, wallMs);

const window = (headers: Record<string, string>) => statedPace(headers, statedAtMs)?.window;

test('an answer without such headers states no pace', () => {
  expect(statedPace({ etag: '"a"', 'content-type': 'application/json' }, statedAtMs)).toBeNull();
});

test('every form of header in use is read as the same pace', () => {
  const left = { remaining: 50, resetInMs: 30_000 };
  expect(window({ ratelimit: '"default";r=50;t=30' })).toEqual(left);
  expect(window({ ratelimit: 'limit=100, remaining=50, reset=30' })).toEqual(left);
  expect(window({ 'ratelimit-remaining': '50', 'ratelimit-reset': '30' })).toEqual(left);
  expect(window({ 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': '30' })).toEqual(left);
  const resetS = String(statedAtMs / 1000 + 30);
  expect(window({ 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': resetS })).toEqual(left);
  const resetMs = String(statedAtMs + 30_000);
  expect(window({ 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': resetMs })).toEqual(left);
});

test('a service that counts milliseconds until its reset is known by a large number, for the smaller ones too', () => {
  const paces = new StatedPaces();
  const left = (reset: string): unknown =>
    paces.read({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, statedAtMs)?.window;
  expect(left('42000')).toEqual({ remaining: 0, resetInMs: 42_000 });
  expect(left('2500')).toEqual({ remaining: 0, resetInMs: 2500 });
  expect(left(String(statedAtMs / 1000 + 30))).toEqual({ remaining: 0, resetInMs: 30_000 });
});

test('a reset of up to an hour is in seconds as long as no larger one came', () => {
  expect(window({ 'ratelimit-remaining': '0', 'ratelimit-reset': '3600' })).toEqual({
    remaining: 0,
    resetInMs: 3_600_000,
  });
});

test('of several statements the tightest counts', () => {
  expect(window({ ratelimit: '"day";r=9000;t=3600, "minute";r=3;t=60' })).toEqual({
    remaining: 3,
    resetInMs: 60_000,
  });
  const pace = statedPace(
    { 'ratelimit-policy': '"day";q=9000;w=86400,"minute";q=60;w=60' },
    statedAtMs,
  );
  expect(pace?.perMinute).toBe(6.25);
  expect(statedPace({ 'ratelimit-limit': '100, 100;w=60' }, statedAtMs)?.perMinute).toBe(100);
});

test('a pace for one thing and a pause are read beside a good answer', () => {
  expect(statedPace({ 'x-poll-interval': '60' }, statedAtMs)?.pollEveryMs).toBe(60_000);
  expect(statedPace({ 'retry-after': '7' }, statedAtMs)?.pauseMs).toBe(7000);
});

test('values that cannot be read are ignored', () => {
  for (const value of ['', '-1', 'NaN', '1e9', '0', 'soon', '٣', ' '.repeat(2000)]) {
    expect(statedPace({ 'x-poll-interval': value, ratelimit: value }, statedAtMs)).toBeNull();
  }
});

function within(value: number | null | undefined, from: number, to: number): boolean {
  return value == null || (value >= from && value <= to);
}

test('for any headers every number is finite and within its bounds', () => {
  const words = fc.oneof(
    fc.string(),
    fc.nat().map(String),
    fc.constantFrom('"a";r=1;t=0', 'r=;t=', '1;w=0', '999999999999999', '"a";q=0;w=1,;;,=,'),
  );
  const names = ['x-poll-interval', 'retry-after', 'ratelimit', 'ratelimit-policy'].concat(
    ['limit', 'remaining', 'reset'].flatMap((word) => [`ratelimit-${word}`, `x-ratelimit-${word}`]),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), words), (headers) => {
      const pace = statedPace(headers, statedAtMs);
      expect(within(pace?.pollEveryMs, 1000, 3_600_000)).toBe(true);
      expect(within(pace?.pauseMs, 500, 900_000)).toBe(true);
      expect(within(pace?.window?.remaining, 0, 1e15)).toBe(true);
      expect(within(pace?.window?.resetInMs, 1000, 3_600_000)).toBe(true);
      expect(within(pace?.perMinute, Number.MIN_VALUE, 1e17)).toBe(true);
    }),
  );
});
