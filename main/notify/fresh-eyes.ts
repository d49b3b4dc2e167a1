import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** After this time what is known has to do, however old it is. */
const waitAtMostMs = 60_000;

/**
 * Knows whether what is known of an order is the present. After a start and after a sleep it is not until the
 * order was read: what was about to be told may be over. Where orders cannot be read, or are not read within a
 * minute, what is known has to do.
 */
export class FreshEyes {
  readonly #clock: Pick<Clock, 'wallMs'>;
  readonly #watch: Pick<Watch, 'serviceHealth' | 'pauseState'>;
  #sinceMs: number;

  constructor(clock: Pick<Clock, 'wallMs'>, watch: Pick<Watch, 'serviceHealth' | 'pauseState'>) {
    this.#clock = clock;
    this.#watch = watch;
    this.#sinceMs = clock.wallMs();
  }

  /** The computer woke: what was known is old. */
  woke(): void {
    this.#sinceMs = this.#clock.wallMs();
  }

  hasRead({ observedAtMs, problem }: Pick<WatchedOrder, 'observedAtMs' | 'problem'>): boolean {
    const { pauseState, serviceHealth } = this.#watch;
    const nowMs = this.#clock.wallMs();
    return (
      (observedAtMs ?? Number.NEGATIVE_INFINITY) >= this.#sinceMs ||
      problem !== null ||
      serviceHealth.state === 'unreachable' ||
      pauseState.kind === 'paused' ||
      nowMs - this.#sinceMs >= waitAtMostMs ||
      nowMs < this.#sinceMs
    );
  }
}
