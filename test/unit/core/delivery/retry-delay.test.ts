import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptDelayMs, retryDelayMs } from '../../../../core/delivery/retry-delay.ts';

const policy = { baseMs: 1000, maxMs: 60_000 };

test('the delay doubles up to its cap', () => {
  const delays = [1, 2, 3, 6, 7, 100].map((failed) => retryDelayMs(failed, policy, () => 1));
  expect(delays).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
});

test('half of the delay is drawn at random, after the cap too', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failureCount, drawn) => {
        const capped = Math.min(1000 * 2 ** Math.min(failureCount - 1, 50), 60_000);
        const delayMs = retryDelayMs(failureCount, policy, () => drawn);
        expect(Number.isInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThanOrEqual(capped / 2);
        expect(delayMs).toBeLessThanOrEqual(capped);
      },
    ),
  );
});

test.each([0, -1, Number.NaN])('asking after %d failures is a defect', (failureCount) => {
  expect(() => retryDelayMs(failureCount, policy, () => 0)).toThrow(RangeError);
});

test('an attempt at a host is drawn from the whole of its delay, but never comes in a storm', () => {
  const attempts = { ...policy, minMs: 500 };
  const most = [1, 3, 100].map((failed) => attemptDelayMs(failed, attempts, () => 1));
  expect(most).toEqual([1000, 4000, 60_000]);
  expect(attemptDelayMs(5, attempts, () => 0)).toBe(500);
  expect(attemptDelayMs(2, attempts, () => 0.5)).toBe(1250);
});
