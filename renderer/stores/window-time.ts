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

/**
 * The one heartbeat of the window. Everything that shows an age reads the same second from here, so
 * two facts of the same moment never show different ages, and one timer serves all rows.
 */
export function createTicker(time: WindowTime) {
  const listeners = new Set<() => void>();
  let nowMs = time.nowMs();
  const beat = () => {
    nowMs = time.nowMs();
    for (const listener of listeners) listener();
  };
  return {
    /** The second that is shown at present, in milliseconds since 1970. */
    nowMs: () => nowMs,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Runs until stopped. */
    start: () => {
      beat();
      return time.every(1000, beat);
    },
  };
}
