import type { HandlersOf } from '../../../core/bridge/bridge.ts';
import type { UpdateOutcome } from '../../../core/recording/update-outcome.ts';
import { orderDetail } from './order-detail.ts';
import type { DecisionsOf, HistoryReader, OrderDecisions, PastReader } from './ports.ts';

/** What the requests read. */
export interface RewindTargets {
  readonly past: PastReader;
  readonly history: HistoryReader;
  readonly decisionsOf: DecisionsOf;
}

/** Answers the requests about the board as it was. None of them changes anything. */
export function rewindHandlers({
  decisionsOf,
  history,
  past,
}: RewindTargets): HandlersOf<'rewind'> {
  return {
    'rewind:range': () => ({ ok: true, value: past.range() }),
    'rewind:board': ({ atMs }) => ({ ok: true, value: past.board(atMs) }),
    'rewind:order': ({ atMs, id }) => {
      const watch = { find: () => past.order(id, atMs) };
      const value = orderDetail(
        id,
        watch,
        historyUntil(atMs, history),
        decisionsUntil(atMs, decisionsOf(id)),
        (watched) => past.forecastOf(watched, atMs),
      );
      return { ok: true, value };
    },
  };
}

/** The history as it was. The last answer of then is not kept. */
function historyUntil(untilMs: number, history: HistoryReader): HistoryReader {
  return {
    timeline: (id, limit) => history.timeline(id, limit).filter(({ atMs }) => atMs <= untilMs),
    trail: (id, limit) => history.trail(id, limit).filter(({ atMs }) => atMs <= untilMs),
    recentChanges: () => [],
    rawJson: () => null,
  };
}

/** What had been decided and done. */
function decisionsUntil(untilMs: number, { entries, outcomeOf }: OrderDecisions): OrderDecisions {
  return {
    outcomeOf: (update) => outcomeUntil(untilMs, outcomeOf(update)),
    entries: entries
      .filter(({ atMs }) => atMs <= untilMs)
      .map((entry) =>
        entry.kind === 'alarm' ? { ...entry, fate: outcomeUntil(untilMs, entry.fate) } : entry,
      ),
  };
}

/** What had become of something: what was told later waited, or was about to be told. */
function outcomeUntil(untilMs: number, outcome: UpdateOutcome): UpdateOutcome {
  if (!('atMs' in outcome) || outcome.atMs <= untilMs) return outcome;
  return outcome.heldBy === null
    ? { kind: 'due' }
    : { kind: 'held', by: outcome.heldBy, untilMs: outcome.atMs };
}
