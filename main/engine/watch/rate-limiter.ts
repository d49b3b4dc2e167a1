import type { Clock } from '../../../core/clock.ts';
import type { StatedPace } from './ports.ts';

/** The reason for a request: a person asked for this order, or the schedule did. */
export type RequestPriority = 'urgent' | 'routine';

/** The most requests in any {@link burstWindowMs}, whatever else allows more. */
const largestBurst = 64;
const burstWindowMs = 100;
/** A service that allows less is still asked once in some minutes: its limits may change. */
const slowestPerSecond = 1 / 300;
/** The part of the stated rate that is used steadily; the rest is left for bursts. */
const statedShare = 0.9;
/** How long a limit that the service states holds: a window may be longer, but what was meant may be less. */
const statedForMs = 15 * 60_000;
/** The schedule may send this many times its demand, so that a backlog of requests shrinks. */
const headroom = 1.2;
/** The schedule may send at this rate even with few orders, to catch up with them after a sleep. */
const calmPerSecond = 20;
/** How long a demand that fell still counts, as orders change to a slower pace one after the other. */
const demandFallsInMs = 120_000;

/** How early a timer may come; its slot counts as begun then. */
const timerEarlyMs = 2;

/** A limit that the service stated, and until when it holds. */
interface Stated {
  readonly value: number;
  readonly untilMs: number;
}

/**
 * Limits the requests. A token bucket keeps the cap exactly: it refills at the cap less its own size, so in
 * no window of 60 s do more requests leave than the settings allow. Half of the bucket is reserved for
 * requests by a person. The schedule's requests leave in slots, a bounded number in each, because each
 * wake-up costs more than the request it sends.
 *
 * After a 429 the rate is halved and comes back by a twentieth of the cap per minute. Times are on the
 * monotonic clock.
 */
export class RateLimiter {
  readonly #clock: Clock;
  #capPerMinute: number;
  #tokens: number;
  #refilledAtMs: number;
  /** The part of the cap that is used after 429s, from 1/16 to 1. */
  #share = 1;
  #closedUntilMs = Number.NEGATIVE_INFINITY;
  #statedPerMinute: Stated | null = null;
  #statedWindow: Stated | null = null;
  #statedEvery: Stated | null = null;
  #demandPerSecond = 0;
  #demandAtMs = 0;
  #slotStartMs = 0;
  #leftInSlot = 0;
  /** When the last requests left, in a ring. */
  readonly #sentAtMs = new Float64Array(largestBurst);
  #sentCount = 0;
  /** How many left in each of the last sixty seconds. */
  readonly #perSecond = new Uint32Array(60);
  #second = 0;

  constructor(clock: Clock, requestsPerMinute: number) {
    this.#clock = clock;
    this.#capPerMinute = requestsPerMinute;
    this.#tokens = burstOf(requestsPerMinute);
    this.#refilledAtMs = clock.monotonicMs();
  }

  get requestsPerMinute(): number {
    return this.#capPerMinute;
  }

  get requestsLastMinute(): number {
    return this.sentPerSecond.reduce((sum, count) => sum + count, 0);
  }

  /** How many left in each of the last sixty seconds, the present one first. */
  get sentPerSecond(): readonly number[] {
    this.#turnToSecond();
    return Array.from(
      this.#perSecond,
      (_, back) => this.#perSecond[(this.#second - back + 60) % 60] ?? 0,
    );
  }

  /** The rate that the cap and the service allow in the long run. */
  get sustainedPerSecond(): number {
    const burst = burstOf(this.#capPerMinute);
    const own = Math.max(this.#capPerMinute - burst, this.#capPerMinute / 2) / 60;
    const stated = this.#statedPerSecond * statedShare;
    return Math.max(Math.min(own * this.#share, stated), slowestPerSecond);
  }

  /** The shortest pause between two checks of one order that the service stated; 0 when it stated none. */
  get statedEveryMs(): number {
    return this.#valid(this.#statedEvery)?.value ?? 0;
  }

  /** The factor by which all intervals have to be longer for this demand; 1 when the rate suffices. */
  stretchFor(demandPerSecond: number): number {
    return Math.max(1, demandPerSecond / this.sustainedPerSecond);
  }

  /** Sets the requests per second that all orders need now. A higher demand from before fades slowly. */
  setDemand(perSecond: number): void {
    const nowMs = this.#clock.monotonicMs();
    const faded = Math.exp((this.#demandAtMs - nowMs) / demandFallsInMs);
    this.#demandPerSecond = Math.max(perSecond, this.#demandPerSecond * faded);
    this.#demandAtMs = nowMs;
  }

  /** Few requests leave in long slots and many in short ones, so that no slot holds more than 64. */
  get slotMs(): number {
    const perSecond = Math.min(this.#demandPerSecond, this.sustainedPerSecond);
    if (perSecond <= 40) return 1000;
    return perSecond <= 160 ? 250 : 25;
  }

  /** The rate at which the schedule may send. */
  get routinePerSecond(): number {
    const sustained = this.sustainedPerSecond;
    return Math.max(
      Math.min(this.#demandPerSecond, sustained) * headroom,
      Math.min(calmPerSecond, sustained),
    );
  }

  /** How many late orders may be checked per second beside those that are due. */
  get catchUpPerSecond(): number {
    return this.routinePerSecond - Math.min(this.#demandPerSecond, this.sustainedPerSecond);
  }

  /**
   * Begins the slot in which the schedule's next requests leave. At the cap as many leave as the bucket has
   * tokens for: tokens earned during the slot are used in the next one, and not one by one as they come.
   *
   * @returns when it began
   */
  beginSlot(): number {
    const { slotMs } = this;
    const nowMs = this.#clock.monotonicMs();
    const startMs = Math.floor((nowMs + timerEarlyMs) / slotMs) * slotMs;
    if (startMs !== this.#slotStartMs) {
      this.#slotStartMs = startMs;
      this.#refill();
      const spare = this.#tokens - this.#tokensNeeded('routine') + 1;
      const earned = Math.max(spare, (this.sustainedPerSecond * slotMs) / 1000);
      this.#leftInSlot = Math.min(this.#routineWithin(slotMs), Math.max(Math.floor(earned), 1));
    }
    return startMs;
  }

  /** When the slot ends in which a time lies. */
  slotEndMs(atMs: number): number {
    const { slotMs } = this;
    return (Math.floor(atMs / slotMs) + 1) * slotMs;
  }

  /** Spends a token for one request, which counts as sent. @returns whether it may leave now */
  spend(priority: RequestPriority): boolean {
    if (this.waitMs(priority) > 0) return false;
    const nowMs = this.#clock.monotonicMs();
    this.#tokens -= 1;
    if (priority === 'routine') this.#leftInSlot -= 1;
    this.#sentAtMs[this.#sentCount % largestBurst] = nowMs;
    this.#sentCount += 1;
    this.#turnToSecond();
    const second = this.#second % 60;
    this.#perSecond[second] = (this.#perSecond[second] ?? 0) + 1;
    return true;
  }

  /**
   * How long until {@link spend} can succeed, in whole milliseconds; 0 when it would now. At most until the end
   * of the window that the service stated, because the rate is another one then.
   */
  waitMs(priority: RequestPriority): number {
    this.#refill();
    const nowMs = this.#clock.monotonicMs();
    const missing = this.#tokensNeeded(priority) - this.#tokens;
    const windowEndsAtMs = this.#valid(this.#statedWindow)?.untilMs ?? Number.POSITIVE_INFINITY;
    const refillMs = Math.min((missing / this.sustainedPerSecond) * 1000, windowEndsAtMs - nowMs);
    const openMs = Math.max(this.#closedUntilMs, this.#burstEndMs(priority)) - nowMs;
    const isSlotFull = priority === 'routine' && this.#leftInSlot === 0;
    const slotMs = isSlotFull ? this.slotEndMs(nowMs) - nowMs : 0;
    return Math.ceil(Math.max(refillMs, openMs, slotMs, 0));
  }

  /** Keeps to the pace that the service stated. */
  obey({ pauseMs, perMinute, pollEveryMs, window }: StatedPace): void {
    this.#refill();
    const nowMs = this.#clock.monotonicMs();
    const untilMs = nowMs + statedForMs;
    if (pauseMs !== null) this.pause(pauseMs);
    if (perMinute !== null) this.#statedPerMinute = { value: perMinute, untilMs };
    if (pollEveryMs !== null) this.#statedEvery = { value: pollEveryMs, untilMs };
    if (window === null) return;
    const endsAtMs = nowMs + Math.min(window.resetInMs, statedForMs);
    if (window.remaining === 0) this.#closeUntil(endsAtMs);
    this.#tokens = Math.min(this.#tokens, window.remaining);
    const perSecond = ((window.remaining - this.#tokens) * 1000) / window.resetInMs;
    this.#statedWindow = { value: perSecond, untilMs: endsAtMs };
  }

  /** How long nothing may be sent by the word of the service; 0 when something may. */
  get closedForMs(): number {
    return Math.max(this.#closedUntilMs - this.#clock.monotonicMs(), 0);
  }

  /** Sends nothing for this time, because the service asked for it. */
  pause(pauseMs: number): void {
    this.#closeUntil(this.#clock.monotonicMs() + pauseMs);
  }

  /** Halves the rate, because the service said that we ask too much. */
  slowDown(): void {
    this.#refill();
    this.#share = Math.max(this.#share / 2, 1 / 16);
    this.#tokens = Math.min(this.#tokens, 1);
  }

  /** Another service is asked from now on: nothing that the one before stated or refused counts. */
  forgetService(): void {
    this.#refill();
    this.#share = 1;
    this.#closedUntilMs = Number.NEGATIVE_INFINITY;
    this.#statedPerMinute = null;
    this.#statedWindow = null;
    this.#statedEvery = null;
  }

  setCap(requestsPerMinute: number): void {
    this.#refill();
    this.#capPerMinute = requestsPerMinute;
  }

  /** When the limit for a burst allows the next request, on the monotonic clock. */
  #burstEndMs(priority: RequestPriority): number {
    const longestMs = Math.max(burstWindowMs, this.slotMs);
    const most = priority === 'urgent' ? largestBurst : this.#routineWithin(longestMs);
    const firstNo = this.#sentCount - Math.min(most, largestBurst);
    if (firstNo < 0) return Number.NEGATIVE_INFINITY;
    return (this.#sentAtMs[firstNo % largestBurst] ?? 0) + burstWindowMs;
  }

  /** How many requests the schedule may send in a time. */
  #routineWithin(ms: number): number {
    return Math.max(Math.round((this.routinePerSecond * ms) / 1000), 1);
  }

  /** The size of the bucket. A service that allows little gets no burst of tokens saved before. */
  get #mostTokens(): number {
    return Math.min(burstOf(this.#capPerMinute), burstOf(this.#statedPerSecond * 60));
  }

  #tokensNeeded(priority: RequestPriority): number {
    // The reserve shrinks with the rate: at a sixteenth of it, half a bucket would take a minute to fill.
    return priority === 'urgent' ? 1 : 1 + Math.floor((this.#mostTokens * this.#share) / 2);
  }

  #refill(): void {
    const nowMs = this.#clock.monotonicMs();
    // A window that the service stated ends empty: its time must not count at the rate that follows.
    const endedAtMs = this.#statedWindow?.untilMs ?? Number.POSITIVE_INFINITY;
    const sinceMs =
      nowMs < endedAtMs ? this.#refilledAtMs : Math.max(this.#refilledAtMs, endedAtMs);
    const elapsedMs = Math.max(nowMs - sinceMs, 0);
    this.#refilledAtMs = nowMs;
    const refilled = this.#tokens + (elapsedMs / 1000) * this.sustainedPerSecond;
    this.#tokens = Math.min(this.#mostTokens, refilled);
    this.#share = Math.min(1, this.#share + (elapsedMs / 60_000) * 0.05);
  }

  get #statedPerSecond(): number {
    const inWindow = this.#valid(this.#statedWindow)?.value ?? Number.POSITIVE_INFINITY;
    const perMinute = this.#valid(this.#statedPerMinute)?.value ?? Number.POSITIVE_INFINITY;
    return Math.min(inWindow, perMinute / 60);
  }

  #valid(stated: Stated | null): Stated | null {
    return stated !== null && this.#clock.monotonicMs() < stated.untilMs ? stated : null;
  }

  #closeUntil(untilMs: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, untilMs);
  }

  #turnToSecond(): void {
    const second = Math.floor(this.#clock.monotonicMs() / 1000);
    for (let gone = Math.max(this.#second + 1, second - 59); gone <= second; gone += 1) {
      this.#perSecond[gone % 60] = 0;
    }
    this.#second = Math.max(second, this.#second);
  }
}

function burstOf(requestsPerMinute: number): number {
  return Math.min(Math.max(Math.floor(requestsPerMinute / 10), 1), largestBurst);
}

/**
 * How many requests may be under way at once, by Little's law: what is under way is the rate times the
 * time that each takes. Twice the measured latency leaves room for slow answers; a quarter of a second is
 * assumed before any answer. At most 64 sockets below 500 requests a second, so that it runs
 * with 64 file descriptors to spare, and never more than 256.
 *
 * @param slotMs requests of one slot are under way together
 */
export function inFlightLimit(
  ratePerSecond: number,
  latencyMs: number | null,
  slotMs: number,
): number {
  const answeredSeconds = latencyMs === null ? 0.25 : (latencyMs / 1000) * 2;
  const slotSeconds = ((slotMs / 1000) * 4) / 3;
  const most = ratePerSecond > 500 ? 256 : 64;
  const underWay = Math.ceil(ratePerSecond * Math.max(answeredSeconds, slotSeconds, 0.1));
  return Math.min(Math.max(underWay, 8), most);
}
