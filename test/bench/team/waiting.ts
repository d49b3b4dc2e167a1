import { setTimeout as wait } from 'node:timers/promises';

/** Looks every 20 ms. @throws when it is not so in time */
export async function until(isSo: () => boolean, withinMs: number, what: string): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`${what} took longer than ${withinMs} ms`);
    await wait(20);
  }
}

/** The value that this share of the others does not exceed, to the millisecond. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN);
}
