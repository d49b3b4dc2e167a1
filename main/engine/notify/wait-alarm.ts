import type { OrderId } from '../../../core/order/order-id.ts';
import {
  nextSetTimeMs,
  nextWaitTimeMs,
  unseenFromMs,
  type WaitRules,
  wasSeenLately,
} from '../../../core/watch/order-waits.ts';
import { graceEndsAtMs } from '../../../core/watch/cadence.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** What a {@link WaitAlarm} needs. */
export interface WaitAlarmParts {
  readonly clock: Clock;
  readonly watch: Pick<Watch, 'get'>;
  /** Called with the orders for which a time has come. */
  readonly due: (ids: readonly OrderId[]) => void;
}

/** Timers stand still while the computer sleeps, and the clock may be set: the time is read this often. */
const lookEveryMs = 30_000;
const never = Number.POSITIVE_INFINITY;

/** When an order is announced, in milliseconds since 1970; Infinity for never. */
interface Times {
  readonly nextMs: number;
  /** When what is known of it says nothing about the present any more, unless it is answered before. */
  readonly unseenMs: number;
}

function firstOf({ nextMs, unseenMs }: Times): number {
  return Math.min(nextMs, unseenMs);
}

/**
 * Announces an order when time alone may say something else of it: at the times that its dispatcher set, ten minutes
 * before its promise, at its promise and at its reminder; when something that it waits for may be too long, and when
 * that counts no more because nothing is heard of it; and when it has been over for so long that what was seen of it
 * is done with. Checks do not come in: it rings also while nothing can be checked. One timer serves all orders.
 */
export class WaitAlarm {
  readonly #parts: WaitAlarmParts;
  readonly #times = new Map<OrderId, Times>();
  #timer: { readonly dueMs: number; readonly cancel: () => void } | null = null;
  #rules: ((watched: WatchedOrder) => WaitRules) | null = null;
  #isStopped = false;

  constructor(parts: WaitAlarmParts) {
    this.#parts = parts;
  }

  /** Says when a wait is too long; until then only what dispatchers set is announced. */
  judgeBy(rules: (watched: WatchedOrder) => WaitRules): void {
    this.#rules = rules;
  }

  /** These orders are new, or their times may have changed. */
  ordersChanged(ids: readonly OrderId[]): void {
    const { clock, watch } = this.#parts;
    const nowMs = clock.wallMs();
    let earliestMs = never;
    for (const id of ids) {
      const watched = watch.get(id);
      const nextMs = watched === undefined ? never : this.#nextTimeMs(watched, nowMs);
      const unseenMs = watched === undefined ? null : unseenFromMs(watched);
      const times = {
        nextMs,
        unseenMs: unseenMs !== null && unseenMs > nowMs ? unseenMs : never,
      };
      const firstMs = firstOf(times);
      if (firstMs === never) this.#times.delete(id);
      else this.#times.set(id, times);
      earliestMs = Math.min(earliestMs, firstMs);
    }
    if (earliestMs < (this.#timer?.dueMs ?? never)) this.#plan();
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) this.#times.delete(id);
  }

  /** Announces what is due, as after a sleep. */
  lookNow(): void {
    const { clock, watch } = this.#parts;
    const nowMs = clock.wallMs();
    const past = [...this.#times].filter(([, times]) => firstOf(times) <= nowMs);
    // An answer without news is not announced, and counts from then on.
    const due = past.filter(([id, { nextMs }]) => {
      const watched = watch.get(id);
      return nextMs <= nowMs || (watched !== undefined && !wasSeenLately(watched, nowMs));
    });
    this.ordersChanged(past.map(([id]) => id));
    this.#plan();
    if (due.length > 0) this.#parts.due(due.map(([id]) => id));
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  #nextTimeMs(watched: WatchedOrder, nowMs: number): number {
    const graceEndMs = graceEndsAtMs(watched);
    const rules = this.#rules?.(watched);
    return Math.min(
      nextSetTimeMs(watched, nowMs) ?? never,
      (rules && nextWaitTimeMs(watched, nowMs, rules)) ?? never,
      graceEndMs !== null && graceEndMs > nowMs ? graceEndMs : never,
    );
  }

  #plan(): void {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#isStopped || this.#times.size === 0) return;
    const { clock } = this.#parts;
    const nowMs = clock.wallMs();
    let dueMs = nowMs + lookEveryMs;
    for (const times of this.#times.values()) dueMs = Math.min(dueMs, firstOf(times));
    this.#timer = { dueMs, cancel: clock.schedule(() => this.lookNow(), dueMs - nowMs) };
  }
}
