import type { OrderId } from '../../core/order/order-id.ts';
import { highestRanked } from './look-rank.ts';

/** Some 2 ms of a slow desktop's time: what is ranked lies scattered in memory. */
const rankedAtOnce = 2000;

/** What {@link Overdue} works with. */
export interface OverdueParts {
  readonly rankOf: (id: OrderId) => number;
  /** Takes one for late: it goes by when it must be asked. */
  readonly setLate: (id: OrderId, stoodStillMs: number) => void;
  /** Puts these before all others that are late, in their order. */
  readonly putFirst: (ids: readonly OrderId[]) => void;
}

/**
 * Everything that is late at once, after a sleep, an outage or a pause: those that somebody looked at
 * are brought before the rest, and the rest goes by when each must be asked. Of thousands in turns, while
 * the first requests are already on their way.
 */
export class Overdue {
  readonly #parts: OverdueParts;
  #ids: readonly OrderId[] = [];
  #ranks = new Float64Array(0);
  #rankedCount = 0;
  #stoodStillMs = 0;

  constructor(parts: OverdueParts) {
    this.#parts = parts;
  }

  get isRanking(): boolean {
    return this.#rankedCount < this.#ids.length;
  }

  /**
   * Ranks these, and no longer those of before.
   *
   * @param stoodStillMs for how long nothing was asked
   */
  rank(ids: readonly OrderId[], stoodStillMs: number): void {
    this.#ids = ids;
    this.#stoodStillMs = stoodStillMs;
    this.#ranks = new Float64Array(ids.length);
    this.#rankedCount = 0;
    this.goOn();
  }

  /** Goes on ranking, as far as one turn of the event loop allows. */
  goOn(): void {
    const end = Math.min(this.#rankedCount + rankedAtOnce, this.#ids.length);
    for (let index = this.#rankedCount; index < end; index += 1) {
      const id = this.#ids[index];
      if (id === undefined) continue;
      this.#ranks[index] = this.#parts.rankOf(id);
      this.#parts.setLate(id, this.#stoodStillMs);
    }
    this.#rankedCount = end;
    if (this.isRanking) return;
    this.#parts.putFirst(highestRanked(this.#ids, this.#ranks));
    this.#ids = [];
    this.#ranks = new Float64Array(0);
    this.#rankedCount = 0;
  }
}
