import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SimulationResult } from './simulate.ts';

/** The virtual hours of each run. A run ends with the first period that ends after them. */
export const hoursPerRun = 10;

const counted = [
  'orderHours',
  'requestCount',
  'updateCount',
  'notificationCount',
  'crashCount',
  'removedCount',
  'webhookCount',
] as const;

/** What many runs showed, added up. */
export interface SeedTotals extends Record<(typeof counted)[number], number> {
  readonly seconds: number;
  /** How many runs there were, each with a seed of its own. */
  readonly runs: number;
  readonly brokenSeeds: readonly number[];
}

/** The command that repeats the run of a seed. */
export const replayCommand = (seed: number): string => `npm run soak -- --seed ${seed}`;

/**
 * Runs the seeds from 1 on, in several workers, until their order-hours add up to `wantedHours`.
 *
 * @param say gets a line for each seed that broke a law, and a line for each fault of that seed
 * @param goneOn gets the finished order-hours and the seconds that they took, every tenth of the work
 * @param program what each worker runs
 * @throws when a worker ends by itself, with the seed that it ran
 */
export async function runSeeds(
  wantedHours: number,
  workers: number,
  say: (line: string) => void,
  goneOn: (doneHours: number, seconds: number) => void = () => undefined,
  program: string | URL = join(import.meta.dirname, 'seed-worker.ts'),
): Promise<SeedTotals> {
  const totals = Object.fromEntries(counted.map((key) => [key, 0])) as Record<
    (typeof counted)[number],
    number
  >;
  const brokenSeeds: number[] = [];
  const startedMs = performance.now();
  const secondsSoFar = (): number => Math.round((performance.now() - startedMs) / 1000);
  let seed = 0;
  let runs = 0;
  let reportedAtHours = 0;
  const finished = ({ seed: ofSeed, faults, ...result }: SeedResult): void => {
    runs += 1;
    for (const key of counted) totals[key] += result[key];
    if (faults.length > 0) {
      brokenSeeds.push(ofSeed);
      say(`seed ${ofSeed} broke a promise: ${replayCommand(ofSeed)}`);
      for (const fault of faults) say(`  ${fault}`);
    }
    if (totals.orderHours - reportedAtHours < wantedHours / 10) return;
    reportedAtHours = totals.orderHours;
    goneOn(totals.orderHours, secondsSoFar());
  };
  const lane = async (): Promise<void> => {
    const worker = new Worker(program);
    const failed = once(worker, 'exit').then(([code]): never => {
      throw new Error(`a simulation ended with ${String(code)}`);
    });
    failed.catch(() => undefined);
    while (totals.orderHours < wantedHours) {
      seed += 1;
      const ofSeed = seed;
      const answer = once(worker, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      worker.postMessage({ seed: ofSeed, hours: hoursPerRun });
      const [result]: SeedResult[] = await Promise.race([answer, failed]).catch(
        (error: unknown) => {
          throw new Error(`seed ${ofSeed} threw: ${replayCommand(ofSeed)}`, { cause: error });
        },
      );
      if (result !== undefined) finished(result);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: workers }, lane));
  return { ...totals, seconds: secondsSoFar(), runs, brokenSeeds };
}

type SeedResult = SimulationResult & { readonly seed: number };
