import type { WaybellBridge } from '../../core/bridge/bridge.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { WindowView } from '../../core/bridge/window-view.ts';
import { isViewName } from '../board/views.ts';
import type { BoardStore } from './board-store.ts';
import type { DetailStore } from './detail-store.ts';
import type { LayerStore } from './layer-store.ts';
import type { LayoutStore } from './layout-store.ts';
import type { ListStore } from './list-store.ts';
import type { ScrollStore } from './scroll-store.ts';
import type { SelectionStore } from './selection-store.ts';
import type { Stop } from './window-time.ts';

/** What says where the dispatcher is, and what is carried out before the page goes. */
export interface ViewMemoryPeers {
  readonly board: BoardStore;
  readonly list: ListStore;
  readonly layers: LayerStore;
  readonly selection: SelectionStore;
  readonly detail: DetailStore;
  readonly layout: LayoutStore;
  readonly scroll: ScrollStore;
  /** Carries out what still could have been undone. */
  readonly flush: () => void;
}

/** The longest filter that is kept. */
const longestFilter = 500;
const mostSelected = 50_000;

/**
 * Closing the window ends its page; the page that comes next begins where the dispatcher was. Main
 * keeps that in between.
 */
export function createViewMemory(
  bridge: Pick<WaybellBridge, 'recallView' | 'rememberView' | 'onWindowLeaving'>,
  peers: ViewMemoryPeers,
): {
  /** Asks for the place before the board is asked for, so that it is there when the board comes. */
  readonly start: () => Stop;
} {
  const { board, list, layers, selection, detail, layout, scroll } = peers;
  let wanted: WindowView | null = null;

  const present = (): WindowView => {
    const { activeId, selectedIds } = selection.getState();
    const { view, filter, sort } = list.getState();
    const top = scroll.place();
    return {
      view,
      filter: filter.slice(0, longestFilter),
      sort,
      detailWidthPx: layout.getState().detailWidthPx,
      activeId,
      selectedIds: [...selectedIds].slice(0, mostSelected),
      openId: detail.getState().openId,
      top,
    };
  };

  const goToView = (place: WindowView) => {
    if (isViewName(place.view)) list.openView(place.view);
    list.setSort(place.sort);
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
      selection.restore(place.activeId, place.selectedIds.filter(shown));
    }
    if (shown(place.openId)) detail.open(place.openId);
  };

  return {
    start: () => {
      let hasStopped = false;
      const arrive = () => {
        if (wanted === null || board.getState().phase.kind !== 'ready') return;
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
