import { createStore } from 'zustand/vanilla';
import type { DefaultsOffer, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { RestorablePage } from '../../../core/settings/settings-pages.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import type { BoardStore } from '../board-store.ts';
import type { ToastStore } from '../toast-store.ts';

/** Which defaults the dispatcher is asked about. */
export interface RestoreQuestion extends DefaultsOffer {
  /** Null for all pages. */
  readonly page: RestorablePage | null;
}

/** Restoring the defaults of the settings, which is asked first and can be undone. */
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

  /** What the settings that a change names are now. */
  const presentOf = (change: SettingsChange): SettingsChange => {
    const settings = Object.entries(board.getState().app?.settings ?? {});
    return Object.fromEntries(settings.filter(([name]) => name in change));
  };

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
      const before = presentOf(change);
      if (!(await send(change))) return;
      const { restored, undone } = texts().settings.restore;
      toasts.showDone({
        ids: [],
        done: { icon: 'undo', text: restored },
        undone: { icon: 'undo', text: undone },
        undo: () => send(before),
        redo: () => send(change),
      });
    },
  };
}
