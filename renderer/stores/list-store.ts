import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { ArchivePage } from '../../core/board/archive-page.ts';
import { type Narrowing, notNarrowed } from '../../core/settings/list-show.ts';
import type { ListSort } from '../../core/settings/list-sort.ts';
import type { OrderRow } from '../../core/board/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { sameValue } from '../../core/same-value.ts';
import { longestQuery, type SearchHit } from '../../core/watch/order-search.ts';
import { type Arrangement, arranged, emptyArrangement, type Found } from '../board/arrangement.ts';
import {
  countedGroups,
  countedViews,
  type GroupCount,
  isUnchecked,
  type ListView,
  type ViewCounts,
} from '../board/views.ts';
import type { BoardStore } from './board-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

/** A held list is sorted after this long although the pointer is still on it. */
const longestHoldMs = 10_000;

/**
 * A change is drawn where its row stands, and rows take their places this long after it: between two
 * patches of main, so that sorting thousands of rows does not keep a change from the screen.
 */
const sortAfterMs = 50;

/** While a filter is set, what changed is looked through again this often at most. */
const lookAgainMs = 1000;

/** A list that is narrowed to promises looks at the clock this often. */
const clockEveryMs = 15_000;

/** As many orders as the palette offers for a text. */
const mostFoundArchived = 8;

/** What the list shows. */
export interface ListState {
  readonly view: ListView;
  readonly filter: string;
  /** What the filter finds in all views; null without a filter, and until the first answer. */
  readonly found: Found | null;
  /** How many orders the view shows, with those of the archive that are not read yet. */
  readonly total: number;
  /** How many of them each view holds. */
  readonly foundIn: ViewCounts | null;
  /** The first answer to a filter is under way. Until it is there the list stays as it is. */
  readonly isLooking: boolean;
  /** The setting, once main has told it; a choice counts at once. */
  readonly narrowing: Narrowing;
  /** The orders of a card that was clicked, which the list shows alone; null as long as it shows a view. */
  readonly cardIds: ReadonlySet<OrderId> | null;
  /** The courier who has them; null where a card was clicked. */
  readonly cardCourier: string | null;
  /** How many of them are watched still. */
  readonly cardCount: number;
  readonly arrangement: Arrangement;
  /** The open order while the dispatcher writes about it or calls for it; null otherwise. */
  readonly editedId: OrderId | null;
  /** Every order has taken its place: false while the list is held and something changed. */
  readonly isSorted: boolean;
  /** In which order the orders stand: the setting, once main has told it. */
  readonly sort: ListSort;
  readonly counts: ViewCounts;
  /** The dispatcher's groups, by name. */
  readonly groups: readonly GroupCount[];
  /** How many orders wait for their first check. */
  readonly unchecked: number;
  /** Orders that are being taken off the list and can still be brought back. */
  readonly hidden: ReadonlySet<OrderId>;
}

/** What the list works with. */
export interface ListPeers {
  readonly bridge: Pick<WaybellBridge, 'archivedOrders' | 'searchOrders'>;
  readonly board: BoardStore;
  readonly time: WindowTime;
  /** Has main keep to what the list is narrowed. */
  readonly keepNarrowing: (narrowing: Narrowing) => void;
  /** Says why a filter could not be answered. */
  readonly fail: (failure: BridgeFailure) => void;
}

/** A list of the given board. */
export function createListStore({ bridge, board, time, keepNarrowing, fail }: ListPeers) {
  const store = createStore<ListState>(() => ({
    view: 'all',
    filter: '',
    found: null,
    total: 0,
    foundIn: null,
    isLooking: false,
    narrowing: notNarrowed,
    cardIds: null,
    cardCourier: null,
    cardCount: 0,
    arrangement: emptyArrangement,
    editedId: null,
    isSorted: true,
    sort: 'attention',
    counts: countedViews([]),
    groups: [],
    unchecked: 0,
    hidden: new Set(),
  }));
  /** Null while the list is not held. */
  let heldFor: ReadonlySet<OrderId> | null = null;
  let stopPlanned: Stop | null = null;
  let stopHold: Stop | null = null;
  /** The open order as it was when it was opened: it stays where that stood. */
  let opened: OrderRow | null = null;
  let stopLookingAgain: Stop | null = null;
  let lastLook = 0;
  let stopClock: Stop | null = null;
  /** The setting as main told it last. */
  let keptNarrowing = notNarrowed;
  /** What main found for the list among evicted orders. */
  let archived: Pick<ArchivePage, 'hits' | 'total'> = nothingArchived;

  /** Orders that the dispatcher acted on, until main has sent their new state. */
  const expected = new Set<OrderId>();
  /** Those of them whose new state is being shown. */
  let moving: ReadonlySet<OrderId> = new Set();
  const waiting = (): ReadonlySet<OrderId> | null => {
    const { editedId } = store.getState();
    return editedId === null ? heldFor : new Set([...(heldFor ?? []), editedId]);
  };
  const sort = (held: ReadonlySet<OrderId> | null, isLooking = store.getState().isLooking) => {
    stopPlanned?.();
    stopPlanned = null;
    const { arrangement: before, groups: groupsBefore, hidden, ...choice } = store.getState();
    const all = board.getState().rows;
    const rows = hidden.size === 0 ? all : new Map([...all].filter(([id]) => !hidden.has(id)));
    const groups = countedGroups(rows.values());
    const { found, foundIn: foundInBefore } = choice;
    const { app, heldIds } = board.getState();
    const live = [...rows.values()].filter(({ id }) => !heldIds.has(id));
    const putAway = (app?.putAwayCount ?? 0) - [...hidden].filter((id) => heldIds.has(id)).length;
    const foundIn =
      found &&
      withArchived(countedViews(live.filter(({ id }) => found.has(id))), archived.total ?? 0);
    const arrangement = isLooking
      ? before
      : arranged(rows, { ...choice, opened }, time.nowMs(), before, held);
    const { orderIds } = arrangement;
    const unread = Math.max(
      0,
      (archived.total ?? 0) - orderIds.filter((id) => heldIds.has(id)).length,
    );
    store.setState({
      total: orderIds.length + (choice.view === 'archive' ? unread : 0),
      foundIn: sameValue(foundIn, foundInBefore) ? foundInBefore : foundIn,
      counts: withArchived(countedViews(live), putAway),
      cardCount: [...(choice.cardIds ?? [])].filter((id) => rows.has(id)).length,
      groups: sameValue(groups, groupsBefore) ? groupsBefore : groups,
      unchecked: [...rows.values()].filter(isUnchecked).length,
      isLooking,
      arrangement,
      isSorted: held === null,
    });
    // Who types or telephones needs as long as that takes.
    const isEdited = store.getState().editedId !== null;
    if (held !== null && !isEdited) stopHold ??= time.after(longestHoldMs, sortNow);
    else {
      stopHold?.();
      stopHold = null;
    }
  };

  const sortNow = () => sort(null);

  /** The orders that hold every word of a text; null for a blank one, and when the search failed. */
  const search = async (text: string): Promise<Found | null> => {
    if (text.trim() === '') return null;
    const answer = await bridge.searchOrders({ text: text.trim().slice(0, longestQuery) });
    if (answer.ok) return new Map(answer.value.map((hit) => [hit.id, hit]));
    fail(answer.failure);
    return null;
  };

  /** The same, with a few evicted orders, whose rows are read with them. */
  const find = async (text: string): Promise<Found | null> => {
    const asked = text.trim().slice(0, longestQuery);
    if (asked === '' || board.getState().app?.putAwayCount === 0) return search(text);
    const query = { text: asked, sort: 'attention' } as const;
    const [found, answer] = await Promise.all([
      search(text),
      bridge.archivedOrders({ query, after: null, limit: mostFoundArchived }),
    ]);
    if (!answer.ok) fail(answer.failure);
    if (found === null || !answer.ok) return found;
    board.hold(answer.value.rows);
    return withHits(found, answer.value.hits);
  };

  /** @param isAsked whether the dispatcher changed the filter: then the list need not be held */
  const look = async (isAsked: boolean): Promise<void> => {
    stopLookingAgain?.();
    stopLookingAgain = null;
    lastLook += 1;
    const number = lastLook;
    const { filter, found: before } = store.getState();
    if (filter.trim() === '') {
      change({ found: null, isLooking: false });
      return;
    }
    const found = await search(filter);
    // The filter was changed meanwhile.
    if (number !== lastLook) return;
    store.setState({ found: found && keptHits(withHits(found, archived.hits), before) });
    sort(isAsked ? null : waiting(), false);
  };

  const lookAgainSoon = () => {
    if (store.getState().filter.trim() === '') return;
    stopLookingAgain ??= time.after(lookAgainMs, () => void look(false));
  };

  const forgetGone = () => {
    const { hidden } = store.getState();
    const { rows } = board.getState();
    if ([...hidden].some((id) => !rows.has(id))) {
      store.setState({ hidden: new Set([...hidden].filter((id) => rows.has(id))) });
    }
  };

  const rowsChanged = (ids: readonly OrderId[] | null) => {
    forgetGone();
    lookAgainSoon();
    if (ids === null) {
      // A whole snapshot came, and the dispatcher may be waiting for it.
      sort(waiting());
      return;
    }
    moving = new Set(ids.filter((id) => expected.delete(id)));
    if (moving.size > 0) {
      sort(store.getState().editedId === null ? null : waiting());
      moving = new Set();
      return;
    }
    stopPlanned ??= time.after(sortAfterMs, () => sort(waiting()));
  };

  const change = (part: Partial<ListState>) => {
    store.setState(part);
    sortNow();
  };

  const narrowTo = (narrowing: Narrowing) => {
    stopClock?.();
    stopClock =
      narrowing.promise === 'all' ? null : time.every(clockEveryMs, () => sort(waiting()));
    change({ narrowing });
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start: () => {
      sortNow();
      const stop = board.subscribe((state, before) => {
        const { listShow, listSort } = state.app?.settings ?? {};
        if (listSort !== undefined && listSort !== store.getState().sort)
          change({ sort: listSort });
        if (listShow !== undefined && !sameValue(listShow, keptNarrowing)) {
          keptNarrowing = listShow;
          narrowTo(listShow);
        }
        if (state.rowsVersion !== before.rowsVersion) rowsChanged(state.changedIds);
        else if (state.app?.putAwayCount !== before.app?.putAwayCount) sort(waiting());
      });
      return () => {
        stop();
        stopPlanned?.();
        stopHold?.();
        stopLookingAgain?.();
        stopClock?.();
      };
    },
    openView: (view: ListView) => change({ view, cardIds: null, cardCourier: null }),
    /**
     * Shows these orders alone, whether they still need attention or not, until a view is opened. Those of a courier are
     * a look aside, after which the view is there again; the archive has pages of its own, which are no part of it.
     */
    openCard: (ids: readonly OrderId[], courier: string | null = null) => {
      const before = store.getState().view;
      const aside = before === 'archive' ? 'all' : before;
      change({
        view: courier === null ? 'needsAttention' : aside,
        cardIds: new Set(ids),
        cardCourier: courier,
      });
    },
    find,
    /** Adopts what main found for this list among the evicted orders; null for nothing yet. */
    adoptArchived: (page: Pick<ArchivePage, 'hits' | 'total'> | null) => {
      archived = page ?? nothingArchived;
      const { found } = store.getState();
      change({ found: found && withHits(found, archived.hits) });
    },
    /** Leaves out orders of every view by their group and promise, after a restart too. */
    narrow: (part: Partial<Narrowing>) => {
      const { narrowing: before } = store.getState();
      const narrowing = { ...before, ...part };
      if (sameValue(narrowing, before)) return;
      narrowTo(narrowing);
      keepNarrowing(narrowing);
    },
    setFilter: (filter: string) => {
      const { found } = store.getState();
      store.setState({ filter, isLooking: filter.trim() !== '' && found === null });
      void look(true);
    },
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
      if (!store.getState().isSorted) sort(waiting());
    },
    letGo: () => {
      heldFor = null;
      if (!store.getState().isSorted) sort(waiting());
    },
    /**
     * The dispatcher does something to these orders: once main says what became of them they take
     * their new places, held or not.
     *
     * @param what the order that is open stays in its place where it is `handled`: it is being read
     */
    letMove: (ids: readonly OrderId[], what: 'handled' | 'moved' = 'moved') => {
      for (const id of ids) expected.add(id);
      if (what === 'moved' && opened !== null && expected.has(opened.id)) opened = null;
    },
    /** Whether an order takes another place by what the dispatcher just did, which has a message of its own. */
    isMoving: (id: OrderId): boolean => moving.has(id),
    /**
     * The order whose details are open, or null. It stays where it is although a look ends what it needs
     * attention for: otherwise the next order would take its place and open, and so on down the list.
     */
    keepPlace: (id: OrderId | null) => {
      const wasKept = opened !== null;
      opened = (id === null ? null : board.getState().rows.get(id)) ?? null;
      if (wasKept) sort(waiting());
    },
    /**
     * The dispatcher writes about the open order or calls for it, or no longer does. Until then the list is held,
     * however long that takes, and this order keeps its place in it.
     */
    setEdited: (id: OrderId | null) => {
      if (id === store.getState().editedId) return;
      store.setState({ editedId: id });
      if (!store.getState().isSorted) sort(waiting());
    },
    /** Sorts at once, because the dispatcher did something and expects to see it. */
    sortNow,
  };
}

/** The counts with evicted orders. */
function withArchived(counts: ViewCounts, many: number): ViewCounts {
  return { ...counts, archive: counts.archive + many };
}

const nothingArchived = { hits: [], total: 0 } as const;

function withHits(found: Found, hits: readonly SearchHit[]): Found {
  return hits.length === 0
    ? found
    : new Map([...found, ...hits.map((hit) => [hit.id, hit] as const)]);
}

/** Each hit as the same object as before if it says the same, so that no row is drawn again for it. */
function keptHits(found: Found, before: Found | null): Found {
  const kept = [...found.values()].map((hit) => {
    const known = before?.get(hit.id);
    return known && sameValue(known, hit) ? known : hit;
  });
  return new Map(kept.map((hit) => [hit.id, hit]));
}

/** The order of the list and the counts beside the views, derived from the board. */
export type ListStore = ReturnType<typeof createListStore>;
