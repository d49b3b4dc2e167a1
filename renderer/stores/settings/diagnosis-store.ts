import { createStore } from 'zustand/vanilla';
import type { WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { Diagnosis } from '../../../core/delivery/diagnosis.ts';
import type { TransferNews } from './transfer-store.ts';

/** The diagnostics page. */
export interface DiagnosisState {
  /** Null until the first one is made. */
  readonly diagnosis: Diagnosis | null;
  readonly isLooking: boolean;
}

/** Making and saving a diagnosis. */
export function createDiagnosisStore(
  bridge: Pick<WaybellBridge, 'diagnose' | 'saveDiagnosis'>,
  news: Pick<TransferNews, 'saved' | 'failed'>,
) {
  const store = createStore<DiagnosisState>(() => ({ diagnosis: null, isLooking: false }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    look: async () => {
      if (store.getState().isLooking) return;
      store.setState({ isLooking: true });
      const answer = await bridge.diagnose();
      if (answer.ok) store.setState({ diagnosis: answer.value, isLooking: false });
      else {
        store.setState({ isLooking: false });
        news.failed(answer.failure);
      }
    },
    save: async () => {
      const answer = await bridge.saveDiagnosis();
      if (!answer.ok) news.failed(answer.failure);
      else if (answer.value.kind === 'saved') news.saved(answer.value.fileName);
    },
  };
}
