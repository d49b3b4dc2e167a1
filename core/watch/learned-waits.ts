const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The share of the waits that counts as usual. */
const usualShare = 0.9;
/** Of more waits the latest are enough. */
const mostLearnedFrom = 500;
/** The most waits, and changes of the limit, that are kept. */
export const mostWaits = 2000;

/** A wait for a courier that ended with a match, or another wait that ended by itself. */
export interface MatchedWait {
  readonly atMs: number;
  readonly waitMs: number;
}

/** Where the limit begins, and the least and the most that it may become. */
export interface LimitBounds {
  readonly startMs: number;
  readonly floorMs: number;
  readonly mostMs?: number;
}

/** What a limit is learned from. */
export interface LimitSource {
  /** From fewer waits than this nothing is learned. */
  readonly fewest: number;
  /** Older waits than this say nothing about today. */
  readonly keptForMs: number;
}

/** Of waits for a courier: how scarce couriers are differs from day to day. */
const fromMatches: LimitSource = { fewest: 5, keptForMs: dayMs };
/** Of the rests of couriers on the way, one an order: how phones and streets are stays. */
export const fromOrders: LimitSource = { fewest: 20, keptForMs: Infinity };

/** A limit that counts for the waits that begin after a time. */
export interface LimitStep {
  readonly afterMs: number;
  readonly limitMs: number;
}

/** How long a wait may be before it counts as long, as learned from those that are over. */
export interface LearnedLimit {
  readonly bounds: LimitBounds;
  readonly source: LimitSource;
  /** Every change of the limit, oldest first; never empty. */
  readonly steps: readonly LimitStep[];
  /** The waits that are learned from, shortest first. */
  readonly recent: readonly MatchedWait[];
}

/** The limit before anything is learned: the dispatcher's own. */
export function unlearnedLimit(bounds: LimitBounds, source = fromMatches): LearnedLimit {
  const limitMs = Math.max(bounds.startMs, bounds.floorMs);
  return { bounds, source, steps: [{ afterMs: -Infinity, limitMs }], recent: [] };
}

/**
 * The limit after one more wait is over. It moves by one minute at most, toward what nine of ten of the recent ones
 * did not exceed, or toward the dispatcher's own limit while they are too few. The step counts only for
 * waits that begin after it, so none that lasts already becomes long because others were shorter.
 *
 * @param wait not older than the one before
 */
export function limitAfterMatch(learned: LearnedLimit, wait: MatchedWait): LearnedLimit {
  const { keptForMs } = learned.source;
  const kept = latest(learned.recent.filter(({ atMs }) => atMs > wait.atMs - keptForMs));
  const place = kept.findLastIndex(({ waitMs }) => waitMs <= wait.waitMs) + 1;
  const recent = kept.toSpliced(place, 0, wait);
  const limitMs = newestLimitMs(learned);
  const wantedMs = usualWaitMs(recent, learned);
  const stepMs = Math.max(-minuteMs, Math.min(minuteMs, wantedMs - limitMs));
  const steps =
    stepMs === 0
      ? learned.steps
      : [...learned.steps, { afterMs: wait.atMs, limitMs: limitMs + stepMs }].slice(-mostWaits);
  return { ...learned, steps, recent };
}

/**
 * A limit that was learned anew, because a wait that it was learned from was erased: it counts for what begins from
 * now on. What lasts already is judged as it was when it began.
 */
export function learnedAnew(before: LearnedLimit, anew: LearnedLimit, nowMs: number): LearnedLimit {
  const limitMs = newestLimitMs(anew);
  const isSame = limitMs === newestLimitMs(before);
  const steps = isSame ? before.steps : [...before.steps, { afterMs: nowMs, limitMs }];
  return { ...anew, steps: steps.slice(-mostWaits) };
}

/** The waits that are kept beside one more. */
function latest(waits: readonly MatchedWait[]): readonly MatchedWait[] {
  if (waits.length < mostLearnedFrom) return waits;
  const oldest = waits.reduce((one, other) => (other.atMs < one.atMs ? other : one));
  return waits.filter((wait) => wait !== oldest);
}

/** What the limit moves toward, in whole minutes, so that the number shown is the number that counts. */
function usualWaitMs(waits: readonly MatchedWait[], { bounds, source }: LearnedLimit): number {
  const { startMs, floorMs, mostMs = Infinity } = bounds;
  const isKnown = waits.length >= source.fewest;
  const usual = isKnown ? waits[Math.ceil(waits.length * usualShare) - 1] : null;
  const wantedMs = usual == null ? startMs : Math.ceil(usual.waitMs / minuteMs) * minuteMs;
  return Math.max(Math.min(wantedMs, mostMs), floorMs);
}

/** The limit for a wait that begins now. */
export function newestLimitMs({ steps, bounds }: LearnedLimit): number {
  return steps.at(-1)?.limitMs ?? bounds.startMs;
}

/** The limit for a wait since a time: the one that was in force when it began. */
export function limitSinceMs({ steps, bounds }: LearnedLimit, waitsSinceMs: number): number {
  return steps.findLast(({ afterMs }) => afterMs < waitsSinceMs)?.limitMs ?? bounds.startMs;
}

/** From how many recent waits the limit is learned; 0 while they are too few. */
export function learnedFrom({ recent, source }: LearnedLimit, nowMs: number): number {
  const count = recent.filter(({ atMs }) => atMs > nowMs - source.keptForMs).length;
  return count < source.fewest ? 0 : count;
}

/** The median, the upper one of two middle values; 0 without any value. */
export function medianMs(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
