import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { machineText, today } from './shared/machine.ts';
import { encrypted, runIdle } from './watcher/idle.ts';
import type { IdleResult } from './watcher/idle.ts';
import { aloneClient, runLane } from './watcher/lane.ts';
import { reportPlot } from './watcher/plot.ts';
import { reportText } from './watcher/report.ts';
import { targetsOf } from './watcher/targets.ts';
import type {
  KillsReport,
  SoakReport,
  StorageResult,
  WatcherReport,
  WatcherRun,
} from './watcher/figures.ts';

/*
 * Waybell's own services beside what one would write in their place, each in a process of its own on a
 * server of its own, through a start, a steady time, an outage, the recovery, and a sleep (SIGSTOP).
 *
 *   npm run bench -- watcher                    quick: 100 and 1,000 orders every 10 s, about 2 minutes
 *   npm run bench -- watcher --full             100 to 50,000 orders every 30 s, about 50 minutes
 *   npm run bench -- watcher --sizes 100,1000   these sizes alone, at 30 s; the rest stays as it was
 *   npm run bench -- watcher --rounds 3         with either: so many lives of Waybell alone on the machine
 *   npm run bench -- watcher --left-alone       only what they take when left alone, about 19 minutes
 *   npm run bench -- watcher --report           writes the table anew from what was measured
 *
 * The full one keeps each finished batch: interrupted, --sizes goes on with the rest. Quick prints and
 * writes nothing; the others write docs/bench/watcher.json, .md and .svg. Ends with 1 when a target is
 * missed that was measured at its own size.
 */

const here = import.meta.dirname;
const folder = join(here, '../../docs/bench');
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    'left-alone': { type: 'boolean', default: false },
    sizes: { type: 'string' },
    rounds: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
});

const clients = ['waybell', 'fetch', 'p-queue', 'tanstack', 'kuma'];
/** By size: what only one target there is read from. */
const clientsBesides: Readonly<Record<number, readonly string[]>> = {
  1000: ['fetch-spread'],
  10_000: ['undici'],
};
const fullSizes = [100, 1000, 10_000, 50_000];
const staggerMs = 2500;

interface Lane {
  readonly client: string;
  readonly orders: number;
}

function lanes(orders: number): readonly Lane[] {
  return [...clients, ...(clientsBesides[orders] ?? [])].map((client) => ({ client, orders }));
}

/**
 * What runs side by side. Up to a thousand orders cost next to nothing, so those sizes share a batch.
 * Ten thousand run side by side, and Waybell once more alone: what its own turns take is not to be
 * measured while the bursts of others hold the processors. Fifty thousand choke the peers and the
 * machine with them, so Waybell does not stand beside them.
 */
function batches(sizes: readonly number[]): readonly (readonly Lane[])[] {
  const small = sizes.filter((orders) => orders <= 1000).flatMap(lanes);
  const large = sizes
    .filter((orders) => orders > 1000 && orders < 50_000)
    .flatMap((orders) => [lanes(orders), [{ client: aloneClient, orders }]]);
  const huge = sizes
    .filter((orders) => orders >= 50_000)
    .flatMap((orders) => {
      const all = lanes(orders);
      return [all.slice(0, 1), all.slice(1)];
    });
  return [...(small.length > 0 ? [small] : []), ...large, ...huge];
}

/** What its own turns take is worth more rounds: one of them may meet whatever else the machine does. */
function isRepeated(batch: readonly Lane[]): boolean {
  return batch.every(({ client }) => client === aloneClient);
}

async function runBatch(batch: readonly Lane[], intervalMs: number): Promise<WatcherRun[]> {
  const names = batch.map(({ client, orders }) => `${client} ${orders}`).join(', ');
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${names}\n`);
  return Promise.all(
    batch.map(async ({ client, orders }, index) => {
      await wait(index * staggerMs);
      const result = await runLane(client, orders, intervalMs);
      if (result.died !== undefined) process.stderr.write(`  ${client} died: ${result.died}\n`);
      return { ...result, intervalMs };
    }),
  );
}

/** Three of each that is compared: two processes of the same program differ as much as two programs. */
const threeTimes = [0, 1, 2];

const comparedWithMany = ['waybell', 'fetch', 'undici'];

/** Side by side: what wakes one does not wake another. Ten thousand by themselves: they are no small load. */
async function idleRows(forMs: number): Promise<readonly IdleResult[]> {
  const few = await Promise.all([
    runIdle('waybell', 0, 5000, forMs),
    runIdle('nothing', 0, 5000, forMs),
    runIdle('waybell', 100, 30_000, forMs),
    runIdle('script', 100, 30_000, forMs),
    runIdle('fetch', 100, 30_000, forMs),
    ...threeTimes.flatMap(() => [
      runIdle('waybell', 1000, 30_000, forMs),
      runIdle('fetch', 1000, 30_000, forMs),
      runIdle('fetch-spread', 1000, 30_000, forMs),
    ]),
  ]);
  const many = async (names: readonly string[]) =>
    Promise.all(
      names.map(async (client, index) => {
        await wait(index * staggerMs);
        return runIdle(client, 10_000, 30_000, forMs);
      }),
    );
  const plain = await many(threeTimes.flatMap(() => comparedWithMany));
  const overTls = await many(comparedWithMany.map((client) => `${client}${encrypted}`));
  return [...few, ...plain, ...overTls].filter((row) => row !== null);
}

function storage(): { readonly storage?: StorageResult } {
  try {
    const output = execFileSync(process.execPath, [join(here, 'watcher/storage.ts')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { storage: JSON.parse(output) as StorageResult };
  } catch (error) {
    process.stderr.write(`storage was not measured: ${String(error)}\n`);
    return {};
  }
}

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

function write(report: WatcherReport): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'watcher.json'), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(join(folder, 'watcher.md'), reportText(report, kills, soak));
  writeFileSync(join(folder, 'watcher.svg'), reportPlot(report));
}

const isQuick =
  !values.full && values.sizes === undefined && !values['left-alone'] && !values.report;
const before = written('watcher') as WatcherReport | null;
const empty: WatcherReport = { measuredOn: today(), machine: machineText(), runs: [], idle: [] };
let report = isQuick || before === null ? empty : before;

if (!values.report) {
  const wanted = values['left-alone'] ? [] : isQuick ? [100, 1000] : fullSizes;
  const sizes = values.sizes?.split(',').map(Number) ?? wanted;
  const intervalMs = isQuick ? 10_000 : 30_000;
  const rounds = Number(values.rounds ?? (values.full ? 3 : 1));
  const runs = report.runs.filter(({ orders }) => !sizes.includes(orders));
  report = { ...report, measuredOn: today(), machine: machineText(), runs };
  for (let round = 0; round < rounds; round += 1) {
    for (const batch of batches(sizes)) {
      if (round > 0 && !isRepeated(batch)) continue;
      report = { ...report, runs: [...report.runs, ...(await runBatch(batch, intervalMs))] };
      if (!isQuick) write(report);
    }
  }
  if (!isQuick) {
    const idle = values.sizes === undefined ? await idleRows(180_000) : report.idle;
    report = { ...report, idle, ...storage() };
    write(report);
  }
}
if (values.report) write(report);
process.stdout.write(reportText(report, kills, soak));
const missed = targetsOf(report, kills, soak).filter(({ kept }) => kept === false);
process.exitCode = missed.length === 0 ? 0 : 1;
