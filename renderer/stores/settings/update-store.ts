import { createStore } from 'zustand/vanilla';
import type { AppUpdate } from '../../../core/bridge/app-update.ts';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { ToastStore } from '../toast-store.ts';

/** How this copy stands to newer ones; null until main has told. */
export interface UpdateStoreState {
  readonly update: AppUpdate | null;
}

/** Newer versions of Waybell. One that becomes ready while the window is open is said in a toast. */
export function createUpdateStore(
  bridge: WaybellBridge,
  toasts: ToastStore,
  words: () => Dictionary,
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
        if (update.kind !== 'ready') return;
        toasts.show({ icon: 'info', text: words().settings.update.becameReady(update.version) });
      });
    },
  };
}
