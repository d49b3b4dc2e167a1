import { isFinished } from '../../../core/order/order-status.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** After this time what is known has to do, however old it is. */
const waitAtMostMs = 60_000;

/**
 * Knows whether what is known of an order is the present. After a start, a sleep and a paste it is not until the
 * order was read: what was about to be shown may be over. Where orders cannot be read, or are not read within a
 * minute, what is known has to do.
 */
export class FreshEyes {
  readonly #clock: Clock;
  readonly #watch: Pick<Watch, 'serviceHealth' | 'pauseState'>;
  readonly #waitedEnough: () => void;
  #sinceMs: number;
  #cancel: (() => void) | null = null;

  /** @param waitedEnough called when what was not read by then has to do */
  constructor(
    clock: Clock,
    watch: Pick<Watch, 'serviceHealth' | 'pauseState'>,
    waitedEnough: () => void,
  ) {
    this.#clock = clock;
    this.#watch = watch;
    this.#waitedEnough = waitedEnough;
    this.#sinceMs = clock.wallMs();
  }

  /** The program began, or the computer woke: what was known is old. */
  open(): void {
    this.#sinceMs = this.#clock.wallMs();
    this.#cancel?.();
    this.#cancel = this.#clock.schedule(() => {
      this.#cancel = null;
      this.#waitedEnough();
    }, waitAtMostMs);
  }

  /** Whether orders are still being read since then. */
  get areOpening(): boolean {
    return this.#cancel !== null;
  }

  stop(): void {
    this.#cancel?.();
  }

  hasRead({
    addedAtMs,
    observedAtMs,
    order,
    problem,
  }: Pick<WatchedOrder, 'addedAtMs' | 'observedAtMs' | 'order' | 'problem'>): boolean {
    const { pauseState, serviceHealth } = this.#watch;
    const nowMs = this.#clock.wallMs();
    // An order that was just put on the list was never read, and may be over.
    const sinceMs = order === null ? Math.max(this.#sinceMs, addedAtMs) : this.#sinceMs;
    return (
      (observedAtMs ?? Number.NEGATIVE_INFINITY) >= sinceMs ||
      problem !== null ||
      (order !== null && isFinished(order.status.phase)) ||
      serviceHealth.state === 'unreachable' ||
      pauseState.kind === 'paused' ||
      nowMs - sinceMs >= waitAtMostMs ||
      nowMs < sinceMs
    );
  }
}
