import { createStore } from 'zustand/vanilla';
import type { DefaultsOffer, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { RestorablePage } from '../../../core/settings/settings-pages.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import { presentSettings, type TransferReport } from '../../../core/transfer/transfer.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { BoardStore } from '../board-store.ts';
import type { ToastStore } from '../toast-store.ts';

/** Which defaults the dispatcher is asked about. */
export interface RestoreQuestion extends DefaultsOffer {
  /** Null for all pages. */
  readonly page: RestorablePage | null;
}

/** A change of settings that was made, and how they were before. */
type SettingsDone = Pick<Extract<TransferReport, { kind: 'settings' }>, 'before' | 'change'>;

/** Changing many settings at once, to their defaults or by a file, which is asked first and can be undone. */
export function createRestoreStore(
  bridge: WaybellBridge,
  board: Pick<BoardStore, 'adoptSettings' | 'getState'>,
  toasts: ToastStore,
  texts: () => Dictionary,
) {
  const store = createStore<{ readonly asked: RestoreQuestion | null }>(() => ({ asked: null }));

  const send = async (change: SettingsChange): Promise<boolean> => {
    const answer = await bridge.changeSettings(change);
    if (answer.ok) board.adoptSettings(answer.value);
    else toasts.fail(answer.failure);
    return answer.ok;
  };

  const sayDone = (done: SettingsDone, text: string, undone: string): void =>
    toasts.showDone({
      ids: [],
      done: { icon: 'undo', text },
      undone: { icon: 'undo', text: undone },
      undo: () => send(done.before),
      redo: () => send(done.change),
    });

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Asks whether to restore a page, or all with null; says so when nothing differs. */
    ask: async (page: RestorablePage | null) => {
      const answer = await bridge.defaultSettings({ page });
      if (!answer.ok) toasts.fail(answer.failure);
      else if (Object.keys(answer.value.change).length > 0) {
        store.setState({ asked: { page, ...answer.value } });
      } else toasts.show({ icon: 'check', text: texts().settings.restore.nothing });
    },
    refuse: () => store.setState({ asked: null }),
    /** Does what is asked. */
    restore: async () => {
      const { asked } = store.getState();
      if (asked === null) return;
      store.setState({ asked: null });
      const { change } = asked;
      const settings = board.getState().app?.settings;
      const before = settings === undefined ? {} : presentSettings(change, settings);
      if (!(await send(change))) return;
      const { restored, undone } = texts().settings.restore;
      sayDone({ before, change }, restored, undone);
    },
    /** Says that settings came with a file, which can be undone. */
    imported: (done: SettingsDone) => {
      const { doneSettings, nothingNew } = texts().transfer;
      const many = Object.keys(done.change).length;
      if (many === 0) toasts.show({ icon: 'check', text: nothingNew });
      else sayDone(done, doneSettings(many), texts().settings.restore.undone);
    },
  };
}
