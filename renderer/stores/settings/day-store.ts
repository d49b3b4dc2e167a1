import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { DaySummary, SummaryDay } from '../../../core/board/day-summary.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { ToastStore } from '../toast-store.ts';
import { saySaved } from './transfer-store.ts';

/** The page of a day's figures. */
export interface DayState {
  readonly day: SummaryDay;
  /** Null until it is read. */
  readonly summary: DaySummary | null;
  /** Why it could not be read. */
  readonly failure: BridgeFailure | null;
}

/** Reads and saves the figures of a day. */
export function createDayStore(bridge: WaybellBridge, toasts: ToastStore, texts: () => Dictionary) {
  const store = createStore<DayState>(() => ({ day: 'today', summary: null, failure: null }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Sums the day up as it is now. */
    read: async (day: SummaryDay) => {
      if (day !== store.getState().day) store.setState({ day, summary: null });
      const answer = await bridge.daySummary({ day });
      // Another day was chosen meanwhile.
      if (store.getState().day !== day) return;
      store.setState(
        answer.ok ? { summary: answer.value, failure: null } : { failure: answer.failure },
      );
    },
    save: async () => {
      const { day } = store.getState();
      saySaved(await bridge.saveDaySummary({ day }), toasts, texts());
    },
  };
}
