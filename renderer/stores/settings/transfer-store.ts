import { createStore } from 'zustand/vanilla';
import type { BridgeAnswer, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type {
  TransferKind,
  TransferOffer,
  TransferReport,
} from '../../../core/transfer/transfer.ts';
import { lastTimeOfDayMs, morningMinute } from '../../../core/text/time-of-day.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { ToastStore } from '../toast-store.ts';
import type { WindowTime } from '../window-time.ts';

/** Which orders that are over go into a hand-over: none, those of the last 8 hours, since a time, or all. */
export type FinishedOrders = 'none' | 'hours' | 'since' | 'all';

/** A shift. */
const lastHoursMs = 8 * 3_600_000;

/** Files for the next dispatcher and the next computer. */
export interface TransferState {
  /** What importing the chosen file would do; null while nothing is asked. */
  readonly offer: TransferOffer | null;
  /** Names, numbers and addresses go into the next file. */
  readonly isPersonal: boolean;
  readonly finished: FinishedOrders;
  /** The time of day from which on they go in, in minutes after midnight. */
  readonly sinceMinute: number;
}

/** Says where a file was saved, or why it was not; nothing when the dispatcher changed their mind. */
export function saySaved(
  answer: BridgeAnswer<'transfer:save'>,
  toasts: ToastStore,
  texts: Dictionary,
): void {
  if (!answer.ok) toasts.fail(answer.failure);
  else if (answer.value.kind === 'saved') {
    const { count, fileName } = answer.value;
    const { saved, savedOrders } = texts.transfer;
    const text = count === undefined ? saved : savedOrders(count.orders, count.leftOut);
    toasts.show({ icon: 'archive', text, subject: fileName });
  }
}

/** Of so many files it is known what was said last. */
const mostFilesSaid = 100;

/** Exporting and importing. */
export function createTransferStore(
  bridge: WaybellBridge,
  toasts: ToastStore,
  texts: () => Dictionary,
  time: Pick<WindowTime, 'nowMs'>,
  /** Says what was imported, with undo. */
  imported: (report: Extract<TransferReport, { kind: 'orderList' }>, text: string) => void,
  settingsImported: (report: Extract<TransferReport, { kind: 'settings' }>) => void,
) {
  const store = createStore<TransferState>(() => ({
    offer: null,
    isPersonal: false,
    finished: 'hours',
    sinceMinute: morningMinute,
  }));
  const finishedSinceMs = (): number | null => {
    const { finished, sinceMinute } = store.getState();
    switch (finished) {
      case 'none':
        return null;
      case 'hours':
        return time.nowMs() - lastHoursMs;
      case 'since':
        return lastTimeOfDayMs(sinceMinute, time.nowMs());
      case 'all':
        return 0;
    }
  };
  const sayImported = (report: TransferReport) => {
    const { doneOrders, nothingNew } = texts().transfer;
    if (report.kind === 'settings') settingsImported(report);
    else if (report.added.length + report.changed === 0) {
      toasts.show({ icon: 'check', text: nothingNew });
    } else imported(report, doneOrders(report.added.length, report.changed));
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    save: async (what: TransferKind) => {
      const isHandOver = what === 'orderList';
      const answer = await bridge.saveTransfer({
        what,
        withPersonalData: isHandOver && store.getState().isPersonal,
        ...(isHandOver ? { finishedSinceMs: finishedSinceMs() } : {}),
      });
      store.setState({ isPersonal: false });
      saySaved(answer, toasts, texts());
    },
    setPersonal: (isPersonal: boolean) => store.setState({ isPersonal }),
    setFinished: (finished: FinishedOrders) => store.setState({ finished }),
    setSince: (sinceMinute: number) => store.setState({ sinceMinute }),
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
    /** Says once what came of a file, unless nothing did. What was left out of it is not said twice. */
    start: () => {
      const saidBefore = new Map<string, string>();
      return bridge.onFileAccepted(({ fileName, taken }) => {
        const { fileAccepted, saidOf } = texts().transfer;
        const what = fileAccepted(taken);
        const isNews = taken === null || taken.added + taken.changed > 0;
        if (what === null || (!isNews && saidBefore.get(fileName) === what)) return;
        saidBefore.delete(fileName);
        saidBefore.set(fileName, what);
        const [oldest] = saidBefore.keys();
        if (saidBefore.size > mostFilesSaid && oldest !== undefined) saidBefore.delete(oldest);
        toasts.tell({ icon: 'archive', text: saidOf(what), subject: fileName });
      });
    },
  };
}
