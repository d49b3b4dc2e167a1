import { createStore } from 'zustand/vanilla';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { Diagnosis } from '../../../core/delivery/diagnosis.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { ToastStore } from '../toast-store.ts';
import { saySaved } from './transfer-store.ts';

/** The diagnostics page. */
export interface DiagnosisState {
  /** Null until the first one is made. */
  readonly diagnosis: Diagnosis | null;
  readonly isLooking: boolean;
}

/** Making and saving a diagnosis, and saving a recording. */
export function createDiagnosisStore(
  bridge: WaybellBridge,
  toasts: ToastStore,
  texts: () => Dictionary,
) {
  const store = createStore<DiagnosisState>(() => ({ diagnosis: null, isLooking: false }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    look: async () => {
      if (store.getState().isLooking) return;
      store.setState({ isLooking: true });
      const answer = await bridge.diagnose();
      store.setState({ isLooking: false, ...(answer.ok && { diagnosis: answer.value }) });
      if (!answer.ok) toasts.fail(answer.failure);
    },
    saveRecording: async () => saySaved(await bridge.saveRecording(), toasts, texts()),
    save: async () => saySaved(await bridge.saveDiagnosis(), toasts, texts()),
  };
}
