import type { DeliveryClock } from './ports.ts';

/** Something that has until a certain time; {@link Deadlines} alone writes its fields. */
export interface Dated {
  /** By the monotonic clock. */
  deadlineAtMs: number;
  earlier: Dated | null;
  later: Dated | null;
  /** Has to end in {@link Deadlines.remove}. */
  expire(): void;
}

/**
 * The deadlines of many exchanges with one timer. All of them last equally long, so the oldest is
 * always the next to end, and starting and stopping a timer per request is saved. They are linked to
 * each other, because at full speed a set makes more garbage than the exchanges themselves.
 */
export class Deadlines {
  readonly #clock: DeliveryClock;
  readonly #afterMs: number;
  #oldest: Dated | null = null;
  #newest: Dated | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(clock: DeliveryClock, afterMs: number) {
    this.#clock = clock;
    this.#afterMs = afterMs;
  }

  add(dated: Dated): void {
    dated.deadlineAtMs = this.#clock.monotonicMs() + this.#afterMs;
    dated.earlier = this.#newest;
    if (this.#newest === null) this.#oldest = dated;
    else this.#newest.later = dated;
    this.#newest = dated;
    this.#cancelTimer ??= this.#clock.schedule(this.#lapse, this.#afterMs);
  }

  /** Only for what was added and has neither been removed nor expired. */
  remove(dated: Dated): void {
    const { earlier, later } = dated;
    if (earlier === null) this.#oldest = later;
    else earlier.later = later;
    if (later === null) this.#newest = earlier;
    else later.earlier = earlier;
    dated.earlier = null;
    dated.later = null;
    if (this.#oldest === null && this.#cancelTimer !== null) {
      this.#cancelTimer();
      this.#cancelTimer = null;
    }
  }

  readonly #lapse = (): void => {
    this.#cancelTimer = null;
    const nowMs = this.#clock.monotonicMs();
    // A timer may come a fraction of a millisecond early.
    while (this.#oldest !== null && this.#oldest.deadlineAtMs <= nowMs + 1) this.#oldest.expire();
    if (this.#oldest === null) return;
    this.#cancelTimer ??= this.#clock.schedule(this.#lapse, this.#oldest.deadlineAtMs - nowMs);
  };
}
