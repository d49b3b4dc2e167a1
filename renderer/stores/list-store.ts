import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OrderId } from '../../core/order-id.ts';
import {
  type Arrangement,
  arrangement,
  emptyArrangement,
  heldArrangement,
  isSameArrangement,
} from '../board/arrangement.ts';
import { type ViewCounts, viewCounts, type ViewName } from '../board/views.ts';
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
  readonly counts: ViewCounts;
  /** Orders that are being taken off the list and can still be brought back. */
  readonly hidden: ReadonlySet<OrderId>;
}

/** The order of the list and the counts beside the views, derived from the board. */
export interface ListStore extends Pick<StoreApi<ListState>, 'getState' | 'subscribe'> {
  readonly start: () => Stop;
  readonly openView: (view: ViewName) => void;
  readonly setFilter: (filter: string) => void;
  readonly hide: (ids: readonly OrderId[]) => void;
  readonly unhide: (ids: readonly OrderId[]) => void;
  /** While held, rows keep their places: nothing moves away under a pointer or a focus. */
  readonly setHeld: (isHeld: boolean) => void;
  /** Sorts at once, because the dispatcher did something and expects to see it. */
  readonly sortNow: () => void;
}

/** A list of the given board. */
export function createListStore(board: BoardStore, time: WindowTime): ListStore {
  const store = createStore<ListState>(() => ({
    view: 'all',
    filter: '',
    arrangement: emptyArrangement,
    counts: viewCounts([]),
    hidden: new Set(),
  }));
  let isHeld = false;
  let isWaitingForSort = false;
  let sortedAtMs = 0;
  let stopPlanned: Stop | null = null;
  let stopHold: Stop | null = null;

  const shownRows = () => {
    const { hidden } = store.getState();
    const { rows } = board.getState();
    if (hidden.size === 0) return rows;
    return new Map([...rows].filter(([id]) => !hidden.has(id)));
  };

  const sort = (mayMove: boolean) => {
    stopPlanned?.();
    stopPlanned = null;
    sortedAtMs = time.nowMs();
    const { view, filter, arrangement: before } = store.getState();
    const rows = shownRows();
    const next = mayMove
      ? arrangement(rows.values(), view, filter)
      : heldArrangement(before, rows, view, filter);
    store.setState({
      counts: viewCounts(rows.values()),
      arrangement: isSameArrangement(before, next) ? before : next,
    });
    if (mayMove) {
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

  const rowsChanged = () => {
    forgetGone();
    if (stopPlanned) return;
    const waitMs = sortedAtMs + sortingPauseMs - time.nowMs();
    if (waitMs <= 0) sort(!isHeld);
    else stopPlanned = time.after(waitMs, () => sort(!isHeld));
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
        if (state.rowsVersion !== before.rowsVersion) rowsChanged();
      });
      return () => {
        stop();
        stopPlanned?.();
        stopHold?.();
      };
    },
    openView: (view) => change({ view }),
    setFilter: (filter) => change({ filter }),
    hide: (ids) => change({ hidden: new Set([...store.getState().hidden, ...ids]) }),
    unhide: (ids) => {
      const shown = new Set(ids);
      change({ hidden: new Set([...store.getState().hidden].filter((id) => !shown.has(id))) });
    },
    setHeld: (next) => {
      if (isHeld === next) return;
      isHeld = next;
      if (!next && isWaitingForSort) sortNow();
    },
    sortNow,
  };
}
