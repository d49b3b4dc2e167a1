import { expect, test } from 'vitest';
import { FaultBench, type FaultBenchOptions } from './fault-bench.ts';
import { brokenEnd, brokenLaws, brokenLiveness, type LawOptions } from './laws.ts';

/** One fault: what goes wrong, what is expected of the product, and how it ends. */
export interface FaultRow extends LawOptions {
  /** Its number in docs/faults.md; more than one row may play it. */
  readonly fault: number;
  readonly name: string;
  readonly bench?: FaultBenchOptions;
  /** Lets it happen and expects what the product has to do about it. */
  readonly strike: (bench: FaultBench) => Promise<void>;
  /** It cannot end while the product runs, so nothing becomes fresh again. */
  readonly isForGood?: boolean;
  /** Ends it; by default all rules of the service are taken away. */
  readonly clear?: (bench: FaultBench) => Promise<void>;
}

/**
 * Lets a fault happen and end.
 *
 * @returns every law that was broken in it, after it or in the end; a good product breaks none
 */
export async function surviveFault(
  bench: FaultBench,
  row: Omit<FaultRow, 'name' | 'fault'>,
): Promise<readonly string[]> {
  await row.strike(bench);
  const during = await brokenLaws(bench, row);
  bench.service.faults.clear();
  await row.clear?.(bench);
  const broken = during.map((law) => `while it lasts, ${law}`);
  if (row.isForGood !== true) broken.push(...(await brokenLiveness(bench)));
  broken.push(...(await brokenLaws(bench, row)), ...(await brokenEnd(bench)));
  return broken;
}

/** A test for each row. */
export function surviveFaults(rows: readonly FaultRow[]): void {
  test.each(rows)('fault $fault: $name', async (row) => {
    const bench = await FaultBench.started(row.bench);
    expect(await surviveFault(bench, row)).toEqual([]);
  });
}
