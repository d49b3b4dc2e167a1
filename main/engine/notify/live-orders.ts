import { isFinished } from '../../../core/order/order-status.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';

/** With more live orders than this, news is gathered where that was chosen; with fewer than it, no more. */
export const mostLiteral = 5;
/** So often at most they are counted: news can come many times a second. */
const countEveryMs = 1000;

/** Whether so many orders are live that the news of each by itself would be too much. */
export class LiveOrders {
  readonly #list: () => readonly Pick<WatchedOrder, 'order' | 'isMuted'>[];
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #areMany = false;
  #countedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    list: () => readonly Pick<WatchedOrder, 'order' | 'isMuted'>[],
    clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.#list = list;
    this.#clock = clock;
  }

  /** More than five are; once so, until fewer than five are. */
  get areMany(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#countedAtMs >= countEveryMs) {
      this.#countedAtMs = nowMs;
      const count = this.#list().filter(
        ({ isMuted, order }) => !isMuted && (order === null || !isFinished(order.status.phase)),
      ).length;
      this.#areMany = this.#areMany ? count >= mostLiteral : count > mostLiteral;
    }
    return this.#areMany;
  }
}
