import type { WaybellBridge } from '../core/bridge/bridge.ts';
import type { OrderRow } from '../core/board/board.ts';
import type { OrderId } from '../core/order/order-id.ts';
import type { BoardStore } from './stores/board-store.ts';
import type { ListStore } from './stores/list-store.ts';
import type { ToastStore } from './stores/toast-store.ts';
import type { Dictionary } from './text/en/dictionary.ts';

/** What removals need. */
export interface RemovalPeers {
  readonly bridge: WaybellBridge;
  readonly board: BoardStore;
  readonly list: ListStore;
  readonly toasts: ToastStore;
  readonly texts: () => Dictionary;
}

/** How many orders main takes off the list in one turn, which takes it some 20 ms. */
const removedAtOnce = 500;

/** Orders that leave the list together. */
interface Removal {
  ids: readonly OrderId[];
  /** Those that main was told of, as they were then. */
  gone: readonly OrderRow[];
}

/**
 * Orders that are taken off the list. Main hears of it when their message goes: until then they are checked as
 * before, and bringing them back loses nothing. Later they are watched anew.
 */
export function createRemovals({ bridge, board, list, toasts, texts }: RemovalPeers) {
  const away = new Set<Removal>();

  const carryOut = async (removal: Removal) => {
    if (!away.delete(removal) || removal.ids.length === 0) return;
    const { rows } = board.getState();
    removal.gone = removal.ids.flatMap((id) => rows.get(id) ?? []);
    const parts: OrderId[][] = [];
    for (let from = 0; from < removal.ids.length; from += removedAtOnce) {
      parts.push(removal.ids.slice(from, from + removedAtOnce));
    }
    // Asked for together, because the window may be closing.
    await Promise.all(parts.map((part) => remove(part, removal)));
  };

  const remove = async (ids: OrderId[], removal: Removal) => {
    const answer = await bridge.removeFromWatchList({ ids });
    if (answer.ok) return;
    toasts.fail(answer.failure);
    removal.gone = removal.gone.filter(({ id }) => !ids.includes(id));
    list.unhide(ids);
  };

  /**
   * Watches orders again that main does not have any more, and says what of them did not come back.
   *
   * @returns whether it was done; says why not otherwise
   */
  const watchAgain = async (
    rows: readonly Pick<OrderRow, 'id' | 'label' | 'group' | 'promisedAtMs'>[],
  ): Promise<boolean> => {
    if (rows.length === 0) return true;
    const orders = rows.map(({ id, label, group, promisedAtMs }) => ({
      id,
      label,
      ...(group !== null && { group }),
      ...(promisedAtMs !== null && { promisedAtMs }),
    }));
    const answer = await bridge.addToWatchList({ orders });
    if (!answer.ok) toasts.fail(answer.failure);
    else toasts.tell({ icon: 'info', text: texts().toast.watchedAnew });
    return answer.ok;
  };

  return {
    watchAgain,
    /** A removal of these orders, which has not begun. */
    of: (ids: readonly OrderId[]) => {
      const removal: Removal = { ids, gone: [] };
      return {
        remove: async () => {
          away.add(removal);
          list.hide(removal.ids);
          return true;
        },
        bringBack: async () => {
          if (!away.delete(removal) && !(await watchAgain(removal.gone))) return false;
          list.unhide(removal.ids);
          return true;
        },
        /** Removes what is off the list for good. */
        settle: () => void carryOut(removal),
      };
    },
    /** Keeps an order that was just removed, because a notification or a link opens it. */
    keep: (id: OrderId) => {
      for (const removal of away) removal.ids = removal.ids.filter((other) => other !== id);
      list.unhide([id]);
    },
  };
}
