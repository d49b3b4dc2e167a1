const minuteMs = 60_000;
/** Only the last day says something about today. */
const dayMs = 24 * 60 * minuteMs;
/** The share of the waits that counts as usual. */
const usualShare = 0.9;
/** From fewer waits than this nothing is learned. */
const fewest = 5;
/** Of a busier day the latest waits are enough. */
const mostOfDay = 500;
/** The most waits, and changes of the limit, that are kept. */
export const mostWaits = 2000;

/** A wait for a courier that ended with a match. */
export interface MatchedWait {
  readonly atMs: number;
  readonly waitMs: number;
}

/** Where the limit begins, and the least that it may become. */
export interface LimitBounds {
  readonly startMs: number;
  readonly floorMs: number;
}

/** A limit that counts for the waits that begin after a time. */
export interface LimitStep {
  readonly afterMs: number;
  readonly limitMs: number;
}

/** How long a wait may be before it counts as long, as learned from the orders that were matched. */
export interface LearnedLimit {
  readonly bounds: LimitBounds;
  /** Every change of the limit, oldest first; never empty. */
  readonly steps: readonly LimitStep[];
  /** The waits of the day before the last match, shortest first. */
  readonly lastDay: readonly MatchedWait[];
}

/** The limit before any match: the dispatcher's own. */
export function unlearnedLimit(bounds: LimitBounds): LearnedLimit {
  const limitMs = Math.max(bounds.startMs, bounds.floorMs);
  return { bounds, steps: [{ afterMs: -Infinity, limitMs }], lastDay: [] };
}

/**
 * The limit after one more match. It moves by one minute at most, toward the wait that nine of ten of the
 * last day's orders did not exceed, or toward the dispatcher's own limit while fewer than five were
 * matched. The step counts only for orders that begin to wait after it, so no order that waits already
 * becomes long because others were matched sooner.
 *
 * @param wait not older than the one before
 */
export function limitAfterMatch(learned: LearnedLimit, wait: MatchedWait): LearnedLimit {
  const kept = latest(learned.lastDay.filter(({ atMs }) => atMs > wait.atMs - dayMs));
  const place = kept.findLastIndex(({ waitMs }) => waitMs <= wait.waitMs) + 1;
  const lastDay = kept.toSpliced(place, 0, wait);
  const limitMs = newestLimitMs(learned);
  const wantedMs = usualWaitMs(lastDay, learned.bounds);
  const stepMs = Math.max(-minuteMs, Math.min(minuteMs, wantedMs - limitMs));
  const steps =
    stepMs === 0
      ? learned.steps
      : [...learned.steps, { afterMs: wait.atMs, limitMs: limitMs + stepMs }].slice(-mostWaits);
  return { ...learned, steps, lastDay };
}

/** The waits that are kept beside one more. */
function latest(waits: readonly MatchedWait[]): readonly MatchedWait[] {
  if (waits.length < mostOfDay) return waits;
  const oldest = waits.reduce((one, other) => (other.atMs < one.atMs ? other : one));
  return waits.filter((wait) => wait !== oldest);
}

/** What the limit moves toward, in whole minutes, so that the number shown is the number that counts. */
function usualWaitMs(waits: readonly MatchedWait[], { startMs, floorMs }: LimitBounds): number {
  const usual = waits.length < fewest ? null : waits[Math.ceil(waits.length * usualShare) - 1];
  const wantedMs = usual == null ? startMs : Math.ceil(usual.waitMs / minuteMs) * minuteMs;
  return Math.max(wantedMs, floorMs);
}

/** The limit for an order that begins to wait now. */
export function newestLimitMs({ steps, bounds }: LearnedLimit): number {
  return steps.at(-1)?.limitMs ?? bounds.startMs;
}

/** The limit for an order that has waited since a time: the one that was in force when its wait began. */
export function limitSinceMs({ steps, bounds }: LearnedLimit, waitsSinceMs: number): number {
  return steps.findLast(({ afterMs }) => afterMs < waitsSinceMs)?.limitMs ?? bounds.startMs;
}

/** From how many of the last day's matches the limit is learned; 0 while they are too few. */
export function learnedFrom({ lastDay }: LearnedLimit, nowMs: number): number {
  const count = lastDay.filter(({ atMs }) => atMs > nowMs - dayMs).length;
  return count < fewest ? 0 : count;
}

/** The median, the upper one of two middle values; 0 without any value. */
export function medianMs(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
