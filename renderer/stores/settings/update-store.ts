import { createStore } from 'zustand/vanilla';
import type { AppUpdate } from '../../../core/bridge/app-update.ts';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { ToastStore } from '../toast-store.ts';

/** Whether there is a newer version; null until main has answered. */
export interface UpdateStoreState {
  readonly update: AppUpdate | null;
}

/** Newer versions of Waybell. A toast says when one becomes ready while the window is open. */
export function createUpdateStore(
  bridge: WaybellBridge,
  toasts: ToastStore,
  texts: () => Dictionary,
) {
  const store = createStore<UpdateStoreState>(() => ({ update: null }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    look: async () => {
      await bridge.lookForUpdate();
    },
    /** Restarts Waybell with the version that is ready, which closes the window. */
    restart: async () => {
      await bridge.restartForUpdate();
    },
    start: () => {
      void bridge.updateState().then((answer) => {
        // A state that main has pushed since the request is newer than this answer.
        if (answer.ok && store.getState().update === null) store.setState({ update: answer.value });
      });
      return bridge.onUpdateChanged((update) => {
        store.setState({ update });
        if (update.kind !== 'ready') return;
        toasts.tell({ icon: 'info', text: texts().settings.update.becameReady(update.version) });
      });
    },
  };
}
