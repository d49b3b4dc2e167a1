import type { Clock } from './clock.ts';

/** Two sums that mean the same time differ by much less, and nothing is lost by so much. */
const asGoodAsDueMs = 1;

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
    // One that is due, or as good as due, goes off next. Putting it off at each answer would mean never,
    // while answers come.
    const armedMs = this.#armed?.dueMs;
    if (armedMs !== undefined && (armedMs === dueMs || armedMs <= nowMs + asGoodAsDueMs)) return;
    this.disarm();
    const cancel = this.#clock.schedule(() => {
      this.#armed = null;
      this.#run(dueMs);
    }, dueMs - nowMs);
    this.#armed = { dueMs, cancel };
  }

  /** Whether it goes off at this time or before. */
  isArmedBy(atMs: number): boolean {
    return this.#armed !== null && this.#armed.dueMs <= atMs;
  }

  disarm(): void {
    this.#armed?.cancel();
    this.#armed = null;
  }
}

/** Slots that fit into an interval are no whole numbers: a time at the end of one is not before it. */
const roundingShare = 1e-6;

/** Where slots begin and end. */
export interface SlotGrid {
  readonly slotMs: number;
  /** Added to a time it makes slots begin at multiples of their length. */
  readonly offsetMs: number;
}

/** The end of the slot in which a time lies, that of the next slot at the earliest. */
export function slotEndMs(wantedMs: number, { slotMs, offsetMs }: SlotGrid, nowMs: number): number {
  // Milliseconds since 1970 would leave no digits for fractions.
  const aheadMs = offsetMs % slotMs;
  const wanted = Math.ceil((wantedMs + aheadMs) / slotMs - roundingShare);
  const next = Math.floor((nowMs + aheadMs) / slotMs + roundingShare) + 1;
  return Math.max(wanted, next) * slotMs - aheadMs;
}

/** The end of the last slot that is over, or is so within `earlyMs`. */
export function slotEndedMs(
  nowMs: number,
  { slotMs, offsetMs }: SlotGrid,
  earlyMs: number,
): number {
  const aheadMs = offsetMs % slotMs;
  return Math.floor((nowMs + earlyMs + aheadMs) / slotMs + roundingShare) * slotMs - aheadMs;
}
