import type { StatedPace } from './ports.ts';
import { StatedLimits } from './stated-limits.ts';

/** Who wants to send: a dispatcher who asked for this order, or the routine. */
export type Asker = 'urgent' | 'routine';

/** However little a service allows, an order is asked for once in some minutes: its words may change. */
const slowestPerSecond = 1 / 300;

/** The rest of what a service allows is what may leave in one go. */
const statedShare = 0.9;

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
  readonly #stated = new StatedLimits();
  /** What the service's own words allow, as of the last refill. */
  #statedPerSecond = Number.POSITIVE_INFINITY;

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
  sustainedPerSecond(nowMs: number): number {
    this.#refill(nowMs);
    return this.#sustainedPerSecond;
  }

  get #sustainedPerSecond(): number {
    const own = Math.max(this.#capPerMinute - this.#burst, this.#capPerMinute / 2) / 60;
    return Math.max(
      Math.min(own * this.#share, this.#statedPerSecond * statedShare),
      slowestPerSecond,
    );
  }

  /** The service said how much it wants to be asked. */
  obey(stated: StatedPace, nowMs: number): void {
    this.#refill(nowMs);
    this.#tokens = this.#stated.take(stated, this.#tokens, nowMs);
    this.#statedPerSecond = this.#stated.perSecond(nowMs);
  }

  /** How often one order may be asked for at most; 0 when the service did not say. */
  statedEveryMs(nowMs: number): number {
    return this.#stated.pollEveryMs(nowMs);
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
  take(asker: Asker, nowMs: number): boolean {
    this.#refill(nowMs);
    if (nowMs < this.#stated.closedUntilMs) return false;
    if (this.#tokens < this.#needed(asker)) return false;
    this.#tokens -= 1;
    return true;
  }

  /** How long until {@link take} can succeed; 0 when it would now. */
  waitMs(asker: Asker, nowMs: number): number {
    this.#refill(nowMs);
    const missing = this.#needed(asker) - this.#tokens;
    const refillMs = missing <= 0 ? 0 : (missing / this.#sustainedPerSecond) * 1000;
    return Math.max(refillMs, this.#stated.closedUntilMs - nowMs);
  }

  /** A service that allows little is not met with a burst of what was saved up before. */
  get #mostTokens(): number {
    return Math.min(this.#burst, burstOf(this.#statedPerSecond * 60));
  }

  #needed(asker: Asker): number {
    // While the service has us slowed down the reserve shrinks too: filling half a bucket at a
    // sixteenth of the rate would leave every order unasked for a minute.
    return asker === 'urgent' ? 1 : 1 + Math.floor((this.#mostTokens * this.#share) / 2);
  }

  #refill(nowMs: number): void {
    const elapsedMs = Math.max(nowMs - this.#refilledAtMs, 0);
    this.#refilledAtMs = nowMs;
    this.#statedPerSecond = this.#stated.perSecond(nowMs);
    this.#tokens = Math.min(
      this.#mostTokens,
      this.#tokens + (elapsedMs / 1000) * this.#sustainedPerSecond,
    );
    if (this.#share < 1) this.#share = Math.min(1, this.#share + (elapsedMs / 60_000) * 0.05);
  }
}

function burstOf(requestsPerMinute: number): number {
  return Math.min(Math.max(Math.floor(requestsPerMinute / 10), 1), largestBurst);
}
