import type { OrderRow } from '../../core/bridge/board.ts';
import { isFinished } from '../../core/order/order-status.ts';

/** The views of the sidebar, in its order; the keys 1 to 7 open them. */
export const viewNames = [
  'all',
  'needsAttention',
  'waiting',
  'onTheWay',
  'done',
  'muted',
  'archive',
] as const;

export type ViewName = (typeof viewNames)[number];

/** Whether a name is that of a view. */
export function isViewName(name: string): name is ViewName {
  return (viewNames as readonly string[]).includes(name);
}

/** A number of orders for each view. */
export type ViewCounts = Readonly<Record<ViewName, number>>;

/** Where an order stands, apart from whether it needs attention. */
export type Stage = 'waiting' | 'onTheWay' | 'done' | 'unknown' | 'unread';

/** The stage of an order. Before its first check it counts as waiting; one that failed may not exist. */
export function stageOf(row: OrderRow): Stage {
  if (row.status === null) return row.problem === null ? 'waiting' : 'unread';
  if (isFinished(row.status.phase)) return 'done';
  if (row.status.phase === 'searching') return 'waiting';
  return row.status.phase === 'unknown' ? 'unknown' : 'onTheWay';
}

/** Whether an order is shown in a view. What lies in the archive is shown nowhere else. */
export function isInView(row: OrderRow, view: ViewName): boolean {
  if (row.isArchived !== (view === 'archive')) return false;
  switch (view) {
    case 'archive':
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

/** How many orders each view holds. */
export function countedViews(rows: Iterable<OrderRow>): ViewCounts {
  const counts = Object.fromEntries(viewNames.map((view) => [view, 0])) as Record<ViewName, number>;
  for (const row of rows) for (const view of viewNames) if (isInView(row, view)) counts[view] += 1;
  return counts;
}

/** Whether marking an order as seen changes anything: it has an unseen change, or needs attention. */
export function mayMarkSeen({ isUnseen, attention }: OrderRow): boolean {
  return isUnseen || attention !== null;
}

/** Whether an order on the list was not checked yet. */
export function isUnchecked({ isArchived, problem, status }: OrderRow): boolean {
  return !isArchived && status === null && problem === null;
}
