/** The share of the waits that is called usual. */
const usualShare = 0.9;
/** From fewer waits than this nothing is learned. */
const fewest = 5;

/**
 * The wait that nine of ten did not exceed; null while there are too few to say.
 *
 * @param waitsMs in any order
 */
export function usualWaitMs(waitsMs: readonly number[]): number | null {
  if (waitsMs.length < fewest) return null;
  const sorted = waitsMs.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * usualShare) - 1] ?? null;
}

/** The middle one, or 0 without any. */
export function medianMs(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
