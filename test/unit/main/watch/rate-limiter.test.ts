import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimiter } from '../../../../main/watch/rate-limiter.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { mostWithin } from '../../../support/watch/scripted-source.ts';

/** A limiter on a clock that the test moves on. */
function subject(requestsPerMinute: number) {
  const clock = new FakeClock();
  const limiter = new RateLimiter(clock, requestsPerMinute);
  limiter.setDemand(requestsPerMinute / 60);
  const pass = (ms: number): void => {
    clock.blockLoop(ms);
    limiter.beginSlot();
  };
  pass(0);
  return { clock, limiter, pass };
}

test('no minute holds more requests than the cap, and no tenth of a second more than 64', () => {
  const step = fc.record({ waitMs: fc.nat(3000), wanted: fc.nat(200), isUrgent: fc.boolean() });
  fc.assert(
    fc.property(
      fc.integer({ min: 6, max: 6000 }),
      fc.array(step, { minLength: 20, maxLength: 120 }),
      (cap, steps) => {
        const { clock, limiter, pass } = subject(cap);
        const sentAtMs: number[] = [];
        for (const { waitMs, wanted, isUrgent } of steps) {
          pass(waitMs);
          for (let count = 0; count < wanted; count += 1) {
            if (!limiter.take(isUrgent ? 'urgent' : 'routine')) break;
            sentAtMs.push(clock.monotonicMs());
          }
        }
        expect(mostWithin(sentAtMs, 60_000)).toBeLessThanOrEqual(cap);
        expect(mostWithin(sentAtMs, 100)).toBeLessThanOrEqual(64);
      },
    ),
  );
});

test('waiting as long as told is enough', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 6000 }), fc.boolean(), (cap, isUrgent) => {
      const { limiter, pass } = subject(cap);
      const asker = isUrgent ? 'urgent' : 'routine';
      while (limiter.take(asker));
      const waitMs = limiter.waitMs(asker);
      expect(waitMs).toBeGreaterThan(0);
      pass(waitMs);
      expect(limiter.take(asker)).toBe(true);
    }),
  );
});

test('the schedule leaves room for an order that a person asked for', () => {
  const { limiter, pass } = subject(600);
  for (let count = 0; count < 100; count += 1) {
    while (limiter.take('routine'));
    pass(10);
  }
  expect(limiter.take('urgent')).toBe(true);
});

test('a lower cap counts at once', () => {
  const { limiter, pass } = subject(6000);
  limiter.setCap(6);
  let count = 0;
  for (let turn = 0; turn < 600; turn += 1) {
    if (limiter.take('urgent')) count += 1;
    pass(100);
  }
  expect(count).toBeLessThanOrEqual(6);
});

test('a 429 halves the rate, which comes back in minutes', () => {
  const { limiter, pass } = subject(1200);
  const full = limiter.sustainedPerSecond;
  const now = (): number => {
    limiter.waitMs('urgent');
    return limiter.sustainedPerSecond;
  };
  limiter.slowDown();
  limiter.slowDown();
  expect(now()).toBeCloseTo(full / 4);
  pass(5 * 60_000);
  expect(now()).toBeCloseTo(full / 2);
  pass(60 * 60_000);
  expect(now()).toBe(full);
});
