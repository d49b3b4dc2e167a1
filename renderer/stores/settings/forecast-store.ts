import { createStore } from 'zustand/vanilla';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { ForecastGrade } from '../../../core/board/forecast-grade.ts';

/** How good the forecasts are; null before it was read, and where it cannot be. */
export interface ForecastState {
  readonly grade: ForecastGrade | null;
}

/** Reads how good the forecasts are. */
export function createForecastStore(bridge: WaybellBridge) {
  const store = createStore<ForecastState>(() => ({ grade: null }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    read: async () => {
      const answer = await bridge.forecastGrade();
      store.setState({ grade: answer.ok ? answer.value : null });
    },
  };
}
