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
import type { CourierRests } from '../../../core/order/courier-rests.ts';
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
  'fences',
  'groupRules',
  'forecastsArrivals',
  'freeCancelMinutes',
] as const satisfies readonly (keyof NotificationSettings)[];

type LearnedSettings = Pick<NotificationSettings, (typeof ruleSettings)[number]>;

/** A learned limit for rests is at most so many times what is set: calmer, but never deaf. */
const mostTimesSet = 3;

/** How long a courier rested on a way, and the limits that may be learned from it: what is set is the least. */
const rests = {
  silent: {
    length: 'longestSilenceMs',
    boundsOf: ({ silenceLimits: { lostMinutes, silentMinutes } }) =>
      // A position is old before it is lost.
      restBounds(silentMinutes, lostMinutes - 1),
  },
  notMoving: {
    length: 'longestStandMs',
    boundsOf: ({ waitLimits }) => restBounds(waitLimits.notMovingMinutes, Infinity),
  },
} as const satisfies Readonly<
  Record<
    keyof RestLimits,
    {
      readonly length: keyof CourierRests;
      readonly boundsOf: (settings: LearnedSettings) => LimitBounds;
    }
  >
>;

function restBounds(setMinutes: number, mostMinutes: number): LimitBounds {
  const setMs = setMinutes * minuteMs;
  const mostMs = Math.min(mostTimesSet * setMs, mostMinutes * minuteMs);
  return { startMs: setMs, floorMs: setMs, mostMs };
}

/** How long a courier may rest on the way, as learned from the ways that are over. */
interface LearnedRests {
  readonly bounds: LimitBounds;
  readonly finished: readonly FinishedJourney[];
  readonly limit: LearnedLimit;
}

/**
 * Learns from the orders themselves when a wait is long: how long they waited for a courier, how long couriers were
 * silent or stood on the way, and how far the service's clock is from ours. It begins with what earlier runs
 * stored, so that a restart changes none of them.
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

  /** The limits for couriers who begin to rest on the way now, and what they come from. */
  get restLimits(): RestLimits {
    return {
      silent: this.#inForce(this.#restLimit('silent')),
      notMoving: this.#inForce(this.#restLimit('notMoving')),
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
    const limit = () => this.#limit();
    const restLimit = (rest: keyof RestLimits) => this.#restLimit(rest);
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

  /** Learned anew when a way is over or erased, or when the dispatcher chose other bounds. */
  #restLimit(rest: keyof RestLimits): LearnedLimit {
    const { boundsOf, length } = rests[rest];
    const bounds = boundsOf(this.#settings());
    const { finished } = this.#forecasts;
    const known = this.#rests.get(rest);
    const isSame = sameValue(known?.bounds, bounds);
    if (known !== undefined && isSame && known.finished === finished) return known.limit;
    // Another order that arrived is one step. Where one was erased all others are gone through anew, so that nothing
    // of it is left; a courier who rests already is not called silent for that.
    const goesOn = known !== undefined && isSame && isOneMore(known.finished, finished);
    const [fresh, before] = goesOn
      ? [finished.slice(-1), known.limit]
      : [finished, unlearnedLimit(bounds, fromOrders)];
    const learned = fresh
      .flatMap((journey) => {
        const waitMs = journey[length];
        return waitMs === undefined ? [] : [{ atMs: journey.arrivedAtMs, waitMs }];
      })
      .reduce(limitAfterMatch, before);
    const isAnew = known !== undefined && isSame && !goesOn;
    const limit = isAnew ? learnedAnew(known.limit, learned, this.#clock.wallMs()) : learned;
    this.#rests.set(rest, { bounds, finished, limit });
    return limit;
  }
}

/** Whether a list is another one and one more at its end, for which the oldest may have gone. */
function isOneMore<Item>(before: readonly Item[], after: readonly Item[]): boolean {
  const hasGrown = after.length === before.length + 1 && after[0] === before[0];
  const hasMoved = after.length === before.length && after[0] === before[1];
  return before.length > 0 && (hasGrown || hasMoved) && after.at(-2) === before.at(-1);
}
