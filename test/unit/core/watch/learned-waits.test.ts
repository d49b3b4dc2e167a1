import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  limitAfterMatch,
  limitSinceMs,
  newestLimitMs,
  unlearnedLimit,
  type MatchedWait,
} from '../../../../core/watch/learned-waits.ts';

const minute = 60_000;

/** Matches in the order of time, from minutes to hours apart. */
const matches = fc
  .array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 300 * minute }),
      waitMs: fc.integer({ min: 0, max: 300 * minute }),
    }),
    { maxLength: 120 },
  )
  .map((gaps) => {
    let atMs = 0;
    return gaps.map(({ afterMs, waitMs }): MatchedWait => ({ atMs: (atMs += afterMs), waitMs }));
  });
const minutes = fc.integer({ min: 1, max: 240 }).map((many) => many * minute);

test('whatever is matched, the limit moves by a minute at most and stays above the floor', () => {
  fc.assert(
    fc.property(matches, minutes, minutes, (waits, startMs, floorMs) => {
      let learned = unlearnedLimit({ startMs, floorMs });
      for (const wait of waits) {
        const before = newestLimitMs(learned);
        learned = limitAfterMatch(learned, wait);
        expect(Math.abs(newestLimitMs(learned) - before)).toBeLessThanOrEqual(minute);
        expect(newestLimitMs(learned)).toBeGreaterThanOrEqual(floorMs);
        expect(newestLimitMs(learned) % minute).toBe(0);
      }
    }),
  );
});

test('whatever is matched, the limit of an order that waits never changes', () => {
  fc.assert(
    fc.property(matches, fc.nat({ max: 120 }), minutes, minutes, (waits, at, startMs, floorMs) => {
      let learned = unlearnedLimit({ startMs, floorMs });
      for (const wait of waits.slice(0, at)) learned = limitAfterMatch(learned, wait);
      const sinceMs = waits[at]?.atMs ?? 0;
      const limitMs = limitSinceMs(learned, sinceMs);
      for (const wait of waits.slice(at)) {
        learned = limitAfterMatch(learned, wait);
        expect(limitSinceMs(learned, sinceMs)).toBe(limitMs);
      }
    }),
  );
});
