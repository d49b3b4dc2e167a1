import { expect, test } from 'vitest';
import { hoursPerRun, replayCommand, runSeeds } from './seed-runs.ts';
import { Simulation } from './simulate.ts';

/*
 * Runs the watcher, its database and its notifications through orders, faults and crashes that a seed
 * decides, and compares the result with a model of what must have been told. This test runs a small
 * part of them; the simulation step of `npm test` runs 100,000 order-hours (prove.ts).
 */

const wantedHours = 5000;

/** The faults of the run with this seed, after the command that repeats it. */
async function brokenBy(seed: number): Promise<{ orderHours: number; broken: readonly string[] }> {
  const replay = `replay with: ${replayCommand(seed)}`;
  const { orderHours, faults } = await new Simulation(seed).run(hoursPerRun).catch((error) => {
    throw new Error(replay, { cause: error });
  });
  return { orderHours, broken: faults.length === 0 ? [] : [replay, ...faults] };
}

test(`${wantedHours} order-hours break no law`, async () => {
  let doneHours = 0;
  for (let seed = 1; doneHours < wantedHours; seed += 1) {
    const { orderHours, broken } = await brokenBy(seed);
    expect(broken).toEqual([]);
    doneHours += orderHours;
  }
});

test('two runs with the same seed have the same result, and see updates', async () => {
  const first = await new Simulation(7).run(hoursPerRun);
  const second = await new Simulation(7).run(hoursPerRun);
  expect(second).toEqual(first);
  expect(first.updateCount).toBeGreaterThan(20);
});

test('a run that throws says which seed does', async () => {
  const program = new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { throw new Error('out of order'); });`,
  );
  const failed = runSeeds(1, 1, () => undefined, undefined, program);
  await expect(failed).rejects.toThrow(`seed 1 threw: ${replayCommand(1)}`);
});
