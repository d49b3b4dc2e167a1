/**
 * The orders that go before others that are due: in view and pinned. Their due times stand in the one
 * heap of all; here is only who they are, looked through when the first of them falls due and not at
 * each request, so that a desk that pins thousands pays for them once per slot.
 *
 * Orders are small whole numbers ("slots"), times are on one clock.
 */
export class FrontLine {
  readonly #dueMsOf: (slot: number) => number;
  readonly #slots = new Set<number>();
  /** Those that were due when last looked through, the first one last. */
  #due: number[] = [];
  /** None of those that are not in `#due` is due before. */
  #nextMs = Number.POSITIVE_INFINITY;

  /** @param dueMsOf when a slot is due; NaN when it is not planned */
  constructor(dueMsOf: (slot: number) => number) {
    this.#dueMsOf = dueMsOf;
  }

  has(slot: number): boolean {
    return this.#slots.has(slot);
  }

  add(slot: number): void {
    this.#slots.add(slot);
    this.planned(slot, this.#dueMsOf(slot));
  }

  delete(slot: number): void {
    this.#slots.delete(slot);
  }

  /** An order, at the front or not, was planned. */
  planned(slot: number, dueMs: number): void {
    if (dueMs < this.#nextMs && this.#slots.has(slot)) this.#nextMs = dueMs;
  }

  /** Some due times changed that had come before. */
  changed(): void {
    this.#due = [];
    this.#nextMs = Number.NEGATIVE_INFINITY;
  }

  /** The slot at the front that is due first, or -1 when none is due at `nowMs`. */
  first(nowMs: number): number {
    if (this.#slots.size === 0) return -1;
    if (nowMs >= this.#nextMs) this.#lookThrough(nowMs);
    for (;;) {
      const slot = this.#due.at(-1);
      if (slot === undefined) return -1;
      if (this.#slots.has(slot) && this.#dueMsOf(slot) <= nowMs) return slot;
      this.#due.pop();
    }
  }

  /** The slot at the front that is due first, now or later; -1 when none is planned. */
  soonest(): number {
    let soonest = -1;
    for (const slot of this.#slots) {
      const dueMs = this.#dueMsOf(slot);
      const isSooner = soonest < 0 || dueMs < this.#dueMsOf(soonest);
      if (!Number.isNaN(dueMs) && isSooner) soonest = slot;
    }
    return soonest;
  }

  #lookThrough(nowMs: number): void {
    const due: number[] = [];
    let nextMs = Number.POSITIVE_INFINITY;
    for (const slot of this.#slots) {
      const dueMs = this.#dueMsOf(slot);
      if (dueMs <= nowMs) due.push(slot);
      else if (dueMs < nextMs) nextMs = dueMs;
    }
    this.#due = due.toSorted((one, other) => this.#dueMsOf(other) - this.#dueMsOf(one));
    this.#nextMs = nextMs;
  }
}
