import { createStore } from 'zustand/vanilla';
import type { BoardChange } from '../../core/bridge/board.ts';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';
import type { BoardStore } from './board-store.ts';
import type { Stop, WindowTime } from './window-time.ts';

const hourMs = 3_600_000;

/** What changed in the last hour. */
export interface RecentState {
  /** Newest first; null until main has answered. */
  readonly changes: readonly BoardChange[] | null;
  readonly failure: BridgeFailure | null;
}

/** What changed in all orders in the last hour, asked for while somebody looks. */
export function createRecentStore(bridge: WaybellBridge, board: BoardStore, time: WindowTime) {
  const store = createStore<RecentState>(() => ({ changes: null, failure: null }));
  let isAsking = false;
  let isStale = false;

  const read = async (): Promise<void> => {
    isStale = isAsking;
    if (isAsking) return;
    isAsking = true;
    const answer = await bridge.recentChanges({ sinceMs: time.nowMs() - hourMs });
    isAsking = false;
    store.setState(
      answer.ok ? { changes: answer.value, failure: null } : { failure: answer.failure },
    );
    if (isStale) await read();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    read,
    /** Reads now and after each change of an order, until stopped. */
    follow: (): Stop => {
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
