import type { OrderId } from '../order/order-id.ts';
import { sameValue } from '../same-value.ts';
import {
  type Asked,
  bandShare,
  fewestKnown,
  type ForecastSilence,
  type ForecastState,
  silent,
} from './forecast.ts';
import { type Graded, graded, selfSilence } from './grade.ts';
import {
  type FinishedJourney,
  type Journey,
  type JourneyPhase,
  journeyPhases,
  type JourneyStage,
  journeyStages,
  stageBeginMs,
} from './journey.ts';

/*
 * When a courier will arrive, from how long the finished orders of this board took. Nothing is trained or stored: the
 * journeys that came as far, and were there for as long, say what remains, moved along a line over straight distance.
 */

/** So many finished orders are learned from at most, the latest. */
const learnedFrom = 500;
/** Older ones are kept for what was said then. */
const kept = 2 * learnedFrom;
/** How far one outcome moves the share of the arrivals that lie outside of the band. */
const bandStep = 0.01;
/** The band never becomes a point, nor all that was ever seen. */
const leastOutside = 0.01;
const mostOutside = 0.6;
/** A part of a way that lasted longer is none of a delivery: a day. */
const longestPartMs = 24 * 3_600_000;
/** Half of the way round the earth: no two places are farther apart. */
const farthestMeters = 20_040_000;
/** What remains is never less. */
const leastRemainingMs = 30_000;

/** A value that changed at some times, the oldest first. */
interface Change<Value> {
  readonly atMs: number;
  readonly value: Value;
}

/** What a known journey says of a phase. */
interface Sample {
  readonly inPhaseMs: number;
  readonly toArrivalMs: number;
  readonly meters: number | null;
}

const noChanges: Readonly<Record<JourneyPhase, readonly Change<number>[]>> = {
  toPickup: [],
  atPickup: [],
  toDropoff: [],
};

/** Forecasts arrivals. The answer depends on the finished orders and the asked time alone, also for a time that is past. */
export class Forecaster {
  /** By their end, the oldest first. */
  #known: readonly FinishedJourney[] = [];
  /** Those that ended after what was learned last, the same way: learned once a time is asked about that is as late. */
  #later: readonly FinishedJourney[] = [];
  #graded: readonly Graded[] = [];
  #silences: readonly Change<ForecastSilence | null>[] = [];
  /** The share outside of each phase's band that lets {@link bandShare} of the arrivals lie within it. */
  #outside = noChanges;
  /** Asked about many orders, one after the other. */
  readonly #samples = new Map<string, readonly Sample[]>();

  /** How it did with each known order that had arrived by then, the oldest first. */
  gradesAt(nowMs: number): readonly Graded[] {
    this.#learnUntil(nowMs);
    return this.#graded.filter(({ atMs }) => atMs <= nowMs);
  }

  /** Begins anew from these, in any order. */
  begin(journeys: Iterable<FinishedJourney>): void {
    this.#known = [];
    this.#later = [];
    this.#graded = [];
    this.#silences = [];
    this.#outside = noChanges;
    const byEnd = [...journeys].toSorted((one, other) => one.arrivedAtMs - other.arrivedAtMs);
    for (const journey of byEnd) this.#learn(journey);
  }

  /**
   * An order is over. One that is known already is known as it is now. What ended later is learned anew when it is
   * asked about: after a clock was ahead, that is not before its time comes, however many orders end until then.
   */
  learn(journey: FinishedJourney): void {
    const before = [...this.#known, ...this.#later].find(({ id }) => id === journey.id);
    if (sameValue(before, journey)) return;
    const { arrivedAtMs } = journey;
    if (before !== undefined && before.arrivedAtMs <= arrivedAtMs) {
      this.#rewind((endMs) => endMs < before.arrivedAtMs);
    } else this.#rewind((endMs) => endMs <= arrivedAtMs);
    this.#later = this.#later.filter((each) => each !== before);
    this.#learnUntil(arrivedAtMs);
    this.#learn(journey);
  }

  /** These orders were erased: nothing of them is left. */
  forget(ids: ReadonlySet<OrderId>): void {
    const all = [...this.#known, ...this.#later];
    const left = all.filter(({ id }) => !ids.has(id));
    if (left.length < all.length) this.begin(left);
  }

  /** What is said of an order, or why nothing is. */
  forecast(asked: Asked, nowMs: number): ForecastState {
    this.#learnUntil(nowMs);
    const silence = valueAt(this.#silences, nowMs);
    return silence == null ? this.#said(asked, nowMs) : silent(silence);
  }

  /** {@link forecast}, also while its grade silences it. */
  unsilenced(asked: Asked, nowMs: number): ForecastState {
    this.#learnUntil(nowMs);
    return this.#said(asked, nowMs);
  }

  /** By what was learned until now. */
  #said({ group, journey, promisedAtMs }: Asked, nowMs: number): ForecastState {
    const phase = journeyPhases.find((each) => each === journey?.stage);
    const sinceMs = journey === null || phase === undefined ? null : stageBeginMs(journey, phase);
    if (journey === null || phase === undefined || sinceMs === null) return silent('noPhase');
    const ofGroup = group === null ? [] : this.#samplesAt(nowMs, phase, group);
    const isOfGroup = ofGroup.length >= fewestKnown;
    const samples = isOfGroup ? ofGroup : this.#samplesAt(nowMs, phase, null);
    if (samples.length < fewestKnown) return silent('tooFew');
    const spentMs = Math.max(0, nowMs - sinceMs);
    const remainingMs = remaining(samples, spentMs, metersOnEarth(journey));
    const outside = valueAt(this.#outside[phase], nowMs) ?? 1 - bandShare;
    const after = (share: number): number => nowMs + quantile(remainingMs, share);
    return {
      kind: 'known',
      phase,
      sinceMs,
      earliestAtMs: after(outside / 2),
      latestAtMs: after(1 - outside / 2),
      likelyAtMs: after(0.5),
      probability: promisedAtMs === null ? null : shareAbove(remainingMs, promisedAtMs - nowMs),
      halfAfterMs: quantile(Float64Array.from(samples, (each) => each.inPhaseMs).toSorted(), 0.5),
      knownCount: samples.length,
      group: isOfGroup ? group : null,
    };
  }

  /** What the orders that were over by then say of a phase: those of a group, or all. */
  #samplesAt(nowMs: number, phase: JourneyPhase, group: string | null): readonly Sample[] {
    const end = this.#known.findLastIndex(({ arrivedAtMs }) => arrivedAtMs <= nowMs) + 1;
    const key = JSON.stringify([end, phase, group]);
    const found = this.#samples.get(key);
    if (found !== undefined) return found;
    const known = this.#known.slice(0, end);
    const of = group === null ? known : known.filter((journey) => journey.group === group);
    const samples = samplesOf(of, phase);
    if (this.#samples.size >= learnedFrom) this.#samples.clear();
    this.#samples.set(key, samples);
    return samples;
  }

  #learnUntil(nowMs: number): void {
    const count = this.#later.findIndex(({ arrivedAtMs }) => arrivedAtMs > nowMs);
    const due = count < 0 ? this.#later : this.#later.slice(0, count);
    if (due.length === 0) return;
    this.#later = this.#later.slice(due.length);
    for (const journey of due) this.#learn(journey);
  }

  /** As it was when no other orders had ended: those that have are to be learned again. */
  #rewind(isKept: (endMs: number) => boolean): void {
    const again = this.#known.filter(({ arrivedAtMs }) => !isKept(arrivedAtMs));
    if (again.length === 0) return;
    const keptOf = <Item extends { readonly atMs: number }>(items: readonly Item[]) =>
      items.filter(({ atMs }) => isKept(atMs));
    this.#known = this.#known.filter(({ arrivedAtMs }) => isKept(arrivedAtMs));
    this.#later = [...again, ...this.#later].slice(0, kept);
    this.#graded = keptOf(this.#graded);
    this.#silences = keptOf(this.#silences);
    const { atPickup, toDropoff, toPickup } = this.#outside;
    this.#outside = {
      toPickup: keptOf(toPickup),
      atPickup: keptOf(atPickup),
      toDropoff: keptOf(toDropoff),
    };
    this.#samples.clear();
  }

  #learn(journey: FinishedJourney): void {
    const atMs = journey.arrivedAtMs;
    const grade = graded(journey, (asked, askedAtMs) => this.#said(asked, askedAtMs));
    this.#known = withNewest(this.#known, journey);
    this.#samples.clear();
    for (const { isInBand, phase } of grade.bands) {
      const changes = this.#outside[phase];
      const before = changes.at(-1)?.value ?? 1 - bandShare;
      const moved = before + bandStep * (1 - bandShare - (isInBand ? 0 : 1));
      const value = Math.min(mostOutside, Math.max(leastOutside, moved));
      this.#outside = { ...this.#outside, [phase]: withNewest(changes, { atMs, value }) };
    }
    this.#graded = withNewest(this.#graded, grade);
    const value = selfSilence(this.#graded);
    if (value !== (this.#silences.at(-1)?.value ?? null)) {
      this.#silences = withNewest(this.#silences, { atMs, value });
    }
  }
}

function withNewest<Item>(items: readonly Item[], newest: Item): readonly Item[] {
  return [...(items.length < kept ? items : items.slice(1 - kept)), newest];
}

function valueAt<Value>(changes: readonly Change<Value>[], nowMs: number): Value | undefined {
  return changes.findLast(({ atMs }) => atMs <= nowMs)?.value;
}

/** Whether a part of a way can have lasted so long: clocks that were set, and a hub, say others, too. */
function isOfOneWay(ms: number): boolean {
  return ms >= 0 && ms <= longestPartMs;
}

function metersOnEarth({ meters }: Journey): number | null {
  return meters !== null && meters <= farthestMeters ? meters : null;
}

/** What the latest of the orders say of a phase whose begin and end were seen. */
function samplesOf(known: readonly FinishedJourney[], phase: JourneyPhase): readonly Sample[] {
  const next: JourneyStage = journeyStages[journeyStages.indexOf(phase) + 1] ?? 'arrived';
  const samples = known.flatMap((journey) => {
    const [beganMs, endedMs] = [stageBeginMs(journey, phase), stageBeginMs(journey, next)];
    if (beganMs === null || endedMs === null) return [];
    const inPhaseMs = endedMs - beganMs;
    const toArrivalMs = journey.arrivedAtMs - endedMs;
    if (![inPhaseMs, toArrivalMs].every(isOfOneWay)) return [];
    return [{ inPhaseMs, toArrivalMs, meters: metersOnEarth(journey) }];
  });
  return samples.slice(-learnedFrom);
}

/**
 * What may remain for an order that has been in a phase for a time, the least first: of those that were there for as
 * long, or of the longest where these are too few.
 */
function remaining(
  samples: readonly Sample[],
  spentMs: number,
  meters: number | null,
): Float64Array {
  const longest = samples.toSorted((one, other) => other.inPhaseMs - one.inPhaseMs);
  const asLong = longest.filter(({ inPhaseMs }) => inPhaseMs > spentMs || spentMs === 0);
  const like = longest.slice(0, Math.max(fewestKnown, asLong.length));
  const remainingOf = ({ inPhaseMs, toArrivalMs }: Sample): number =>
    Math.max(leastRemainingMs, Math.max(0, inPhaseMs - spentMs) + toArrivalMs);
  const placed = meters === null ? [] : like.filter((sample) => sample.meters !== null);
  if (meters === null || placed.length < fewestKnown) {
    return Float64Array.from(like, remainingOf).toSorted();
  }
  const points = placed.map((sample) => ({ x: sample.meters ?? 0, y: remainingOf(sample) }));
  const msPerMeter = Math.max(0, slope(points));
  return Float64Array.from(points, ({ x, y }) =>
    Math.max(leastRemainingMs, y + msPerMeter * (meters - x)),
  ).toSorted();
}

/** The slope of the line through points by least squares; 0 where they all lie at one x. */
function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (value: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const variance = mean(({ x }) => (x - meanX) ** 2);
  return variance === 0 ? 0 : mean(({ x, y }) => (x - meanX) * (y - meanY)) / variance;
}

/** @param sorted not empty, the least first */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** The share of values above one, never quite 0 or 1: a few orders cannot prove that. */
function shareAbove(sorted: Float64Array, value: number): number {
  const above = sorted.reduce((count, each) => count + (each > value ? 1 : 0), 0);
  return (above + 0.5) / (sorted.length + 1);
}
