import type { OrderRow } from '../../core/board.ts';
import { isFinished } from '../../core/order-status.ts';

/** The views of the sidebar, in its order; the keys 1 to 6 open them. */
export const viewNames = ['all', 'needsAttention', 'waiting', 'onTheWay', 'done', 'muted'] as const;

export type ViewName = (typeof viewNames)[number];

/** How many orders each view holds. */
export type ViewCounts = Readonly<Record<ViewName, number>>;

/** Where an order stands, apart from whether it needs attention. */
export type Stage = 'waiting' | 'onTheWay' | 'done' | 'unknown';

/** The stage of an order; one without an answer yet counts as waiting. */
export function stageOf(row: OrderRow): Stage {
  if (row.status === null) return 'waiting';
  if (isFinished(row.status.phase)) return 'done';
  if (row.status.phase === 'searching') return 'waiting';
  return row.status.phase === 'unknown' ? 'unknown' : 'onTheWay';
}

/** Whether an order is shown in a view. */
export function isInView(row: OrderRow, view: ViewName): boolean {
  switch (view) {
    case 'all':
      return true;
    case 'needsAttention':
      return row.attention !== null;
    case 'muted':
      return row.isMuted;
    case 'waiting':
    case 'onTheWay':
    case 'done':
      return stageOf(row) === view;
    default:
      return view satisfies never;
  }
}

/** Counts every view in one pass. */
export function viewCounts(rows: Iterable<OrderRow>): ViewCounts {
  const counts = { all: 0, needsAttention: 0, waiting: 0, onTheWay: 0, done: 0, muted: 0 };
  for (const row of rows) {
    counts.all += 1;
    if (row.attention !== null) counts.needsAttention += 1;
    if (row.isMuted) counts.muted += 1;
    const stage = stageOf(row);
    if (stage !== 'unknown') counts[stage] += 1;
  }
  return counts;
}
