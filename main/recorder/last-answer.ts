import type { Situation } from '../../core/recording/recorded-state.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/**
 * An order with its last answer at the latest time at which it may have come: answers without news are not
 * recorded, and while checks went on they came.
 */
export function lastAnswered(
  watched: WatchedOrder,
  { pause, serviceHealth }: Pick<Situation, 'pause' | 'serviceHealth'>,
  atMs: number,
): WatchedOrder {
  const { observedAtMs, problem } = watched;
  if (observedAtMs === null || problem !== null) return watched;
  let endMs = atMs;
  if (pause.kind === 'paused') endMs = Math.min(endMs, pause.sinceMs);
  if (serviceHealth.state === 'unreachable') endMs = Math.min(endMs, serviceHealth.sinceMs);
  return endMs <= observedAtMs ? watched : { ...watched, observedAtMs: endMs };
}
