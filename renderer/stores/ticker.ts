import type { Stop, WindowTime } from './window-time.ts';

/**
 * The one heartbeat of the window. Everything that shows an age reads the same second from here, so
 * two facts of the same moment never show different ages, and one timer serves all rows.
 */
export interface Ticker {
  /** The second that is shown at present, in milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly subscribe: (listener: () => void) => Stop;
  /** Runs until stopped. */
  readonly start: () => Stop;
}

/** A ticker that beats once a second by the given time. */
export function createTicker(time: WindowTime): Ticker {
  const listeners = new Set<() => void>();
  let nowMs = time.nowMs();
  const beat = () => {
    nowMs = time.nowMs();
    for (const listener of listeners) listener();
  };
  return {
    nowMs: () => nowMs,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      beat();
      return time.every(1000, beat);
    },
  };
}
