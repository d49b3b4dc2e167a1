import type { Clock } from './clock.ts';

/** Time that passed on the wall while the watcher did not run. */
export interface Gap {
  /** By how much the monotonic clock fell behind the wall clock: it stood still in a sleep. */
  readonly behindMs: number;
  /** Whether so much time passed that everything should be looked at afresh. */
  readonly isWake: boolean;
}

/**
 * Notices that the machine slept, without any event of the system: the wall clock ran ahead of the
 * monotonic clock (Linux), or a timer came far too late (macOS, Windows). A clock that is merely set
 * ahead looks the same and costs one early check per order; one that is set back is not a gap.
 */
export class WakeDetector {
  readonly #clock: Clock;
  readonly #toleranceMs: number;
  #differenceMs: number;

  /** @param toleranceMs the largest difference that is still no sleep */
  constructor(clock: Clock, toleranceMs: number) {
    this.#clock = clock;
    this.#toleranceMs = toleranceMs;
    this.#differenceMs = clock.wallMs() - clock.monotonicMs();
  }

  /** @param lateMs how much later than asked the timer came */
  look(lateMs: number): Gap {
    const differenceMs = this.#clock.wallMs() - this.#clock.monotonicMs();
    const behindMs = differenceMs - this.#differenceMs;
    this.#differenceMs = differenceMs;
    const isBehind = behindMs > this.#toleranceMs;
    return { behindMs: isBehind ? behindMs : 0, isWake: isBehind || lateMs > this.#toleranceMs };
  }
}
