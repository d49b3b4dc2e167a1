import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TeamResult } from './team-simulation.ts';

const counted = [
  'virtualMinutes',
  'entryCount',
  'requestCount',
  'actCount',
  'troubleCount',
  'killCount',
  'shownCount',
  'passedOnCount',
] as const;

/** What many runs showed, added up. */
export interface TeamTotals extends Record<(typeof counted)[number], number> {
  readonly seconds: number;
  /** How many runs there were, each with a seed of its own. */
  readonly runs: number;
  readonly brokenSeeds: readonly number[];
}

/** The command that repeats the run of a seed. */
const teamReplayCommand = (seed: number): string => `npm run soak -- --team --seed ${seed}`;

/**
 * Runs this many seeds from a first one on, in several workers.
 *
 * @param say gets a line for each seed that broke a law, and a line for each fault of that seed
 * @param goneOn gets the finished runs and the seconds that they took, every tenth of the work
 * @throws when a worker ends by itself, with the seed that it ran
 */
export async function runTeams(
  wantedRuns: number,
  workers: number,
  say: (line: string) => void,
  goneOn: (runs: number, seconds: number) => void = () => undefined,
  firstSeed = 1,
): Promise<TeamTotals> {
  const sums = new Map<(typeof counted)[number], number>();
  const brokenSeeds: number[] = [];
  const startedMs = performance.now();
  const secondsSoFar = (): number => Math.round((performance.now() - startedMs) / 1000);
  let begun = 0;
  let runs = 0;
  const finished = ({ faults, seed, ...result }: SeedResult): void => {
    runs += 1;
    for (const key of counted) sums.set(key, (sums.get(key) ?? 0) + result[key]);
    if (faults.length > 0) {
      brokenSeeds.push(seed);
      say(`seed ${seed} broke a promise: ${teamReplayCommand(seed)}`);
      for (const fault of faults) say(`  ${fault}`);
    }
    if (runs % Math.ceil(wantedRuns / 10) === 0) goneOn(runs, secondsSoFar());
  };
  const lane = async (): Promise<void> => {
    const worker = new Worker(join(import.meta.dirname, 'seed-worker.ts'));
    const failed = once(worker, 'exit').then(([code]): never => {
      throw new Error(`a simulation ended with ${String(code)}`);
    });
    failed.catch(() => undefined);
    while (begun < wantedRuns) {
      const seed = firstSeed + begun;
      begun += 1;
      const answer = once(worker, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      worker.postMessage({ seed });
      const [result]: SeedResult[] = await Promise.race([answer, failed]).catch(
        (error: unknown) => {
          throw new Error(`seed ${seed} threw: ${teamReplayCommand(seed)}`, { cause: error });
        },
      );
      if (result !== undefined) finished(result);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: workers }, lane));
  const total = (key: (typeof counted)[number]): number => Math.round(sums.get(key) ?? 0);
  return {
    virtualMinutes: total('virtualMinutes'),
    entryCount: total('entryCount'),
    requestCount: total('requestCount'),
    actCount: total('actCount'),
    troubleCount: total('troubleCount'),
    killCount: total('killCount'),
    shownCount: total('shownCount'),
    passedOnCount: total('passedOnCount'),
    seconds: secondsSoFar(),
    runs,
    brokenSeeds,
  };
}

type SeedResult = TeamResult & { readonly seed: number };
