import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { orderIdAt } from '../support/watched-orders.ts';
import { OrderLife } from './world/order-lives.ts';
import { isFinishedWord, type ToldModel } from './laws/told-model.ts';

/** The orders that are watched in a run, each on the way through its life. */
export class SimulatedOrders {
  readonly #random: () => number;
  readonly #model: ToldModel;
  readonly #lives = new Map<OrderId, OrderLife>();
  #begunCount = 0;

  constructor(random: () => number, model: ToldModel) {
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

  /** One more order begins its life. */
  begin(nowMs: number): OrderId {
    this.#begunCount += 1;
    const id = orderIdAt(this.#begunCount);
    const life = new OrderLife(id, this.#random, nowMs);
    this.#lives.set(id, life);
    this.#model.lives(life.first(), nowMs);
    return id;
  }

  /**
   * Each order goes on to its next state when its time has come.
   *
   * @param happened gets each step, in the order of the orders
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

  /** Nobody watches it any more. */
  forget(id: OrderId): void {
    this.#lives.delete(id);
    this.#model.forget(id);
  }
}
