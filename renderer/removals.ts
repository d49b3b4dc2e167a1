import type { WaybellBridge } from '../core/bridge/bridge.ts';
import type { OrderId } from '../core/order/order-id.ts';
import type { ListStore } from './stores/list-store.ts';
import type { ToastStore } from './stores/toast-store.ts';

/** What removals need. */
export interface RemovalPeers {
  readonly bridge: WaybellBridge;
  readonly list: ListStore;
  readonly toasts: ToastStore;
}

/** How many orders main takes off the list in one turn, which takes it some 20 ms. */
const removedAtOnce = 500;

/** Orders that leave the list together. */
interface Removal {
  ids: readonly OrderId[];
}

/**
 * Orders that are taken off the list. Main hears of it when undo has no time left: until then they
 * are checked as before, and bringing them back loses nothing.
 */
export function createRemovals({ bridge, list, toasts }: RemovalPeers) {
  const away = new Set<Removal>();

  const carryOut = async (removal: Removal) => {
    if (!away.delete(removal) || removal.ids.length === 0) return;
    const parts: OrderId[][] = [];
    for (let from = 0; from < removal.ids.length; from += removedAtOnce) {
      parts.push(removal.ids.slice(from, from + removedAtOnce));
    }
    // Asked for together, because the window may be closing.
    await Promise.all(parts.map(remove));
  };

  const remove = async (ids: OrderId[]) => {
    const answer = await bridge.removeFromWatchList({ ids });
    if (answer.ok) return;
    toasts.fail(answer.failure);
    list.unhide(ids);
  };

  return {
    /** A removal of these orders, which has not begun. */
    of: (ids: readonly OrderId[]) => {
      const removal: Removal = { ids };
      return {
        remove: async () => {
          away.add(removal);
          list.hide(removal.ids);
          return true;
        },
        bringBack: async () => {
          away.delete(removal);
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
