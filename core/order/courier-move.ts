import { isSameCourier } from './courier-identity.ts';
import { distanceMeters } from './geo.ts';
import { isFinished } from './order-status.ts';
import type { CourierFix, GeoPoint, Order } from './order.ts';

/** Which place of an order a courier is at: the pickup or the n-th destination, counted from 1. */
export type StopRef = 'pickup' | number;

/** What a courier's move may mean. */
export const moveMeanings = [
  'firstFix',
  'leftPickup',
  'nearStop',
  'movesAgain',
  'movedOn',
] as const;

/**
 * A courier's move that means something to a dispatcher; ordinary driving means nothing.
 *
 * `distanceMeters` is the straight line since the last announced position (0 for a first fix);
 * `nextStop` is the nearest stop still ahead with the straight line to it, when both are known.
 */
export interface CourierMove {
  readonly meaning: (typeof moveMeanings)[number];
  readonly distanceMeters: number;
  readonly nextStop: { readonly stop: StopRef; readonly distanceMeters: number } | null;
}

/**
 * What is remembered of a courier's positions, so that each meaning is announced once. It is stored with
 * the order, so that a restart does not announce an arrival twice. Another courier starts anew.
 */
export interface CourierTrace {
  /** The last announced position, or the first position. */
  readonly anchor: GeoPoint | null;
  readonly anchorAtMs: number | null;
  /** The stop whose fence the courier is inside of. */
  readonly insideStop: StopRef | null;
  /** When the courier came to that stop; absent away from stops, and in what an earlier build stored. */
  readonly insideSinceMs?: number | undefined;
  /** A fence crossing that one fix has claimed and the next one must confirm. */
  readonly claimedStop: StopRef | 'outside' | null;
  /**
   * The straight line from the position before the present one to the present one: 0 for a courier who
   * reported the same place again, null while there is only one position.
   */
  readonly lastStepMeters: number | null;
}

/** The trace of a courier before the first position. */
export const emptyCourierTrace: CourierTrace = {
  anchor: null,
  anchorAtMs: null,
  insideStop: null,
  claimedStop: null,
  lastStepMeters: null,
};

/** How near a courier must come to be at a stop, and how far go to have left it. */
export interface Fences {
  /** Within this distance the courier is at the stop. */
  readonly enterMeters: number;
  /** Beyond this distance the courier has left it; the gap keeps a standing phone from flickering. */
  readonly leaveMeters: number;
}

/** The fences of a new profile. */
export const defaultFences: Fences = { enterMeters: 150, leaveMeters: 250 };

/** What a courier's moves are judged by. */
export interface MoveLimits extends Fences {
  /** A courier who stayed in one place this long moves again: from here on one counts as not moving. */
  readonly stoodMs: number;
  /** A courier whose phone was silent for this long moves again: from here on a position counts as old. */
  readonly silentMs: number;
}

/** The limits of a new profile. */
export const defaultMoveLimits: MoveLimits = {
  ...defaultFences,
  stoodMs: 10 * 60_000,
  silentMs: 3 * 60_000,
};

/** A plain move has at least this distance. */
const moveMeters = 200;
/** A shorter move needs a second position: a single one of a standing phone can be 200 m off. */
const certainMeters = 300;
/** The position before confirms such a move when it was already this far away. */
const confirmedMeters = 150;
/** The least time between two plain moves. */
const moveEveryMs = 60_000;
/** Without a check within this time before, nothing says that the courier stood. */
const lookedWithinMs = 5 * 60_000;

/** The trace after an observation, and the move that it shows; null for none. */
export interface TracedMove {
  readonly trace: CourierTrace;
  readonly move: CourierMove | null;
}

/**
 * What the courier's new position means, and what to remember of it. The rules are those of
 * docs/notifications.md: a first position; having left the pickup; having come near a destination;
 * or else having moved on by 200 m and 60 s, which is moving again after a long stand or silence away
 * from the stops. Crossing a stop's fence needs two positions in a row, so that a single stray one
 * means nothing.
 *
 * Another courier than in `before` starts anew. An unmoved or missing position leaves all as it is, but that a
 * newer report of the same place is a second position.
 *
 * @param trace what was remembered after `before`
 * @param before the observation before this one, null when there is none
 * @param nowMs when `after` was seen, in milliseconds since 1970
 * @param lookedAtMs when the service was last asked before this; null when it is not known
 * @param limits the fences of the stops, and what a rest is
 */
export function courierMove(
  trace: CourierTrace,
  before: Order | null,
  after: Order,
  nowMs: number,
  lookedAtMs: number | null = null,
  limits: MoveLimits = defaultMoveLimits,
): TracedMove {
  const fix = after.courier?.fix ?? null;
  const isAnother =
    before?.courier != null &&
    after.courier !== null &&
    !isSameCourier(before.courier, after.courier);
  const known = isAnother ? emptyCourierTrace : trace;
  if (after.courier === null && !isFinished(after.status.phase)) {
    return { trace: emptyCourierTrace, move: null };
  }
  if (fix === null || isFinished(after.status.phase)) return { trace: known, move: null };
  if (known.anchor === null || known.anchorAtMs === null) {
    return firstFix(after, fix, nowMs, limits);
  }
  const beforeFix = isAnother ? null : (before?.courier?.fix ?? null);
  const lastStepMeters = stepMeters(known.lastStepMeters, beforeFix, fix);
  const isNews = !isUnmoved(beforeFix, fix) || confirmsCrossing(known, beforeFix, fix);
  if (!isNews) return { trace: { ...known, lastStepMeters }, move: null };

  const movedMeters = distanceMeters(known.anchor, fix);
  const crossing = crossFence(known, after, fix, nowMs, limits);
  const meaning =
    crossing.meaning ??
    plainMoveMeaning(movedMeters, nowMs - known.anchorAtMs, {
      hasLooked: lookedAtMs !== null && nowMs - lookedAtMs <= lookedWithinMs,
      isAtStop: known.insideStop !== null,
      hasRested:
        nowMs - known.anchorAtMs >= limits.stoodMs ||
        reportGapMs(beforeFix, fix) >= limits.silentMs,
      isCertain:
        movedMeters >= certainMeters ||
        (beforeFix !== null && distanceMeters(known.anchor, beforeFix) >= confirmedMeters),
    });
  if (meaning === null) {
    return { trace: { ...known, ...crossing.kept, lastStepMeters }, move: null };
  }
  return {
    trace: { ...crossing.kept, anchor: pointOf(fix), anchorAtMs: nowMs, lastStepMeters },
    move: {
      meaning,
      distanceMeters: movedMeters,
      nextStop: nextStop(after, fix, crossing.kept.insideStop, meaning),
    },
  };
}

function firstFix(
  after: Order,
  fix: CourierFix,
  nowMs: number,
  { enterMeters }: Fences,
): TracedMove {
  const insideStop = stopWithin(after, fix, enterMeters);
  return {
    trace: {
      ...emptyCourierTrace,
      anchor: pointOf(fix),
      anchorAtMs: nowMs,
      insideStop,
      insideSinceMs: insideStop === null ? undefined : nowMs,
    },
    move: {
      meaning: 'firstFix',
      distanceMeters: 0,
      nextStop: nextStop(after, fix, insideStop, 'firstFix'),
    },
  };
}

function pointOf(fix: CourierFix): GeoPoint {
  return { latitudeDeg: fix.latitudeDeg, longitudeDeg: fix.longitudeDeg };
}

function isUnmoved(before: CourierFix | null, fix: CourierFix): boolean {
  return (
    before !== null &&
    before.latitudeDeg === fix.latitudeDeg &&
    before.longitudeDeg === fix.longitudeDeg
  );
}

/** A phone that stands where it crossed a fence reports the same place anew: that is the second position there. */
function confirmsCrossing(
  { claimedStop }: CourierTrace,
  before: CourierFix | null,
  fix: CourierFix,
): boolean {
  return claimedStop !== null && reportGapMs(before, fix) > 0;
}

/** The step that led to `fix`; a position that is only confirmed keeps the one that is known. */
function stepMeters(
  knownMeters: number | null,
  before: CourierFix | null,
  fix: CourierFix,
): number | null {
  if (before === null) return null;
  const isConfirmed = isUnmoved(before, fix) && before.reportedAtMs === fix.reportedAtMs;
  return isConfirmed ? knownMeters : distanceMeters(before, fix);
}

interface MoveCircumstances {
  readonly hasLooked: boolean;
  readonly isAtStop: boolean;
  readonly hasRested: boolean;
  /** Whether the distance is more than the jitter of a standing phone. */
  readonly isCertain: boolean;
}

function plainMoveMeaning(
  movedMeters: number,
  elapsedMs: number,
  { hasLooked, isAtStop, hasRested, isCertain }: MoveCircumstances,
): CourierMove['meaning'] | null {
  if (!isCertain || movedMeters < moveMeters || elapsedMs < moveEveryMs) return null;
  return hasLooked && !isAtStop && hasRested ? 'movesAgain' : 'movedOn';
}

/** How long the phone was silent between two positions, by the service's own times. */
function reportGapMs(before: CourierFix | null, fix: CourierFix): number {
  if (before?.reportedAtMs == null || fix.reportedAtMs === null) return 0;
  return fix.reportedAtMs - before.reportedAtMs;
}

interface FenceCrossing {
  readonly meaning: 'leftPickup' | 'nearStop' | null;
  readonly kept: Pick<CourierTrace, 'insideStop' | 'insideSinceMs' | 'claimedStop'>;
}

/** Lets two positions in a row claim the same crossing before it counts. */
function crossFence(
  trace: CourierTrace,
  order: Order,
  fix: CourierFix,
  nowMs: number,
  fences: Fences,
): FenceCrossing {
  const { insideStop, insideSinceMs, claimedStop } = trace;
  const claim = claimOf(insideStop, order, fix, fences);
  if (claim === null || claim !== claimedStop) {
    return { meaning: null, kept: { insideStop, insideSinceMs, claimedStop: claim } };
  }
  if (claim === 'outside') {
    return {
      meaning: insideStop === 'pickup' ? 'leftPickup' : null,
      kept: { insideStop: null, insideSinceMs: undefined, claimedStop: null },
    };
  }
  return {
    meaning: 'nearStop',
    kept: { insideStop: claim, insideSinceMs: nowMs, claimedStop: null },
  };
}

function claimOf(
  insideStop: StopRef | null,
  order: Order,
  fix: CourierFix,
  { enterMeters, leaveMeters }: Fences,
): CourierTrace['claimedStop'] {
  const entered = stopWithin(order, fix, enterMeters);
  if (insideStop === null) return entered;
  if (entered !== null && entered !== insideStop) {
    const kept = pointAtStop(order, insideStop);
    // Where the fences of two stops overlap, the courier is at the first stop until leaving it.
    if (kept !== null && distanceMeters(kept, fix) <= leaveMeters) return null;
    return insideStop === 'pickup' ? 'outside' : entered;
  }
  const point = pointAtStop(order, insideStop);
  return point === null || distanceMeters(point, fix) > leaveMeters ? 'outside' : null;
}

function pointAtStop(order: Order, stop: StopRef): GeoPoint | null {
  return (stop === 'pickup' ? order.pickup?.point : order.destinations[stop - 1]?.point) ?? null;
}

/** The nearest stop, if it is within `meters`. */
function stopWithin(order: Order, fix: CourierFix, meters: number): StopRef | null {
  const nearest = nearestStop(order, fix);
  return nearest !== null && nearest.distanceMeters <= meters ? nearest.stop : null;
}

/**
 * The stop that the courier is at or probably on the way to. The service says neither which stop is
 * next nor which are behind, so it is: the pickup at first, the nearest destination once the goods
 * are collected, and the nearest stop of all while the status leaves both open.
 */
function nextStop(
  order: Order,
  fix: CourierFix,
  insideStop: StopRef | null,
  meaning: CourierMove['meaning'],
): CourierMove['nextStop'] {
  const distances = stopDistances(order, fix);
  if (insideStop !== null) return distances.find((one) => one.stop === insideStop) ?? null;
  const pickup = distances.find((one) => one.stop === 'pickup') ?? null;
  const destination = nearestOf(distances.filter((one) => one.stop !== 'pickup'));
  const { phase } = order.status;
  if (meaning === 'leftPickup' || phase === 'pickedUp' || phase === 'atDropoff') return destination;
  if (meaning === 'firstFix' || phase === 'searching' || phase === 'atPickup') {
    return pickup ?? destination;
  }
  return nearestOf(distances);
}

type StopDistance = NonNullable<CourierMove['nextStop']>;

/** The stop that lies nearest to a place, the pickup first among equals. */
export function nearestStop(order: Order, place: GeoPoint): StopDistance | null {
  return nearestOf(stopDistances(order, place));
}

function stopDistances(order: Order, place: GeoPoint): readonly StopDistance[] {
  const stops: readonly StopRef[] = ['pickup', ...order.destinations.map((_, index) => index + 1)];
  return stops.flatMap((stop) => {
    const point = pointAtStop(order, stop);
    return point === null ? [] : [{ stop, distanceMeters: distanceMeters(point, place) }];
  });
}

function nearestOf(distances: readonly StopDistance[]): StopDistance | null {
  return distances.reduce<StopDistance | null>(
    (best, one) => (best === null || one.distanceMeters < best.distanceMeters ? one : best),
    null,
  );
}
