import type { Situation } from '../../core/recording/recorded-state.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Recorded } from './ports.ts';

/** Before this no check of a run is answered. */
const firstAnswerMs = 1000;

/** Until when answers may have come: while the program ran and checked, and the service could be reached. */
export function lastAnswerMs({ atMs: sinceMs, state }: Recorded<Situation>, atMs: number): number {
  const { activity, pause, serviceHealth, startedAtMs } = state;
  const isLost = serviceHealth.state === 'unreachable';
  // A run that began without contact was not answered.
  if (isLost && serviceHealth.sinceMs <= startedAtMs + firstAnswerMs) return -Infinity;
  return Math.min(
    atMs,
    ...(activity === 'running' ? [] : [sinceMs]),
    ...(pause.kind === 'paused' ? [pause.sinceMs] : []),
    ...(isLost ? [serviceHealth.sinceMs] : []),
  );
}

/**
 * An order with its last answer at the latest time at which it may have come: answers without news are not
 * recorded, and while checks went on they came.
 */
export function lastAnswered(watched: WatchedOrder, answersEndMs: number): WatchedOrder {
  const { observedAtMs, problem } = watched;
  if (observedAtMs === null || problem !== null) return watched;
  return observedAtMs >= answersEndMs ? watched : { ...watched, observedAtMs: answersEndMs };
}
