import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  learnedAnew,
  learnedFrom,
  limitAfterMatch,
  limitSinceMs,
  newestLimitMs,
  medianMs,
  mostWaits,
  unlearnedLimit,
  type LearnedLimit,
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

const bounds = { startMs: 20 * minute, floorMs: 2 * minute };
const dayMs = 24 * 60 * minute;

function learnedOf(waits: readonly MatchedWait[]): LearnedLimit {
  let learned = unlearnedLimit(bounds);
  for (const wait of waits) learned = limitAfterMatch(learned, wait);
  return learned;
}

test('before anything is learned nothing is, and the limit is the dispatcher’s own', () => {
  expect(unlearnedLimit(bounds).recent).toEqual([]);
  expect(limitSinceMs(unlearnedLimit(bounds), 0)).toBe(bounds.startMs);
});

test('the waits of the last day are kept, shortest first', () => {
  const waits = [5, 3, 9, 3, 1].map((many, index) => ({ atMs: index, waitMs: many * minute }));
  const { recent } = learnedOf(waits);
  expect(recent.map(({ atMs }) => atMs)).toEqual([4, 1, 3, 0, 2]);
});

test('a wait of a day ago says nothing about today', () => {
  const waits = [0, 1, 2, 3, 4].map((atMs) => ({ atMs, waitMs: minute }));
  const learned = learnedOf(waits);
  expect([learnedFrom(learned, dayMs - 1), learnedFrom(learned, dayMs)]).toEqual([5, 0]);
  const later = limitAfterMatch(learned, { atMs: dayMs, waitMs: 2 * minute });
  expect(later.recent.map(({ atMs }) => atMs)).toEqual([1, 2, 3, 4, dayMs]);
});

test('of a busy day the latest five hundred waits are kept', () => {
  const waits = Array.from({ length: 503 }, (_, atMs) => ({ atMs, waitMs: (atMs % 7) * minute }));
  const { recent } = learnedOf(waits);
  expect(recent.map(({ atMs }) => atMs).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 500 }, (_, index) => index + 3),
  );
  expect(recent.map(({ waitMs }) => waitMs)).toEqual(
    recent.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b),
  );
});

test('a match that changes nothing is no change of the limit, and the oldest changes go at last', () => {
  const same = Array.from({ length: 9 }, (_, atMs) => ({ atMs, waitMs: bounds.startMs }));
  expect(learnedOf(same).steps).toHaveLength(1);
  const steps = Array.from({ length: mostWaits }, (_, afterMs) => ({ afterMs, limitMs: minute }));
  const { steps: after } = limitAfterMatch(
    { ...unlearnedLimit(bounds), steps },
    { atMs: 9999, waitMs: minute },
  );
  expect(after).toHaveLength(mostWaits);
  expect(after[0]?.afterMs).toBe(1);
  expect(after.at(-1)).toEqual({ afterMs: 9999, limitMs: 2 * minute });
});

test('a limit that is learned anew counts from now on, and only where it is another one', () => {
  const steps = [{ afterMs: 5, limitMs: 9 * minute }];
  const [before, anew] = [{ ...unlearnedLimit(bounds), steps }, unlearnedLimit(bounds)];
  expect(learnedAnew(before, anew, 700).steps).toEqual([
    ...steps,
    { afterMs: 700, limitMs: bounds.startMs },
  ]);
  expect(learnedAnew(before, before, 700).steps).toEqual(steps);
  const many = Array.from({ length: mostWaits }, (_, afterMs) => ({ afterMs, limitMs: minute }));
  const after = learnedAnew({ ...before, steps: many }, anew, 9999).steps;
  expect([after.length, after.at(-1)?.afterMs]).toEqual([mostWaits, 9999]);
});

test('the middle of the values, the upper one of two', () => {
  expect([medianMs([]), medianMs([3]), medianMs([9, 1]), medianMs([10, 9, 1])]).toEqual([
    0, 3, 9, 9,
  ]);
});
