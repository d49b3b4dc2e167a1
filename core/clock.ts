/**
 * The only source of time. Everything that waits or dates is given a clock, so that a test can let an
 * hour pass in a millisecond.
 */
export interface Clock {
  /** Milliseconds that only ever grow; the base is arbitrary. May stand still while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since 1970 by the machine's clock, which the user or a time server may set. */
  wallMs(): number;
  /** Calls `run` once after `delayMs` (clamped to 0 and 2^31 - 1); the answer cancels it. */
  schedule(run: () => void, delayMs: number): () => void;
  /** Resolves when everything that waits in the event loop had its turn. */
  nextTurn(): Promise<void>;
}

/** @returns whether the work ended in time, with or without an error */
export function settledWithin(
  limitMs: number,
  work: void | Promise<void>,
  clock: Clock,
): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(() => resolve(false), limitMs);
    const done = (): void => {
      cancel();
      resolve(true);
    };
    Promise.resolve(work).then(done, done);
  });
}
