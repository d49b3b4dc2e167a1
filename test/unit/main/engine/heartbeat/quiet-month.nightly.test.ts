import { expect, test } from 'vitest';
import { failingByChance, quietDays } from '../../../../support/heartbeat/quiet-days.ts';

// Where a third of the answers fails, some seeds have two minutes in which none succeeds: that is a loss of contact.
test.each([1, 2, 3])(
  'in thirty such days a monitor calls no death falsely (seed %i)',
  async (seed) => {
    const { calledIn, falseCount, troubles } = await quietDays(30, seed);
    expect(troubles).toBeGreaterThan(1000);
    expect(falseCount).toBe(0);
    expect(calledIn.filter((trouble) => trouble !== failingByChance)).toEqual([]);
  },
);
