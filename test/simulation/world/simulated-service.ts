import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { DeliveryFailureCode } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { CheckAnswer, OrderSource } from '../../../main/engine/watch/ports.ts';
import type { Clock } from '../../../core/clock.ts';

/** How requests to the service fail. */
export type NetworkFault = DeliveryFailureCode | 'defect' | 'silence';

/** The pause that the service asks for with `rate-limited`. */
export const rateLimitedForMs = 7000;

/** The faults that a trouble chooses from. */
export const networkFaults: readonly NetworkFault[] = [
  'dns-failed',
  'unreachable',
  'connection-lost',
  'service-failing',
  'rate-limited',
  'captive-portal',
  'credentials-refused',
  'answer-unreadable',
  'defect',
  'silence',
];

/** Is told of each request as the service sees it. */
export interface ServiceWitness {
  sent(id: OrderId): void;
  /** The request is over, answered, failed or aborted. */
  ended(id: OrderId): void;
  /** The client received the order, a 404, an answer that it cannot read, or one at which it failed itself. */
  answered(id: OrderId, what: 'order' | 'notFound' | 'unreadable' | 'defect'): void;
  /** The client received a failure that is not about one order. */
  failed(fault: NetworkFault): void;
}

/** A delivery service in memory, whose faults a seed decides. */
export class SimulatedService implements OrderSource {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #truthOf: (id: OrderId) => Order | undefined;
  readonly #witness: ServiceWitness | null;
  readonly #known = new Map<OrderId, Order>();
  fault: NetworkFault | null = null;
  /** The share of requests that fail while there is a fault. */
  faultShare = 1;
  /** The share of answers that take five seconds. */
  slowShare = 0.02;
  readonly unknownIds = new Set<OrderId>();
  /** Orders for which every request fails. */
  readonly failingIds = new Set<OrderId>();
  requestCount = 0;

  constructor(
    clock: Clock,
    random: () => number,
    truthOf: (id: OrderId) => Order | undefined,
    witness: ServiceWitness | null = null,
  ) {
    this.#clock = clock;
    this.#random = random;
    this.#truthOf = truthOf;
    this.#witness = witness;
  }

  check(id: OrderId, signal: AbortSignal): Promise<CheckAnswer> {
    this.requestCount += 1;
    this.#witness?.sent(id);
    // One promise and no async function: a long run makes twenty million requests.
    return new Promise((resolve, reject) => {
      let isOver = false;
      const deliver = (answer: () => CheckAnswer): void => {
        isOver = true;
        try {
          resolve(answer());
        } catch (error) {
          reject(error);
        }
        this.#witness?.ended(id);
      };
      let cancel = this.#clock.schedule(
        () => {
          const answer = this.#answer(id);
          if (this.#random() >= this.slowShare) deliver(answer);
          else cancel = this.#clock.schedule(() => deliver(answer), 5000);
        },
        20 + this.#random() * 300,
      );
      signal.addEventListener('abort', () => {
        if (isOver) return;
        cancel();
        reject(signal.reason);
        // Only after the current turn: a real connection is not free at once either.
        queueMicrotask(() => this.#witness?.ended(id));
      });
    });
  }

  forget(id: OrderId): void {
    this.#known.delete(id);
  }

  /** The process is gone: the next one has received no order yet. */
  restarted(): void {
    this.#known.clear();
  }

  /** Decides the answer when the request arrives. The returned function delivers and records it. */
  #answer(id: OrderId): () => CheckAnswer {
    const fault = this.failingIds.has(id) ? 'service-failing' : this.fault;
    if (fault !== null && (this.fault === null || this.#random() < this.faultShare)) {
      return () => {
        this.#failed(id, fault);
        if (fault === 'defect') throw new TypeError('a bug of the source');
        throw new DeliveryError(
          fault === 'silence' ? 'timeout' : fault,
          fault === 'rate-limited' ? { retryAfterMs: rateLimitedForMs } : {},
        );
      };
    }
    const order = this.#truthOf(id);
    if (order === undefined || this.unknownIds.has(id)) {
      return () => {
        this.#witness?.answered(id, 'notFound');
        throw new DeliveryError('order-not-found', { httpStatus: 404 });
      };
    }
    return () => {
      this.#witness?.answered(id, 'order');
      if (this.#known.get(id) === order) return { kind: 'unchanged' };
      this.#known.set(id, order);
      return { kind: 'observed', order, rawJson: '{}' };
    };
  }

  #failed(id: OrderId, fault: NetworkFault): void {
    if (fault === 'defect') this.#witness?.answered(id, 'defect');
    else if (fault === 'answer-unreadable') this.#witness?.answered(id, 'unreadable');
    else this.#witness?.failed(fault);
  }
}
