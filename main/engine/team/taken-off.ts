import type { TakenOff, TeamState } from '../../../core/board/team.ts';
import type { Clock } from '../../../core/clock.ts';
import type { OrderId } from '../../../core/order/order-id.ts';

/** The most orders that are kept: the state with all of them is sent to the window. */
const mostKept = 200;
/** How long one is kept: the removal may have been an erasure, which the log does not say. */
const keptForMs = 3_600_000;

interface Kept {
  readonly order: TakenOff;
  readonly atMs: number;
  readonly cancel: () => void;
}

/** What other desks took off the list of what this one had, in memory alone. */
export class TakenOffOrders {
  readonly #clock: Clock;
  readonly #changed: () => void;
  /** The oldest first. */
  readonly #kept = new Map<OrderId, Kept>();
  /** How many gave way to newer ones. */
  #notKeptCount = 0;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get state(): Pick<TeamState, 'takenOff' | 'takenOffNotKeptCount'> {
    if (this.#kept.size === 0) return {};
    return {
      takenOff: [...this.#kept.values()].map(({ order }) => order),
      ...(this.#notKeptCount > 0 && { takenOffNotKeptCount: this.#notKeptCount }),
    };
  }

  add(order: TakenOff): void {
    const { id } = order;
    this.forget([id]);
    for (const [oldest, { cancel }] of this.#kept) {
      if (this.#kept.size < mostKept) break;
      cancel();
      this.#kept.delete(oldest);
      this.#notKeptCount += 1;
    }
    const cancel = this.#clock.schedule(() => this.#expired([id]), keptForMs);
    this.#kept.set(id, { order, atMs: this.#clock.wallMs(), cancel });
    this.#changed();
  }

  /** These are on the list again, or are not to be spoken of any more. */
  forget(ids: Iterable<OrderId>): void {
    const before = this.#kept.size;
    for (const id of ids) {
      this.#kept.get(id)?.cancel();
      this.#kept.delete(id);
    }
    if (this.#kept.size === 0) this.#notKeptCount = 0;
    if (this.#kept.size < before) this.#changed();
  }

  forgetAll(): void {
    this.forget([...this.#kept.keys()]);
  }

  /** Timers may have stood still while the machine slept. */
  noticeWake(): void {
    const sinceMs = this.#clock.wallMs() - keptForMs;
    this.#expired([...this.#kept].flatMap(([id, { atMs }]) => (atMs <= sinceMs ? [id] : [])));
  }

  #expired(ids: readonly OrderId[]): void {
    // Those that gave way were older still.
    if (ids.length > 0) this.#notKeptCount = 0;
    this.forget(ids);
  }
}
