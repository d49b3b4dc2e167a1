import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { DeliveryFailureCode } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { CheckAnswer, OrderSource, StatedPace } from '../../../main/engine/watch/ports.ts';
import type { FakeClock } from '../fake-clock.ts';
import { someOrder } from '../watched-orders.ts';

/** How a request ends: a delivery failure, a defect, or null for a good answer. */
export type ScriptedOutcome = DeliveryError | Error | null;

/** A delivery service in memory, on fake time, whose requests can fail one by one. */
export class ScriptedSource implements OrderSource {
  readonly #clock: FakeClock;
  readonly orders = new Map<OrderId, Order>();
  /** Every request in order: which order, and when on the monotonic clock. */
  readonly requests: { readonly id: OrderId; readonly atMs: number }[] = [];
  latencyMs = 50;
  /** Decides each request's outcome when its answer is due. */
  outcome: (id: OrderId) => ScriptedOutcome = () => null;
  /** The pace that every answer states; null when none does. */
  stated: StatedPace | null = null;
  /** Whether requests notice that they are aborted. */
  obeysAbort = true;
  running = 0;
  mostRunning = 0;
  mostRunningPerOrder = 0;
  readonly forgotten: OrderId[] = [];
  readonly #runningOf = new Map<OrderId, number>();
  readonly #known = new Map<OrderId, Order>();

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  async check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    this.requests.push({ id, atMs: this.#clock.monotonicMs() });
    this.#enter(id);
    try {
      await this.#wait(signal);
    } finally {
      this.#leave(id);
    }
    const outcome = this.outcome(id);
    if (outcome !== null) throw outcome;
    const order = this.orders.get(id) ?? someOrder(id);
    this.orders.set(id, order);
    const stated = this.stated === null ? {} : { stated: this.stated };
    if (this.#known.get(id) === order) return { kind: 'unchanged', ...stated };
    this.#known.set(id, order);
    return { kind: 'observed', order, rawJson: JSON.stringify(order), ...stated };
  }

  forget(id: OrderId): void {
    this.forgotten.push(id);
    this.#known.delete(id);
  }

  /** The largest number of requests in any window of this length. */
  mostWithin(windowMs: number): number {
    return mostWithin(
      this.requests.map(({ atMs }) => atMs),
      windowMs,
    );
  }

  requestsOf(id: OrderId): readonly number[] {
    return this.requests.filter((request) => request.id === id).map((request) => request.atMs);
  }

  async #wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const cancel = this.#clock.schedule(resolve, this.latencyMs);
      signal.addEventListener('abort', () => {
        if (!this.obeysAbort) return;
        cancel();
        reject(signal.reason);
      });
    });
  }

  #enter(id: OrderId): void {
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    const ofOrder = (this.#runningOf.get(id) ?? 0) + 1;
    this.#runningOf.set(id, ofOrder);
    this.mostRunningPerOrder = Math.max(this.mostRunningPerOrder, ofOrder);
  }

  #leave(id: OrderId): void {
    this.running -= 1;
    this.#runningOf.set(id, (this.#runningOf.get(id) ?? 1) - 1);
  }
}

/** A delivery failure for {@link ScriptedSource.outcome}. */
export function failure(code: DeliveryFailureCode, retryAfterMs?: number): DeliveryError {
  return new DeliveryError(code, retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** The largest number of these ascending times in any window of this length. */
export function mostWithin(timesMs: readonly number[], windowMs: number): number {
  let start = 0;
  return timesMs.reduce((most, atMs, end) => {
    while ((timesMs[start] ?? 0) <= atMs - windowMs) start += 1;
    return Math.max(most, end - start + 1);
  }, 0);
}
