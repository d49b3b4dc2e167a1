import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { ComputerState, ShortcutName } from '../../../core/bridge/computer.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';

/** The settings about this computer that the system keeps, not Waybell. */
export interface ComputerStoreState {
  /** Null until main has answered. */
  readonly computer: ComputerState | null;
  /** For which shortcut the next key press counts. */
  readonly capturing: ShortcutName | null;
  readonly failure: BridgeFailure | null;
}

/**
 * How Waybell sits on this computer.
 *
 * @param change changes settings, and says itself when that fails
 */
export function createComputerStore(
  bridge: WaybellBridge,
  change: (change: SettingsChange) => Promise<void>,
) {
  const store = createStore<ComputerStoreState>(() => ({
    computer: null,
    capturing: null,
    failure: null,
  }));
  const read = async () => {
    const answer = await bridge.computerState();
    store.setState(
      answer.ok ? { computer: answer.value, failure: null } : { failure: answer.failure },
    );
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Asks again: the system's own settings may have changed it. */
    read,
    setStartAtLogin: async (isOn: boolean) => {
      const answer = await bridge.startAtLogin({ isOn });
      store.setState(
        answer.ok ? { computer: answer.value, failure: null } : { failure: answer.failure },
      );
    },
    /** The next key press is to become this shortcut; null stops waiting for it. */
    capture: (capturing: ShortcutName | null) => store.setState({ capturing }),
    setShortcut: async (name: ShortcutName, accelerator: string | null) => {
      store.setState({ capturing: null });
      await change(
        name === 'window' ? { windowShortcut: accelerator } : { clipboardShortcut: accelerator },
      );
      await read();
    },
  };
}
