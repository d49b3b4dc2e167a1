import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { HeartbeatState } from '../../../core/bridge/heartbeat-state.ts';

/** Whether a monitor hears from this desk; null until main has answered. */
export interface HeartbeatStoreState {
  readonly heartbeat: HeartbeatState | null;
  readonly failure: BridgeFailure | null;
}

/** The heartbeat of this desk. Its address goes to main and never comes back. */
export function createHeartbeatStore(bridge: WaybellBridge) {
  const store = createStore<HeartbeatStoreState>(() => ({ heartbeat: null, failure: null }));
  const ask = async (answering: ReturnType<WaybellBridge['heartbeatState']>): Promise<boolean> => {
    const answer = await answering;
    store.setState(
      answer.ok ? { heartbeat: answer.value, failure: null } : { failure: answer.failure },
    );
    return answer.ok;
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    read: () => ask(bridge.heartbeatState()),
    /** @returns whether it is on */
    turnOn: (address: string) => ask(bridge.turnHeartbeatOn({ address })),
    turnOff: () => ask(bridge.turnHeartbeatOff()),
  };
}
