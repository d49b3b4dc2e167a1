import type { OrderId } from '../../core/order/order-id.ts';
import type { Clock } from './clock.ts';
import { highestRanked } from './look-rank.ts';
import type { Schedule } from './schedule.ts';
import type { WatchEntries, WatchEntry } from './watch-entry.ts';

/** More are brought into their order in a turn of their own. */
const fewToSort = 500;
/** Planning an order that was stored means reading it: the most at once, and for how long. */
const mostPlannedAtOnce = 200;
const planForMs = 3;

/** When an order gets its first plan. */
export interface FirstPlanTurn {
  /** How many are planned after it in the same turn of the event loop, at most. */
  readonly before: number;
  /** Whether somebody looks or looked at it. */
  readonly isLookedAt: boolean;
}

/** What {@link FirstPlans} work with. */
export interface FirstPlansParts {
  readonly clock: Clock;
  readonly entries: WatchEntries;
  readonly schedule: Schedule;
  readonly rankOf: (id: OrderId) => number;
  /** How long most intervals are at present. */
  readonly everyMs: () => number;
  /** Plans one order. */
  readonly plan: (entry: WatchEntry, turn: FirstPlanTurn) => void;
}

/**
 * Orders that have no plan yet, after a start and a paste: they get theirs in turns of some milliseconds,
 * those that somebody looks at first and the others in the order in which their places come round, so
 * that each comes to its place at once.
 */
export class FirstPlans {
  readonly #parts: FirstPlansParts;
  /** They are neither planned nor being asked. */
  readonly #waiting = new Set<OrderId>();
  /** Of those, the ones that somebody looks or looked at. */
  readonly #lookedAt = new Set<OrderId>();
  /** They wait, too, for their turn in the line. */
  readonly #unsorted = new Set<OrderId>();

  constructor(parts: FirstPlansParts) {
    this.#parts = parts;
  }

  get areWaiting(): boolean {
    return this.#waiting.size > 0 || this.#unsorted.size > 0;
  }

  /** Takes every order up that has no plan. */
  takeUpMissing(): void {
    const { entries, rankOf, schedule } = this.#parts;
    const missing = [...entries.keys()].filter((id) => !schedule.knows(id));
    this.#waiting.clear();
    this.#lookedAt.clear();
    for (const id of highestRanked(missing, Float64Array.from(missing, rankOf))) {
      this.#waiting.add(id);
      this.#lookedAt.add(id);
    }
    this.takeUp(missing);
  }

  /** Takes many orders up. */
  takeUp(ids: readonly OrderId[]): void {
    if (ids.length > fewToSort) {
      for (const id of ids) this.#unsorted.add(id);
      return;
    }
    this.#lineUp(ids);
    this.goOn();
  }

  drop(id: OrderId): void {
    this.#waiting.delete(id);
    this.#lookedAt.delete(id);
    this.#unsorted.delete(id);
  }

  /** Goes on planning, as far as one turn of the event loop allows. */
  goOn(): void {
    const { clock, entries, plan } = this.#parts;
    if (this.#unsorted.size > 0) {
      this.#lineUp([...this.#unsorted]);
      this.#unsorted.clear();
      return;
    }
    const endMs = clock.monotonicMs() + planForMs;
    let count = 0;
    for (const id of this.#waiting) {
      if (count === mostPlannedAtOnce || clock.monotonicMs() > endMs) break;
      count += 1;
      const entry = entries.get(id);
      const isLookedAt = this.#lookedAt.delete(id);
      if (entry !== undefined) plan(entry, { before: mostPlannedAtOnce - count, isLookedAt });
      this.#waiting.delete(id);
    }
  }

  /** The same orders in the order in which their places come round. */
  inTurn(ids: readonly OrderId[]): OrderId[] {
    const { clock, everyMs, schedule } = this.#parts;
    const nowMs = clock.monotonicMs();
    const interval = everyMs();
    // One number holds when and who: sorting bare numbers takes a fifth of sorting by a function.
    const keys = Float64Array.from(
      ids,
      (id, index) => Math.round(schedule.untilPlaceMs(id, nowMs, interval)) * ids.length + index,
    );
    const inTurn = Array.from(keys.toSorted(), (key) => ids[key % ids.length]);
    return inTurn.filter((id) => id !== undefined);
  }

  #lineUp(ids: readonly OrderId[]): void {
    for (const id of this.inTurn(ids)) this.#waiting.add(id);
  }
}
