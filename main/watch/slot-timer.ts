import type { Clock } from './clock.ts';

/**
 * One timer that goes off at the end of a slot: wake-ups are drawn together, so there are fewer of
 * them, and nothing waits longer than a slot. All times are on the monotonic clock.
 */
export class SlotTimer {
  readonly #clock: Clock;
  readonly #run: (dueMs: number) => void;
  #armed: { readonly dueMs: number; readonly cancel: () => void } | null = null;

  /** @param run gets the time for which the timer was set */
  constructor(clock: Clock, run: (dueMs: number) => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /**
   * Sets the timer to the slot of this time, the next one at the earliest, and to nothing else.
   *
   * @param slotMs how long a slot is
   */
  arm(wantedMs: number, slotMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    const slot = Math.max(Math.ceil(wantedMs / slotMs), Math.floor(nowMs / slotMs) + 1);
    const dueMs = slot * slotMs;
    if (this.#armed?.dueMs === dueMs) return;
    this.disarm();
    const cancel = this.#clock.schedule(() => {
      this.#armed = null;
      this.#run(dueMs);
    }, dueMs - nowMs);
    this.#armed = { dueMs, cancel };
  }

  disarm(): void {
    this.#armed?.cancel();
    this.#armed = null;
  }
}
