import type { Clock } from '../watch/clock.ts';

/** Clocks are set, zones change and machines sleep: a hold is looked at again at least this often. */
const lookEveryMs = 60_000;

/** Looks again at what is held back, when the first of it may be over. */
export class HoldTimer {
  readonly #clock: Clock;
  readonly #look: () => void;
  #cancel: (() => void) | null = null;
  #dueMs = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, look: () => void) {
    this.#clock = clock;
    this.#look = look;
  }

  /** @param untilMs by the wall clock; null when only something else ends it */
  until(untilMs: number | null): void {
    const leftMs = untilMs === null ? lookEveryMs : Math.max(0, untilMs - this.#clock.wallMs());
    const delayMs = Math.min(leftMs, lookEveryMs);
    const dueMs = this.#clock.monotonicMs() + delayMs;
    if (dueMs >= this.#dueMs) return;
    this.stop();
    this.#dueMs = dueMs;
    this.#cancel = this.#clock.schedule(() => {
      this.stop();
      this.#look();
    }, delayMs);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#dueMs = Number.POSITIVE_INFINITY;
  }
}
