import type { DeliveryClock } from './ports.ts';

/** Something that has until a certain time; {@link Deadlines} alone writes its links. */
export interface Dated {
  /**
   * By the monotonic clock. Its owner may change it at any time, to no less than the soonest end from
   * then on.
   */
  deadlineAtMs: number;
  earlier: Dated | null;
  later: Dated | null;
  /** Has to end in {@link Deadlines.remove}. */
  expire(): void;
}

/**
 * The deadlines of many exchanges with one timer, so that none is started and stopped per request or
 * per piece of an answer. They are linked to each other, because at full speed a set makes more garbage
 * than the exchanges themselves; the whole list is looked through only when the timer comes.
 */
export class Deadlines {
  readonly #clock: DeliveryClock;
  readonly #soonestMs: number;
  #first: Dated | null = null;
  #last: Dated | null = null;
  #cancelTimer: (() => void) | null = null;

  /** @param soonestMs nothing ever ends sooner than this after its deadline was set */
  constructor(clock: DeliveryClock, soonestMs: number) {
    this.#clock = clock;
    this.#soonestMs = soonestMs;
  }

  add(dated: Dated): void {
    dated.earlier = this.#last;
    if (this.#last === null) this.#first = dated;
    else this.#last.later = dated;
    this.#last = dated;
    this.#cancelTimer ??= this.#clock.schedule(this.#lapse, this.#soonestMs);
  }

  /** Only for what was added and has neither been removed nor expired. */
  remove(dated: Dated): void {
    const { earlier, later } = dated;
    if (earlier === null) this.#first = later;
    else earlier.later = later;
    if (later === null) this.#last = earlier;
    else later.earlier = earlier;
    dated.earlier = null;
    dated.later = null;
    if (this.#first === null && this.#cancelTimer !== null) {
      this.#cancelTimer();
      this.#cancelTimer = null;
    }
  }

  readonly #lapse = (): void => {
    this.#cancelTimer = null;
    const nowMs = this.#clock.monotonicMs();
    const over: Dated[] = [];
    let nextAtMs = nowMs + this.#soonestMs;
    for (let dated = this.#first; dated !== null; dated = dated.later) {
      // A timer may come a fraction of a millisecond early.
      if (dated.deadlineAtMs <= nowMs + 1) over.push(dated);
      else nextAtMs = Math.min(nextAtMs, dated.deadlineAtMs);
    }
    for (const dated of over) dated.expire();
    if (this.#first === null) return;
    this.#cancelTimer ??= this.#clock.schedule(this.#lapse, nextAtMs - nowMs);
  };
}
