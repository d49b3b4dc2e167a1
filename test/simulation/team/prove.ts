import { parseArgs } from 'node:util';
import { TeamSimulation } from './team-simulation.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, runs: { type: 'string', default: '100' } },
});
if (values.seed !== undefined) {
  console.log(
    JSON.stringify(
      await new TeamSimulation(Number(values.seed), (line) => console.log(line)).run(),
      null,
      2,
    ),
  );
} else {
  let broken = 0;
  const t = performance.now();
  for (let seed = 1; seed <= Number(values.runs); seed += 1) {
    const result = await new TeamSimulation(seed).run();
    if (result.faults.length > 0) {
      broken += 1;
      console.log(seed, result.hubCount, result.deskCount, result.faults.slice(0, 3));
    }
  }
  console.log(broken, 'broken', (performance.now() - t) / Number(values.runs), 'ms a run');
}
