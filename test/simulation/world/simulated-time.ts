import type { Clock } from '../../../main/watch/clock.ts';

const settled = Promise.resolve();

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * Fast time for long simulations: wall clock and monotonic clock, torn apart by sleeps and settings.
 * A crash of the process takes its timers with it.
 */
export class SimulatedTime implements Clock {
  #nowMs = 0;
  #wallMs = Date.UTC(2026, 2, 2, 9);
  /** Sorted by due time, equal ones in the order of setting. */
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
    // The one turn of the real event loop: without it nothing else in this process would ever run.
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
      // Called from a promise, Node's next tick comes when every promise that can go on has gone on.
      // A turn of the event loop would say the same at ten times the price.
      const goOn = (): void => process.nextTick(runNext);
      goOn();
    });
    this.pass(endMs - this.#nowMs);
  }

  /** Time passes and nothing runs: a busy event loop. */
  pass(ms: number): void {
    this.#nowMs += Math.max(ms, 0);
    this.#wallMs += Math.max(ms, 0);
  }

  /** Only the wall clock moves: a sleep on Linux, or somebody sets it. */
  shiftWall(ms: number): void {
    this.#wallMs += ms;
  }

  /** The process is gone. */
  dropTimers(): void {
    this.#timers = [];
  }
}
