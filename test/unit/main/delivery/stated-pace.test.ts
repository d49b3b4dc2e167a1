import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statedPace } from '../../../../main/delivery/order/stated-pace.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const window = (headers: Record<string, string>) => statedPace(headers, nowMs)?.window;

test('a service that says nothing has stated nothing', () => {
  expect(statedPace({ etag: '"a"', 'content-type': 'application/json' }, nowMs)).toBeNull();
});

test('every form in use says the same', () => {
  const left = { remaining: 50, resetInMs: 30_000 };
  expect(window({ ratelimit: '"default";r=50;t=30' })).toEqual(left);
  expect(window({ ratelimit: 'limit=100, remaining=50, reset=30' })).toEqual(left);
  expect(window({ 'ratelimit-remaining': '50', 'ratelimit-reset': '30' })).toEqual(left);
  expect(window({ 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': '30' })).toEqual(left);
  const resetS = String(nowMs / 1000 + 30);
  expect(window({ 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': resetS })).toEqual(left);
  const resetMs = String(nowMs + 30_000);
  expect(window({ 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': resetMs })).toEqual(left);
});

test('of several statements the tightest counts', () => {
  expect(window({ ratelimit: '"day";r=9000;t=3600, "minute";r=3;t=60' })).toEqual({
    remaining: 3,
    resetInMs: 60_000,
  });
  const pace = statedPace({ 'ratelimit-policy': '"day";q=9000;w=86400,"minute";q=60;w=60' }, nowMs);
  expect(pace?.perMinute).toBe(6.25);
  expect(statedPace({ 'ratelimit-limit': '100, 100;w=60' }, nowMs)?.perMinute).toBe(100);
});

test('a pace for one thing and a pause are read beside a good answer', () => {
  expect(statedPace({ 'x-poll-interval': '60' }, nowMs)?.pollEveryMs).toBe(60_000);
  expect(statedPace({ 'retry-after': '7' }, nowMs)?.pauseMs).toBe(7000);
});

test('what nobody can read counts as not said', () => {
  for (const value of ['', '-1', 'NaN', '1e9', '0', 'soon', '٣', ' '.repeat(2000)]) {
    expect(statedPace({ 'x-poll-interval': value, ratelimit: value }, nowMs)).toBeNull();
  }
});

function within(value: number | null | undefined, from: number, to: number): boolean {
  return value == null || (value >= from && value <= to);
}

test('whatever headers come, every number is finite and within its bounds', () => {
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
      const pace = statedPace(headers, nowMs);
      expect(within(pace?.pollEveryMs, 1000, 3_600_000)).toBe(true);
      expect(within(pace?.pauseMs, 500, 900_000)).toBe(true);
      expect(within(pace?.window?.remaining, 0, 1e15)).toBe(true);
      expect(within(pace?.window?.resetInMs, 1000, 3_600_000)).toBe(true);
      expect(within(pace?.perMinute, Number.MIN_VALUE, 1e17)).toBe(true);
    }),
  );
});
