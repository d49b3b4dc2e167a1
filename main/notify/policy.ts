import { notFoundTelling } from '../../core/notification/desk-telling.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { TellingWords } from '../../core/notification/telling-dictionary.ts';
import type { TellingSettings } from '../../core/notification/telling-settings.ts';
import { updateTelling } from '../../core/notification/telling-text.ts';
import type { TellingDraft } from '../../core/notification/telling-text.ts';
import type { TellingOptions } from '../../core/notification/telling-facts.ts';
import type { Telling } from '../../core/notification/telling.ts';
import { toldKindOf } from '../../core/notification/told-kind.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { EveryMove } from './every-move.ts';

/** After so many refusals in a row an unknown order is worth a word; a new one may need a minute to appear. */
const notFoundAfterChecks = 3;

/** What the policy asks each time, because the settings may have changed. */
export interface PolicyOptions extends Omit<TellingOptions, 'tellsEveryMove'> {
  /** What the dispatcher chose; as usual unless given. */
  readonly settings?: Pick<TellingSettings, 'toldKinds' | 'everyMove' | 'groupRules'>;
}

/**
 * What is told of an update: one telling at most, as its most serious kind; none when it is for the
 * history only. Muting, privacy and what the dispatcher looks at are decided when it is shown, so that
 * what was left out is in the history with the reason.
 *
 * Of the moves of an order that tells every move it remembers the last one told; all else depends on
 * nothing but the update.
 */
export function decideTellings(
  options: () => PolicyOptions,
): (update: OrderUpdate, watched: WatchedOrder) => readonly Telling[] {
  const everyMove = new EveryMove();
  return (update, watched) => {
    const { settings, ...wording } = options();
    const tellsEveryMove = settings !== undefined && everyMove.isWanted(update, watched, settings);
    const draft = updateTelling(update, watched, { ...wording, tellsEveryMove });
    if (draft === null) return [];
    return [
      {
        ...draft,
        hasSound: hasSound(draft, settings),
        key: `${update.orderId}:${update.seenAtMs}:${update.kinds.join('+')}`,
        orderId: update.orderId,
        decidedAtMs: update.seenAtMs,
      },
    ];
  };
}

/** Whether it makes itself heard: the dispatcher's choice for its kind, or as it is by itself. */
export function hasSound(draft: TellingDraft, settings: PolicyOptions['settings']): boolean {
  const kind = toldKindOf(draft.event);
  return kind === null || settings === undefined
    ? draft.hasSound
    : settings.toldKinds[kind].hasSound || (draft.event === 'reopened' && draft.hasSound);
}

/** What is told of an order that cannot be checked: that it is unknown, once per time it is. */
export function decideProblemTellings(
  watched: WatchedOrder,
  nowMs: number,
  words?: TellingWords,
): readonly Telling[] {
  const { id, label, problem } = watched;
  if (problem?.code !== 'order-not-found') return [];
  if (problem.failureCount !== notFoundAfterChecks) return [];
  return [
    {
      ...notFoundTelling(id, label, problem.failureCount, words),
      key: `${id}:${problem.sinceMs}:not-found`,
      orderId: id,
      decidedAtMs: nowMs,
    },
  ];
}
