import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DesksAtNine, desksAtNine } from '../simulation/desks-at-nine.ts';
import { machineText, today } from './shared/machine.ts';
import { type Life, runLife } from './watcher/life.ts';
import { type Load, runLoad } from './watcher/load.ts';
import { reportText } from './watcher/report.ts';
import {
  everyHalfMinute,
  type KillsReport,
  most,
  type SoakReport,
  type StorageResult,
  targetsOf,
  type WatcherReport,
} from './watcher/targets.ts';

/*
 * Waybell's own services beside setInterval + fetch and beside a plain poller on undici, each in a
 * process with a server of its own: what they take when left alone, how they behave through a start, an
 * outage and a sleep, and what storing costs.
 *
 *   npm run bench -- watcher                     quick: 300 and 1,000 orders, about 3 minutes
 *   npm run bench -- watcher --full              every size of the targets, about 50 minutes
 *   npm run bench -- watcher --sizes 300,3000    these sizes left alone; the rest stays as it was
 *   npm run bench -- watcher --lives             all but the sizes left alone, about 20 minutes
 *   npm run bench -- watcher --desks             fifty desks that start together, in simulated time
 *   npm run bench -- watcher --report            writes the table anew from what was measured
 *
 * Quick prints and writes nothing; the others write docs/bench/watcher.json and .md after each part, so
 * one that was interrupted keeps what it has. Ends with 1 when a target is missed. Linux alone.
 */

const here = import.meta.dirname;
const folder = join(here, '../../docs/bench');
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    lives: { type: 'boolean', default: false },
    desks: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const isQuick =
  values.sizes === undefined && !values.full && !values.lives && !values.desks && !values.report;
const clients = ['waybell', 'fetch', 'undici'];
const rounds = isQuick ? 1 : 3;
const loadForMs = isQuick ? 60_000 : 120_000;
/** Those who ask in bursts are not to ask at the same moment. */
const staggerMs = 2500;

/** What a measurement wrote down the last time; null when it was not run. */
function written(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  } catch {
    return null;
  }
}

const kills = written('kills') as KillsReport | null;
const soak = written('soak') as SoakReport | null;
const before = isQuick ? null : (written('watcher') as Partial<WatcherReport> | null);
let report: WatcherReport = {
  measuredOn: before?.measuredOn ?? today(),
  machine: before?.machine ?? machineText(),
  loads: before?.loads ?? [],
  lives: before?.lives ?? [],
  storage: before?.storage ?? null,
  desks: before?.desks ?? [],
};

function keep(part: Partial<WatcherReport>): void {
  report = { ...report, measuredOn: today(), machine: machineText(), ...part };
  if (isQuick) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'watcher.json'), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(join(folder, 'watcher.md'), reportText(report, kills, soak));
}

interface Wanted {
  readonly client: string;
  readonly orders: number;
  readonly intervalMs: number;
}

/** Side by side: two processes of the same program differ as much as two programs, so three of each. */
async function measureLoads(wanted: readonly Wanted[]): Promise<void> {
  const names = wanted.map(({ client, orders }) => `${client} ${orders}`).join(', ');
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} left alone: ${names}\n`);
  const measured: Load[] = await Promise.all(
    wanted.map(async ({ client, orders, intervalMs }, index) => {
      await wait(index * staggerMs);
      return runLoad(client, orders, intervalMs, loadForMs);
    }),
  );
  const isAnew = (load: Load): boolean =>
    wanted.some(({ client, orders }) => client === load.client && orders === load.orders);
  keep({ loads: [...report.loads.filter((load) => !isAnew(load)), ...measured] });
}

async function measureLife(client: string, orders: number, intervalMs: number): Promise<void> {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} life: ${client} ${orders}\n`);
  const life: Life = await runLife(client, orders, intervalMs);
  if (life.died !== undefined) process.stderr.write(`  ${client} died: ${life.died}\n`);
  keep({ lives: [...report.lives.filter((each) => each.client !== client), life] });
}

function storage(): StorageResult {
  const output = execFileSync(process.execPath, [join(here, 'watcher/storage.ts')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

async function startsTogether(): Promise<readonly DesksAtNine[]> {
  const desks: DesksAtNine[] = [];
  for (const orders of [5, 30, 100, 300]) desks.push(await desksAtNine(50, orders));
  return desks;
}

function sideBySide(orders: number): readonly Wanted[] {
  const intervalMs = orders === most.orders ? most.intervalMs : 30_000;
  return Array.from({ length: rounds }, () =>
    clients.map((client) => ({ client, orders, intervalMs })),
  ).flat();
}

if (isQuick) {
  await measureLoads([...sideBySide(300), ...sideBySide(1000)]);
} else if (values.sizes !== undefined) {
  for (const size of values.sizes.split(',')) await measureLoads(sideBySide(Number(size)));
} else if (values.full || values.lives) {
  await measureLoads([
    { client: 'waybell', orders: 0, intervalMs: 30_000 },
    { client: 'nothing', orders: 0, intervalMs: 30_000 },
    { client: 'waybell', orders: 100, intervalMs: 30_000 },
    { client: 'script', orders: 100, intervalMs: 30_000 },
  ]);
  const sizes = values.full ? [...everyHalfMinute, most.orders] : [];
  for (const size of sizes) await measureLoads(sideBySide(size));
  keep({ storage: storage(), desks: await startsTogether() });
  for (const client of ['waybell', 'fetch']) {
    await measureLife(client, most.orders, most.intervalMs);
  }
} else {
  // Simulated time is the same on every machine.
  const desks = values.desks ? await startsTogether() : report.desks;
  keep({ desks, measuredOn: report.measuredOn, machine: report.machine });
}
process.stdout.write(reportText(report, kills, soak));
const missed = targetsOf(report, kills, soak).filter(({ kept }) => kept === false);
process.exitCode = missed.length === 0 ? 0 : 1;
