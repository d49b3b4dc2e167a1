import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { HubSettingsChange, HubSettingsState } from '../../../core/team/hub-settings.ts';

/** What the hub decides for the team; null until it has answered. */
export interface HubSettingsStoreState {
  readonly hub: HubSettingsState | null;
  readonly failure: BridgeFailure | null;
}

/** What the hub decides: read there each time, and changed there or not at all. */
export function createHubSettingsStore(bridge: WaybellBridge) {
  const store = createStore<HubSettingsStoreState>(() => ({ hub: null, failure: null }));
  const ask = async (answering: ReturnType<WaybellBridge['hubSettings']>): Promise<void> => {
    const answer = await answering;
    store.setState(answer.ok ? { hub: answer.value, failure: null } : { failure: answer.failure });
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    read: () => ask(bridge.hubSettings()),
    change: (change: HubSettingsChange) => ask(bridge.changeHubSettings({ change })),
  };
}
