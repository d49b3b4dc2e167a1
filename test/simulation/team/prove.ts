import { availableParallelism } from 'node:os';
import { runTeams } from './team-runs.ts';

/*
 * The simulation of teams: as many runs as its argument says, some 30 a second on two cores. Prints each seed that
 * broke a law with the command that repeats it, and then exits with 1. `npm run soak -- --team` writes a report.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const totals = await runTeams(
  Number(process.argv[2]),
  Math.min(availableParallelism(), 8),
  say,
  undefined,
  Number(process.argv[3] ?? 1),
);
const count = (value: number): string => value.toLocaleString('en');
say(
  `${count(totals.runs)} teams, ${count(totals.virtualMinutes)} virtual minutes, ${count(totals.troubleCount)} troubles, ` +
    `${count(totals.passedOnCount)} looks at alarms that were passed on, ` +
    `${totals.brokenSeeds.length} broken, in ${totals.seconds} s`,
);
process.exitCode = totals.brokenSeeds.length === 0 ? 0 : 1;
