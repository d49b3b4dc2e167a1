import type { OrderId } from '../../../core/order/order-id.ts';

/** Never more at once than this, below 500 requests a second. */
const mostAtOnce = 64;
const windowMs = 60_000;

/**
 * What every request must keep to, whatever happens: one at a time per order, never more at once than
 * the limiter has, never more in a minute than the dispatcher allowed, one attempt while blind, none
 * for an order that was let go, and none before the end of a pause that the service asked for.
 */
export class RequestLaws {
  readonly #nowMs: () => number;
  readonly #requestsPerMinute: number;
  readonly #report: (fault: string) => void;
  readonly #running = new Set<OrderId>();
  readonly #attempts = new Set<OrderId>();
  /** A ring of when the last requests of this process left: one more than may leave in a minute. */
  readonly #sentAtMs: Float64Array;
  #sentCount = 0;
  #pausedUntilMs = 0;
  mostRunning = 0;

  constructor(nowMs: () => number, requestsPerMinute: number, report: (fault: string) => void) {
    this.#nowMs = nowMs;
    this.#requestsPerMinute = requestsPerMinute;
    this.#report = report;
    this.#sentAtMs = new Float64Array(requestsPerMinute);
  }

  /**
   * @param isBlind whether the watcher held the service for gone when it sent this
   * @param goneSinceMs when asking for this order should have ended, if it should have
   */
  sent(id: OrderId, isBlind: boolean, goneSinceMs: number | null): void {
    const nowMs = this.#nowMs();
    if (this.#running.has(id)) this.#report(`${id} was asked for twice at once`);
    this.#running.add(id);
    this.mostRunning = Math.max(this.mostRunning, this.#running.size);
    if (this.#running.size > mostAtOnce) this.#report(`${this.#running.size} requests at once`);
    const place = this.#sentCount % this.#requestsPerMinute;
    if (this.#sentCount >= this.#requestsPerMinute) {
      const earlierMs = this.#sentAtMs[place] ?? 0;
      if (nowMs - earlierMs < windowMs) this.#report('more requests in a minute than allowed');
    }
    this.#sentAtMs[place] = nowMs;
    this.#sentCount += 1;
    if (nowMs < this.#pausedUntilMs)
      this.#report('a request in a pause that the service asked for');
    if (isBlind) this.#attempts.add(id);
    if (this.#attempts.size > 1) this.#report(`${this.#attempts.size} attempts while blind`);
    if (goneSinceMs !== null && nowMs > goneSinceMs) this.#report(`${id} was finished long ago`);
  }

  ended(id: OrderId): void {
    this.#running.delete(id);
    this.#attempts.delete(id);
  }

  /** The service asked for a pause of the whole host. */
  pausedFor(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + ms);
  }

  /** Somebody wants it tried again now, or the pause went by in a sleep. */
  pauseForgiven(): void {
    this.#pausedUntilMs = 0;
  }

  /** The process is gone and its requests with it; the next one has a minute of its own. */
  restarted(): void {
    this.#pausedUntilMs = 0;
    this.#running.clear();
    this.#attempts.clear();
    this.#sentCount = 0;
  }
}
