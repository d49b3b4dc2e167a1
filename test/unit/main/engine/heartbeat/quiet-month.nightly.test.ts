import { expect, test } from 'vitest';
import { quietDays } from '../../../../support/heartbeat/quiet-days.ts';

test.each([1, 2, 3])('in thirty such days a monitor calls no death (seed %i)', async (seed) => {
  const { deaths, troubles } = await quietDays(30, seed);
  expect(troubles).toBeGreaterThan(1000);
  expect(deaths).toBe(0);
});
