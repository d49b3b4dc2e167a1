import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Simulation } from '../../simulation/simulate.ts';

/*
 * Virtual days with many orders, new ones taking the place of those that are over, faults all along:
 * does the memory grow? `soak-days.ts ORDERS HOURS SEED` prints one line of JSON.
 */

const [orderCount = 10_000, hours = 24, seed = 1] = process.argv.slice(2).map(Number);

setFlagsFromString('--expose_gc');
const collectGarbage: unknown = runInNewContext('gc');

interface Sample {
  readonly hour: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly databaseMb: number;
}

const mb = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 100) / 100;

/** By how much the values rise per hour, by least squares. */
function slopePerHour(samples: readonly Sample[], read: (sample: Sample) => number): number {
  const meanHour = samples.reduce((sum, { hour }) => sum + hour, 0) / samples.length;
  const mean = samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length;
  let rise = 0;
  let run = 0;
  for (const sample of samples) {
    rise += (sample.hour - meanHour) * (read(sample) - mean);
    run += (sample.hour - meanHour) ** 2;
  }
  return Math.round((rise / run) * 1000) / 1000;
}

const folder = mkdtempSync(join(tmpdir(), 'waybell-soak-'));
try {
  const databasePath = join(folder, 'waybell.db');
  const samples: Sample[] = [];
  const startedMs = performance.now();
  const simulation = new Simulation(seed, {
    orderCount,
    everySeconds: 60,
    requestsPerMinute: 6000,
    databasePath,
    renewsOrders: true,
  });
  const result = await simulation.run(hours, (nowMs) => {
    const hour = nowMs / 3_600_000;
    if (hour - (samples.at(-1)?.hour ?? 0) < 0.5) return;
    for (let turn = 0; turn < 3; turn += 1) {
      if (typeof collectGarbage === 'function') collectGarbage();
    }
    const { heapUsed, rss } = process.memoryUsage();
    const databaseMb = mb(statSync(databasePath).size);
    samples.push({ hour, heapMb: mb(heapUsed), rssMb: mb(rss), databaseMb });
    process.stderr.write(`${hour.toFixed(1)} h: ${JSON.stringify(samples.at(-1))}\n`);
  });
  // The first hours fill the list of those that are over; from the third part on it is as full as ever.
  const settled = samples.filter(({ hour }) => hour >= hours / 3);
  const days = {
    orderCount,
    hours,
    seed,
    seconds: Math.round((performance.now() - startedMs) / 1000),
    ...result,
    heapMbPerHour: slopePerHour(settled, ({ heapMb }) => heapMb),
    rssMbPerHour: slopePerHour(settled, ({ rssMb }) => rssMb),
    databaseMbPerHour: slopePerHour(settled, ({ databaseMb }) => databaseMb),
    samples,
  };
  process.stdout.write(`${JSON.stringify(days)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
