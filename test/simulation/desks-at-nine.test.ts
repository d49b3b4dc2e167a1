import { expect, test } from 'vitest';
import { desksAtNine } from './desks-at-nine.ts';

test.each([
  [5, 20, 100, 8000],
  [30, 10, 226, 20_000],
  [100, 10, 300, 45_000],
])(
  'fifty desks of %d orders that start together are no stampede',
  async (ordersEach, tokens, requests, freshWithinMs) => {
    const seen = await desksAtNine(50, ordersEach);
    expect(seen.mostTokens).toBeLessThanOrEqual(tokens);
    expect(seen.mostAtStart).toBeLessThanOrEqual(requests);
    expect(seen.allFreshMs).toBeLessThanOrEqual(freshWithinMs);
  },
);
