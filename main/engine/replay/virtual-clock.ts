import type { Clock } from '../../../core/clock.ts';

interface Timer {
  dueMs: number;
  readonly run: () => void;
}

/** Time that passes only as it is told, so that a recorded day goes by as fast as it is computed. */
export class VirtualClock implements Clock {
  #nowMs: number;
  /** The next one first; of equal ones the older. */
  readonly #timers: Timer[] = [];

  /** @param nowMs where it starts, in milliseconds since 1970 */
  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return this.#nowMs;
  }

  schedule(run: () => void, delayMs: number): () => void {
    const timer = { dueMs: this.#nowMs + Math.max(0, delayMs), run };
    this.#timers.splice(
      this.#timers.findLastIndex(({ dueMs }) => dueMs <= timer.dueMs) + 1,
      0,
      timer,
    );
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index !== -1) this.#timers.splice(index, 1);
    };
  }

  async nextTurn(): Promise<void> {}

  /** Lets time pass: runs what falls due, in order and each at its own time. A time before now changes nothing. */
  passTo(untilMs: number): void {
    let next = this.#timers[0];
    while (next !== undefined && next.dueMs <= untilMs) {
      this.#timers.shift();
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.run();
      next = this.#timers[0];
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  /** The computer sleeps until then: time passes, and everything that waits waits on. */
  sleepTo(untilMs: number): void {
    const sleptMs = Math.max(0, untilMs - this.#nowMs);
    this.#nowMs += sleptMs;
    for (const timer of this.#timers) timer.dueMs += sleptMs;
  }
}
