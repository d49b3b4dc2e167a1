import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { DeliveryFailureCode } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import type { Cancellation, CheckAnswer, OrderSource } from '../../../main/watch/ports.ts';
import type { Clock } from '../../../main/watch/clock.ts';

/** What is wrong with the way to the service. */
export type NetworkFault = DeliveryFailureCode | 'defect' | 'silence';

/** How long the service asks to be left alone when it was asked too much. */
export const rateLimitedForMs = 7000;

/** Everything that can be wrong with it. */
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

/** Sees each request from the service's end. */
export interface ServiceWitness {
  sent(id: OrderId): void;
  /** The request is over, answered, failed or aborted. */
  ended(id: OrderId): void;
  /** The answer, or the service's word that it has none for this order, reached the client. */
  answered(id: OrderId, what: 'order' | 'notFound' | 'unreadable'): void;
  /** The client learns that the way to the service does not work. */
  failed(fault: NetworkFault): void;
}

/** A service and the way to it, both in memory, with faults drawn from a seed. */
export class SimulatedService implements OrderSource {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #truthOf: (id: OrderId) => Order | undefined;
  readonly #witness: ServiceWitness | null;
  readonly #known = new Map<OrderId, Order>();
  fault: NetworkFault | null = null;
  /** The share of requests that the fault meets. */
  faultShare = 1;
  /** The share of answers that take five seconds. */
  slowShare = 0.02;
  readonly unknownIds = new Set<OrderId>();
  /** Orders over which the service stumbles, every time. */
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

  check(id: OrderId, signal: Cancellation): Promise<CheckAnswer> {
    this.requestCount += 1;
    this.#witness?.sent(id);
    // One promise and no async function: there are twenty million of these in a long run.
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
        // Not before whoever aborted has ended its turn: the connection is not free at once.
        queueMicrotask(() => this.#witness?.ended(id));
      });
    });
  }

  forget(id: OrderId): void {
    this.#known.delete(id);
  }

  /** The process that asked is gone, and all its requests with it. */
  restarted(): void {
    this.#known.clear();
  }

  /** Decided when the request arrives; delivered, and remembered as delivered, only later. */
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
      return { kind: 'observed', order, rawJson: '{}', notes: [] };
    };
  }

  #failed(id: OrderId, fault: NetworkFault): void {
    // Whoever answers something unreadable about one order is there all the same.
    if (fault === 'defect' || fault === 'answer-unreadable') {
      this.#witness?.answered(id, 'unreadable');
    } else {
      this.#witness?.failed(fault);
    }
  }
}
