import {
  learnedFrom,
  limitAfterMatch,
  limitSinceMs,
  medianMs,
  mostWaits,
  newestLimitMs,
  unlearnedLimit,
  type LearnedLimit,
  type MatchedWait,
} from '../../../core/watch/learned-waits.ts';
import type { LongWaitLimit } from '../../../core/board/board.ts';
import { groupRule } from '../../../core/notification/group-rules.ts';
import { courierWaitSinceMs, type WaitRules } from '../../../core/watch/order-waits.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
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

/**
 * Learns from the orders themselves when a wait is long: how long they waited for a courier, and how far
 * the service's clock is from ours. It begins with what earlier runs stored, so that a restart changes
 * neither.
 */
export class LearnedRules {
  readonly #clock: Pick<Clock, 'wallMs'>;
  readonly #settings: () => LearnedSettings;
  readonly #forecasts: Pick<Forecasts, 'of'>;
  #waits: readonly MatchedWait[];
  readonly #agesMs: number[];
  #skewMs: number | null = null;
  #learned: LearnedLimit | null = null;

  constructor(
    clock: Pick<Clock, 'wallMs'>,
    history: LearnedHistory,
    settings: () => LearnedSettings,
    forecasts: Pick<Forecasts, 'of'> = new Forecasts({ finishedJourneys: () => [] }),
  ) {
    this.#clock = clock;
    this.#settings = settings;
    this.#forecasts = forecasts;
    this.#waits = history.courierWaits();
    this.#agesMs = [...history.positionAgesMs(mostAges)];
  }

  /** The limit for orders that begin to wait now, and what it comes from. */
  get longWait(): LongWaitLimit {
    const learned = this.#limit();
    return {
      limitMs: newestLimitMs(learned),
      learnedFrom: learnedFrom(learned, this.#clock.wallMs()),
    };
  }

  /**
   * The rules for an order: the limits of its group, where that has its own; else those for all, and for a
   * wait the limit that was in force when it began.
   */
  rulesFor(watched: WatchedOrder): WaitRules {
    const settings = this.#settings();
    const rule = groupRule(settings, watched.preferences);
    const ofGroup = rule?.waitLimits ?? null;
    const { silentMinutes, lostMinutes } = rule?.silenceLimits ?? settings.silenceLimits;
    const { notMovingMinutes } = ofGroup ?? settings.waitLimits;
    const limit = () => this.#limit();
    return {
      // Asked of orders that wait for a courier alone.
      get longWaitMs() {
        return ofGroup === null
          ? limitSinceMs(limit(), courierWaitSinceMs(watched))
          : ofGroup.longWaitMinutes * minuteMs;
      },
      notMovingMs: notMovingMinutes * minuteMs,
      silentMs: silentMinutes * minuteMs,
      lostMs: lostMinutes * minuteMs,
      ...(rule?.fences ?? settings.fences),
      skewMs: this.#skew(),
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
}
