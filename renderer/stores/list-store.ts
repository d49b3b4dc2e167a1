import { createStore } from 'zustand/vanilla';
import type { ListSort } from '../../core/settings/list-sort.ts';
import type { OrderRow } from '../../core/bridge/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import {
  type Arrangement,
  arranged,
  emptyArrangement,
  openPromiseMs,
} from '../board/arrangement.ts';
import { countedViews, isUnchecked, type ViewCounts, type ViewName } from '../board/views.ts';
import type { BoardStore } from './board-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** A held list is sorted after this long although the pointer is still on it. */
const longestHoldMs = 10_000;

/**
 * A change is drawn where its row stands, and rows take their places this long after it: between two
 * patches of main, so that sorting thousands of rows does not keep a change from the screen.
 */
const sortAfterMs = 50;

/** What the list shows. */
export interface ListState {
  readonly view: ViewName;
  readonly filter: string;
  readonly arrangement: Arrangement;
  /** Every order has taken its place: false while the list is held and something changed. */
  readonly isSorted: boolean;
  /** In which order the orders stand: the setting, once main has told it. */
  readonly sort: ListSort;
  readonly counts: ViewCounts;
  /** How many orders wait for their first check. */
  readonly unchecked: number;
  /** An order that is shown and not over has a promised time. */
  readonly hasPromises: boolean;
  /** Orders that are being taken off the list and can still be brought back. */
  readonly hidden: ReadonlySet<OrderId>;
}

/** A list of the given board. */
export function createListStore(board: BoardStore, time: WindowTime) {
  const store = createStore<ListState>(() => ({
    view: 'all',
    filter: '',
    arrangement: emptyArrangement,
    isSorted: true,
    sort: 'attention',
    counts: countedViews([]),
    unchecked: 0,
    hasPromises: false,
    hidden: new Set(),
  }));
  /** Null while the list is not held. */
  let heldFor: ReadonlySet<OrderId> | null = null;
  let stopPlanned: Stop | null = null;
  let stopHold: Stop | null = null;
  /** The open order as it was when it was opened: it stays where that stood. */
  let opened: OrderRow | null = null;

  /** Orders that the dispatcher acted on, until main has sent their new state. */
  const expected = new Set<OrderId>();
  const sort = (waiting: ReadonlySet<OrderId> | null) => {
    stopPlanned?.();
    stopPlanned = null;
    const { arrangement: before, hidden, ...choice } = store.getState();
    const all = board.getState().rows;
    const rows = hidden.size === 0 ? all : new Map([...all].filter(([id]) => !hidden.has(id)));
    const arrangement = arranged(rows, { ...choice, opened }, before, waiting);
    store.setState({
      counts: countedViews(rows.values()),
      unchecked: [...rows.values()].filter(isUnchecked).length,
      arrangement,
      hasPromises: arrangement.orderIds.some((id) => {
        const row = rows.get(id);
        return row !== undefined && openPromiseMs(row) !== null;
      }),
      isSorted: waiting === null,
    });
    if (waiting !== null) stopHold ??= time.after(longestHoldMs, sortNow);
    else {
      stopHold?.();
      stopHold = null;
    }
  };

  const sortNow = () => sort(null);

  const forgetGone = () => {
    const { hidden } = store.getState();
    const { rows } = board.getState();
    if ([...hidden].some((id) => !rows.has(id))) {
      store.setState({ hidden: new Set([...hidden].filter((id) => rows.has(id))) });
    }
  };

  const rowsChanged = (ids: readonly OrderId[] | null) => {
    forgetGone();
    if (ids === null) {
      // A whole snapshot came, and the dispatcher may be waiting for it.
      sort(heldFor);
      return;
    }
    if (expected.size > 0 && ids.some((id) => expected.delete(id))) {
      for (const id of ids) expected.delete(id);
      sortNow();
      return;
    }
    stopPlanned ??= time.after(sortAfterMs, () => sort(heldFor));
  };

  const change = (part: Partial<ListState>) => {
    store.setState(part);
    sortNow();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start: () => {
      sortNow();
      const stop = board.subscribe((state, before) => {
        const { listSort } = state.app?.settings ?? {};
        if (listSort !== undefined && listSort !== store.getState().sort)
          change({ sort: listSort });
        if (state.rowsVersion !== before.rowsVersion) rowsChanged(state.changedIds);
      });
      return () => {
        stop();
        stopPlanned?.();
        stopHold?.();
      };
    },
    openView: (view: ViewName) => change({ view }),
    setFilter: (filter: string) => change({ filter }),
    hide: (ids: readonly OrderId[]) =>
      change({ hidden: new Set([...store.getState().hidden, ...ids]) }),
    unhide: (ids: readonly OrderId[]) => {
      const shown = new Set(ids);
      change({ hidden: new Set([...store.getState().hidden].filter((id) => !shown.has(id))) });
    },
    /**
     * While the list is held, rows keep their places inside their groups, and a row that leaves its group
     * goes at once. These rows, which are pointed at or have the focus, wait with that until they are left.
     */
    hold: (ids: readonly OrderId[]) => {
      heldFor = new Set(ids);
      if (!store.getState().isSorted) sort(heldFor);
    },
    letGo: () => {
      heldFor = null;
      if (!store.getState().isSorted) sortNow();
    },
    /**
     * The dispatcher does something to these orders: once main says what became of them they take
     * their new places, held or not.
     */
    letMove: (ids: readonly OrderId[]) => {
      for (const id of ids) expected.add(id);
      if (opened !== null && expected.has(opened.id)) opened = null;
    },
    /**
     * The order whose details are open, or null. It stays where it is although a look ends what it needs
     * attention for: otherwise the next order would take its place and open, and so on down the list.
     */
    keepPlace: (id: OrderId | null) => {
      const wasKept = opened !== null;
      opened = (id === null ? null : board.getState().rows.get(id)) ?? null;
      if (wasKept) sort(heldFor);
    },
    /** Sorts at once, because the dispatcher did something and expects to see it. */
    sortNow,
  };
}

/** The order of the list and the counts beside the views, derived from the board. */
export type ListStore = ReturnType<typeof createListStore>;
