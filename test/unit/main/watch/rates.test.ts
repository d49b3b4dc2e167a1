import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratesOf, RememberedRates } from '../../../../main/watch/rates.ts';
import { slotEndedMs, slotEndMs } from '../../../../main/watch/slot-timer.ts';

const facts = fc.record({
  demandPerSecond: fc.double({ min: 0, max: 2000, noNaN: true }),
  sustainedPerSecond: fc.double({ min: 1 / 300, max: 10_000, noNaN: true }),
  activeEveryMs: fc.integer({ min: 5000, max: 300_000 }),
});

test('slots are as long as forty requests allow and a whole number of them fits into each pace', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { slotMs, perSecond, promptSlotMs } = ratesOf(given);
      expect(promptSlotMs).toBe(Math.min(slotMs, 100));
      expect(perSecond).toBeLessThanOrEqual(given.sustainedPerSecond);
      const steady = Math.min(given.demandPerSecond * 1.08, given.sustainedPerSecond);
      const [shortestMs, longestMs] = steady >= 100 ? [10, 10] : [100, 1000];
      expect(slotMs).toBeGreaterThanOrEqual(shortestMs);
      expect(slotMs).toBeLessThanOrEqual(longestMs);
      expect(((steady >= 100 ? 0 : steady) * slotMs) / 1000).toBeLessThanOrEqual(36.001);
      const fitting = given.activeEveryMs / 3 / slotMs;
      expect(steady >= 100 ? 0 : Math.abs(fitting - Math.round(fitting))).toBeLessThan(1e-6);
    }),
  );
});

test('a slot ends after now, and at its end it is over', () => {
  const time = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(
      facts,
      time,
      time,
      fc.integer({ min: 0, max: 2e12 }),
      (given, nowMs, wantedMs, offsetMs) => {
        const grid = { slotMs: ratesOf(given).slotMs, offsetMs };
        const endMs = slotEndMs(wantedMs, grid, nowMs);
        expect(endMs).toBeGreaterThan(nowMs);
        expect(endMs).toBeGreaterThanOrEqual(wantedMs - 0.01);
        // Whoever wakes then finds this slot over and waits for the next: it cannot turn in circles.
        expect(slotEndedMs(endMs, grid, 0)).toBeCloseTo(endMs, 3);
        expect(slotEndMs(endMs, grid, endMs)).toBeCloseTo(endMs + grid.slotMs, 3);
      },
    ),
  );
});

/** Whether a demand of 200 still counts so long after it fell to 100, asked for meanwhile or not. */
function stillCounts(agoMs: number, isAskedMeanwhile: boolean): boolean {
  const rates = new RememberedRates(0);
  const at = (demandPerSecond: number, nowMs: number): number =>
    rates.of({ demandPerSecond, sustainedPerSecond: 1000, activeEveryMs: 30_000 }, nowMs).perSecond;
  at(50, 10_000);
  expect(at(200, 20_000)).toBeCloseTo(216);
  expect(at(100, 20_000)).toBeCloseTo(216);
  if (isAskedMeanwhile) for (let ms = 1000; ms < agoMs; ms += 1000) at(100, 20_000 + ms);
  return at(100, 20_000 + agoMs) > 109;
}

test.each([true, false])(
  'a demand that has fallen counts for two to four of the shortest intervals (asked meanwhile: %s)',
  (isAskedMeanwhile) => {
    for (const agoMs of [1, 30_000, 59_999])
      expect([agoMs, stillCounts(agoMs, isAskedMeanwhile)]).toEqual([agoMs, true]);
    for (const agoMs of [120_000, 1e6])
      expect([agoMs, stillCounts(agoMs, isAskedMeanwhile)]).toEqual([agoMs, false]);
  },
);
