import type { Situation } from '../../../core/recording/recorded-state.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Recorded } from './ports.ts';

/** Whether the service may be answering. */
export function isAnswering({ activity, pause, serviceHealth }: Situation): boolean {
  return activity === 'running' && pause.kind === 'running' && serviceHealth.state === 'reachable';
}

/** Whether answers stopped between two situations, also for a moment such as a restart or a sleep. */
export function isBreak(before: Situation, now: Situation): boolean {
  return isAnswering(before) !== isAnswering(now) ? isAnswering(before) : isResumed(before, now);
}

/** Whether answers begin to come again: after a start, a sleep, a pause or an outage. */
export function isResumed(before: Situation, now: Situation): boolean {
  if (!isAnswering(now)) return false;
  const isSameRun = before.startedAtMs === now.startedAtMs && before.wokeAtMs === now.wokeAtMs;
  return !isSameRun || !isAnswering(before);
}

/** That the service answers again is known from an answer, and recorded so long after it at the latest. */
export const resumedBeforeMs = 1000;

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
