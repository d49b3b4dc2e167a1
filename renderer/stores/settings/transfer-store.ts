import { createStore } from 'zustand/vanilla';
import type { BridgeAnswer, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type {
  TransferKind,
  TransferOffer,
  TransferReport,
} from '../../../core/transfer/transfer.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { ToastStore } from '../toast-store.ts';

/** Files for the next dispatcher and the next computer. */
export interface TransferState {
  /** What importing the chosen file would do; null while nothing is asked. */
  readonly offer: TransferOffer | null;
  /** Names, numbers and addresses go into the next file. */
  readonly isPersonal: boolean;
}

/** Says where a file was saved, or why it was not; nothing when the dispatcher changed their mind. */
export function saySaved(
  answer: BridgeAnswer<'transfer:save'>,
  toasts: ToastStore,
  words: Dictionary,
): void {
  if (!answer.ok) toasts.fail(answer.failure);
  else if (answer.value.kind === 'saved') {
    const { fileName } = answer.value;
    toasts.show({ icon: 'archive', text: words.transfer.saved, subject: fileName });
  }
}

/** Exporting and importing. */
export function createTransferStore(
  bridge: WaybellBridge,
  toasts: ToastStore,
  words: () => Dictionary,
) {
  const store = createStore<TransferState>(() => ({ offer: null, isPersonal: false }));
  const sayImported = (report: TransferReport) => {
    const { doneOrders, doneSettings } = words().transfer;
    const text =
      report.kind === 'settings' ? doneSettings : doneOrders(report.added, report.changed);
    toasts.show({ icon: 'check', text });
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    save: async (what: TransferKind) => {
      const withPersonalData = what === 'orderList' && store.getState().isPersonal;
      const answer = await bridge.saveTransfer({ what, withPersonalData });
      store.setState({ isPersonal: false });
      saySaved(answer, toasts, words());
    },
    setPersonal: (isPersonal: boolean) => store.setState({ isPersonal }),
    /** Lets a file be chosen, and asks what to do with it. */
    open: async () => {
      const answer = await bridge.openTransfer();
      if (!answer.ok) toasts.fail(answer.failure);
      else if (answer.value.kind !== 'cancelled') store.setState({ offer: answer.value });
    },
    /** Asks what to do with a text that Waybell exported. */
    look: async (text: string) => {
      const answer = await bridge.offerTransfer({ text });
      if (answer.ok) store.setState({ offer: answer.value });
      else toasts.fail(answer.failure);
    },
    accept: async () => {
      store.setState({ offer: null });
      const answer = await bridge.acceptTransfer();
      if (answer.ok) sayImported(answer.value);
      else toasts.fail(answer.failure);
    },
    refuse: () => store.setState({ offer: null }),
    /** Lets a folder or a file be chosen whose orders are watched by themselves. */
    chooseOrderFolder: async (what: 'folder' | 'file') => {
      const answer = await bridge.chooseOrderFolder({ what });
      if (!answer.ok) toasts.fail(answer.failure);
    },
    stopOrderFolder: async () => {
      const answer = await bridge.stopOrderFolder();
      if (!answer.ok) toasts.fail(answer.failure);
    },
    /** Says once what came of a file, unless nothing did. */
    start: () =>
      bridge.onFileTaken(({ fileName, taken }) => {
        const { fileTaken, saidOf } = words().transfer;
        const what = fileTaken(taken);
        if (what !== null) toasts.tell({ icon: 'archive', text: saidOf(what), subject: fileName });
      }),
  };
}
