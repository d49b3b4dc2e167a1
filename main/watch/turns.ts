import { DueHeap } from './due-heap.ts';
import { FrontLine } from './front-line.ts';

/** What goes first must be asked before everything else: no clock shows such a time. */
const longAgoMs = -1e12;
/** So many that fell due are taken up at once: of thousands more than leave, and less than holds a turn up. */
const mostTakenUp = 64;

/**
 * Whose turn it is: of those that are due the ones at the front (in view, pinned) first, and then the one
 * that must be asked soonest, measured by how long each may wait. When thousands are late at once, those
 * that are asked often do not wait for a whole list of those that are asked seldom.
 *
 * Orders are small whole numbers ("slots"), times are on one clock.
 */
export class Turns {
  readonly #patienceMsOf: (slot: number) => number;
  readonly #planned = new DueHeap();
  /** Those behind the front that are due, and by when each must be asked; they are not in `#planned`. */
  readonly #ready = new DueHeap();
  readonly #front = new FrontLine((slot) => this.#planned.dueMs(slot));
  #putFirstCount = 0;

  /** @param patienceMsOf for how long an order that is due may wait for others that must be asked sooner */
  constructor(patienceMsOf: (slot: number) => number) {
    this.#patienceMsOf = patienceMsOf;
  }

  get size(): number {
    return this.#planned.size + this.#ready.size;
  }

  /** When the first one is due, long ago when its turn has come; null when there is none. */
  get firstDueMs(): number | null {
    if (this.#ready.size > 0) return longAgoMs;
    const slot = this.#planned.first();
    return slot < 0 ? null : this.#planned.dueMs(slot);
  }

  /** When it is due, NaN when it is not planned; `nowMs` when its turn has come. */
  dueMs(slot: number, nowMs: number): number {
    return this.#ready.has(slot) ? nowMs : this.#planned.dueMs(slot);
  }

  /** Whether its turn has come. */
  isReady(slot: number): boolean {
    return this.#ready.has(slot);
  }

  isDue(slot: number, nowMs: number): boolean {
    return this.#ready.has(slot) || this.#planned.dueMs(slot) <= nowMs;
  }

  /** All that are due, in no order. */
  dueSlots(nowMs: number): readonly number[] {
    return [...this.#ready.slots(), ...this.#planned.dueSlots(nowMs)];
  }

  /** Plans it, or plans it anew. */
  set(slot: number, dueMs: number): void {
    this.#ready.delete(slot);
    this.#planned.set(slot, dueMs);
    this.#front.planned(slot, dueMs);
  }

  delete(slot: number): void {
    this.#planned.delete(slot);
    this.#ready.delete(slot);
  }

  isAtFront(slot: number): boolean {
    return this.#front.has(slot);
  }

  /** Moves it to the front or back among the rest; when it is due stays as it is. */
  setFront(slot: number, isFront: boolean, nowMs: number): void {
    if (this.#front.has(slot) === isFront) return;
    if (!isFront) {
      this.#front.delete(slot);
      return;
    }
    if (this.#ready.has(slot)) {
      this.set(slot, Math.min(this.#ready.dueMs(slot) - this.#patienceMsOf(slot), nowMs));
    }
    this.#front.add(slot);
  }

  /** Whose turn it is, or -1. */
  first(nowMs: number): number {
    const front = this.#front.first(nowMs);
    if (front >= 0) return front;
    this.#takeUp(nowMs);
    return this.#ready.first();
  }

  /** Whose turn it is when only one may be asked, due or not; -1 when nothing is planned. */
  any(): number {
    const front = this.#front.soonest();
    if (front >= 0) return front;
    const ready = this.#ready.first();
    return ready >= 0 ? ready : this.#planned.first();
  }

  /** From now on this one, which is due and not at the front, must be asked by then. */
  mustBeAskedBy(slot: number, latestMs: number): void {
    this.#planned.delete(slot);
    this.#ready.set(slot, latestMs);
  }

  /** Puts this one, which is due, before all others that are and behind those that this was said of before. */
  putFirst(slot: number): void {
    this.#putFirstCount += 1;
    const firstMs = longAgoMs + this.#putFirstCount;
    if (!this.#front.has(slot)) {
      this.mustBeAskedBy(slot, firstMs);
      return;
    }
    this.#planned.set(slot, firstMs);
    this.#front.changed();
  }

  /** Takes up what fell due. What is at the front was asked before, and nothing of it is left. */
  #takeUp(nowMs: number): void {
    for (let count = 0; count < mostTakenUp; count += 1) {
      const slot = this.#planned.first();
      const dueMs = slot < 0 ? Number.NaN : this.#planned.dueMs(slot);
      if (!(dueMs <= nowMs)) return;
      this.mustBeAskedBy(slot, dueMs + this.#patienceMsOf(slot));
    }
  }
}
