import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type {
  TransferKind,
  TransferOffer,
  TransferReport,
} from '../../../core/transfer/transfer.ts';

/** Files for the next dispatcher and the next computer. */
export interface TransferState {
  /** What importing the chosen file would do; null while nothing is asked. */
  readonly offer: TransferOffer | null;
  /** Names, numbers and addresses go into the next file. */
  readonly isPersonal: boolean;
}

/** What happened, to be said in a toast. */
export interface TransferNews {
  readonly saved: (fileName: string) => void;
  readonly imported: (report: TransferReport) => void;
  readonly failed: (failure: BridgeFailure) => void;
}

/** Exporting and importing. */
export function createTransferStore(
  bridge: Pick<WaybellBridge, 'saveTransfer' | 'openTransfer' | 'offerTransfer' | 'acceptTransfer'>,
  news: TransferNews,
) {
  const store = createStore<TransferState>(() => ({ offer: null, isPersonal: false }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    save: async (what: TransferKind) => {
      const withPersonalData = what === 'orderList' && store.getState().isPersonal;
      const answer = await bridge.saveTransfer({ what, withPersonalData });
      store.setState({ isPersonal: false });
      if (!answer.ok) news.failed(answer.failure);
      else if (answer.value.kind === 'saved') news.saved(answer.value.fileName);
    },
    setPersonal: (isPersonal: boolean) => store.setState({ isPersonal }),
    /** Lets a file be chosen, and asks what to do with it. */
    open: async () => {
      const answer = await bridge.openTransfer();
      if (!answer.ok) news.failed(answer.failure);
      else if (answer.value.kind !== 'cancelled') store.setState({ offer: answer.value });
    },
    /** Asks what to do with a text that Waybell exported. */
    look: async (text: string) => {
      const answer = await bridge.offerTransfer({ text });
      if (answer.ok) store.setState({ offer: answer.value });
      else news.failed(answer.failure);
    },
    accept: async () => {
      store.setState({ offer: null });
      const answer = await bridge.acceptTransfer();
      if (answer.ok) news.imported(answer.value);
      else news.failed(answer.failure);
    },
    refuse: () => store.setState({ offer: null }),
  };
}
