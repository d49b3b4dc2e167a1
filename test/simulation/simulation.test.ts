import { expect, test } from 'vitest';
import { Simulation } from './simulate.ts';

/*
 * The watcher, its database and its notifications through hours of orders, faults and crashes, by a
 * seed, against a model of what must have been told.
 *
 *   WAYBELL_SIMULATION_HOURS=1000000 npx vitest run --project node test/simulation
 *   WAYBELL_SIMULATION_SEED=17 npx vitest run --project node test/simulation
 */

const wantedHours = Number(process.env['WAYBELL_SIMULATION_HOURS'] ?? 5000);
const onlySeed = process.env['WAYBELL_SIMULATION_SEED'];
const hoursPerRun = 10;

/** What the run with this seed broke, with the command that shows it again. */
async function brokenBy(seed: number): Promise<{ orderHours: number; broken: readonly string[] }> {
  const { orderHours, faults } = await new Simulation(seed).run(hoursPerRun);
  if (faults.length === 0) return { orderHours, broken: [] };
  const command = `WAYBELL_SIMULATION_SEED=${seed} npx vitest run --project node test/simulation`;
  return { orderHours, broken: [`replay with: ${command}`, ...faults] };
}

test.runIf(onlySeed !== undefined)('this seed breaks no promise', async () => {
  expect((await brokenBy(Number(onlySeed))).broken).toEqual([]);
});

test.skipIf(onlySeed !== undefined)(
  `${wantedHours} order-hours break no promise`,
  async () => {
    let doneHours = 0;
    for (let seed = 1; doneHours < wantedHours; seed += 1) {
      const { orderHours, broken } = await brokenBy(seed);
      expect(broken).toEqual([]);
      doneHours += orderHours;
    }
  },
  3_600_000,
);

test('a run crashes, sees updates and is the same each time', async () => {
  const first = await new Simulation(7).run(hoursPerRun);
  const second = await new Simulation(7).run(hoursPerRun);
  expect(second).toEqual(first);
  expect(first.updateCount).toBeGreaterThan(20);
});
