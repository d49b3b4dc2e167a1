import type { WindowTime } from './window-time.ts';

/** A ticker that beats once a second by the given time. */
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

/**
 * The one heartbeat of the window. Everything that shows an age reads the same second from here, so
 * two facts of the same moment never show different ages, and one timer serves all rows.
 */
export type Ticker = ReturnType<typeof createTicker>;
