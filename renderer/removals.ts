import type { OrderRow } from '../core/bridge/board.ts';
import type { BridgeFailure, WaybellBridge } from '../core/bridge/bridge.ts';
import type { OrderId } from '../core/order/order-id.ts';
import type { OrderPreferences } from '../core/watch/order-preferences.ts';
import type { ListStore } from './stores/list-store.ts';
import { toastForMs, type ToastStore } from './stores/toast-store.ts';
import type { Stop, WindowTime } from './stores/window-time.ts';

/** What removals need. */
export interface RemovalPeers {
  readonly bridge: WaybellBridge;
  readonly list: ListStore;
  readonly time: WindowTime;
  readonly toasts: ToastStore;
}

/** The most orders whose notes and preferences are read before they are removed. */
const mostRead = 100;

interface Removal {
  rows: readonly OrderRow[];
  /** What the dispatcher wrote about each order, read just before main removes it. */
  preferences: readonly Promise<readonly [OrderId, OrderPreferences | null]>[];
  readonly stop: Stop;
}

/**
 * Orders that are being taken off the list. Main is told when the time for undo has passed, so that an
 * undo within that time needs no request.
 */
export function createRemovals({ bridge, list, time, toasts }: RemovalPeers) {
  const pending = new Set<Removal>();

  const preferencesOf = async (
    id: OrderId,
  ): Promise<readonly [OrderId, OrderPreferences | null]> => {
    const answer = await bridge.orderDetail({ id });
    return [id, answer.ok ? (answer.value?.preferences ?? null) : null];
  };

  const carryOut = async (removal: Removal) => {
    removal.stop();
    pending.delete(removal);
    const ids = removal.rows.map((row) => row.id);
    // Requests arrive in order: this is answered before the orders are gone.
    removal.preferences = ids.slice(0, mostRead).map(preferencesOf);
    const answer = await bridge.removeFromWatchList({ ids });
    if (!answer.ok) {
      toasts.fail(answer.failure);
      list.unhide(ids);
    }
  };

  const watchAgain = async ({ rows, preferences }: Removal): Promise<BridgeFailure | null> => {
    const orders = rows.map(({ id, label }) => ({ id, label }));
    const added = await bridge.addToWatchList({ orders });
    if (!added.ok) return added.failure;
    const muted = rows.filter((row) => row.isMuted).map(({ id }) => id);
    const pinned = rows.filter((row) => row.isPinned).map(({ id }) => id);
    const written = (await Promise.all(preferences)).flatMap(([id, known]) => {
      if (known === null) return [];
      const { note, ...change } = known;
      return [bridge.noteOrder({ id, note }), bridge.setPreferences({ ids: [id], change })];
    });
    if (muted.length > 0) {
      written.push(bridge.muteOrders({ ids: muted, isMuted: true }));
    }
    if (pinned.length > 0) {
      written.push(bridge.pinOrders({ ids: pinned, isPinned: true }));
    }
    const answers = await Promise.all(written);
    return answers.find((answer) => !answer.ok)?.failure ?? null;
  };

  const bringBack = async (removal: Removal) => {
    removal.stop();
    list.unhide(removal.rows.map(({ id }) => id));
    if (pending.delete(removal) || removal.rows.length === 0) return;
    const failure = await watchAgain(removal);
    if (failure !== null) toasts.fail(failure);
  };

  return {
    /** @returns a function that brings these orders back, even after main has removed them */
    begin: (rows: readonly OrderRow[]) => {
      list.hide(rows.map(({ id }) => id));
      const removal: Removal = {
        rows,
        preferences: [],
        stop: time.after(toastForMs, () => void carryOut(removal)),
      };
      pending.add(removal);
      return () => void bringBack(removal);
    },
    /** Keeps an order that was just removed, because a notification or a link opens it. */
    keep: (id: OrderId) => {
      for (const removal of pending) {
        removal.rows = removal.rows.filter((row) => row.id !== id);
        if (removal.rows.length > 0) continue;
        removal.stop();
        pending.delete(removal);
      }
      list.unhide([id]);
    },
    /** Removes now what was waiting for an undo. */
    flush: () => {
      for (const removal of pending) void carryOut(removal);
    },
  };
}
