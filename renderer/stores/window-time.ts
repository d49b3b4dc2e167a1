/** Stops what was started. */
export type Stop = () => void;

/** Time as the window uses it, handed in so that tests decide when it passes. */
export interface WindowTime {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Runs once, after at least `delayMs`. */
  readonly after: (delayMs: number, run: () => void) => Stop;
  /** Runs again and again until stopped. */
  readonly every: (periodMs: number, run: () => void) => Stop;
}

/** The time of this computer. */
export const realTime: WindowTime = {
  nowMs: () => Date.now(),
  after: (delayMs, run) => {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
  every: (periodMs, run) => {
    const handle = setInterval(run, periodMs);
    return () => clearInterval(handle);
  },
};
