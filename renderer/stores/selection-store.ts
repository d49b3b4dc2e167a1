import { createStore } from 'zustand/vanilla';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ListStore } from './list-store.ts';

/** What is selected. It belongs to orders, not to places in the list. */
export interface SelectionState {
  /** The order that the keyboard is at. */
  readonly activeId: OrderId | null;
  /** Everything that an action applies to; holds `activeId` when there is one. */
  readonly selectedIds: ReadonlySet<OrderId>;
  /** Where a range began that Shift extends. */
  readonly anchorId: OrderId | null;
  /** All of a view whose orders are not all read: then `selectedIds` are those that are. */
  readonly isAll: boolean;
}

/** Where to go from the active order. */
export type Step = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

function stepped(step: Step, from: number, count: number, pageSize: number): number {
  const last = count - 1;
  switch (step) {
    case 'next':
      return Math.min(last, from + 1);
    case 'previous':
      return from < 0 ? last : Math.max(0, from - 1);
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'pageDown':
      return Math.min(last, from + pageSize);
    case 'pageUp':
      return Math.max(0, from - pageSize);
    default:
      return step satisfies never;
  }
}

const nothing: SelectionState = {
  activeId: null,
  selectedIds: new Set(),
  anchorId: null,
  isAll: false,
};

/**
 * A selection over the given list. When the active order leaves the list, another selected one takes
 * over, or the next one when none is left. `left` is called with the order that went, so that the
 * dispatcher can be told where.
 */
export function createSelectionStore(list: ListStore, left: (id: OrderId) => void) {
  const store = createStore<SelectionState>(() => nothing);
  let before = list.getState().arrangement.orderIds;
  let shownBefore = list.getState();

  const select = (id: OrderId | null) => {
    store.setState(
      id === null
        ? nothing
        : { activeId: id, selectedIds: new Set([id]), anchorId: id, isAll: false },
    );
  };

  const extendTo = (id: OrderId) => {
    const ids = list.getState().arrangement.orderIds;
    const anchorId = store.getState().anchorId ?? id;
    const from = ids.indexOf(anchorId);
    const to = ids.indexOf(id);
    if (from < 0 || to < 0) select(id);
    else {
      const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      store.setState({ activeId: id, anchorId, selectedIds: new Set(range), isAll: false });
    }
  };

  const selectAll = () => {
    const { arrangement, total } = list.getState();
    const ids = arrangement.orderIds;
    const activeId = store.getState().activeId ?? ids[0] ?? null;
    const isAll = total > ids.length;
    store.setState({ activeId, anchorId: ids[0] ?? null, selectedIds: new Set(ids), isAll });
  };

  const listChanged = () => {
    const shown = list.getState();
    const { arrangement } = shown;
    const { activeId, selectedIds, anchorId, isAll } = store.getState();
    const place = activeId === null ? -1 : before.indexOf(activeId);
    const isSameView = shown.view === shownBefore.view && shown.cardIds === shownBefore.cardIds;
    before = arrangement.orderIds;
    shownBefore = shown;
    if (activeId === null) return;
    if (isAll && isSameView && arrangement.groups.has(activeId)) {
      selectAll();
      return;
    }
    if (!isSameView) {
      // What was selected in another view is not acted on in this one: it may show only some of it.
      if (!arrangement.groups.has(activeId)) select(null);
      else if (selectedIds.size > 1) select(activeId);
      return;
    }
    const kept = arrangement.orderIds.filter((id) => selectedIds.has(id));
    if (kept.length > 0) {
      if (kept.length === selectedIds.size) return;
      const active = kept.find((id) => id === activeId) ?? kept[0] ?? activeId;
      const hasAnchor = anchorId !== null && arrangement.groups.has(anchorId);
      store.setState({
        activeId: active,
        selectedIds: new Set(kept),
        anchorId: hasAnchor ? anchorId : active,
        isAll: false,
      });
      if (active !== activeId) left(activeId);
      return;
    }
    const next =
      arrangement.orderIds[Math.min(Math.max(place, 0), arrangement.orderIds.length - 1)];
    select(next ?? null);
    left(activeId);
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start: () =>
      list.subscribe((state, previous) => {
        if (state.arrangement !== previous.arrangement) listChanged();
      }),
    select,
    /** Puts back a selection of several orders, all of them in the list. */
    restore: (activeId: OrderId, selectedIds: readonly OrderId[]) =>
      store.setState({
        activeId,
        anchorId: activeId,
        selectedIds: new Set([...selectedIds, activeId]),
        isAll: false,
      }),
    extendTo,
    toggle: (id: OrderId) => {
      const { selectedIds } = store.getState();
      const next = new Set(selectedIds);
      if (!next.delete(id)) next.add(id);
      const activeId = next.has(id) ? id : ([...next].at(-1) ?? null);
      store.setState({ activeId, anchorId: activeId, selectedIds: next, isAll: false });
    },
    selectAll,
    /** Moves through the list as it is shown; with `isExtending` the range grows from the anchor. */
    step: (step: Step, pageSize: number, isExtending: boolean) => {
      const ids = list.getState().arrangement.orderIds;
      const { activeId } = store.getState();
      const from = activeId === null ? -1 : ids.indexOf(activeId);
      const id = ids[stepped(step, from, ids.length, pageSize)];
      if (id === undefined) return;
      if (isExtending) extendTo(id);
      else select(id);
    },
    /** The selected orders in list order; none when some of them are not read, which can only be erased. */
    selected: () => {
      const { isAll, selectedIds } = store.getState();
      if (isAll) return [];
      return list.getState().arrangement.orderIds.filter((id) => selectedIds.has(id));
    },
  };
}

/** The selection of the list. */
export type SelectionStore = ReturnType<typeof createSelectionStore>;
