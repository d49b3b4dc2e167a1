import { medianMs, usualWaitMs } from '../../core/watch/learned-waits.ts';
import { groupRule } from '../../core/notification/group-rules.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { WaitRules } from '../../core/watch/order-waits.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { NotificationSettings } from '../../core/notification/notification-settings.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from '../watch/clock.ts';
import type { PastMatch } from './ports.ts';

/** How far back waits count: only the last day says something about today. */
export const rememberMs = 24 * 60 * 60_000;
/** How many positions the difference of the clocks is taken from. */
const mostSkews = 101;
const shortestMs = 60_000;

type LearnedSettings = Pick<NotificationSettings, 'waitLimits' | 'groupRules'>;

/**
 * Learns from the day's own orders when a wait is long: how long they waited for a courier, and how far
 * the service's clock is from ours. The waits of earlier runs of the day are read after the start; the
 * difference of the clocks is not stored. Until five orders were matched the setting counts.
 */
export class LearnedRules {
  readonly #clock: Clock;
  readonly #settings: () => LearnedSettings;
  /** When this run began, on the wall clock. */
  readonly #beganMs: number;
  readonly #waitingSinceMs = new Map<OrderId, number>();
  #waits: { readonly atMs: number; readonly waitMs: number }[] = [];
  #skews: number[] = [];
  #rules: WaitRules | null = null;

  constructor(clock: Clock, settings: () => LearnedSettings) {
    this.#clock = clock;
    this.#beganMs = clock.wallMs();
    this.#settings = settings;
  }

  get rules(): WaitRules {
    const { longWaitMinutes, notMovingMinutes } = this.#settings().waitLimits;
    const learned = (this.#rules ??= this.#learn());
    return {
      longWaitMs: learned.longWaitMs > 0 ? learned.longWaitMs : longWaitMinutes * 60_000,
      notMovingMs: notMovingMinutes * 60_000,
      skewMs: learned.skewMs,
    };
  }

  /** The rules for an order: those of its group, where it has limits of its own, before what was learned. */
  rulesFor({ preferences }: Pick<WatchedOrder, 'preferences'>): WaitRules {
    const { rules } = this;
    const limits = groupRule(this.#settings(), preferences)?.waitLimits ?? null;
    if (limits === null) return rules;
    return {
      ...rules,
      longWaitMs: limits.longWaitMinutes * 60_000,
      notMovingMs: limits.notMovingMinutes * 60_000,
    };
  }

  orderUpdated(update: OrderUpdate, watched: WatchedOrder): void {
    const { orderId, seenAtMs, kinds } = update;
    if (kinds.includes('order_matched')) {
      this.#matched(orderId, watched.addedAtMs, seenAtMs);
    } else if (kinds.includes('order_released')) {
      this.#waitingSinceMs.set(orderId, seenAtMs);
    }
    const move = update.changes.find((change) => change.field === 'courier.location');
    const reportedAtMs = move?.after?.reportedAtMs ?? null;
    if (reportedAtMs !== null) {
      this.#skews = [...this.#skews, seenAtMs - reportedAtMs].slice(-mostSkews);
    }
    this.#rules = null;
  }

  /** Takes up the matches and releases of earlier runs, oldest first. */
  recall(past: readonly PastMatch[]): void {
    for (const { orderId, addedAtMs, seenAtMs, isMatch } of past) {
      if (seenAtMs >= this.#beganMs) continue; // seen by this run itself
      if (isMatch) this.#matched(orderId, addedAtMs, seenAtMs);
      else this.#waitingSinceMs.set(orderId, seenAtMs);
    }
    this.#rules = null;
  }

  orderRemoved(id: OrderId): void {
    this.#waitingSinceMs.delete(id);
  }

  #matched(id: OrderId, addedAtMs: number, seenAtMs: number): void {
    const sinceMs = this.#waitingSinceMs.get(id) ?? addedAtMs;
    this.#waits.push({ atMs: seenAtMs, waitMs: Math.max(0, seenAtMs - sinceMs) });
    this.#waitingSinceMs.delete(id);
  }

  #learn(): WaitRules {
    const fromMs = this.#clock.wallMs() - rememberMs;
    this.#waits = this.#waits.filter(({ atMs }) => atMs >= fromMs);
    const usualMs = usualWaitMs(this.#waits.map(({ waitMs }) => waitMs));
    return {
      longWaitMs: usualMs === null ? 0 : Math.max(usualMs, shortestMs),
      notMovingMs: 0,
      skewMs: medianMs(this.#skews),
    };
  }
}
