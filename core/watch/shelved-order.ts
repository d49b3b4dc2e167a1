import type { CourierTrace } from '../order/courier-move.ts';
import type { OrderId } from '../order/order-id.ts';
import type { Order } from '../order/order.ts';
import type { OrderWishes } from './order-wishes.ts';
import type { OrderMarks, OrderProblem, WatchedOrder } from './watched-order.ts';

/** Where the last answers of watched orders are kept while nobody looks at them. */
export interface OrderShelf {
  /** @throws when the shelf cannot be read at present; null when there is no answer on it */
  fetch(id: OrderId): Order | null;
}

/** For orders that were never answered: nothing has to be read to know it. */
export const emptyShelf: OrderShelf = { fetch: () => null };

/** What is known of a watched order beside its last answer. */
export type OrderFacts = Omit<WatchedOrder, 'order'>;

/** Shared by all, so that ten thousand orders have one shape. */
const orderProperty: PropertyDescriptor & ThisType<ShelvedOrder> = {
  enumerable: true,
  get() {
    return this.glance();
  },
};

/**
 * A watched order whose last answer lies on a shelf: it is fetched when it is looked at and let go of
 * when memory is wanted, so that a long list costs little. A copy by spreading holds the answer; one by
 * {@link withFacts} does not.
 */
export class ShelvedOrder implements WatchedOrder {
  readonly id: OrderId;
  readonly label: string | null;
  readonly addedAtMs: number;
  readonly isMuted: boolean;
  readonly isPinned: boolean;
  declare readonly order: Order | null;
  /** Moves on by itself, see {@link ShelvedOrder.confirm}. */
  observedAtMs: number | null;
  readonly statusSinceMs: number | null;
  readonly changedAtMs: number | null;
  readonly courierTrace: CourierTrace;
  readonly marks: OrderMarks | null;
  readonly problem: OrderProblem | null;
  readonly wishes: OrderWishes | null;
  readonly unseenCount: number;
  readonly lastLookedAtMs: number | null;
  readonly #shelf: OrderShelf;
  #order: WeakRef<Order> | null = null;
  /** The shelf had none, or none that can be read: looking again finds no more. */
  #isNone = false;

  /** @param shelf holds the order's last answer, or that it has none */
  constructor(facts: OrderFacts, shelf: OrderShelf) {
    this.id = facts.id;
    this.label = facts.label;
    this.addedAtMs = facts.addedAtMs;
    this.isMuted = facts.isMuted;
    this.isPinned = facts.isPinned;
    Object.defineProperty(this, 'order', orderProperty);
    this.observedAtMs = facts.observedAtMs;
    this.statusSinceMs = facts.statusSinceMs;
    this.changedAtMs = facts.changedAtMs;
    this.courierTrace = facts.courierTrace;
    this.marks = facts.marks;
    this.problem = facts.problem;
    this.wishes = facts.wishes;
    this.unseenCount = facts.unseenCount;
    this.lastLookedAtMs = facts.lastLookedAtMs;
    this.#shelf = shelf;
  }

  /** Whether there is a last answer, without fetching it. */
  get hasOrder(): boolean {
    return this.#shelf !== emptyShelf;
  }

  /** The last answer, strictly. @throws when the shelf cannot be read: that is not "no answer" */
  fetch(): Order | null {
    const known = this.#order?.deref();
    if (known !== undefined) return known;
    if (this.#isNone) return null;
    const order = this.#shelf.fetch(this.id);
    if (order === null) this.#isNone = true;
    else this.#order = new WeakRef(order);
    return order;
  }

  /** The last answer to show; null also when it cannot be read just now. */
  glance(): Order | null {
    try {
      return this.fetch();
    } catch {
      return null;
    }
  }

  /**
   * The service answered that everything is as it was. That is noted in place: most checks come to nothing
   * else, and an object of its own for each took a tenth of what all checks take.
   */
  confirm(nowMs: number): void {
    this.observedAtMs = nowMs;
  }

  /** The same order on the same shelf, with these facts changed. */
  with(changes: Partial<OrderFacts>): ShelvedOrder {
    const next = new ShelvedOrder({ ...factsOf(this), ...changes }, this.#shelf);
    next.#order = this.#order;
    next.#isNone = this.#isNone;
    return next;
  }
}

/** A copy with some facts changed; an order that lies on the shelf stays there. */
export function withFacts(watched: WatchedOrder, changes: Partial<OrderFacts>): WatchedOrder {
  return watched instanceof ShelvedOrder ? watched.with(changes) : { ...watched, ...changes };
}

/** Whether any of these facts differs from what is known. */
export function changesFacts(watched: WatchedOrder, changes: Partial<OrderFacts>): boolean {
  return Object.entries(changes).some(([name, value]) => Reflect.get(watched, name) !== value);
}

/** Whether the order was ever answered; the answer is not fetched for it. */
export function hasAnswer(watched: WatchedOrder): boolean {
  return watched instanceof ShelvedOrder ? watched.hasOrder : watched.order !== null;
}

/**
 * The last answer, to compare the next one with.
 *
 * @throws when it lies on a shelf that cannot be read: taking it for "none" would lose a change
 */
export function lastAnswer(watched: WatchedOrder): Order | null {
  return watched instanceof ShelvedOrder ? watched.fetch() : watched.order;
}

/** All facts without the last answer, which is not fetched for it. */
export function factsOf(facts: OrderFacts): OrderFacts {
  return {
    id: facts.id,
    label: facts.label,
    addedAtMs: facts.addedAtMs,
    isMuted: facts.isMuted,
    isPinned: facts.isPinned,
    observedAtMs: facts.observedAtMs,
    statusSinceMs: facts.statusSinceMs,
    changedAtMs: facts.changedAtMs,
    courierTrace: facts.courierTrace,
    marks: facts.marks,
    problem: facts.problem,
    wishes: facts.wishes,
    unseenCount: facts.unseenCount,
    lastLookedAtMs: facts.lastLookedAtMs,
  };
}
