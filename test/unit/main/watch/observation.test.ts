import { expect, test } from 'vitest';
import { ShelvedOrder } from '../../../../core/watch/shelved-order.ts';
import { confirmed } from '../../../../main/watch/observation.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const order = someOrder(id);
const shelf = { fetch: () => order };
const problem = { code: 'timeout', httpStatus: null, sinceMs: 5, failureCount: 2 } as const;

test('a check that found nothing new makes no new object, and reads no answer from the disk', () => {
  const unread = {
    fetch: () => {
      throw new Error('nobody looks at it');
    },
  };
  const watched = new ShelvedOrder(someWatched(id, { observedAtMs: 10 }), unread);
  expect(confirmed(watched, 20)).toBe(watched);
  expect(watched.observedAtMs).toBe(20);
});

test('a copy made before keeps the time that it was made with', () => {
  const watched = new ShelvedOrder(someWatched(id, { observedAtMs: 10 }), shelf);
  const before = watched.with({ isPinned: true });
  confirmed(watched, 20);
  expect(before.observedAtMs).toBe(10);
});

test.each([
  ['on the shelf', new ShelvedOrder(someWatched(id, { problem, observedAtMs: 10 }), shelf)],
  ['in memory', someWatched(id, { order, problem, observedAtMs: 10 })],
])('an answer ends the problem of an order %s', (_where, watched) => {
  expect(confirmed(watched, 20)).toEqual(someWatched(id, { order, observedAtMs: 20 }));
  expect(watched.problem).toBe(problem);
});
