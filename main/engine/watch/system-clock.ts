import type { Clock } from '../../../core/clock.ts';

/** The longest delay that Node's timers hold; a longer one would fire at once. */
const longestDelayMs = 2_147_483_647;

/** The machine's own time. */
export class SystemClock implements Clock {
  monotonicMs(): number {
    return performance.now();
  }

  wallMs(): number {
    return Date.now();
  }

  schedule(run: () => void, delayMs: number): () => void {
    const timer = setTimeout(run, Math.min(Math.max(Math.ceil(delayMs), 0), longestDelayMs));
    return () => clearTimeout(timer);
  }

  async nextTurn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(resolve);
    await promise;
  }
}
