/**
 * The highest demand of the last while. When many orders turn to a slower pace they do so one after the
 * other, each at its own check: those that have not had it yet are due as before, and would be held back
 * if requests left at the rate of what is asked for from now on.
 *
 * It remembers two spells instead of every demand, so that what was highest counts for one to two of
 * them. Times are on the monotonic clock.
 */
export class RecentDemand {
  #begunAtMs: number;
  #highest = 0;
  #highestBefore = 0;

  constructor(nowMs: number) {
    this.#begunAtMs = nowMs;
  }

  /** @param spellMs at least how long a demand counts that has fallen since */
  highest(perSecond: number, spellMs: number, nowMs: number): number {
    const passedMs = nowMs - this.#begunAtMs;
    if (passedMs >= spellMs) {
      this.#highestBefore = passedMs < spellMs * 2 ? this.#highest : 0;
      this.#highest = 0;
      this.#begunAtMs = nowMs;
    }
    this.#highest = Math.max(this.#highest, perSecond);
    return Math.max(this.#highest, this.#highestBefore);
  }
}
