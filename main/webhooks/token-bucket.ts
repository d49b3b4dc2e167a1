/** So many requests a second, and so many at once; times on the monotonic clock. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #most: number;
  #tokens: number;
  #filledAtMs: number;

  constructor(perSecond: number, most: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#tokens = most;
    this.#filledAtMs = nowMs;
  }

  take(nowMs: number): boolean {
    const passedMs = Math.max(nowMs - this.#filledAtMs, 0);
    this.#filledAtMs = nowMs;
    this.#tokens = Math.min(this.#most, this.#tokens + (passedMs / 1000) * this.#perSecond);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
