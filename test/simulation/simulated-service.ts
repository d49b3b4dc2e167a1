import { DeliveryError } from '../../core/delivery-failure.ts';
import type { DeliveryFailureCode } from '../../core/delivery-failure.ts';
import type { OrderId } from '../../core/order-id.ts';
import type { Order } from '../../core/order.ts';
import type { CheckAnswer, OrderSource } from '../../main/watch/ports.ts';
import type { Clock } from '../../main/watch/clock.ts';

/** What is wrong with the way to the service. */
export type NetworkFault = DeliveryFailureCode | 'defect' | 'silence';

/** A service and the way to it, both in memory, with faults drawn from a seed. */
export class SimulatedService implements OrderSource {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #truthOf: (id: OrderId) => Order | undefined;
  readonly #known = new Map<OrderId, Order>();
  readonly #running = new Set<OrderId>();
  fault: NetworkFault | null = null;
  /** The share of requests that the fault meets. */
  faultShare = 1;
  /** The share of answers that take five seconds. */
  slowShare = 0.02;
  readonly unknownIds = new Set<OrderId>();
  requestCount = 0;
  /** How often an order was asked for while it was being asked for: must stay 0. */
  overlapCount = 0;

  constructor(clock: Clock, random: () => number, truthOf: (id: OrderId) => Order | undefined) {
    this.#clock = clock;
    this.#random = random;
    this.#truthOf = truthOf;
  }

  async check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    this.requestCount += 1;
    if (this.#running.has(id)) this.overlapCount += 1;
    this.#running.add(id);
    try {
      await this.#wait(20 + this.#random() * 300, signal);
      const answer = this.#answer(id);
      await this.#wait(this.#random() < this.slowShare ? 5000 : 10, signal);
      return answer();
    } finally {
      this.#running.delete(id);
    }
  }

  forget(id: OrderId): void {
    this.#known.delete(id);
  }

  /** The process that asked is gone, and all its requests with it. */
  restarted(): void {
    this.#running.clear();
    this.#known.clear();
  }

  /** Decided when the request arrives; delivered, and remembered as delivered, only later. */
  #answer(id: OrderId): () => CheckAnswer {
    const { fault } = this;
    if (fault !== null && this.#random() < this.faultShare) {
      return () => {
        if (fault === 'defect') throw new TypeError('a bug of the source');
        throw new DeliveryError(
          fault === 'silence' ? 'timeout' : fault,
          fault === 'rate-limited' ? { retryAfterMs: 7000 } : {},
        );
      };
    }
    const order = this.#truthOf(id);
    if (order === undefined || this.unknownIds.has(id)) {
      return () => {
        throw new DeliveryError('order-not-found', { httpStatus: 404 });
      };
    }
    return () => {
      if (this.#known.get(id) === order) return { kind: 'unchanged' };
      this.#known.set(id, order);
      return { kind: 'observed', order, rawJson: '{}', notes: [] };
    };
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const cancel = this.#clock.schedule(resolve, ms);
      signal.addEventListener('abort', () => {
        cancel();
        reject(new Error('aborted'));
      });
    });
  }
}
