import {
  fromOrders,
  learnedAnew,
  learnedFrom,
  limitAfterMatch,
  limitSinceMs,
  medianMs,
  mostWaits,
  newestLimitMs,
  unlearnedLimit,
  type LearnedLimit,
  type LimitBounds,
  type MatchedWait,
} from '../../../core/watch/learned-waits.ts';
import type { LimitInForce, RestLimits } from '../../../core/board/board.ts';
import type { FinishedJourney } from '../../../core/forecast/journey.ts';
import { groupRule } from '../../../core/notification/group-rules.ts';
import { courierWaitSinceMs, type WaitRules } from '../../../core/watch/order-waits.ts';
import { stopStay } from '../../../core/watch/stop-stays.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import { sameValue } from '../../../core/same-value.ts';
import type { NotificationSettings } from '../../../core/notification/notification-settings.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import { Forecasts } from './forecasts.ts';
import type { LearnedHistory } from './ports.ts';

/** How many positions the difference of the clocks is taken from. */
const mostAges = 101;
const minuteMs = 60_000;

/** The settings that the rules depend on. */
export const ruleSettings = [
  'waitLimits',
  'silenceLimits',
  'stayLimits',
  'fences',
  'groupRules',
  'forecastsArrivals',
  'freeCancelMinutes',
] as const satisfies readonly (keyof NotificationSettings)[];

type LearnedSettings = Pick<NotificationSettings, (typeof ruleSettings)[number]>;

/** A learned limit for rests is at most so many times what is set: calmer, but never deaf. */
const mostTimesSet = 3;

/** How long a courier rested with an order, and the limits that may be learned from it: what is set is the least. */
const rests = {
  silent: {
    restOf: ({ arrivedAtMs, longestSilenceMs }) => restAt(arrivedAtMs, longestSilenceMs),
    boundsOf: ({ silenceLimits: { lostMinutes, silentMinutes } }) =>
      // A position is old before it is lost.
      restBounds(silentMinutes, lostMinutes - 1),
  },
  notMoving: {
    restOf: ({ arrivedAtMs, longestStandMs }) => restAt(arrivedAtMs, longestStandMs),
    boundsOf: ({ waitLimits }) => restBounds(waitLimits.notMovingMinutes, Infinity),
  },
  pickupStay: {
    restOf: ({ arrivedAtMs, arrivedPickupAtMs, leftPickupAtMs }) =>
      restAt(arrivedAtMs, stayMs(arrivedPickupAtMs, leftPickupAtMs)),
    boundsOf: ({ stayLimits }) => restBounds(stayLimits.pickupMinutes, Infinity),
  },
  destinationStay: {
    restOf: ({ arrivedAtMs, endedAtMs = null }) =>
      restAt(endedAtMs ?? arrivedAtMs, stayMs(arrivedAtMs, endedAtMs)),
    boundsOf: ({ stayLimits }) => restBounds(stayLimits.destinationMinutes, Infinity),
  },
} as const satisfies Readonly<
  Record<
    keyof RestLimits,
    {
      readonly restOf: (journey: FinishedJourney) => MatchedWait | null;
      readonly boundsOf: (settings: LearnedSettings) => LimitBounds;
    }
  >
>;

/** @param atMs when it was known @param waitMs how long it was; undefined where that was not seen */
function restAt(atMs: number, waitMs: number | undefined): MatchedWait | null {
  return waitMs === undefined ? null : { atMs, waitMs };
}

/** How long a courier was at a stop. What one answer said at once, the coming and the going, was not seen. */
function stayMs(cameAtMs: number | null, wentAtMs: number | null): number | undefined {
  const isSeen = cameAtMs !== null && wentAtMs !== null && wentAtMs > cameAtMs;
  return isSeen ? wentAtMs - cameAtMs : undefined;
}

function restBounds(setMinutes: number, mostMinutes: number): LimitBounds {
  const setMs = setMinutes * minuteMs;
  const mostMs = Math.min(mostTimesSet * setMs, mostMinutes * minuteMs);
  return { startMs: setMs, floorMs: setMs, mostMs };
}

/** How long a courier may rest, as learned from the ways that are over. */
interface LearnedRests {
  readonly bounds: LimitBounds;
  readonly finished: readonly FinishedJourney[];
  /** What of them is learned from, the oldest first. */
  readonly rests: readonly MatchedWait[];
  readonly limit: LearnedLimit;
}

/**
 * Learns from the orders themselves when a wait is long: how long they waited for a courier, how long couriers were
 * silent or stood on the way and stayed at the stops, and how far the service's clock is from ours. It begins with
 * what earlier runs stored, so that a restart changes none of them.
 */
export class LearnedRules {
  readonly #clock: Pick<Clock, 'wallMs'>;
  readonly #settings: () => LearnedSettings;
  readonly #forecasts: Pick<Forecasts, 'finished' | 'of'>;
  #waits: readonly MatchedWait[];
  readonly #agesMs: number[];
  #skewMs: number | null = null;
  #learned: LearnedLimit | null = null;
  readonly #rests = new Map<keyof RestLimits, LearnedRests>();

  constructor(
    clock: Pick<Clock, 'wallMs'>,
    history: LearnedHistory,
    settings: () => LearnedSettings,
    forecasts: Pick<Forecasts, 'finished' | 'of'> = new Forecasts({ finishedJourneys: () => [] }),
  ) {
    this.#clock = clock;
    this.#settings = settings;
    this.#forecasts = forecasts;
    this.#waits = history.courierWaits();
    this.#agesMs = [...history.positionAgesMs(mostAges)];
  }

  /** The limit for orders that begin to wait now, and what it comes from. */
  get longWait(): LimitInForce {
    return this.#inForce(this.#limit());
  }

  /** The limits for couriers who begin to rest now, and what they come from. */
  get restLimits(): RestLimits {
    return {
      silent: this.#inForce(this.#restLimit('silent')),
      notMoving: this.#inForce(this.#restLimit('notMoving')),
      pickupStay: this.#inForce(this.#restLimit('pickupStay')),
      destinationStay: this.#inForce(this.#restLimit('destinationStay')),
    };
  }

  #inForce(learned: LearnedLimit): LimitInForce {
    return {
      limitMs: newestLimitMs(learned),
      learnedFrom: learnedFrom(learned, this.#clock.wallMs()),
    };
  }

  /**
   * The rules for an order: the limits of its group, where that has its own, as they are set; else those for all, as
   * they were learned when its wait began.
   */
  rulesFor(watched: WatchedOrder): WaitRules {
    const settings = this.#settings();
    const rule = groupRule(settings, watched.preferences);
    const ofGroup = rule?.waitLimits ?? null;
    const silenceOfGroup = rule?.silenceLimits ?? null;
    const { lostMinutes } = silenceOfGroup ?? settings.silenceLimits;
    const staysOfGroup = rule?.stayLimits ?? null;
    const limit = () => this.#limit();
    const restLimit = (rest: keyof RestLimits) => this.#restLimit(rest);
    const stayLimitMs = (rest: keyof RestLimits) =>
      limitSinceMs(restLimit(rest), stopStay(watched)?.sinceMs ?? Infinity);
    const skewMs = this.#skew();
    return {
      // Asked of orders that wait for a courier alone.
      get longWaitMs() {
        return ofGroup === null
          ? limitSinceMs(limit(), courierWaitSinceMs(watched))
          : ofGroup.longWaitMinutes * minuteMs;
      },
      // Asked of couriers on the way alone.
      get notMovingMs() {
        return ofGroup === null
          ? limitSinceMs(restLimit('notMoving'), watched.courierTrace.anchorAtMs ?? Infinity)
          : ofGroup.notMovingMinutes * minuteMs;
      },
      // Asked of couriers at a stop alone.
      get pickupStayMs() {
        return staysOfGroup === null
          ? stayLimitMs('pickupStay')
          : staysOfGroup.pickupMinutes * minuteMs;
      },
      get destinationStayMs() {
        return staysOfGroup === null
          ? stayLimitMs('destinationStay')
          : staysOfGroup.destinationMinutes * minuteMs;
      },
      get silentMs() {
        if (silenceOfGroup !== null) return silenceOfGroup.silentMinutes * minuteMs;
        const reportedAtMs = watched.order?.courier?.fix?.reportedAtMs ?? Infinity;
        return limitSinceMs(restLimit('silent'), reportedAtMs + skewMs);
      },
      lostMs: lostMinutes * minuteMs,
      ...(rule?.fences ?? settings.fences),
      skewMs,
      freeCancelMs: settings.freeCancelMinutes * minuteMs,
      forecastAt: (nowMs) =>
        settings.forecastsArrivals
          ? this.#forecasts.of(watched, nowMs)
          : { kind: 'silent', reason: 'off' },
    };
  }

  orderUpdated({ seenAtMs, courierWaitMs, changes }: OrderUpdate): void {
    if (courierWaitMs !== undefined) {
      const wait = { atMs: seenAtMs, waitMs: courierWaitMs };
      this.#learned = limitAfterMatch(this.#limit(), wait);
      this.#waits = [...this.#waits, wait].slice(-mostWaits);
    }
    const move = changes.find((change) => change.field === 'courier.location');
    const reportedAtMs = move?.after?.reportedAtMs ?? null;
    if (reportedAtMs !== null) {
      this.#agesMs.push(seenAtMs - reportedAtMs);
      if (this.#agesMs.length > mostAges) this.#agesMs.shift();
      this.#skewMs = null;
    }
  }

  /** Computed when it is asked for: many positions come between two questions. */
  #skew(): number {
    this.#skewMs ??= medianMs(this.#agesMs);
    return this.#skewMs;
  }

  /** Learned anew from all waits when the dispatcher chose other bounds. */
  #limit(): LearnedLimit {
    const { longWaitMinutes, leastLongWaitMinutes } = this.#settings().waitLimits;
    const bounds = {
      startMs: longWaitMinutes * minuteMs,
      floorMs: leastLongWaitMinutes * minuteMs,
    };
    const known = this.#learned;
    const isSame =
      known?.bounds.startMs === bounds.startMs && known.bounds.floorMs === bounds.floorMs;
    if (known !== null && isSame) return known;
    this.#learned = this.#waits.reduce(limitAfterMatch, unlearnedLimit(bounds));
    return this.#learned;
  }

  /** Learned anew when a rest is over or erased, or when the dispatcher chose other bounds. */
  #restLimit(rest: keyof RestLimits): LearnedLimit {
    const { boundsOf, restOf } = rests[rest];
    const bounds = boundsOf(this.#settings());
    const { finished } = this.#forecasts;
    const known = this.#rests.get(rest);
    const isSame = sameValue(known?.bounds, bounds);
    if (known !== undefined && isSame && known.finished === finished) return known.limit;
    const all = finished.flatMap((journey) => restOf(journey) ?? []).toSorted(byTime);
    const limit = limitAfter(isSame ? known : undefined, all, bounds, this.#clock.wallMs());
    this.#rests.set(rest, { bounds, finished, rests: all, limit });
    return limit;
  }
}

function byTime(one: MatchedWait, other: MatchedWait): number {
  return one.atMs - other.atMs;
}

/** The limit that is learned from these rests. @param known what was learned before by the same bounds */
function limitAfter(
  known: LearnedRests | undefined,
  all: readonly MatchedWait[],
  bounds: LimitBounds,
  nowMs: number,
): LearnedLimit {
  if (known !== undefined && sameValue(known.rests, all)) return known.limit;
  // Another rest is one step. Where an order was erased all others are gone through anew, so that nothing of it is
  // left; a courier who rests already is not called silent for that.
  if (known !== undefined && isOneMore(known.rests, all)) {
    return all.slice(-1).reduce(limitAfterMatch, known.limit);
  }
  const learned = all.reduce(limitAfterMatch, unlearnedLimit(bounds, fromOrders));
  return known === undefined ? learned : learnedAnew(known.limit, learned, nowMs);
}

/** Whether a list is another one and one more at its end, for which the oldest may have gone. */
function isOneMore(before: readonly MatchedWait[], after: readonly MatchedWait[]): boolean {
  const others = after.slice(0, -1);
  const hasGrown = others.length === before.length && sameValue(others, before);
  return before.length > 1 && (hasGrown || sameValue(others, before.slice(1)));
}
