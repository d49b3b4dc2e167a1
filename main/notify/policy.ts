import { notFoundTelling } from '../../core/desk-telling.ts';
import { updateTelling } from '../../core/telling-text.ts';
import type { TellingOptions } from '../../core/telling-text.ts';
import type { Telling } from '../../core/telling.ts';
import type { WatchedOrder } from '../../core/watched-order.ts';
import type { OrderUpdate } from '../../core/order-update.ts';

/** After so many refusals in a row an unknown order is worth a word; a new one may need a minute to appear. */
const notFoundAfterChecks = 3;

/**
 * What is told of an update: one telling at most, as its most serious kind; none when it is for the
 * history only. Muting, privacy and what the dispatcher looks at are decided when it is shown, so that
 * what was left out is in the history with the reason.
 *
 * @param options asked each time, because the settings may have changed
 */
export function decideTellings(
  options: () => TellingOptions,
): (update: OrderUpdate, watched: WatchedOrder) => readonly Telling[] {
  return (update, watched) => {
    const draft = updateTelling(update, watched, options());
    if (draft === null) return [];
    return [
      {
        ...draft,
        key: `${update.orderId}:${update.seenAtMs}:${update.kinds.join('+')}`,
        orderId: update.orderId,
        decidedAtMs: update.seenAtMs,
      },
    ];
  };
}

/** What is told of an order that cannot be checked: that it is unknown, once per time it is. */
export function decideProblemTellings(watched: WatchedOrder, nowMs: number): readonly Telling[] {
  const { id, label, problem } = watched;
  if (problem?.code !== 'order-not-found') return [];
  if (problem.failureCount !== notFoundAfterChecks) return [];
  return [
    {
      ...notFoundTelling(id, label, problem.failureCount),
      key: `${id}:${problem.sinceMs}:not-found`,
      orderId: id,
      decidedAtMs: nowMs,
    },
  ];
}
