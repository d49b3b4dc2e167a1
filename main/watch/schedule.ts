import type { OrderId } from '../../core/order-id.ts';
import { DueHeap } from './due-heap.ts';
import { FrontLine } from './front-line.ts';
import { nextPhaseMs, phaseInstantMs, phaseOf } from './phase.ts';
import type { PlanPace } from './phase.ts';

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
  readonly #front = new FrontLine((slot) => this.#heap.dueMs(slot));
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
    return this.#heap.size + this.#urgent.size;
  }

  get hasUrgent(): boolean {
    return this.#urgent.size > 0;
  }

  /** The requests per second that all orders together ask for, each at its own pace. */
  get demandPerSecond(): number {
    // What is left of sums and differences may be a little below nothing.
    return Math.max(this.#demandPerMs, 0) * 1000;
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
    if (slot === undefined) return null;
    const dueMs = this.#heap.dueMs(slot);
    return Number.isNaN(dueMs) ? null : dueMs;
  }

  /**
   * Moves a known order to the front or back among the rest; when it is due stays as it is. Unknown ones
   * are left alone.
   */
  setFront(id: OrderId, isFront: boolean): void {
    const slot = this.#slots.get(id);
    if (slot === undefined || this.#front.has(slot) === isFront) return;
    if (isFront) this.#front.add(slot);
    else this.#front.delete(slot);
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

  /**
   * Plans the next check after one at `askedMs`, at the order's own place in its interval or on the way
   * there (see {@link nextPhaseMs}).
   */
  planByPace(id: OrderId, askedMs: number, pace: PlanPace): void {
    const slot = this.#slotOf(id);
    const everyMs = (this.#everyMs[slot] ?? 0) * pace.stretch;
    if (everyMs === 0) {
      this.#heap.delete(slot);
      return;
    }
    const phase = this.#phase[slot] ?? 0;
    const wallMs = nextPhaseMs(askedMs + this.#toWallMs, everyMs, phase, pace);
    this.#set(slot, wallMs - this.#toWallMs);
  }

  /**
   * Plans the next check of an order that was asked some time ago, by a pace that may be a new one: as
   * {@link planByPace}, but not before `nowMs`.
   */
  planAnew(id: OrderId, askedMs: number, nowMs: number, pace: PlanPace): void {
    this.planByPace(id, askedMs, pace);
    const slot = this.#slotOf(id);
    if (this.#heap.dueMs(slot) >= nowMs) return;
    const everyMs = (this.#everyMs[slot] ?? 0) * pace.stretch;
    this.#set(slot, nowMs + this.untilPlaceMs(id, nowMs, everyMs));
  }

  /** How long until an order's own place comes round, in an interval of this length. */
  untilPlaceMs(id: OrderId, nowMs: number, everyMs: number): number {
    const slot = this.#slots.get(id);
    const phase = (slot === undefined ? undefined : this.#phase[slot]) ?? this.#phaseOf(id);
    const wallMs = nowMs + this.#toWallMs;
    return phaseInstantMs(wallMs, everyMs, phase) - wallMs;
  }

  planAt(id: OrderId, dueMs: number): void {
    this.#set(this.#slotOf(id), dueMs);
  }

  /** Puts an order before all others. */
  ask(id: OrderId): void {
    this.#heap.delete(this.#slotOf(id));
    this.#urgent.add(id);
  }

  /** The order to ask now, or null: urgent ones first, then what is due at `nowMs`, the front first. */
  peek(nowMs: number): OrderId | null {
    for (const id of this.#urgent) return id;
    const front = this.#front.first(nowMs);
    if (front >= 0) return this.#ids[front] ?? null;
    const slot = this.#heap.first();
    return slot >= 0 && this.#heap.dueMs(slot) <= nowMs ? (this.#ids[slot] ?? null) : null;
  }

  /** The order to ask when only one may be asked, due or not: urgent, else the front, else the one due first. */
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
    this.#front.delete(slot);
    this.#slots.delete(id);
    this.#ids[slot] = null;
    this.#free.push(slot);
    if (this.#slots.size === 0) this.#demandPerMs = 0;
  }

  /** After a sleep during which the monotonic clock stood still: everything is due that much earlier. */
  shift(byMs: number): void {
    this.#toWallMs += byMs;
    this.#heap.shift(-byMs);
    this.#front.changed();
  }

  /** Everything that is due, in no order. */
  dueIds(nowMs: number): OrderId[] {
    const due: OrderId[] = [];
    for (const slot of this.#heap.dueSlots(nowMs)) {
      const id = this.#ids[slot];
      if (id != null) due.push(id);
    }
    return due;
  }

  /**
   * Puts those of these that are due before all others that are, in this order and without making any
   * of them wait longer. The others keep their order: who is due longest comes first. Orders at the front
   * go before all others anyway.
   */
  putFirst(ids: readonly OrderId[], nowMs: number): void {
    const firstMs = Math.min(this.firstDueMs ?? nowMs, nowMs);
    for (const [index, id] of ids.entries()) {
      const slot = this.#slots.get(id);
      if (slot === undefined || !(this.#heap.dueMs(slot) <= nowMs)) continue;
      this.#heap.set(slot, firstMs - (ids.length - index) / 1024);
    }
    this.#front.changed();
  }

  #set(slot: number, dueMs: number): void {
    this.#heap.set(slot, dueMs);
    this.#front.planned(slot, dueMs);
  }

  #slotOf(id: OrderId): number {
    const known = this.#slots.get(id);
    if (known !== undefined) return known;
    const slot = this.#free.pop() ?? this.#ids.length;
    this.#slots.set(id, slot);
    this.#ids[slot] = id;
    this.#phase[slot] = this.#phaseOf(id);
    this.#everyMs[slot] = 0;
    return slot;
  }

  #phaseOf(id: OrderId): number {
    return phaseOf(id, this.#installSeed);
  }
}
