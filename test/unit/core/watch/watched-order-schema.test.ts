import { expect, test } from 'vitest';
import { storedAcknowledged, storedCalls } from '../../../../core/watch/watched-order-schema.ts';

test('an acknowledged promise of an earlier Waybell is one at hand or one that has passed', () => {
  const known = { causeAtMs: 5, atMs: 7 };
  const stored = [
    { reason: 'promiseAtRisk', ...known },
    { reason: 'released', ...known },
  ];
  expect(storedAcknowledged.parse(stored)).toEqual([
    { reason: 'promiseAhead', ...known },
    { reason: 'promisePassed', ...known },
    { reason: 'released', ...known },
  ]);
  expect(storedAcknowledged.safeParse([{ reason: 'hunger', ...known }]).success).toBe(false);
});

test.each([
  [0, true],
  [8.64e15, true],
  [8.64e15 + 1000, false],
  [-8.64e15 - 1000, false],
])('a time is one that can be written out: %d is %s', (atMs, isTime) => {
  expect(storedCalls.safeParse([{ atMs, word: null }]).success).toBe(isTime);
});
