import { createStore } from 'zustand/vanilla';
import type { AppUpdate } from '../../../core/bridge/app-update.ts';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';

/** How this copy stands to newer ones; null until main has told. */
export interface UpdateStoreState {
  readonly update: AppUpdate | null;
}

/**
 * Newer versions of Waybell.
 *
 * @param becameReady a version has just become ready while this window was open
 */
export function createUpdateStore(
  bridge: Pick<
    WaybellBridge,
    'updateState' | 'lookForUpdate' | 'restartForUpdate' | 'onUpdateChanged'
  >,
  becameReady: (version: string) => void,
) {
  const store = createStore<UpdateStoreState>(() => ({ update: null }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    look: async () => {
      await bridge.lookForUpdate();
    },
    /** Changes over to the version that is ready: the window goes with it. */
    restart: async () => {
      await bridge.restartForUpdate();
    },
    start: () => {
      void bridge.updateState().then((answer) => {
        // What was pushed meanwhile is newer.
        if (answer.ok && store.getState().update === null) store.setState({ update: answer.value });
      });
      return bridge.onUpdateChanged((update) => {
        store.setState({ update });
        if (update.kind === 'ready') becameReady(update.version);
      });
    },
  };
}
