import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inFlightLimit, RateLimiter } from '../../../../../main/engine/watch/rate-limiter.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { mostWithin } from '../../../../support/watch/scripted-source.ts';

/** A limiter on a clock that the test moves on. */
function subject(requestsPerMinute: number, demandPerSecond = requestsPerMinute / 60) {
  const clock = new FakeClock();
  const limiter = new RateLimiter(clock, requestsPerMinute);
  limiter.setDemand(demandPerSecond);
  const pass = (ms: number): void => {
    clock.blockLoop(ms);
    limiter.beginSlot();
  };
  pass(0);
  /** How many requests may leave now, one after the other. */
  const leaving = (priority: 'urgent' | 'routine'): number => {
    let count = 0;
    while (limiter.spend(priority)) count += 1;
    return count;
  };
  return { clock, leaving, limiter, pass };
}

const noPace = { pauseMs: null, perMinute: null, pollEveryMs: null, window: null };

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
            if (!limiter.spend(isUrgent ? 'urgent' : 'routine')) break;
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
      const priority = isUrgent ? 'urgent' : 'routine';
      while (limiter.spend(priority));
      const waitMs = limiter.waitMs(priority);
      expect(waitMs).toBeGreaterThan(0);
      pass(waitMs);
      expect(limiter.spend(priority)).toBe(true);
    }),
  );
});

test('the schedule leaves room for an order that a person asked for', () => {
  const { limiter, pass } = subject(600);
  for (let count = 0; count < 100; count += 1) {
    while (limiter.spend('routine'));
    pass(10);
  }
  expect(limiter.spend('urgent')).toBe(true);
});

test('a lower cap counts at once', () => {
  const { limiter, pass } = subject(6000);
  limiter.setCap(6);
  let count = 0;
  for (let turn = 0; turn < 600; turn += 1) {
    if (limiter.spend('urgent')) count += 1;
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

describe('the slots of the schedule', () => {
  test.each([
    [40, 1000],
    [41, 250],
    [160, 250],
    [161, 25],
  ])('at %i requests a second last %i ms', (perSecond, slotMs) => {
    expect(subject(60_000, perSecond).limiter.slotMs).toBe(slotMs);
  });

  test('hold as much as the schedule may send in their time, and do not begin twice', () => {
    const { leaving, limiter, pass } = subject(600);
    expect(leaving('routine')).toBe(11);
    pass(200);
    expect([leaving('routine'), limiter.waitMs('routine')]).toEqual([0, 800]);
    expect(limiter.spend('urgent')).toBe(true);
    pass(800);
    expect(leaving('routine')).toBe(11);
  });

  test('are not used up by what a person asks for', () => {
    const { leaving, limiter, pass } = subject(600);
    for (let count = 0; count < 5; count += 1) limiter.spend('urgent');
    expect(leaving('routine')).toBe(6);
    pass(100);
    expect(leaving('routine')).toBe(5);
  });

  test('that begin late do not add up with the next ones in a tenth of a second', () => {
    const { leaving, pass } = subject(60_000, 200);
    const sent = [22, 3, 25, 25, 24].map((ms) => {
      pass(ms);
      return leaving('routine');
    });
    expect(sent).toEqual([6, 6, 6, 6, 0]);
  });

  test('hold as many as the bucket has tokens for beside the half that is kept for people', () => {
    const { leaving, limiter, pass } = subject(6000);
    for (let count = 0; count < 55; count += 1) limiter.spend('urgent');
    pass(500);
    expect(leaving('routine')).toBe(26);
    pass(50);
    // What the bucket has earned since is for the next slot.
    expect(leaving('routine')).toBe(0);
  });

  test('hold what is earned in their time where the bucket has less', () => {
    const { leaving, limiter, pass } = subject(6000);
    for (let count = 0; count < 55; count += 1) limiter.spend('urgent');
    pass(250);
    expect(leaving('routine')).toBe(1);
    pass(100);
    expect(leaving('routine')).toBeGreaterThan(5);
  });

  test('after a rest hold what the rest has earned', () => {
    const { leaving, pass } = subject(600);
    expect(leaving('urgent')).toBe(60);
    pass(60_000);
    expect(leaving('routine')).toBe(11);
  });
});

describe('the rate', () => {
  test('of the schedule follows the demand with a fifth to spare, which late orders may have', () => {
    const few = subject(6000, 10).limiter;
    expect([few.routinePerSecond, few.catchUpPerSecond]).toEqual([20, 10]);
    const many = subject(6000, 90).limiter;
    expect(many.routinePerSecond).toBeCloseTo(108);
    expect(many.catchUpPerSecond).toBeCloseTo(18);
    const more = subject(6000, 1000).limiter;
    expect(more.routinePerSecond).toBeCloseTo(1.2 * more.sustainedPerSecond);
    expect(more.catchUpPerSecond).toBeCloseTo(0.2 * more.sustainedPerSecond);
  });

  test('of a demand that fell fades within minutes, and one that rose counts at once', () => {
    const { clock, limiter } = subject(6000, 90);
    clock.blockLoop(120_000);
    limiter.setDemand(1);
    expect(limiter.routinePerSecond).toBeCloseTo((1.2 * 90) / Math.E);
    limiter.setDemand(50);
    expect(limiter.routinePerSecond).toBeCloseTo(60);
  });

  test('that the service states is used to nine tenths, for a quarter of an hour', () => {
    const { clock, limiter } = subject(6000);
    const own = limiter.sustainedPerSecond;
    limiter.obey({ ...noPace, perMinute: 600 });
    expect(limiter.sustainedPerSecond).toBe(9);
    clock.blockLoop(15 * 60_000 - 1);
    expect(limiter.sustainedPerSecond).toBe(9);
    clock.blockLoop(1);
    expect(limiter.sustainedPerSecond).toBe(own);
  });

  test('that the service states allows a burst of a tenth of a minute', () => {
    const { leaving, limiter } = subject(6000);
    limiter.obey({ ...noPace, perMinute: 60 });
    expect(leaving('urgent')).toBe(6);
  });

  test('that the service states allows no greater burst than the settings', () => {
    const { leaving, limiter } = subject(60);
    limiter.obey({ ...noPace, perMinute: 6000 });
    expect(leaving('urgent')).toBe(6);
  });

  test('spreads what is left of a window over its rest, beyond what may leave at once', () => {
    const { clock, leaving, limiter } = subject(600);
    leaving('urgent');
    clock.blockLoop(60_000);
    limiter.obey({ ...noPace, window: { remaining: 100, resetInMs: 60_000 } });
    expect(limiter.sustainedPerSecond).toBeCloseTo((0.9 * 40) / 60);
    expect(limiter.waitMs('urgent')).toBe(0);
  });

  test('is nothing until the end of a window in which nothing is left', () => {
    const { limiter, pass } = subject(600);
    limiter.obey({ ...noPace, window: { remaining: 0, resetInMs: 600_000 } });
    expect([limiter.waitMs('urgent'), limiter.closedForMs]).toEqual([600_000, 600_000]);
    pass(600_000);
    expect([limiter.waitMs('urgent'), limiter.closedForMs]).toEqual([112, 0]);
  });

  test('is the usual one as soon as a window ends in which little was left', () => {
    const { leaving, limiter, pass } = subject(600);
    leaving('urgent');
    limiter.obey({ ...noPace, window: { remaining: 1, resetInMs: 20_000 } });
    expect(limiter.waitMs('urgent')).toBe(20_000);
    pass(20_000);
    // One request a ninth of a second: nothing was saved up meanwhile.
    expect(limiter.waitMs('urgent')).toBe(112);
  });

  test('of a new cap counts from then on, not for the time before', () => {
    const { clock, leaving, limiter } = subject(60);
    leaving('urgent');
    clock.blockLoop(5000);
    limiter.setCap(6000);
    expect(leaving('urgent')).toBe(4);
  });

  test('of another service counts from then on, not for the time before', () => {
    const { clock, leaving, limiter } = subject(600);
    limiter.slowDown();
    limiter.slowDown();
    leaving('urgent');
    clock.blockLoop(10_000);
    limiter.forgetService();
    expect(leaving('urgent')).toBe(22);
  });

  test('after a 429 saves nothing up from before, and lets the schedule go on in seconds', () => {
    const { clock, leaving, limiter, pass } = subject(600);
    leaving('urgent');
    clock.blockLoop(60_000);
    limiter.slowDown();
    expect(limiter.waitMs('routine')).toBe(3334);
    expect(leaving('urgent')).toBe(1);
    pass(20_000);
    expect(leaving('routine')).toBeGreaterThan(1);
  });

  test('of what a person asks for is 64 in a tenth of a second, however high the cap', () => {
    const { leaving, pass } = subject(60_000, 1);
    expect(leaving('urgent')).toBe(64);
    pass(99);
    expect(leaving('urgent')).toBe(0);
    pass(1);
    expect(leaving('urgent')).toBe(64);
  });
});

test('the requests of the last minute are counted by the second', () => {
  const { clock, limiter } = subject(6000);
  const send = (count: number): void => {
    for (let sent = 0; sent < count; sent += 1) limiter.spend('urgent');
  };
  clock.blockLoop(4500);
  send(3);
  expect(limiter.requestsLastMinute).toBe(3);
  clock.blockLoop(30_000);
  send(2);
  expect(limiter.requestsLastMinute).toBe(5);
  clock.blockLoop(30_000);
  send(1);
  expect(limiter.requestsLastMinute).toBe(3);
  clock.blockLoop(29_000);
  expect(limiter.requestsLastMinute).toBe(3);
  // The present second is the first.
  const counts = limiter.sentPerSecond.flatMap((count, back) => (count > 0 ? [[back, count]] : []));
  expect(counts).toEqual([
    [29, 1],
    [59, 2],
  ]);
  clock.blockLoop(1000);
  expect(limiter.requestsLastMinute).toBe(1);
  clock.blockLoop(30_000);
  expect(limiter.requestsLastMinute).toBe(0);
});

test.each([
  ['at least 8', 1, null, 1000, 8],
  ['as many as leave in a quarter of a second before any answer', 100, null, 25, 25],
  ['twice what the answers take', 400, 60, 25, 48],
  ['a slot and a third', 24, null, 1000, 32],
  ['what leaves in a tenth of a second', 200, 10, 25, 20],
  ['64 at most', 500, 1000, 25, 64],
  ['256 at most above 500 a second', 501, 1000, 25, 256],
])('under way at once: %s', (_rule, perSecond, latencyMs, slotMs, limit) => {
  expect(inFlightLimit(perSecond, latencyMs, slotMs)).toBe(limit);
});
