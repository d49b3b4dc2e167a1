import { expect, test } from 'vitest';
import { whatIfCommand } from './what-if-runs.ts';
import { playedWhatIf } from './what-if-day.ts';

/*
 * Days of a desk that a seed decides, played with two settings: "what if" counts the cards of both from the
 * recording of the first. These are some of them; `npm run soak -- --what-if` plays a thousand.
 */

/**
 * A level, other fences of all and of a group, a shorter rest, a shorter silence, quiet hours; an outage in which a
 * wait counts no more, a crash when all orders were over, the end of a grace, a pause in the moment of a wake.
 */
const seeds = [6, 9, 10, 48, 54, 70, 20_006, 20_018, 30_049, 30_071];

test.each(seeds)('day %i is counted as it was, and as another setting made it', async (seed) => {
  const { counted, faults, shown } = await playedWhatIf(seed);
  expect(faults.length === 0 ? [] : [whatIfCommand(seed), ...faults]).toEqual([]);
  expect(counted).toEqual(shown);
});
