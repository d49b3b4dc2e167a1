import type { HandlersOf } from '../../core/bridge/bridge.ts';
import type { Fate } from '../../core/recording/fate.ts';
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
function decisionsUntil(untilMs: number, { entries, fateOf }: OrderDecisions): OrderDecisions {
  return {
    fateOf: (update) => fateUntil(untilMs, fateOf(update)),
    entries: entries
      .filter(({ atMs }) => atMs <= untilMs)
      .map((entry) =>
        entry.kind === 'alarm' ? { ...entry, fate: fateUntil(untilMs, entry.fate) } : entry,
      ),
  };
}

/** What had become of something: what was told later waited, or was about to be told. */
function fateUntil(untilMs: number, fate: Fate): Fate {
  if (!('atMs' in fate) || fate.atMs <= untilMs) return fate;
  return fate.heldBy === null
    ? { kind: 'due' }
    : { kind: 'held', by: fate.heldBy, untilMs: fate.atMs };
}
