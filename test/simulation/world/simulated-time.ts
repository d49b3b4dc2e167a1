import type { Clock } from '../../../core/clock.ts';

const settled = Promise.resolve();

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * Fast time for long simulations. Sleeps and changes of the clock move the wall clock apart from the
 * monotonic clock. A crash of the process drops its timers.
 */
export class SimulatedTime implements Clock {
  #nowMs = 0;
  #wallMs = Date.UTC(2026, 2, 2, 9);
  /** Sorted by due time; timers with the same due time in the order in which they were set. */
  #timers: Timer[] = [];

  monotonicMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return Math.floor(this.#wallMs);
  }

  schedule(run: () => void, delayMs: number): () => void {
    const timer = { dueMs: this.#nowMs + Math.max(delayMs, 0), run };
    let at = this.#timers.length;
    while (at > 0 && (this.#timers[at - 1]?.dueMs ?? 0) > timer.dueMs) at -= 1;
    this.#timers.splice(at, 0, timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  async nextTurn(): Promise<void> {
    await settled;
  }

  /** Runs whatever falls due within `ms`, each at its own time. */
  async advance(ms: number): Promise<void> {
    // One turn of the real event loop, so that other work of this process can run.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const endMs = this.#nowMs + ms;
    await new Promise<void>((resolve, reject) => {
      const runNext = (): void => {
        const timer = this.#timers[0];
        if (timer === undefined || timer.dueMs > endMs) {
          resolve();
          return;
        }
        this.#timers.shift();
        this.pass(timer.dueMs - this.#nowMs);
        try {
          timer.run();
        } catch (error) {
          reject(error);
          return;
        }
        void settled.then(goOn);
      };
      // A nextTick that is called from a promise runs when no promise job is left. A turn of the event
      // loop would do the same and take ten times as long.
      const goOn = (): void => process.nextTick(runNext);
      goOn();
    });
    this.pass(endMs - this.#nowMs);
  }

  /** Lets time pass without running timers, as a blocked event loop does. */
  pass(ms: number): void {
    this.#nowMs += Math.max(ms, 0);
    this.#wallMs += Math.max(ms, 0);
  }

  /** Moves only the wall clock, as a sleep on Linux or a change of the clock does. */
  shiftWall(ms: number): void {
    this.#wallMs += ms;
  }

  /** Drops all timers, because their process is gone. */
  dropTimers(): void {
    this.#timers = [];
  }
}
