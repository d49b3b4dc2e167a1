import { expect, test } from 'vitest';
import { quietDays } from '../../../../support/heartbeat/quiet-days.ts';

test('in a day of outages of a minute, pauses, sleeps and a slow service a monitor calls no death', async () => {
  const { beats, calledIn, falseCount, troubles } = await quietDays(1, 7);
  expect(troubles).toBeGreaterThan(30);
  expect(beats).toBeGreaterThan(2000);
  expect(calledIn).toEqual([]);
  expect(falseCount).toBe(0);
});
