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
  const delayMs = cappedDelayMs(failureCount, policy);
  return Math.round(delayMs / 2 + (delayMs / 2) * random());
}

/**
 * How long to wait before the next single attempt at a host that fails: full jitter, drawn from the
 * whole of the doubled delay, so that the computers of an office spread as far apart as they can
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 *
 * @param minMs never less, so that an unlucky draw does not make one computer ask in a storm
 * @returns whole milliseconds, from `minMs` up to the capped delay
 */
export function attemptDelayMs(
  failureCount: number,
  policy: RetryPolicy & { readonly minMs: number },
  random: () => number,
): number {
  const mostMs = Math.max(cappedDelayMs(failureCount, policy), policy.minMs);
  return Math.round(policy.minMs + (mostMs - policy.minMs) * random());
}

/**
 * The delay before jitter: `baseMs`, doubled with each further failure, never more than `maxMs`.
 *
 * @throws RangeError when `failureCount` is below 1: nothing has failed yet
 */
export function cappedDelayMs(failureCount: number, policy: RetryPolicy): number {
  if (!(failureCount >= 1)) throw new RangeError(`failureCount must be 1 or more: ${failureCount}`);
  const doublings = Math.min(Math.floor(failureCount) - 1, 50);
  return Math.min(policy.baseMs * 2 ** doublings, policy.maxMs);
}
