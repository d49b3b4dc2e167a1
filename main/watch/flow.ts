import { isBrisk, mostTogether } from './rates.ts';

/** No stretch of this length, wherever it begins, holds more than flows in it. */
const windowMs = 100;
/** So much of a window of a fast flow is made up for at most, however late the process is. */
const mostSaved = 0.35;
/** The most requests that can be told apart in one window. */
const mostRemembered = 512;

/**
 * How evenly the routine leaves: at the rate of the demand and a little more, what was missed while the
 * process was busy being made up for, and never more at once than belongs into three and a half short slots or
 * a long one. Orders whose places happen to lie together so go one after the other, and a backlog is no flood:
 * what leaves together on connections that have yet to be opened arrives late, together with what
 * follows. Times are on the monotonic clock.
 */
export class Flow {
  #tokens = 1;
  #filledAtMs: number;
  /** When the last requests left, the latest before `#next`. */
  readonly #leftAtMs = new Float64Array(mostRemembered).fill(Number.NEGATIVE_INFINITY);
  #next = 0;

  constructor(nowMs: number) {
    this.#filledAtMs = nowMs;
  }

  /** After a time of not sending a fast flow has saved up nothing; a slow one all that fits into a slot. */
  begin(perSecond: number, nowMs: number): void {
    if (!isBrisk(perSecond)) return;
    this.#tokens = 1;
    this.#filledAtMs = nowMs;
  }

  /** Takes leave to send one request now, if there is any. */
  take(perSecond: number, nowMs: number): boolean {
    if (this.waitMs(perSecond, nowMs) > 0) return false;
    this.#tokens -= 1;
    this.#leftAtMs[this.#next] = nowMs;
    this.#next = (this.#next + 1) % mostRemembered;
    return true;
  }

  /** How long until {@link take} can succeed; 0 when it would now. */
  waitMs(perSecond: number, nowMs: number): number {
    const most = mostInWindow(perSecond);
    this.#refill(perSecond, most, nowMs);
    const refillMs = this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / perSecond) * 1000;
    const bounding = this.#leftAtMs[(this.#next - most + mostRemembered) % mostRemembered] ?? 0;
    return Math.max(refillMs, bounding + windowMs - nowMs, 0);
  }

  #refill(perSecond: number, most: number, nowMs: number): void {
    const elapsedMs = Math.max(nowMs - this.#filledAtMs, 0);
    this.#filledAtMs = nowMs;
    const saved = isBrisk(perSecond) ? Math.ceil(most * mostSaved) : most;
    this.#tokens = Math.min(saved, this.#tokens + (elapsedMs / 1000) * perSecond);
  }
}

function mostInWindow(perSecond: number): number {
  const most = Math.ceil((perSecond * windowMs) / 1000);
  return Math.min(Math.max(most, isBrisk(perSecond) ? 1 : mostTogether), mostRemembered);
}
