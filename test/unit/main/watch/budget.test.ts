import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget } from '../../../../main/watch/budget.ts';

test('in no window of a minute do more requests leave than the cap allows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 6, max: 3000 }),
      fc.array(fc.record({ waitMs: fc.nat(3000), wanted: fc.nat(200), urgent: fc.boolean() }), {
        minLength: 20,
        maxLength: 120,
      }),
      (cap, steps) => {
        const budget = new Budget(cap, 0);
        const sentAtMs: number[] = [];
        let nowMs = 0;
        for (const { waitMs, wanted, urgent } of steps) {
          nowMs += waitMs;
          for (let count = 0; count < wanted; count += 1) {
            if (!budget.take(urgent ? 'urgent' : 'routine', nowMs)) break;
            sentAtMs.push(nowMs);
          }
        }
        let start = 0;
        sentAtMs.forEach((atMs, end) => {
          while ((sentAtMs[start] ?? 0) <= atMs - 60_000) start += 1;
          expect(end - start + 1).toBeLessThanOrEqual(cap);
        });
      },
    ),
  );
});

test('waiting as long as told is enough, and hardly more than needed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 6000 }), fc.boolean(), (cap, urgent) => {
      const lane = urgent ? 'urgent' : 'routine';
      const budget = new Budget(cap, 0);
      while (budget.take(lane, 0));
      const waitMs = budget.waitMs(lane, 0);
      expect(waitMs).toBeGreaterThan(0);
      expect(budget.take(lane, waitMs * 0.98)).toBe(false);
      expect(budget.take(lane, waitMs + 0.001)).toBe(true);
    }),
  );
});

test('the routine leaves room for an order that somebody asked for', () => {
  const budget = new Budget(600, 0);
  while (budget.take('routine', 0));
  expect(budget.take('urgent', 0)).toBe(true);
});

test('a lower cap counts at once', () => {
  const budget = new Budget(6000, 0);
  budget.setCap(6, 0);
  let count = 0;
  for (let nowMs = 0; nowMs < 60_000; nowMs += 100) if (budget.take('urgent', nowMs)) count += 1;
  expect(count).toBeLessThanOrEqual(6);
});

test('a request to slow down halves the rate, which comes back in minutes', () => {
  const budget = new Budget(1200, 0);
  const full = budget.sustainedPerSecond(0);
  budget.slowDown(0);
  expect(budget.sustainedPerSecond(0)).toBeCloseTo(full / 2);
  budget.slowDown(0);
  expect(budget.sustainedPerSecond(0)).toBeCloseTo(full / 4);
  expect(budget.sustainedPerSecond(5 * 60_000)).toBeCloseTo(full / 2);
  expect(budget.sustainedPerSecond(60 * 60_000)).toBe(full);
});

test('a clock that stands still or runs back gives nothing away', () => {
  const budget = new Budget(60, 1000);
  while (budget.take('urgent', 1000));
  expect(budget.take('urgent', 1000)).toBe(false);
  expect(budget.take('urgent', 0)).toBe(false);
});
