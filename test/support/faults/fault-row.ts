import { expect, test } from 'vitest';
import { FaultBench, type FaultBenchOptions } from './fault-bench.ts';
import { brokenEnd, brokenLaws, brokenLiveness, type LawOptions } from './laws.ts';

/** One fault: what goes wrong, what the product must do, and how the fault ends. */
export interface FaultRow extends LawOptions {
  /** The number in docs/faults.md. Several rows may have the same number. */
  readonly fault: number;
  readonly name: string;
  readonly bench?: FaultBenchOptions;
  /** Causes the fault and expects the product's reaction. */
  readonly strike: (bench: FaultBench) => Promise<void>;
  /** The fault cannot end while the product runs, so no order becomes fresh again. */
  readonly isForGood?: boolean;
  /** Ends what remains of the fault after all rules of the service were removed. */
  readonly clear?: (bench: FaultBench) => Promise<void>;
}

/**
 * Causes a fault and ends it.
 *
 * @returns the laws that were broken during the fault, after it or at the end; empty for a good product
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
