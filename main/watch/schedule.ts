import type { OrderId } from '../../core/order-id.ts';
import { DueHeap } from './due-heap.ts';
import { nextPhaseMs, phaseOf } from './phase.ts';

/**
 * When each order is asked next. It knows due times and pace, nothing of requests, and owns no timer.
 *
 * Orders that were asked for by name ("urgent") go before all others, in the order of asking. All
 * times are on the monotonic clock.
 */
export class Schedule {
  readonly #installSeed: number;
  readonly #slots = new Map<OrderId, number>();
  readonly #ids: (OrderId | null)[] = [];
  readonly #free: number[] = [];
  readonly #phase: number[] = [];
  /** The unstretched interval, or 0 when the order needs no more checks. */
  readonly #everyMs: number[] = [];
  readonly #heap = new DueHeap();
  readonly #urgent = new Set<OrderId>();
  #demandPerMs = 0;

  constructor(installSeed: number) {
    this.#installSeed = installSeed;
  }

  /** Whether the order has a pace here, and so is planned, being asked, or done with. */
  knows(id: OrderId): boolean {
    return this.#slots.has(id);
  }

  /** How many orders have a next check. */
  get plannedCount(): number {
    return this.#heap.size + this.#urgent.size;
  }

  get hasUrgent(): boolean {
    return this.#urgent.size > 0;
  }

  /** The requests per second that all orders together ask for, each at its own pace. */
  get demandPerSecond(): number {
    return this.#demandPerMs * 1000;
  }

  /** When the first order that is not urgent is due; null when there is none. */
  get firstDueMs(): number | null {
    const slot = this.#heap.first();
    return slot < 0 ? null : this.#heap.dueMs(slot);
  }

  /** Null when the order has no next check; urgent ones are due at once. */
  dueMs(id: OrderId, nowMs: number): number | null {
    if (this.#urgent.has(id)) return nowMs;
    const slot = this.#slots.get(id);
    if (slot === undefined || !this.#heap.has(slot)) return null;
    return this.#heap.dueMs(slot);
  }

  /** Changes how often an order is asked, from its next planning on. Null: never again by itself. */
  setPace(id: OrderId, everyMs: number | null): void {
    const slot = this.#slotOf(id);
    const before = this.#everyMs[slot] ?? 0;
    const after = everyMs ?? 0;
    if (before === after) return;
    if (before > 0) this.#demandPerMs -= 1 / before;
    if (after > 0) this.#demandPerMs += 1 / after;
    this.#everyMs[slot] = after;
  }

  everyMs(id: OrderId): number | null {
    const slot = this.#slots.get(id);
    const every = slot === undefined ? 0 : (this.#everyMs[slot] ?? 0);
    return every > 0 ? every : null;
  }

  /** Plans the next check at the order's own place in its interval, `stretch` times as long (1 or more). */
  planByPace(id: OrderId, nowMs: number, stretch: number): void {
    const slot = this.#slotOf(id);
    const every = this.#everyMs[slot] ?? 0;
    if (every > 0)
      this.#heap.set(slot, nextPhaseMs(nowMs, every * stretch, this.#phase[slot] ?? 0));
    else this.#heap.delete(slot);
  }

  planAt(id: OrderId, dueMs: number): void {
    this.#heap.set(this.#slotOf(id), dueMs);
  }

  /** Puts an order before all others. */
  ask(id: OrderId): void {
    this.#heap.delete(this.#slotOf(id));
    this.#urgent.add(id);
  }

  /** The order to ask now, or null: urgent ones first, then what is due at `nowMs`. */
  peek(nowMs: number): OrderId | null {
    for (const id of this.#urgent) return id;
    const slot = this.#heap.first();
    if (slot < 0 || this.#heap.dueMs(slot) > nowMs) return null;
    return this.#ids[slot] ?? null;
  }

  /** The order to ask when only one may be asked, due or not: urgent, else the one due first. */
  peekAny(): OrderId | null {
    return this.peek(Number.POSITIVE_INFINITY);
  }

  isUrgent(id: OrderId): boolean {
    return this.#urgent.has(id);
  }

  /** Takes an order out, because it is being asked. It keeps its pace and its phase. */
  take(id: OrderId): void {
    this.#urgent.delete(id);
    const slot = this.#slots.get(id);
    if (slot !== undefined) this.#heap.delete(slot);
  }

  forget(id: OrderId): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.setPace(id, null);
    this.take(id);
    this.#slots.delete(id);
    this.#ids[slot] = null;
    this.#free.push(slot);
    if (this.#slots.size === 0) this.#demandPerMs = 0;
  }

  /** After a sleep during which the monotonic clock stood still: everything is due that much earlier. */
  shift(byMs: number): void {
    this.#heap.shift(-byMs);
  }

  /** Puts all orders that are due in the given order, without making any of them wait longer. */
  rankDue(nowMs: number, compare: (a: OrderId, b: OrderId) => number): void {
    const ids = this.#heap
      .dueSlots(nowMs)
      .flatMap((slot) => this.#ids[slot] ?? [])
      .toSorted(compare);
    ids.forEach((id, index) => {
      this.planAt(id, nowMs - (ids.length - index) / 1024);
    });
  }

  #slotOf(id: OrderId): number {
    const known = this.#slots.get(id);
    if (known !== undefined) return known;
    const slot = this.#free.pop() ?? this.#ids.length;
    this.#slots.set(id, slot);
    this.#ids[slot] = id;
    this.#phase[slot] = phaseOf(id, this.#installSeed);
    this.#everyMs[slot] = 0;
    return slot;
  }
}
