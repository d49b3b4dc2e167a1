import type { Clock } from '../../core/clock.ts';

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** Lets all settled promises run on; no time passes. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}

/**
 * Time that moves only when a test says so. Wall clock and monotonic clock run together, except in
 * {@link sleepMachine} and {@link setWall}, which tear them apart as real machines do.
 */
export class FakeClock implements Clock {
  #monotonicMs = 1000;
  #wallMs: number;
  #order = 0;
  #isWallStill = false;
  readonly #timers = new Set<Timer>();

  /** @param wallMs where the wall clock starts; 2026-03-02 09:00 UTC unless told */
  constructor(wallMs: number = Date.UTC(2026, 2, 2, 9)) {
    this.#wallMs = wallMs;
  }

  /** The number of timers that wait. After a stop it must be 0. */
  get waitingTimers(): number {
    return this.#timers.size;
  }

  /** When the next timer is due, on the monotonic clock; null when none waits. */
  get nextDueMs(): number | null {
    return this.#nextTimer()?.dueMs ?? null;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Whole milliseconds, as Date.now gives them, although timers may have fractions. */
  wallMs(): number {
    return Math.floor(this.#wallMs);
  }

  schedule(run: () => void, delayMs: number): () => void {
    this.#order += 1;
    const delay = Math.min(Math.max(delayMs, 0), 2_147_483_647);
    const timer: Timer = { dueMs: this.#monotonicMs + delay, order: this.#order, run };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  async nextTurn(): Promise<void> {
    await settle();
  }

  /**
   * Lets `ms` pass: runs every timer that falls due, in order and at its own time, and lets promises
   * settle after each.
   */
  async advance(ms: number): Promise<void> {
    const endMs = this.#monotonicMs + ms;
    await settle();
    for (;;) {
      const timer = this.#nextTimer();
      if (timer === undefined || timer.dueMs > endMs) break;
      this.#timers.delete(timer);
      this.#passTo(timer.dueMs);
      timer.run();
      await settle();
    }
    this.#passTo(endMs);
  }

  /** The machine sleeps: the wall clock goes on, the monotonic clock and all timers stand still. */
  sleepMachine(ms: number): void {
    this.#wallMs += ms;
  }

  /** Something keeps the event loop busy: time passes, and no timer runs until it is over. */
  blockLoop(ms: number): void {
    this.#passTo(this.#monotonicMs + ms);
  }

  /** The user or a time server sets the clock. */
  setWall(wallMs: number): void {
    this.#wallMs = wallMs;
  }

  /** The wall clock stands still from now on, as of a machine whose clock is broken. */
  stopWall(): void {
    this.#isWallStill = true;
  }

  #passTo(monotonicMs: number): void {
    const passedMs = Math.max(monotonicMs - this.#monotonicMs, 0);
    this.#monotonicMs += passedMs;
    if (!this.#isWallStill) this.#wallMs += passedMs;
  }

  #nextTimer(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (
        next === undefined ||
        timer.dueMs < next.dueMs ||
        (timer.dueMs === next.dueMs && timer.order < next.order)
      ) {
        next = timer;
      }
    }
    return next;
  }
}
