import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { runSeeds } from './seed-runs.ts';

/*
 * The part of `npm test` that runs a million virtual order-hours: `prove.ts [HOURS]`. It takes what
 * the other parts leave idle, says each seed that broke a promise with the command that plays it
 * again, and ends with 1 when there was one. The same at length and with a report:
 * npm run bench -- soak
 */

/** Whoever else wants a processor goes first. */
function standBack(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  try {
    // Linux shares between sessions before it looks at priorities: ours, if it is our own, has one too.
    const session = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[3];
    if (Number(session) === process.pid) writeFileSync('/proc/self/autogroup', '19');
  } catch {
    // A kernel without such groups.
  }
}

const wantedHours = Number(process.argv[2] ?? 1_000_000);
standBack();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const totals = await runSeeds(wantedHours, Math.min(availableParallelism(), 8), say);
const count = (value: number): string => value.toLocaleString('en');
say(
  `${count(totals.orderHours)} order-hours, ${count(totals.runs)} seeds, ${count(totals.requestCount)} requests, ` +
    `${totals.brokenSeeds.length} broken, in ${totals.seconds} s`,
);
process.exitCode = totals.brokenSeeds.length === 0 ? 0 : 1;
