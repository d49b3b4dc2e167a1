import type { OrderId } from '../../../core/order/order-id.ts';
import { nextSetTimeMs, nextWaitTimeMs, type WaitRules } from '../../../core/watch/order-waits.ts';
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

/**
 * Announces an order at the times that its dispatcher set, ten minutes before its promise, at its promise and at its
 * reminder, and when something that it waits for may be too long. Checks do not come in: it rings also while nothing
 * can be checked. One timer serves all orders.
 */
export class WaitAlarm {
  readonly #parts: WaitAlarmParts;
  /** The next time of each order that has one, in milliseconds since 1970. */
  readonly #nextMs = new Map<OrderId, number>();
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
    let earliestMs = Number.POSITIVE_INFINITY;
    for (const id of ids) {
      const watched = watch.get(id);
      const nextMs = watched === undefined ? null : this.#nextTimeMs(watched, nowMs);
      if (nextMs === null) this.#nextMs.delete(id);
      else {
        this.#nextMs.set(id, nextMs);
        earliestMs = Math.min(earliestMs, nextMs);
      }
    }
    if (earliestMs < (this.#timer?.dueMs ?? Number.POSITIVE_INFINITY)) this.#plan();
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) this.#nextMs.delete(id);
  }

  /** Announces what is due, as after a sleep. */
  lookNow(): void {
    const nowMs = this.#parts.clock.wallMs();
    const due = [...this.#nextMs].filter(([, atMs]) => atMs <= nowMs).map(([id]) => id);
    this.ordersChanged(due);
    this.#plan();
    if (due.length > 0) this.#parts.due(due);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  #nextTimeMs(watched: WatchedOrder, nowMs: number): number | null {
    const setMs = nextSetTimeMs(watched, nowMs);
    const waitMs = this.#rules && nextWaitTimeMs(watched, nowMs, this.#rules(watched));
    return setMs === null || waitMs === null ? (setMs ?? waitMs) : Math.min(setMs, waitMs);
  }

  #plan(): void {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#isStopped || this.#nextMs.size === 0) return;
    const { clock } = this.#parts;
    const nowMs = clock.wallMs();
    let dueMs = nowMs + lookEveryMs;
    for (const nextMs of this.#nextMs.values()) dueMs = Math.min(dueMs, nextMs);
    this.#timer = { dueMs, cancel: clock.schedule(() => this.lookNow(), dueMs - nowMs) };
  }
}
