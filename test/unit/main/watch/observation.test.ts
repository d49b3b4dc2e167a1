import { expect, test } from 'vitest';
import { confirmed } from '../../../../main/watch/observation.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const order = someOrder(id);
const problem = { code: 'timeout', httpStatus: null, sinceMs: 5, failureCount: 2 } as const;

test('an answer ends the problem of an order', () => {
  const watched = someWatched(id, { order, problem, observedAtMs: 10 });
  expect(confirmed(watched, 20)).toEqual(someWatched(id, { order, observedAtMs: 20 }));
  expect(watched.problem).toBe(problem);
});
