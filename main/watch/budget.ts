/** Who wants to send: a dispatcher who asked for this order, or the routine. */
export type Lane = 'urgent' | 'routine';

/** The most requests that may leave in one go when nothing was sent for a while. */
const largestBurst = 64;

/**
 * A token bucket for the requests to the service.
 *
 * The cap is kept exactly: in no window of 60 s, wherever it begins, do more requests leave than the
 * user allowed. So the bucket refills at the cap less its own size. Half of the bucket is kept for
 * orders that somebody asked for by name: a pasted order does not wait behind the routine.
 *
 * When the service asks for a pause (429) the rate is halved and comes back by a twentieth of the cap
 * per minute (additive increase, multiplicative decrease). Times are on the monotonic clock.
 */
export class Budget {
  #capPerMinute: number;
  #burst: number;
  #tokens: number;
  #refilledAtMs: number;
  /** What the service leaves us of the cap, from 1/16 to 1. */
  #share = 1;

  constructor(requestsPerMinute: number, nowMs: number) {
    this.#capPerMinute = requestsPerMinute;
    this.#burst = burstOf(requestsPerMinute);
    this.#tokens = this.#burst;
    this.#refilledAtMs = nowMs;
  }

  get requestsPerMinute(): number {
    return this.#capPerMinute;
  }

  /** The rate that can be kept up for ever. */
  get sustainedPerSecond(): number {
    return (Math.max(this.#capPerMinute - this.#burst, this.#capPerMinute / 2) / 60) * this.#share;
  }

  setCap(requestsPerMinute: number, nowMs: number): void {
    this.#refill(nowMs);
    this.#capPerMinute = requestsPerMinute;
    this.#burst = burstOf(requestsPerMinute);
    this.#tokens = Math.min(this.#tokens, this.#burst);
  }

  /** The service said that we ask too much. */
  slowDown(nowMs: number): void {
    this.#refill(nowMs);
    this.#share = Math.max(this.#share / 2, 1 / 16);
    this.#tokens = Math.min(this.#tokens, 1);
  }

  /** Takes leave to send one request now, if there is any. */
  take(lane: Lane, nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < this.#needed(lane)) return false;
    this.#tokens -= 1;
    return true;
  }

  /** How long until {@link take} can succeed; 0 when it would now. */
  waitMs(lane: Lane, nowMs: number): number {
    this.#refill(nowMs);
    const missing = this.#needed(lane) - this.#tokens;
    return missing <= 0 ? 0 : (missing / this.sustainedPerSecond) * 1000;
  }

  #needed(lane: Lane): number {
    // While the service has us slowed down the reserve shrinks too: filling half a bucket at a
    // sixteenth of the rate would leave every order unasked for a minute.
    return lane === 'urgent' ? 1 : 1 + Math.floor((this.#burst * this.#share) / 2);
  }

  #refill(nowMs: number): void {
    const elapsedMs = Math.max(nowMs - this.#refilledAtMs, 0);
    this.#refilledAtMs = nowMs;
    this.#tokens = Math.min(
      this.#burst,
      this.#tokens + (elapsedMs / 1000) * this.sustainedPerSecond,
    );
    if (this.#share < 1) this.#share = Math.min(1, this.#share + (elapsedMs / 60_000) * 0.05);
  }
}

function burstOf(requestsPerMinute: number): number {
  return Math.min(Math.max(Math.floor(requestsPerMinute / 10), 1), largestBurst);
}
