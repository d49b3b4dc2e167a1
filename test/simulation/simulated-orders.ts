import { dropoffWay, pickupMinutes, pickupWay } from '@waybell/simulator';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { orderIdAt, someOrder } from '../support/watched-orders.ts';
import { isFinishedWord, type NotificationModel } from './laws/notification-model.ts';
import { readOrderStatus } from '../../core/order/order-status.ts';

/** The watched orders of a run, each of which goes through its states. */
export class SimulatedOrders {
  readonly #random: () => number;
  readonly #model: NotificationModel;
  readonly #lives = new Map<OrderId, OrderLife>();
  #begunCount = 0;

  constructor(random: () => number, model: NotificationModel) {
    this.#random = random;
    this.#model = model;
  }

  get count(): number {
    return this.#lives.size;
  }

  ids(): readonly OrderId[] {
    return [...this.#lives.keys()];
  }

  someId(): OrderId {
    return this.ids()[Math.floor(this.#random() * this.#lives.size)] ?? orderIdAt(1);
  }

  hasOpen(): boolean {
    return this.ids().some((id) => !isFinishedWord(this.#model.stateOf(id)?.status.raw ?? null));
  }

  /** Creates one more order in its first state. */
  begin(nowMs: number): OrderId {
    this.#begunCount += 1;
    const id = orderIdAt(this.#begunCount);
    const life = new OrderLife(id, this.#random, nowMs);
    this.#lives.set(id, life);
    this.#model.lives(life.first(), nowMs);
    return id;
  }

  /**
   * Moves each order on to its next state when that is due.
   *
   * @param happened gets the states before and after, in the order of the watch list
   */
  liveOn(nowMs: number, happened: (before: Order, after: Order) => void): void {
    for (const life of this.#lives.values()) {
      const order = life.next(nowMs);
      if (order === null) continue;
      const before = this.#model.stateOf(order.id);
      this.#model.lives(order, nowMs);
      if (before !== undefined) happened(before, order);
    }
  }

  /** The order is not watched any more. */
  forget(id: OrderId): void {
    this.#lives.delete(id);
    this.#model.forget(id);
  }
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** One state in twelve is over at once, as of no real courier: that finds what comes together. */
const atOnceShare = 1 / 12;

type Step = readonly [word: string, courier: string | null, amount: number];

/** The sequences of states that orders go through, in the service's words. */
const lives: readonly (readonly Step[])[] = [
  [
    ['active', 'Chan', 86],
    ['picked_up', 'Chan', 86],
    ['completed', 'Chan', 86],
    ['completed', 'Chan', 98],
  ],
  [
    ['active', 'Chan', 86],
    ['pending', null, 86],
    ['active', 'Ho', 86],
    ['completed', 'Ho', 91],
  ],
  [
    ['active', 'Chan', 86],
    ['active', 'Ho', 86],
    ['at_the_gate', 'Ho', 86],
    ['completed', 'Ho', 86],
  ],
  [
    ['active', 'Chan', 80],
    ['cancelled', 'Chan', 80],
  ],
  [
    ['active', 'Chan', 86],
    ['pending', null, 86],
    ['cancelled', null, 86],
  ],
  [['cancelled', null, 86]],
];

/** The states of one order. Each state has its number in the note to the courier. */
class OrderLife {
  readonly #id: OrderId;
  readonly #random: () => number;
  readonly #steps: readonly Step[];
  #at = 0;
  #nextMs: number;

  /** @param startMs when the order is created, on the monotonic clock */
  constructor(id: OrderId, random: () => number, startMs: number) {
    this.#id = id;
    this.#random = random;
    this.#steps = lives[Math.floor(random() * lives.length)] ?? [];
    this.#nextMs = startMs + random() * 4 * hourMs;
  }

  first(): Order {
    return someOrder(this.#id, { noteToCourier: 'step 0' });
  }

  /** The next state when it is due, otherwise null. */
  next(nowMs: number): Order | null {
    const step = this.#steps[this.#at];
    if (step === undefined || this.#nextMs > nowMs) return null;
    const [word, courier, amount] = step;
    this.#at += 1;
    this.#nextMs = nowMs + this.#lastsMs(word);
    return someOrder(this.#id, {
      status: readOrderStatus(word),
      courier: courier === null ? null : { name: courier, phoneNumber: courier, fix: null },
      price: { amount, currency: 'HKD' },
      noteToCourier: `step ${this.#at}`,
    });
  }

  /** How long a state lasts, at the pace of real deliveries. */
  #lastsMs(word: string): number {
    const share = this.#random();
    if (share < atOnceShare) return (share / atOnceShare) * 2000;
    const rest = (share - atOnceShare) / (1 - atOnceShare);
    if (word === 'picked_up') return dropoffWay(rest).minutes * minuteMs;
    const toPickupMinutes = pickupWay(rest).minutes;
    return (toPickupMinutes + pickupMinutes(this.#random())) * minuteMs;
  }
}
