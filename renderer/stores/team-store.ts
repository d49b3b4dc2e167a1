import { createStore } from 'zustand/vanilla';
import type { BridgeAnswer, BridgeFailure, WaybellBridge } from '../../core/bridge/bridge.ts';

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
  /** Once it is done it stays busy, until the program has started again. */
  const failed = (answer: BridgeAnswer<'team:join' | 'team:leave'>): void => {
    if (!answer.ok) store.setState({ isBusy: false, failure: answer.failure });
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    join: async (address: string, code: string) => {
      if (store.getState().isBusy) return;
      store.setState({ isBusy: true, failure: null });
      failed(await bridge.joinTeam({ address, code }));
    },
    askToLeave: (isLeaveAsked: boolean) => store.setState({ isLeaveAsked }),
    leave: async () => {
      store.setState({ isBusy: true, failure: null, isLeaveAsked: false });
      failed(await bridge.leaveTeam());
    },
  };
}
