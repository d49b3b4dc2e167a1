import type { OrderId } from '../../core/order-id.ts';
import { DueHeap } from './due-heap.ts';
import { nextPhaseMs, phaseOf } from './phase.ts';

/**
 * When each order is asked next. It knows due times and pace, nothing of requests, and owns no timer.
 *
 * Orders that were asked for by name ("urgent") go before all others, in the order of asking; of those
 * that are due, the ones at the front (in view, pinned) before the rest. All times are on the
 * monotonic clock.
 */
export class Schedule {
  readonly #installSeed: number;
  /** Added to the monotonic clock it gives the wall's: the places are those of the wall clock. */
  #toWallMs: number;
  readonly #slots = new Map<OrderId, number>();
  readonly #ids: (OrderId | null)[] = [];
  readonly #free: number[] = [];
  readonly #phase: number[] = [];
  /** The unstretched interval, or 0 when the order needs no more checks. */
  readonly #everyMs: number[] = [];
  readonly #heap = new DueHeap();
  readonly #frontHeap = new DueHeap();
  readonly #front = new Set<OrderId>();
  readonly #urgent = new Set<OrderId>();
  #demandPerMs = 0;

  /**
   * @param toWallMs how far the wall clock is ahead of the monotonic one, which begins anew with each
   *   start: without it an order would lose its place with every restart
   */
  constructor(installSeed: number, toWallMs = 0) {
    this.#installSeed = installSeed;
    this.#toWallMs = toWallMs;
  }

  /** Whether the order has a pace here, and so is planned, being asked, or done with. */
  knows(id: OrderId): boolean {
    return this.#slots.has(id);
  }

  /** How many orders have a next check. */
  get plannedCount(): number {
    return this.#heap.size + this.#frontHeap.size + this.#urgent.size;
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
    const dueMs = Math.min(firstDueMs(this.#heap), firstDueMs(this.#frontHeap));
    return dueMs === Number.POSITIVE_INFINITY ? null : dueMs;
  }

  /** Null when the order has no next check; urgent ones are due at once. */
  dueMs(id: OrderId, nowMs: number): number | null {
    if (this.#urgent.has(id)) return nowMs;
    const slot = this.#slots.get(id);
    if (slot === undefined) return null;
    const dueMs = this.#heapOf(id).dueMs(slot);
    return Number.isNaN(dueMs) ? null : dueMs;
  }

  isFront(id: OrderId): boolean {
    return this.#front.has(id);
  }

  /** Moves an order to the front or back among the rest; when it is due stays as it is. */
  setFront(id: OrderId, isFront: boolean): void {
    if (this.#front.has(id) === isFront) return;
    const slot = this.#slots.get(id);
    const dueMs = slot === undefined ? Number.NaN : this.#heapOf(id).dueMs(slot);
    if (slot !== undefined) this.#heapOf(id).delete(slot);
    if (isFront) this.#front.add(id);
    else this.#front.delete(id);
    if (slot !== undefined && !Number.isNaN(dueMs)) this.#heapOf(id).set(slot, dueMs);
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
    const heap = this.#heapOf(id);
    if (every === 0) {
      heap.delete(slot);
      return;
    }
    const phase = this.#phase[slot] ?? 0;
    const wallMs = nextPhaseMs(nowMs + this.#toWallMs, every * stretch, phase);
    heap.set(slot, wallMs - this.#toWallMs);
  }

  planAt(id: OrderId, dueMs: number): void {
    this.#heapOf(id).set(this.#slotOf(id), dueMs);
  }

  /** Puts an order before all others. */
  ask(id: OrderId): void {
    this.#heapOf(id).delete(this.#slotOf(id));
    this.#urgent.add(id);
  }

  /** The order to ask now, or null: urgent ones first, then what is due at `nowMs`, the front first. */
  peek(nowMs: number): OrderId | null {
    for (const id of this.#urgent) return id;
    for (const heap of [this.#frontHeap, this.#heap]) {
      const slot = heap.first();
      if (slot >= 0 && heap.dueMs(slot) <= nowMs) return this.#ids[slot] ?? null;
    }
    return null;
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
    if (slot !== undefined) this.#heapOf(id).delete(slot);
  }

  forget(id: OrderId): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.setPace(id, null);
    this.take(id);
    this.#front.delete(id);
    this.#slots.delete(id);
    this.#ids[slot] = null;
    this.#free.push(slot);
    if (this.#slots.size === 0) this.#demandPerMs = 0;
  }

  /** After a sleep during which the monotonic clock stood still: everything is due that much earlier. */
  shift(byMs: number): void {
    this.#toWallMs += byMs;
    this.#heap.shift(-byMs);
    this.#frontHeap.shift(-byMs);
  }

  /**
   * Puts all orders that are due in the order of their rank, the highest first, without making any of
   * them wait longer. Orders at the front go before all others anyway.
   */
  rankDue(nowMs: number, rankOf: (id: OrderId) => number): void {
    const slots = Uint32Array.from(
      this.#heap.dueSlots(nowMs).concat(this.#frontHeap.dueSlots(nowMs)),
    );
    const ranks = new Float64Array(this.#ids.length);
    for (const slot of slots) {
      const id = this.#ids[slot];
      if (id != null) ranks[slot] = rankOf(id);
    }
    slots.sort((one, other) => (ranks[other] ?? 0) - (ranks[one] ?? 0));
    slots.forEach((slot, index) => {
      const id = this.#ids[slot];
      if (id != null) this.#heapOf(id).set(slot, nowMs - (slots.length - index) / 1024);
    });
  }

  #heapOf(id: OrderId): DueHeap {
    return this.#front.has(id) ? this.#frontHeap : this.#heap;
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

function firstDueMs(heap: DueHeap): number {
  const slot = heap.first();
  return slot < 0 ? Number.POSITIVE_INFINITY : heap.dueMs(slot);
}
