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

  /** Sets the timer to the end of a slot, see {@link slotEndMs}, and to nothing else. */
  arm(dueMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    // One that is due goes off next. Putting it off at each answer would mean never, while answers come.
    if (this.#armed !== null && (this.#armed.dueMs === dueMs || this.#armed.dueMs <= nowMs)) return;
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

/**
 * The end of the slot in which a time lies, that of the next slot at the earliest.
 *
 * @param slotMs how long a slot is
 */
export function slotEndMs(wantedMs: number, slotMs: number, nowMs: number): number {
  return Math.max(Math.ceil(wantedMs / slotMs), Math.floor(nowMs / slotMs) + 1) * slotMs;
}
