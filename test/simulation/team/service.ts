import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { readOrderStatus } from '../../../core/order/order-status.ts';
import type { CheckAnswer, OrderSource } from '../../../main/engine/watch/ports.ts';
import type { Clock } from '../../../core/clock.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const words = ['pending', 'active', 'picked_up', 'completed'] as const;

/** A request as the service got it. */
export interface ServiceRequest {
  /** On the true monotonic clock. */
  readonly atMs: number;
  readonly id: OrderId;
  /** The process that sent it. */
  readonly by: string;
}

/** The service as it truly is: orders that change, each change numbered in the note to the courier. */
export class TrueService {
  readonly #time: Clock;
  readonly #random: () => number;
  readonly #orders = new Map<OrderId, { order: Order; step: number }>();
  readonly requests: ServiceRequest[] = [];
  isFailing = false;

  constructor(time: Clock, random: () => number) {
    this.#time = time;
    this.#random = random;
  }

  get ids(): readonly OrderId[] {
    return [...this.#orders.keys()];
  }

  /** A new order, which is not watched yet. */
  begin(): OrderId {
    const id = orderIdAt(this.#orders.size + 1);
    this.#orders.set(id, { order: someOrder(id, { noteToCourier: 'step 0' }), step: 0 });
    return id;
  }

  /** Something happens to one of the orders; the last of its steps ends it. */
  change(id: OrderId): void {
    const known = this.#orders.get(id);
    if (known === undefined || known.order.status.raw === 'completed') return;
    known.step += 1;
    const word = words[Math.min(words.length - 1, Math.floor(known.step / 6))] ?? 'pending';
    const courier =
      word === 'pending'
        ? null
        : { name: `Courier ${known.step}`, phoneNumber: '+852 2345 6789', fix: null };
    known.order = someOrder(id, {
      status: readOrderStatus(word),
      courier,
      noteToCourier: `step ${known.step}`,
    });
  }

  order(id: OrderId): Order | undefined {
    return this.#orders.get(id)?.order;
  }

  /** The way that one process has to it: an answer waits for a process that is stopped. */
  source(clock: Clock, by: string): OrderSource {
    const known = new Map<OrderId, Order>();
    const travel = (on: Clock): Promise<void> =>
      new Promise((resolve) => void on.schedule(resolve, 10 + this.#random() * 200));
    const ask = async (id: OrderId, signal: AbortSignal): Promise<CheckAnswer> => {
      await travel(this.#time);
      const { isFailing } = this;
      const order = this.order(id);
      await travel(clock);
      signal.throwIfAborted();
      if (isFailing) throw new DeliveryError('unreachable');
      if (order === undefined) throw new DeliveryError('order-not-found', { httpStatus: 404 });
      if (known.get(id) === order) return { kind: 'unchanged' };
      known.set(id, order);
      return { kind: 'observed', order, rawJson: '{}' };
    };
    return {
      check: (id, signal): Promise<CheckAnswer> => {
        this.requests.push({ atMs: this.#time.monotonicMs(), id, by });
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          ask(id, signal).then(resolve, reject);
        });
      },
      forget: (id) => known.delete(id),
    };
  }
}
