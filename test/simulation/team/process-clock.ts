import type { Clock } from '../../../core/clock.ts';

/**
 * The clock of one process among several on simulated time: its wall clock may be wrong, and the process may be
 * stopped and woken, or killed.
 */
export class ProcessClock implements Clock {
  readonly #time: Clock;
  #skewMs: number;
  #isDead = false;
  #isStopped = false;
  #late: (() => void)[] = [];

  constructor(time: Clock, skewMs: number) {
    this.#time = time;
    this.#skewMs = skewMs;
  }

  monotonicMs(): number {
    return this.#time.monotonicMs();
  }

  wallMs(): number {
    return Math.floor(this.#time.wallMs() + this.#skewMs);
  }

  schedule(run: () => void, delayMs: number): () => void {
    let isCancelled = false;
    const cancel = this.#time.schedule(() => {
      const runOnce = (): void => {
        if (!isCancelled && !this.#isDead) run();
      };
      if (this.#isStopped) this.#late.push(runOnce);
      else runOnce();
    }, delayMs);
    return () => {
      isCancelled = true;
      cancel();
    };
  }

  nextTurn(): Promise<void> {
    return this.#time.nextTurn();
  }

  /** A person sets the clock. */
  shiftWall(ms: number): void {
    this.#skewMs += ms;
  }

  /** kill -9: nothing of it runs any more. */
  kill(): void {
    this.#isDead = true;
    this.#late = [];
  }

  /** kill -STOP: nothing of it runs until it is woken. */
  stop(): void {
    this.#isStopped = true;
  }

  /** What fell due meanwhile runs in its order, each in a turn of its own. */
  wake(): void {
    this.#isStopped = false;
    const late = this.#late;
    this.#late = [];
    for (const run of late) this.schedule(run, 0);
  }
}
