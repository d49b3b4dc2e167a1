import type { Clock } from '../../watch/clock.ts';

/** Tells how long the computer has had no input; fits Electron's powerMonitor. */
export interface InputSource {
  /** In seconds. Where a system does not tell it, it is 0. */
  getSystemIdleTime(): number;
}

/** Without input for this long, the dispatcher is not at the computer. */
const idleAfterSeconds = 120;
/** For so long after they left the window they know what it showed. */
const leftMs = 60_000;

/** Whether the dispatcher is at the window: it has the focus and the computer has input, or had a minute ago. */
export class Attendance {
  readonly #window: { readonly isInFront: boolean };
  readonly #input: InputSource;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #seenThereAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    window: { readonly isInFront: boolean },
    input: InputSource,
    clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.#window = window;
    this.#input = input;
    this.#clock = clock;
  }

  get isAttended(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#window.isInFront && this.#input.getSystemIdleTime() < idleAfterSeconds) {
      this.#seenThereAtMs = nowMs;
    }
    return nowMs - this.#seenThereAtMs < leftMs;
  }
}
