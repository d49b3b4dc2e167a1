import { createStore } from 'zustand/vanilla';
import type { OrderRow } from '../../core/bridge/board.ts';
import type { SortName } from '../../core/bridge/window-view.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { type Arrangement, emptyArrangement } from '../board/arrangement.ts';
import { createArranger } from '../board/arranger.ts';
import { createViewCounter, type ViewCounts, type ViewName } from '../board/views.ts';
import type { BoardStore } from './board-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** After how long a held list is sorted although somebody still points at it. */
const longestHoldMs = 10_000;

/** The least time between two sortings that nobody asked for. */
const sortingPauseMs = 100;

/** What the list shows. */
export interface ListState {
  readonly view: ViewName;
  readonly filter: string;
  readonly arrangement: Arrangement;
  /** In which order the orders stand. */
  readonly sort: SortName;
  readonly counts: ViewCounts;
  /** How many orders wait for their first check. */
  readonly unchecked: number;
  /** Orders that are being taken off the list and can still be brought back. */
  readonly hidden: ReadonlySet<OrderId>;
}

/** A list of the given board. */
export function createListStore(board: BoardStore, time: WindowTime) {
  const arranger = createArranger();
  const counter = createViewCounter();
  const store = createStore<ListState>(() => ({
    view: 'all',
    filter: '',
    arrangement: emptyArrangement,
    sort: 'attention',
    counts: counter.counts(),
    unchecked: 0,
    hidden: new Set(),
  }));
  let isHeld = false;
  let isWaitingForSort = false;
  let sortedAtMs = 0;
  let stopPlanned: Stop | null = null;
  let stopHold: Stop | null = null;

  /** What changed since the list was last sorted or, while held, last brought up to date. */
  const changed = new Set<OrderId>();
  /** What kept its place while the list was held although it may belong elsewhere. */
  const kept = new Set<OrderId>();
  /** What the dispatcher did something to, until main says what became of it. */
  const expected = new Set<OrderId>();
  /** Everything may have changed. */
  let isAnew = true;

  const shownRow = (id: OrderId): OrderRow | null =>
    store.getState().hidden.has(id) ? null : (board.getState().rows.get(id) ?? null);

  const countAll = () => {
    const { hidden } = store.getState();
    counter.clear();
    for (const [id, row] of board.getState().rows) if (!hidden.has(id)) counter.count(id, row);
  };

  const arrange = (mayMove: boolean): Arrangement => {
    const choice = store.getState();
    if (isAnew && mayMove) {
      const rows = [...board.getState().rows.values()];
      return arranger.rebuild(
        rows.filter(({ id }) => !choice.hidden.has(id)),
        choice,
      );
    }
    for (const id of changed) kept.add(id);
    return arranger.update(mayMove ? kept : changed, shownRow, choice, mayMove);
  };

  const sort = (mayMove: boolean) => {
    stopPlanned?.();
    stopPlanned = null;
    sortedAtMs = time.nowMs();
    if (isAnew) countAll();
    else for (const id of changed) counter.count(id, shownRow(id));
    const arrangement = arrange(mayMove);
    changed.clear();
    store.setState({ counts: counter.counts(), unchecked: counter.unchecked(), arrangement });
    if (mayMove) {
      kept.clear();
      isAnew = false;
      isWaitingForSort = false;
      stopHold?.();
      stopHold = null;
    } else if (!isWaitingForSort) {
      isWaitingForSort = true;
      stopHold = time.after(longestHoldMs, () => sort(true));
    }
  };

  const sortNow = () => sort(true);

  const forgetGone = () => {
    const { hidden } = store.getState();
    const { rows } = board.getState();
    if ([...hidden].some((id) => !rows.has(id))) {
      store.setState({ hidden: new Set([...hidden].filter((id) => rows.has(id))) });
    }
  };

  const rowsChanged = (ids: readonly OrderId[] | null) => {
    if (ids === null) isAnew = true;
    for (const id of ids ?? board.getState().rows.keys()) changed.add(id);
    if (ids === null) for (const id of store.getState().arrangement.orderIds) changed.add(id);
    forgetGone();
    if (ids === null) {
      // Everything is new to the window: whoever waits for it is looking already.
      sort(!isHeld);
      return;
    }
    if (expected.size > 0 && ids.some((id) => expected.delete(id))) {
      for (const id of ids) expected.delete(id);
      sort(true);
      return;
    }
    if (stopPlanned) return;
    const waitMs = sortedAtMs + sortingPauseMs - time.nowMs();
    if (waitMs <= 0) sort(!isHeld);
    else stopPlanned = time.after(waitMs, () => sort(!isHeld));
  };

  const change = (part: Partial<ListState>) => {
    isAnew = true;
    store.setState(part);
    sortNow();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start: () => {
      sortNow();
      const stop = board.subscribe((state, before) => {
        if (state.rowsVersion !== before.rowsVersion) rowsChanged(state.changedIds);
      });
      return () => {
        stop();
        stopPlanned?.();
        stopHold?.();
      };
    },
    openView: (view: ViewName) => change({ view }),
    setSort: (next: SortName) => change({ sort: next }),
    setFilter: (filter: string) => change({ filter }),
    hide: (ids: readonly OrderId[]) =>
      change({ hidden: new Set([...store.getState().hidden, ...ids]) }),
    unhide: (ids: readonly OrderId[]) => {
      const shown = new Set(ids);
      change({ hidden: new Set([...store.getState().hidden].filter((id) => !shown.has(id))) });
    },
    /** While held, rows keep their places: nothing moves away under a pointer or a focus. */
    setHeld: (next: boolean) => {
      if (isHeld === next) return;
      isHeld = next;
      if (!next && isWaitingForSort) sortNow();
    },
    /**
     * The dispatcher does something to these orders: once main says what became of them they take
     * their new places, held or not.
     */
    letMove: (ids: readonly OrderId[]) => {
      for (const id of ids) expected.add(id);
    },
    /** Sorts at once, because the dispatcher did something and expects to see it. */
    sortNow,
  };
}

/** The order of the list and the counts beside the views, derived from the board. */
export type ListStore = ReturnType<typeof createListStore>;
