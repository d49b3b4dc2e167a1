/**
 * The clock that orders keep their places by: the wall clock, slowed down while the cap is short and all
 * intervals are longer than they should be. In its time intervals never change, so that an order's place
 * stays where it is among the others when the cap, or what else is watched, makes all intervals longer or
 * shorter. Measured on the wall clock, a thousandth more would throw all places into disorder.
 */
export class PaceClock {
  /** What this clock showed when the monotonic one showed `#sinceMs`. */
  #paceMs: number;
  #sinceMs = 0;
  #stretch = 1;

  /**
   * @param toWallMs how far the wall clock is ahead of the monotonic one, which begins anew with each
   *   start: without it orders would lose their places with every restart
   */
  constructor(toWallMs: number) {
    this.#paceMs = toWallMs;
  }

  /** How much longer intervals are at present than they should be, 1 or more. */
  get stretch(): number {
    return this.#stretch;
  }

  /** What this clock shows at a time of the monotonic clock. */
  at(monotonicMs: number): number {
    return this.#paceMs + (monotonicMs - this.#sinceMs) / this.#stretch;
  }

  /** When this clock shows so much, on the monotonic clock. */
  monotonicMs(paceMs: number): number {
    return this.#sinceMs + (paceMs - this.#paceMs) * this.#stretch;
  }

  setStretch(stretch: number, nowMs: number): void {
    if (stretch === this.#stretch) return;
    this.#paceMs = this.at(nowMs);
    this.#sinceMs = nowMs;
    this.#stretch = stretch;
  }

  /** The machine slept, and the monotonic clock with it. */
  slept(forMs: number): void {
    this.#paceMs += forMs / this.#stretch;
  }
}
