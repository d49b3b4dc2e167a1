import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { readOrderStatus } from '../../../core/order/order-status.ts';
import type { CheckAnswer, OrderSource } from '../../../main/watch/ports.ts';
import type { Clock } from '../../../main/watch/clock.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const words = ['pending', 'active', 'picked_up', 'completed'] as const;

/** The service as it truly is: orders that change, each change numbered in the note to the courier. */
export class TrueService {
  readonly #random: () => number;
  readonly #orders = new Map<OrderId, { order: Order; step: number }>();
  /** When requests came, on the true monotonic clock. */
  readonly requestsAtMs: number[] = [];
  isFailing = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  get ids(): readonly OrderId[] {
    return [...this.#orders.keys()];
  }

  /** A new order, which nobody watches yet. */
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
    const word = words[Math.min(words.length - 1, Math.floor(known.step / 4))] ?? 'pending';
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

  /** The way that one process has to it. */
  source(clock: Clock, timeMs: () => number): OrderSource {
    const known = new Map<OrderId, Order>();
    return {
      check: async (id, signal): Promise<CheckAnswer> => {
        this.requestsAtMs.push(timeMs());
        await new Promise<void>((resolve, reject) => {
          const cancel = clock.schedule(resolve, 20 + this.#random() * 400);
          signal.addEventListener('abort', () => {
            cancel();
            reject(signal.reason);
          });
        });
        if (this.isFailing) throw new DeliveryError('unreachable');
        const order = this.order(id);
        if (order === undefined) throw new DeliveryError('order-not-found', { httpStatus: 404 });
        if (known.get(id) === order) return { kind: 'unchanged' };
        known.set(id, order);
        return { kind: 'observed', order, rawJson: JSON.stringify(order) };
      },
      forget: (id) => known.delete(id),
    };
  }
}
