import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hoursPerRun, runSeeds, type SeedTotals } from '../simulation/seed-runs.ts';
import type { SimulationResult } from '../simulation/simulate.ts';
import { Simulation } from '../simulation/simulate.ts';
import { runTeams, type TeamTotals } from '../simulation/team/team-runs.ts';
import { TeamSimulation } from '../simulation/team/team-simulation.ts';
import { playedWhatIf } from '../simulation/what-if/what-if-day.ts';
import { runWhatIfs, type WhatIfTotals } from '../simulation/what-if/what-if-runs.ts';
import { machineText, markdownTable, today } from './shared/machine.ts';

/*
 * The simulation of test/simulation at length: a million virtual order-hours with faults, crashes and
 * people's actions, each run by its own seed, all held to the model of what must have been told.
 *
 *   npm run soak [-- --hours 1000000 --workers 2]
 *   npm run soak -- --seed 17         plays this seed again
 *   npm run soak -- --days 3          virtual days with 10,000 orders: does memory grow?
 *   npm run soak -- --team [--runs 100000 --first 1]     hubs and desks of teams
 *   npm run soak -- --team --seed 17  plays this team again, with all that happens in it
 *   npm run soak -- --what-if [--runs 1000 --first 1]    days played with two settings and counted from a recording
 *   npm run soak -- --what-if --seed 17  plays this day again
 *
 * Writes docs/bench/soak.json and soak.md. Ends with 1 when a promise was broken.
 */

const here = import.meta.dirname;
const folder = join(here, '../../docs/bench');

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    seed: { type: 'string' },
    days: { type: 'string' },
    orders: { type: 'string', default: '10000' },
    team: { type: 'boolean', default: false },
    'what-if': { type: 'boolean', default: false },
    runs: { type: 'string' },
    first: { type: 'string', default: '1' },
  },
});

/** What was found last, of the long run and of the days. */
interface SoakReport {
  readonly runs?: RunsReport;
  readonly days?: DaysReport;
  readonly teams?: TeamsReport;
  readonly whatIfs?: WhatIfsReport;
}

interface WhatIfsReport extends WhatIfTotals {
  readonly measuredOn: string;
  readonly machine: string;
  readonly workers: number;
}

interface TeamsReport extends TeamTotals {
  readonly measuredOn: string;
  readonly machine: string;
  readonly workers: number;
}

interface RunsReport extends SeedTotals {
  readonly measuredOn: string;
  readonly machine: string;
  readonly workers: number;
}

interface DaysReport extends SimulationResult {
  readonly measuredOn: string;
  readonly machine: string;
  readonly orderCount: number;
  readonly hours: number;
  readonly seed: number;
  readonly seconds: number;
  readonly heapMbPerHour: number;
  readonly rssMbPerHour: number;
  readonly databaseMbPerHour: number;
  readonly samples: readonly {
    hour: number;
    heapMb: number;
    rssMb: number;
    databaseMb: number;
  }[];
}

async function soak(wantedHours: number, workers: number): Promise<RunsReport> {
  const totals = await runSeeds(
    wantedHours,
    workers,
    (line) => process.stdout.write(`${line}\n`),
    (hours, seconds) => process.stderr.write(`${hours} order-hours in ${seconds} s\n`),
  );
  return { measuredOn: today(), machine: machineText(), workers, ...totals };
}

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

async function teams(workers: number): Promise<TeamsReport> {
  const totals = await runTeams(
    Number(values.runs ?? 100_000),
    workers,
    (line) => process.stdout.write(`${line}\n`),
    (runs, seconds) => process.stderr.write(`${runs} teams in ${seconds} s\n`),
    Number(values.first),
  );
  return { measuredOn: today(), machine: machineText(), workers, ...totals };
}

async function whatIfs(workers: number): Promise<WhatIfsReport> {
  const first = Number(values.first);
  const totals = await runWhatIfs(Number(values.runs ?? 1000), workers, tell, first);
  return { measuredOn: today(), machine: machineText(), workers, ...totals };
}

function days(count: number): DaysReport {
  const output = execFileSync(
    process.execPath,
    [join(here, 'soak/days.ts'), values.orders, String(count * 24)],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1 << 24,
    },
  );
  const measured: Omit<DaysReport, 'measuredOn' | 'machine'> = JSON.parse(output);
  return { measuredOn: today(), machine: machineText(), ...measured };
}

function reportText({ runs, days: someDays, teams: someTeams, whatIfs: some }: SoakReport): string {
  const parts = [
    '# The soak\n\nThe real watcher, its database and its notifications on simulated time, through outages, refusals, sleeps, clocks that are set, full disks and crashes, a third of the runs with webhooks that come late, twice and out of order, held to a model of about a hundred lines that says what must have been told. The same seed gives the same run. `npm run soak` and `npm run soak -- --days 3` do it again.',
  ];
  if (runs !== undefined) {
    parts.push(
      `## ${runs.orderHours.toLocaleString('en')} order-hours\n\nOn ${runs.measuredOn}, ${runs.machine}, ${runs.workers} at once.`,
      markdownTable(
        ['what', 'count'],
        [
          ['runs, each with a seed of its own', runs.runs],
          ['virtual order-hours', runs.orderHours],
          ['requests', runs.requestCount],
          ['updates stored', runs.updateCount],
          ['notifications shown', runs.notificationCount],
          ['crashes of the process', runs.crashCount],
          ['orders let go while watched', runs.removedCount],
          ['webhooks taken in', runs.webhookCount],
          ['real seconds', runs.seconds],
          ['**seeds that broke a promise**', `**${runs.brokenSeeds.length}**`],
        ],
      ),
      `Promises: no update missed, told twice, out of order or made up; each update told as the one event that it is; a stored update never changed or erased; a notification never shown twice and none left unsettled; contact lost is told after a minute without an answer and not before, its return once and after an answer; a long outage is never silent; no order asked for twice at once, never more than 64 requests at once, never more in 60 s than the cap, one attempt while unreachable, no request for an order that is finished for good, none in a pause that the service asked for; in calm no order older than 1.1 of its intervals, of thousands 1.75; no order on the list that was let go; no webhook left in the queue. A crash comes between two turns, in the middle of a transaction, right after it, or with a notification on the screen; a disk refuses from the start or in the middle of a transaction.`,
    );
    if (runs.brokenSeeds.length > 0) parts.push(`Broken: ${runs.brokenSeeds.join(', ')}`);
  }
  if (someDays !== undefined) {
    parts.push(
      `## ${someDays.hours} hours with ${someDays.orderCount.toLocaleString('en')} orders\n\nOn ${someDays.measuredOn}, ${someDays.machine}: ${someDays.hours} simulated in ${someDays.seconds} s, seed ${someDays.seed}. Orders that are over for two hours make room for new ones. Memory is sampled after a collection of garbage; the slopes are from the last two thirds.`,
      markdownTable(
        ['what', 'value'],
        [
          ['requests', someDays.requestCount],
          ['updates stored', someDays.updateCount],
          ['notifications shown', someDays.notificationCount],
          ['crashes of the process', someDays.crashCount],
          ['checks while nothing was wrong', someDays.calmCheckCount],
          ['of those more than a tenth of an interval late', someDays.lateCheckCount],
          ['orders that came and went', someDays.removedCount],
          ['heap, MB per virtual hour', someDays.heapMbPerHour],
          ['whole process, MB per virtual hour', someDays.rssMbPerHour],
          ['database file, MB per virtual hour', someDays.databaseMbPerHour],
          ['**broken promises**', `**${someDays.faults.length}**`],
        ],
      ),
      markdownTable(
        ['virtual hour', 'heap MB', 'process MB', 'database MB'],
        someDays.samples
          .filter((_sample, index) => index % 4 === 3)
          .map(({ hour, heapMb, rssMb, databaseMb }) => [
            hour.toFixed(1),
            heapMb,
            rssMb,
            databaseMb,
          ]),
      ),
    );
  }
  if (someTeams !== undefined) parts.push(teamsText(someTeams));
  if (some !== undefined) parts.push(whatIfsText(some));
  return `${parts.join('\n\n')}\n`;
}

function teamsText(team: TeamsReport): string {
  const table = markdownTable(
    ['what', 'count'],
    [
      ['runs, each with a seed of its own', team.runs],
      ['virtual minutes', team.virtualMinutes],
      ['entries of the log about orders', team.entryCount],
      ['requests to the service', team.requestCount],
      ['what people at the desks did', team.actCount],
      ['troubles', team.troubleCount],
      ['hubs and desks that were killed', team.killCount],
      ['notifications shown', team.shownCount],
      ['looks at alarms whose own desk was left, and that another had', team.passedOnCount],
      ['real seconds', team.seconds],
      ['**seeds that broke a promise**', `**${team.brokenSeeds.length}**`],
    ],
  );
  return `## Teams\n\nOn ${team.measuredOn}, ${team.machine}, ${team.workers} at once. Two to five desks and one to three hubs on simulated time, each with a clock of its own that is up to a minute wrong; the networks between them fail, answers are lost and entries come twice, hubs and desks are killed and hubs stand still for up to half a minute. People add, name, note, take on, hand on, take over, release and remove orders meanwhile.\n\n${table}\n\nPromises, held once all is well again: the desks, the hubs, the log and the service say the same of every order; in the log an order begins once and ends once, and its updates are a chain without a gap or a repetition, which each desk has stored alike; each order is checked by one hub, and never more requests leave in 60 s than the cap; what a desk changed is in the log once, whether it was done at once or waited; a claim is made only of what no other desk has, unless it is taken over or handed on; no desk is alarmed about an order that another one has.${team.brokenSeeds.length > 0 ? `\n\nBroken: ${team.brokenSeeds.join(', ')}` : ''}`;
}

function whatIfsText(some: WhatIfsReport): string {
  const { brokenAsItWas, brokenOtherwise } = some;
  const broken = [...new Set([...brokenAsItWas, ...brokenOtherwise])];
  const table = markdownTable(
    ['what', 'count'],
    [
      ['days, each with a seed of its own', some.days],
      ['cards that were shown with another setting', some.shown],
      ['**days that were counted wrong as they were**', `**${brokenAsItWas.length}**`],
      ['**days that were counted wrong with another setting**', `**${brokenOtherwise.length}**`],
      ['days with other fences', some.fenceDays],
      ['of those counted wrong at the usual paces', some.fenceDaysOff],
      ['cards of the days with other fences', some.fenceCards],
      ['by so many they were counted wrong at the usual paces', some.fenceCardsOff],
      ['real seconds', some.seconds],
    ],
  );
  return `## What another setting would have meant\n\nOn ${some.measuredOn}, ${some.machine}, ${some.workers} at once. Eight hours of a desk with 6 to 25 orders, couriers who drive, rest, fall silent and stand near stops, and what people do meanwhile, with losses of contact, sleeps, pauses and restarts, played once with the usual settings and once with a change of them. From the recording of the first the cards of both are counted. A courier inside a fence is asked for less often, so with other fences a desk asks at other seconds, of which nothing is recorded: such days are compared with one pace for all, and at the usual paces in the lines below.\n\n${table}${broken.length > 0 ? `\n\nCounted wrong: ${broken.join(', ')}` : ''}`;
}

function write(part: SoakReport): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'soak.json');
  let before: SoakReport = {};
  try {
    before = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The first time.
  }
  const report = { ...before, ...part };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'soak.md'), reportText(report));
  process.stdout.write(reportText(part));
}

if (values['what-if'] && values.seed !== undefined) {
  const result = await playedWhatIf(Number(values.seed));
  tell(JSON.stringify(result, null, 2));
  process.exitCode = result.faults.length === 0 ? 0 : 1;
} else if (values['what-if']) {
  const report = await whatIfs(Number(values.workers));
  write({ whatIfs: report });
  const { brokenAsItWas, brokenOtherwise } = report;
  process.exitCode = brokenAsItWas.length + brokenOtherwise.length === 0 ? 0 : 1;
} else if (values.team && values.seed !== undefined) {
  const result = await new TeamSimulation(Number(values.seed), { tell }).run();
  tell(JSON.stringify(result, null, 2));
  process.exitCode = result.faults.length === 0 ? 0 : 1;
} else if (values.team) {
  const report = await teams(Number(values.workers));
  write({ teams: report });
  process.exitCode = report.brokenSeeds.length === 0 ? 0 : 1;
} else if (values.seed !== undefined) {
  const result = await new Simulation(Number(values.seed)).run(hoursPerRun);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.faults.length === 0 ? 0 : 1;
} else if (values.days !== undefined) {
  const report = days(Number(values.days));
  write({ days: report });
  process.exitCode = report.faults.length === 0 ? 0 : 1;
} else {
  const runs = await soak(Number(values.hours), Number(values.workers));
  write({ runs });
  process.exitCode = runs.brokenSeeds.length === 0 ? 0 : 1;
}
