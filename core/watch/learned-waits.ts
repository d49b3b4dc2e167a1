/** The share of the waits that counts as usual. */
const usualShare = 0.9;
/** From fewer waits than this nothing is learned. */
const fewest = 5;

/**
 * The wait that nine of ten waits did not exceed; null below five waits.
 *
 * @param waitsMs in any order
 */
export function usualWaitMs(waitsMs: readonly number[]): number | null {
  if (waitsMs.length < fewest) return null;
  const sorted = waitsMs.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * usualShare) - 1] ?? null;
}

/** The median, the upper one of two middle values; 0 without any value. */
export function medianMs(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
