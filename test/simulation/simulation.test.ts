import { expect, test } from 'vitest';
import { hoursPerRun, replayCommand } from './seed-runs.ts';
import { Simulation } from './simulate.ts';

/*
 * The watcher, its database and its notifications through hours of orders, faults and crashes, by a
 * seed, against a model of what must have been told. A few hours; `npm test` runs 100,000 in its
 * simulation part: prove.ts
 */

const wantedHours = 5000;

/** What the run with this seed broke, with the command that shows it again. */
async function brokenBy(seed: number): Promise<{ orderHours: number; broken: readonly string[] }> {
  const { orderHours, faults } = await new Simulation(seed).run(hoursPerRun);
  const replay = `replay with: ${replayCommand(seed)}`;
  return { orderHours, broken: faults.length === 0 ? [] : [replay, ...faults] };
}

test(`${wantedHours} order-hours break no promise`, async () => {
  let doneHours = 0;
  for (let seed = 1; doneHours < wantedHours; seed += 1) {
    const { orderHours, broken } = await brokenBy(seed);
    expect(broken).toEqual([]);
    doneHours += orderHours;
  }
}, 60_000);

test('a run crashes, sees updates and is the same each time', async () => {
  const first = await new Simulation(7).run(hoursPerRun);
  const second = await new Simulation(7).run(hoursPerRun);
  expect(second).toEqual(first);
  expect(first.updateCount).toBeGreaterThan(20);
});
