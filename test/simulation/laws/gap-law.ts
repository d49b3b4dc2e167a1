import type { OrderId } from '../../../core/order/order-id.ts';

/** No order is older than so many of its intervals in steady state. */
const steadyIntervals = 1.1;
/** Below 50 requests a second wake-ups are drawn together into slots of a second. */
const slotMs = 1000;

/**
 * While nothing is wrong, no order waits for its next check longer than a tenth beyond its interval. Of
 * thousands, those that were caught up with together or turned to another pace together find their places
 * one after the other: there it may be three quarters, and what is more than a tenth is counted.
 */
export class GapLaw {
  readonly #answered = new Map<OrderId, { readonly atMs: number; readonly stretch: number }>();
  readonly #mostIntervals: number;
  judgedCount = 0;
  /** How many of those waited for more than a tenth beyond their intervals. */
  lateCount = 0;

  /** @param mostIntervals what an order may wait at most */
  constructor(mostIntervals: number) {
    this.#mostIntervals = mostIntervals;
  }

  /** @param stretch by how much the cap stretches all intervals at present */
  answered(id: OrderId, atMs: number, stretch: number): void {
    this.#answered.set(id, { atMs, stretch });
  }

  /**
   * @param pace the pause between two checks of this order and how much of it is the cap's stretching, as
   *   the watcher plans it now
   * @param calmSinceMs since when nothing has been wrong, on the monotonic clock
   * @returns what is wrong with the time of this request, or null
   */
  sent(
    id: OrderId,
    nowMs: number,
    pace: { readonly everyMs: number | null; readonly stretch: number },
    calmSinceMs: number,
  ): string | null {
    const before = this.#answered.get(id);
    if (before === undefined || before.atMs < calmSinceMs || pace.everyMs === null) return null;
    // What stretched its interval while it waited may be gone by now.
    const everyMs = (pace.everyMs / pace.stretch) * Math.max(pace.stretch, before.stretch);
    const gapMs = nowMs - before.atMs;
    this.judgedCount += 1;
    if (gapMs > steadyIntervals * everyMs + slotMs) this.lateCount += 1;
    if (gapMs <= this.#mostIntervals * everyMs + slotMs) return null;
    return `${id} was ${Math.round(gapMs)} ms old, its interval is ${Math.round(everyMs)} ms`;
  }

  /** An order is watched no longer, or everything begins anew. */
  forget(id?: OrderId): void {
    if (id === undefined) this.#answered.clear();
    else this.#answered.delete(id);
  }
}
