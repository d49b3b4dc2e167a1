import { createStore } from 'zustand/vanilla';
import type { BoardChange } from '../../core/board/board.ts';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { BoardStore } from './board-store.ts';
import type { CardNews } from './window-place.ts';
import type { Stop, WindowTime } from './window-time.ts';

const hourMs = 3_600_000;

/** What changed in the last hour, or in the orders of a card. */
export interface RecentState {
  /** Newest first; null until main has answered. */
  readonly changes: readonly BoardChange[] | null;
  readonly failure: BridgeFailure | null;
}

/** What changed of late, asked for while a person looks. */
export function createRecentStore(bridge: WaybellBridge, board: BoardStore, time: WindowTime) {
  const store = createStore<RecentState>(() => ({ changes: null, failure: null }));
  let isAsking = false;
  let isStale = false;
  let narrowedTo: CardNews | null = null;

  const read = async (): Promise<void> => {
    isStale = isAsking;
    if (isAsking) return;
    isAsking = true;
    const asked = narrowedTo;
    const answer = await bridge.recentChanges(
      asked === null
        ? { sinceMs: time.nowMs() - hourMs }
        : { ids: [...asked.ids], sinceMs: asked.sinceMs },
    );
    isAsking = false;
    if (asked === narrowedTo) {
      store.setState(
        answer.ok ? { changes: answer.value, failure: null } : { failure: answer.failure },
      );
    }
    if (isStale) await read();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    read,
    /**
     * Reads now and after each change of an order, until stopped.
     *
     * @param news the orders that are meant; null for all orders and the last hour
     */
    follow: (news: CardNews | null): Stop => {
      narrowedTo = news;
      let newestMs = newestChangeMs(board);
      void read();
      const stop = board.subscribe((state, before) => {
        if (state.rowsVersion === before.rowsVersion) return;
        const changedMs = newestChangeMs(board);
        if (changedMs === newestMs) return;
        newestMs = changedMs;
        void read();
      });
      return () => {
        stop();
        store.setState({ changes: null, failure: null });
      };
    },
  };
}

function newestChangeMs(board: BoardStore): number {
  let newest = 0;
  for (const { changedAtMs } of board.getState().rows.values()) {
    newest = Math.max(newest, changedAtMs ?? 0);
  }
  return newest;
}
