import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WhatIfResult } from './what-if-day.ts';

/** What many days showed. */
export interface WhatIfTotals {
  readonly seconds: number;
  readonly days: number;
  /** The cards that the days with another setting showed, and by how many they were counted wrong. */
  readonly shown: number;
  readonly off: number;
  /** Of all days, those that were counted wrong as they were, and those with another setting. */
  readonly brokenAsItWas: readonly number[];
  readonly brokenOtherwise: readonly number[];
  /** The days with other fences, how many of them were counted wrong at the usual paces, and by how many cards. */
  readonly fenceDays: number;
  readonly fenceDaysOff: number;
  readonly fenceCards: number;
  readonly fenceCardsOff: number;
}

/** The command that repeats the day of a seed. */
export const whatIfCommand = (seed: number): string => `npm run soak -- --what-if --seed ${seed}`;

/**
 * Plays the days of this many seeds from a first one on, in several workers.
 *
 * @param say gets a line for each day that was counted wrong
 * @throws when a worker ends by itself, with the seed that it played
 */
export async function runWhatIfs(
  wantedDays: number,
  workers: number,
  say: (line: string) => void,
  firstSeed = 1,
): Promise<WhatIfTotals> {
  const startedMs = performance.now();
  const brokenAsItWas: number[] = [];
  const brokenOtherwise: number[] = [];
  let [begun, days, shown, off] = [0, 0, 0, 0];
  const fences = { fenceDays: 0, fenceDaysOff: 0, fenceCards: 0, fenceCardsOff: 0 };
  const finished = (result: WhatIfResult): void => {
    days += 1;
    shown += result.shown[1];
    off += Math.abs(result.shown[1] - result.counted[1]);
    if (result.shown[0] !== result.counted[0]) brokenAsItWas.push(result.seed);
    if (result.shown[1] !== result.counted[1]) brokenOtherwise.push(result.seed);
    if (result.atUsualPaces !== undefined) {
      const [, counted] = result.atUsualPaces.counted;
      const [, really] = result.atUsualPaces.shown;
      fences.fenceDays += 1;
      fences.fenceCards += really;
      fences.fenceCardsOff += Math.abs(really - counted);
      if (really !== counted) fences.fenceDaysOff += 1;
    }
    if (result.faults.length === 0) return;
    say(`day ${result.seed} was counted wrong: ${whatIfCommand(result.seed)}`);
    for (const fault of result.faults) say(`  ${fault}`);
  };
  const lane = async (): Promise<void> => {
    const worker = new Worker(join(import.meta.dirname, 'seed-worker.ts'));
    const failed = once(worker, 'exit').then(([code]): never => {
      throw new Error(`a day ended with ${String(code)}`);
    });
    failed.catch(() => undefined);
    while (begun < wantedDays) {
      const seed = firstSeed + begun;
      begun += 1;
      const answer = once(worker, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      worker.postMessage({ seed });
      const [result]: WhatIfResult[] = await Promise.race([answer, failed]).catch(
        (error: unknown) => {
          throw new Error(`day ${seed} threw: ${whatIfCommand(seed)}`, { cause: error });
        },
      );
      if (result !== undefined) finished(result);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: workers }, lane));
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  return { seconds, days, shown, off, brokenAsItWas, brokenOtherwise, ...fences };
}
