import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';

/** What joining and leaving is at. */
export interface TeamStoreState {
  readonly isBusy: boolean;
  readonly failure: BridgeFailure | null;
  readonly isLeaveAsked: boolean;
}

/** Joins and leaves a team. Waybell starts again afterwards, which closes the window. */
export function createTeamStore(bridge: WaybellBridge) {
  const store = createStore<TeamStoreState>(() => ({
    isBusy: false,
    failure: null,
    isLeaveAsked: false,
  }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    join: async (address: string, code: string) => {
      if (store.getState().isBusy) return;
      store.setState({ isBusy: true, failure: null });
      const answer = await bridge.joinTeam({ address, code });
      store.setState({ isBusy: false, failure: answer.ok ? null : answer.failure });
    },
    askToLeave: (isLeaveAsked: boolean) => store.setState({ isLeaveAsked }),
    leave: async () => {
      store.setState({ isBusy: true, failure: null, isLeaveAsked: false });
      const answer = await bridge.leaveTeam();
      store.setState({ isBusy: false, failure: answer.ok ? null : answer.failure });
    },
  };
}
