import type { WaybellBridge } from '../../core/bridge/bridge.ts';
import type { PhoneOwner } from '../../core/privacy/privacy-ledger.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { WindowView } from '../../core/board/window-view.ts';
import { longestQuery } from '../../core/watch/order-search.ts';
import { emptyArrangement } from '../board/arrangement.ts';
import { isListView } from '../board/views.ts';
import type { BoardStore } from './board-store.ts';
import type { DetailStore } from './detail-store.ts';
import type { ListStore } from './list-store.ts';
import type { SelectionStore } from './selection-store.ts';
import type { Stop } from './window-time.ts';
import { createStore } from 'zustand/vanilla';

/** A place in the list: the first order in sight and how far its row is scrolled out, in px. */
export interface ScrollPlace {
  readonly id: OrderId;
  readonly offsetPx: number;
}

/** Creates the memory of a list at its top. */
export function createScrollStore() {
  let reader: (() => ScrollPlace | null) | null = null;
  let wanted: ScrollPlace | null = null;
  return {
    /** Null at the top of the list. */
    place: () => (reader === null ? wanted : reader()),
    /** The drawn list passes a function that reads its place. */
    readBy: (read: () => ScrollPlace | null) => {
      reader = read;
      return () => {
        if (reader === read) reader = null;
      };
    },
    /** The next list that is drawn scrolls to this place. */
    wantBack: (next: ScrollPlace | null) => {
      wanted = next;
    },
    /** The place of `wantBack`, which is then forgotten. */
    spendWanted: () => {
      const place = wanted;
      wanted = null;
      return place;
    },
  };
}

/** Where the list is scrolled to, for the next time that it is drawn. A change draws nothing. */
export type ScrollStore = ReturnType<typeof createScrollStore>;

/** How wide the details may be, in px. */
export const detailWidths = { least: 340, usual: 380, most: 520 } as const;

/** The widths that the dispatcher chose. */
export interface LayoutState {
  /** The width of the details, in px. */
  readonly detailWidthPx: number;
}

/** The division of a new window. */
export function createLayoutStore() {
  const store = createStore<LayoutState>(() => ({ detailWidthPx: detailWidths.usual }));
  const listeners = new Set<() => void>();
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Takes a width as near to the wanted one as may be. */
    setDetailWidth: (widthPx: number) => {
      const { least, most } = detailWidths;
      store.setState({ detailWidthPx: Math.min(most, Math.max(least, Math.round(widthPx))) });
    },
    /** The dispatcher released the edge: the width is stored. */
    settled: () => {
      for (const listener of listeners) listener();
    },
    /** Calls the listener for every width that is to be stored. */
    onSettled: (listener: () => void) => listeners.add(listener),
  };
}

/** How the window is divided. */
export type LayoutStore = ReturnType<typeof createLayoutStore>;

/** The dialogs of the board, of which at most one is open. */
type Layer = 'call' | 'claim' | 'dial' | 'keyboardHelp' | 'lastHour' | 'notifications' | 'palette';

/** The orders of a card of news, and since when they changed, in milliseconds since 1970. */
export interface CardNews {
  readonly ids: readonly OrderId[];
  readonly sinceMs: number;
}

/** A person of an order who has a phone number. */
export interface Dialled {
  readonly id: OrderId;
  readonly owner: PhoneOwner;
}

/** Which layer is open. */
export interface LayerState {
  readonly layer: Layer | null;
  /** The orders that the dispatcher called about. */
  readonly calledIds: readonly OrderId[];
  /** Whom the dispatcher is asked about before they are called; null while no person is. */
  readonly dialled: Dialled | null;
  /** The orders of which it is asked who takes care of them. */
  readonly claimedIds: readonly OrderId[];
  /** What the changes are narrowed to while they are open; null for those of the last hour. */
  readonly cardNews: CardNews | null;
  /** The filter field is shown. */
  readonly isFiltering: boolean;
  /** How often the filter field was asked for: each time it takes the focus. */
  readonly filterAsks: number;
  /** The menu of the selected orders. A closed one keeps its place, in px of the page, while it fades. */
  readonly rowMenu: {
    readonly isOpen: boolean;
    readonly x: number;
    readonly y: number;
    /** It may lie over the row; one that a key opened stands beside it. */
    readonly isAtPointer: boolean;
  };
}

/** A window without anything over it. */
export function createLayerStore() {
  const store = createStore<LayerState>(() => ({
    layer: null,
    calledIds: [],
    dialled: null,
    claimedIds: [],
    cardNews: null,
    isFiltering: false,
    filterAsks: 0,
    rowMenu: { isOpen: false, x: 0, y: 0, isAtPointer: false },
  }));
  /** What was written in dialogs that were closed without an answer, by what they asked. */
  const unsaid = new Map<string, string>();
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    open: (layer: Exclude<Layer, 'call' | 'claim' | 'dial'>) =>
      store.setState({ layer, cardNews: null }),
    /** Opens what changed in the orders of a card alone. */
    openNews: (cardNews: CardNews) => store.setState({ layer: 'lastHour', cardNews }),
    /** Asks for a word about a call. */
    openCall: (calledIds: readonly OrderId[]) => store.setState({ layer: 'call', calledIds }),
    /** Asks before a number is handed to the program for calls. */
    openDial: (dialled: Dialled) => store.setState({ layer: 'dial', dialled }),
    /** Asks who takes care of orders. */
    openClaim: (claimedIds: readonly OrderId[]) => store.setState({ layer: 'claim', claimedIds }),
    close: () => store.setState({ layer: null, cardNews: null }),
    /** What was written in the dialog that asks this, and not said. Empty where nothing was. */
    unsaidIn: (question: string) => unsaid.get(question) ?? '',
    /** Keeps what is being written until it is said, then empty. */
    keepUnsaid: (question: string, words: string) => {
      if (words === '') unsaid.delete(question);
      else unsaid.set(question, words);
    },
    setFiltering: (isFiltering: boolean) =>
      store.setState(({ filterAsks }) => ({
        isFiltering,
        filterAsks: isFiltering ? filterAsks + 1 : filterAsks,
      })),
    openRowMenu: (x: number, y: number, isAtPointer: boolean) =>
      store.setState({ rowMenu: { isOpen: true, x, y, isAtPointer } }),
    closeRowMenu: () =>
      store.setState(({ rowMenu }) => ({ rowMenu: { ...rowMenu, isOpen: false } })),
  };
}

/** Dialogs, the filter field and the menu of the selected orders. */
export type LayerStore = ReturnType<typeof createLayerStore>;

/** The stores that know where the dispatcher is. */
export interface ViewMemoryPeers {
  readonly board: BoardStore;
  readonly list: ListStore;
  readonly layers: LayerStore;
  readonly selection: SelectionStore;
  readonly detail: DetailStore;
  readonly layout: LayoutStore;
  readonly scroll: ScrollStore;
  /** Carries out what could still be undone. */
  readonly flush: () => void;
}

const mostSelected = 50_000;

/**
 * Closing the window ends its page; the next page opens where the dispatcher was. Main
 * keeps that in between.
 */
export function createViewMemory(
  bridge: WaybellBridge,
  peers: ViewMemoryPeers,
): {
  /** Asks for the place before the board is asked for, so that it is there when the board comes. */
  readonly start: () => Stop;
} {
  const { board, list, layers, selection, detail, layout, scroll } = peers;
  let wanted: WindowView | null = null;

  const present = (): WindowView => {
    const { activeId, isAll, selectedIds } = selection.getState();
    const { arrangement, view, filter } = list.getState();
    const many = arrangement.orderIds.length;
    const top = scroll.place();
    return {
      view,
      filter: filter.slice(0, longestQuery),
      detailWidthPx: layout.getState().detailWidthPx,
      activeId,
      selectedIds:
        isAll || (many > 1 && selectedIds.size === many)
          ? 'all'
          : [...selectedIds].slice(0, mostSelected),
      openId: detail.getState().openId,
      top,
    };
  };

  const goToView = (place: WindowView) => {
    if (isListView(place.view)) list.openView(place.view);
    if (place.detailWidthPx !== null) layout.setDetailWidth(place.detailWidthPx);
    if (place.filter !== '') {
      list.setFilter(place.filter);
      layers.setFiltering(true);
    }
    scroll.wantBack(place.top);
  };

  const goToOrders = (place: WindowView) => {
    const { groups } = list.getState().arrangement;
    const shown = (id: OrderId | null): id is OrderId => id !== null && groups.has(id);
    if (shown(place.activeId)) {
      const { selectedIds } = place;
      selection.restore(place.activeId, selectedIds === 'all' ? [] : selectedIds.filter(shown));
      if (selectedIds === 'all') selection.selectAll();
    }
    if (shown(place.openId)) detail.open(place.openId);
  };

  return {
    start: () => {
      let hasStopped = false;
      const arrive = () => {
        if (wanted === null || board.getState().phase.kind !== 'ready') return;
        const { arrangement, isLooking } = list.getState();
        // The list is drawn up after the board has come.
        if (isLooking || arrangement === emptyArrangement) return;
        const place = wanted;
        wanted = null;
        goToOrders(place);
      };
      void bridge.recallView().then((answer) => {
        if (hasStopped || !answer.ok || answer.value === null) return;
        wanted = answer.value;
        goToView(answer.value);
        arrive();
      });
      layout.onSettled(() => {
        void bridge.rememberView({ view: present(), isLeaving: false });
      });
      const stops = [
        board.subscribe(arrive),
        list.subscribe(arrive),
        bridge.onWindowLeaving(() => {
          const view = present();
          peers.flush();
          // Requests arrive in order: main ends the page after what was carried out before.
          void bridge.rememberView({ view, isLeaving: true });
        }),
      ];
      return () => {
        hasStopped = true;
        for (const stop of stops) stop();
      };
    },
  };
}
