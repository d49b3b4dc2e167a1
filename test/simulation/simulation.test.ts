import { expect, test } from 'vitest';
import { hoursPerRun, replayCommand, runSeeds } from './seed-runs.ts';
import { Simulation } from './simulate.ts';

/*
 * What the simulation itself promises to those who read its results. Its runs are the simulation step of
 * `npm test` (prove.ts).
 */

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
