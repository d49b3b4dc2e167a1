import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import {
  everyNotification,
  type NotificationEntry,
  type NotificationFilter,
  type NotificationPage,
} from '../../core/notification/notification.ts';
import type { BoardStore } from './board-store.ts';
import type { Stop } from './window-time.ts';

/** The history of notifications, as far as it was read. */
export interface NotificationHistoryState {
  readonly filter: NotificationFilter;
  /** The newest first; null until main has answered. */
  readonly entries: readonly NotificationEntry[] | null;
  /** Whether older ones are left on the disk. */
  readonly hasMore: boolean;
  readonly failure: BridgeFailure | null;
}

const unread = { entries: null, hasMore: false, failure: null } as const;

/** The history of notifications, read in pages and only while it is looked at. */
export function createNotificationHistoryStore(bridge: WaybellBridge, board: BoardStore) {
  const store = createStore<NotificationHistoryState>(() => ({
    filter: everyNotification,
    ...unread,
  }));
  let turn = 0;
  let isAsking = false;
  let isStale = false;
  let knownOrders = 0;

  /** @returns null when it failed, which is shown, or when it is not wanted any more */
  const ask = async (beforeNo: number | null): Promise<NotificationPage | null> => {
    const own = turn;
    const answer = await bridge.notificationHistory({ ...store.getState().filter, beforeNo });
    if (own !== turn) return null;
    store.setState({ failure: answer.ok ? null : answer.failure });
    return answer.ok ? answer.value : null;
  };

  /** Older pages stay, unless a gap would be before them or they may name orders that were erased. */
  const merge = ({ entries, hasMore }: NotificationPage): void => {
    const { size } = board.getState().rows;
    const mayStay = hasMore && size >= knownOrders;
    knownOrders = size;
    const oldestNo = entries.at(-1)?.no ?? 0;
    const known = store.getState().entries ?? [];
    const older =
      mayStay && known.some(({ no }) => no >= oldestNo)
        ? known.filter(({ no }) => no < oldestNo)
        : [];
    store.setState({
      entries: [...entries, ...older],
      hasMore: older.length === 0 ? hasMore : store.getState().hasMore,
    });
  };

  const readNewest = async (): Promise<void> => {
    isStale = isAsking;
    if (isAsking) return;
    isAsking = true;
    const page = await ask(null);
    isAsking = false;
    if (page !== null) merge(page);
    if (isStale) await readNewest();
  };

  const begin = (filter: NotificationFilter): void => {
    turn += 1;
    isStale = isAsking;
    knownOrders = board.getState().rows.size;
    store.setState({ filter, ...unread });
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Shows what fits the filter, from the newest on. */
    narrow: async (filter: NotificationFilter) => {
      begin(filter);
      await readNewest();
    },
    /** Reads the next older page, if there is one. */
    readOlder: async () => {
      const { entries, hasMore } = store.getState();
      const last = entries?.at(-1);
      if (isAsking || !hasMore || last === undefined) return;
      isAsking = true;
      const page = await ask(last.no);
      isAsking = false;
      if (page !== null) {
        const { entries: known } = store.getState();
        store.setState({ entries: [...(known ?? []), ...page.entries], hasMore: page.hasMore });
      }
      if (isStale) await readNewest();
    },
    /** Reads what comes and what becomes of it, until stopped; then what was read is forgotten. */
    follow: (): Stop => {
      const stop = bridge.onNotificationsChanged(() => void readNewest());
      return () => {
        stop();
        begin(everyNotification);
        isStale = false;
      };
    },
  };
}
