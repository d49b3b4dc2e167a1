/** How long to wait between tries while something keeps failing. */
export interface RetryPolicy {
  /** The delay after the first failure, before jitter. */
  readonly baseMs: number;
  /** The delay never exceeds this. */
  readonly maxMs: number;
}

/**
 * How long to wait before the next try after consecutive failures.
 *
 * The delay doubles with each failure up to `maxMs`, then half of it is drawn at random, so that
 * whatever failed together (the office network dropped) does not come back in the same second. The
 * jitter is applied after the cap: capping last would make every long outage end in lockstep.
 *
 * The service states no retry rule (seeds/contract.md, 8), so the policies' numbers are ours.
 *
 * @param failureCount consecutive failures so far, 1 or more
 * @param random a number in [0, 1)
 * @returns whole milliseconds, from half the capped delay up to all of it
 * @throws RangeError when `failureCount` is below 1: nothing has failed yet
 */
export function retryDelayMs(
  failureCount: number,
  policy: RetryPolicy,
  random: () => number,
): number {
  if (!(failureCount >= 1)) throw new RangeError(`failureCount must be 1 or more: ${failureCount}`);
  const doublings = Math.min(Math.floor(failureCount) - 1, 50);
  const delayMs = Math.min(policy.baseMs * 2 ** doublings, policy.maxMs);
  return Math.round(delayMs / 2 + (delayMs / 2) * random());
}
