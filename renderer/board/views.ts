import type { OrderRow } from '../../core/bridge/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
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

/** Counts the orders of every view, order by order as they change. */
export interface ViewCounter {
  /** Takes in what became of an order; null when it is gone. */
  readonly count: (id: OrderId, row: OrderRow | null) => void;
  readonly clear: () => void;
  /** How many orders on the list were not checked yet. */
  readonly unchecked: () => number;
  /** The same object as before when no count differs. */
  readonly counts: () => ViewCounts;
}

/** What an order was counted as: whether it is put away, needs attention, is muted, where it stands. */
interface Counted {
  readonly isArchived: boolean;
  readonly needsAttention: boolean;
  readonly isMuted: boolean;
  readonly stage: Stage;
  readonly isUnchecked: boolean;
}

/** A counter of no orders. */
export function createViewCounter(): ViewCounter {
  const known = new Map<OrderId, Counted>();
  const totals = {
    all: 0,
    needsAttention: 0,
    waiting: 0,
    onTheWay: 0,
    done: 0,
    muted: 0,
    archive: 0,
  };
  let shown: ViewCounts = { ...totals };
  let unchecked = 0;
  const add = (counted: Counted, by: 1 | -1) => {
    if (counted.isArchived) {
      totals.archive += by;
      return;
    }
    totals.all += by;
    if (counted.isUnchecked) unchecked += by;
    if (counted.needsAttention) totals.needsAttention += by;
    if (counted.isMuted) totals.muted += by;
    if (counted.stage !== 'unknown') totals[counted.stage] += by;
  };
  return {
    count: (id, row) => {
      const before = known.get(id);
      if (before) add(before, -1);
      if (row === null) {
        known.delete(id);
        return;
      }
      const counted: Counted = {
        isArchived: row.isArchived,
        needsAttention: row.attention !== null,
        isMuted: row.isMuted,
        stage: stageOf(row),
        isUnchecked: row.status === null && row.problem === null,
      };
      known.set(id, counted);
      add(counted, 1);
    },
    clear: () => {
      known.clear();
      for (const view of viewNames) totals[view] = 0;
      unchecked = 0;
    },
    unchecked: () => unchecked,
    counts: () => {
      if (viewNames.some((view) => shown[view] !== totals[view])) shown = { ...totals };
      return shown;
    },
  };
}
