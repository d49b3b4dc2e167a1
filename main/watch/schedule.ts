import type { OrderId } from '../../core/order/order-id.ts';
import { PaceClock } from './pace-clock.ts';
import { nextPhaseMs, phaseInstantMs, phaseOf } from './phase.ts';
import type { PlanPace } from './phase.ts';
import { Turns } from './turns.ts';

/** What fell due just before a standstill was still waiting for its slot when that began. */
const waitingMs = 1000;

/**
 * When each order is asked next. It knows due times and pace, nothing of requests, and owns no timer.
 *
 * Orders that were asked for by name ("urgent") go before all others, in the order of asking; how the rest
 * takes turns is said in {@link Turns}. All times are on the monotonic clock.
 */
export class Schedule {
  readonly #installSeed: number;
  /** Due times are kept in its time: they come earlier when what stretches all intervals goes away. */
  readonly #paceClock: PaceClock;
  readonly #slots = new Map<OrderId, number>();
  readonly #ids: (OrderId | null)[] = [];
  readonly #free: number[] = [];
  readonly #phase: number[] = [];
  /** The unstretched interval, or 0 when the order needs no more checks. */
  readonly #everyMs: number[] = [];
  /** Whoever fell due may wait for half an interval while others must be asked sooner. */
  readonly #turns = new Turns((slot) => (this.#everyMs[slot] ?? 0) / 2);
  readonly #urgent = new Set<OrderId>();
  #demandPerMs = 0;

  /** @param toWallMs how far the wall clock is ahead of the monotonic one */
  constructor(installSeed: number, toWallMs = 0) {
    this.#installSeed = installSeed;
    this.#paceClock = new PaceClock(toWallMs);
  }

  /** Whether the order has a pace here, and so is planned, being asked, or done with. */
  knows(id: OrderId): boolean {
    return this.#slots.has(id);
  }

  /** How many orders have a next check. */
  get plannedCount(): number {
    return this.#turns.size + this.#urgent.size;
  }

  get hasUrgent(): boolean {
    return this.#urgent.size > 0;
  }

  /** The requests per second that all orders together ask for, each at its own pace. */
  get demandPerSecond(): number {
    // What is left of sums and differences may be a little below nothing.
    return Math.max(this.#demandPerMs, 0) * 1000;
  }

  /** When the first order that is not urgent is due, long ago when one is; null when there is none. */
  get firstDueMs(): number | null {
    const { firstDueMs } = this.#turns;
    return firstDueMs === null ? null : this.#paceClock.monotonicMs(firstDueMs);
  }

  /** Null when the order has no next check; `nowMs` when its turn has come. */
  dueMs(id: OrderId, nowMs: number): number | null {
    if (this.#urgent.has(id)) return nowMs;
    const slot = this.#slots.get(id);
    if (slot === undefined) return null;
    const paceMs = this.#paceClock.at(nowMs);
    const dueMs = this.#turns.dueMs(slot, paceMs);
    if (dueMs === paceMs) return nowMs;
    return Number.isNaN(dueMs) ? null : this.#paceClock.monotonicMs(dueMs);
  }

  /**
   * Moves a known order to the front or back among the rest; when it is due stays as it is. Unknown ones
   * are left alone.
   */
  setFront(id: OrderId, isFront: boolean, nowMs: number): void {
    const slot = this.#slots.get(id);
    if (slot !== undefined) this.#turns.setFront(slot, isFront, this.#paceClock.at(nowMs));
  }

  /** How much longer all intervals are than they should be. */
  get stretch(): number {
    return this.#paceClock.stretch;
  }

  /** How much longer they are from now on: 1 or more. */
  setStretch(stretch: number, nowMs: number): void {
    this.#paceClock.setStretch(stretch, nowMs);
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
  planByPace(id: OrderId, askedMs: number, { mayHurry, slackMs }: PlanPace): void {
    const slot = this.#slotOf(id);
    const everyMs = this.#everyMs[slot] ?? 0;
    if (everyMs === 0) {
      this.#turns.delete(slot);
      return;
    }
    const clock = this.#paceClock;
    const pace = { slackMs: slackMs / clock.stretch, mayHurry };
    this.#turns.set(slot, nextPhaseMs(clock.at(askedMs), everyMs, this.#phase[slot] ?? 0, pace));
  }

  /**
   * Plans the next check of an order that was asked some time ago, by a pace that may be a new one: as
   * {@link planByPace}, but not before `nowMs`.
   */
  planAnew(id: OrderId, askedMs: number, nowMs: number, pace: PlanPace): void {
    this.planByPace(id, askedMs, pace);
    const slot = this.#slotOf(id);
    const paceMs = this.#paceClock.at(nowMs);
    if (this.#turns.dueMs(slot, paceMs) < paceMs)
      this.#turns.set(slot, this.#nextPlaceMs(slot, paceMs));
  }

  /** How long until the place of an order comes round that has or will have this interval. */
  untilPlaceMs(id: OrderId, nowMs: number, everyMs: number): number {
    const slot = this.#slots.get(id);
    const phase = (slot === undefined ? undefined : this.#phase[slot]) ?? this.#phaseOf(id);
    const paceMs = phaseInstantMs(this.#paceClock.at(nowMs), everyMs, phase);
    return this.#paceClock.monotonicMs(paceMs) - nowMs;
  }

  planAt(id: OrderId, dueMs: number): void {
    this.#turns.set(this.#slotOf(id), this.#paceClock.at(dueMs));
  }

  /** Puts an order before all others. */
  ask(id: OrderId): void {
    this.#turns.delete(this.#slotOf(id));
    this.#urgent.add(id);
  }

  /** The order to ask now, or null: urgent ones first, then what is due at `nowMs`. */
  peek(nowMs: number): OrderId | null {
    for (const id of this.#urgent) return id;
    return this.#idAt(this.#turns.first(this.#paceClock.at(nowMs)));
  }

  /** The order to ask when only one may be asked, due or not. */
  peekAny(): OrderId | null {
    for (const id of this.#urgent) return id;
    return this.#idAt(this.#turns.any());
  }

  isUrgent(id: OrderId): boolean {
    return this.#urgent.has(id);
  }

  /** Takes an order out, because it is being asked. It keeps its pace and its phase. */
  take(id: OrderId): void {
    this.#urgent.delete(id);
    const slot = this.#slots.get(id);
    if (slot !== undefined) this.#turns.delete(slot);
  }

  forget(id: OrderId): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.setPace(id, null);
    this.take(id);
    this.#turns.setFront(slot, false, 0);
    this.#slots.delete(id);
    this.#ids[slot] = null;
    this.#free.push(slot);
    if (this.#slots.size === 0) this.#demandPerMs = 0;
  }

  /** After a sleep during which the monotonic clock stood still: everything is due that much earlier. */
  slept(forMs: number): void {
    this.#paceClock.slept(forMs);
  }

  /** Everything that is due, in no order. */
  dueIds(nowMs: number): OrderId[] {
    const due: OrderId[] = [];
    for (const slot of this.#turns.dueSlots(this.#paceClock.at(nowMs))) {
      const id = this.#ids[slot];
      if (id != null) due.push(id);
    }
    return due;
  }

  /**
   * Has an order that is due go by its place, so that all that are late together ask for no more than ever:
   * by its place after the standstill began, as if that had not been. After one of half to a whole interval
   * that would meet those that are not late at their own places; there it is the next place. At the
   * front it goes before them anyway.
   *
   * @param stoodStillMs for how long nothing was asked; infinite when nobody knows
   */
  setLate(id: OrderId, nowMs: number, stoodStillMs: number): void {
    const slot = this.#slots.get(id);
    const paceMs = this.#paceClock.at(nowMs);
    if (slot === undefined || this.#turns.isAtFront(slot) || !this.#turns.isDue(slot, paceMs))
      return;
    const everyMs = this.#everyMs[slot] ?? 0;
    const standstillMs = stoodStillMs / this.#paceClock.stretch;
    const wasShort = standstillMs < everyMs / 2;
    if (everyMs === 0 || (wasShort && this.#turns.isReady(slot))) return;
    const isLeftOut = wasShort || (standstillMs >= everyMs && Number.isFinite(standstillMs));
    const leftOutMs = isLeftOut ? standstillMs + waitingMs : 0;
    this.#turns.mustBeAskedBy(slot, this.#nextPlaceMs(slot, paceMs - leftOutMs) + leftOutMs);
  }

  /** Puts those of these that are due before all others that are, in this order, but behind the front. */
  putFirst(ids: readonly OrderId[], nowMs: number): void {
    const paceMs = this.#paceClock.at(nowMs);
    for (const id of ids) {
      const slot = this.#slots.get(id);
      if (slot !== undefined && this.#turns.isDue(slot, paceMs)) this.#turns.putFirst(slot);
    }
  }

  /** When an order's place comes round, on the clock of the places, as `paceMs` is. */
  #nextPlaceMs(slot: number, paceMs: number): number {
    return phaseInstantMs(paceMs, this.#everyMs[slot] ?? 0, this.#phase[slot] ?? 0);
  }

  #idAt(slot: number): OrderId | null {
    return slot < 0 ? null : (this.#ids[slot] ?? null);
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
