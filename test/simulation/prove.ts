import { availableParallelism } from 'node:os';
import { runSeeds } from './seed-runs.ts';

/*
 * The simulation in `npm test`: 100,000 virtual order-hours, about 30 s on two cores. Prints each seed
 * that broke a law with the command that repeats it, and then exits with 1.
 * `npm run soak` runs a million and writes a report.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const totals = await runSeeds(100_000, Math.min(availableParallelism(), 8), say);
const count = (value: number): string => value.toLocaleString('en');
say(
  `${count(totals.orderHours)} order-hours, ${count(totals.runs)} seeds, ${count(totals.requestCount)} requests, ` +
    `${totals.brokenSeeds.length} broken, in ${totals.seconds} s`,
);
process.exitCode = totals.brokenSeeds.length === 0 ? 0 : 1;
