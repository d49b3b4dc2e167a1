import type { Clock } from '../../../core/clock.ts';

/** Tells how long the computer has had no input; fits Electron's powerMonitor. */
export interface InputSource {
  /** In seconds. Where a system does not tell it, it is 0. */
  getSystemIdleTime(): number;
}

/** Without input for this long, the dispatcher is not at the computer. */
const idleAfterSeconds = 120;
/** The system counts whole seconds, and a question takes it about a millisecond: each check of an order would ask. */
const askEveryMs = 1000;
/** How long after they left the window counts as lately. */
const leftMs = 60_000;

/** Whether the dispatcher is at the window: it has the focus and the computer has input. */
export class Attendance {
  readonly #window: { readonly isInFront: boolean };
  readonly #input: InputSource;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #seenThereAtMs = Number.NEGATIVE_INFINITY;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #idleSeconds = 0;

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
    const isThere = this.#window.isInFront && this.#idleNow() < idleAfterSeconds;
    if (isThere) this.#seenThereAtMs = this.#clock.monotonicMs();
    return isThere;
  }

  /** Whether they are, or were a minute ago: so long they may come back to what it showed. */
  get wasAttendedLately(): boolean {
    return this.isAttended || this.#clock.monotonicMs() - this.#seenThereAtMs < leftMs;
  }

  #idleNow(): number {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#askedAtMs >= askEveryMs) {
      this.#idleSeconds = this.#input.getSystemIdleTime();
      this.#askedAtMs = nowMs;
    }
    return this.#idleSeconds;
  }
}
