import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { NotificationTest } from '../../../core/notification/notification-fault.ts';
import type { OwnSound } from '../../../core/notification/notification-sound.ts';
import type { NotificationKind } from '../../../core/notification/notification.ts';

/** What is known of the notifications beyond the settings. */
export interface NotificationState {
  /** The last test; null before the first. */
  readonly test: NotificationTest | null;
  readonly failure: BridgeFailure | null;
  /** The last sound that was asked for could not be played. */
  readonly isSoundMissing: boolean;
}

/** Listens from the beginning: a test may end long after it was started. */
export function createNotificationStore(bridge: WaybellBridge) {
  const store = createStore<NotificationState>(() => ({
    test: null,
    failure: null,
    isSoundMissing: false,
  }));
  bridge.onNotificationTestProgressed((test) => store.setState({ test }));
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    /** Shows an example of a kind as it is set. */
    tryKind: async (kind: NotificationKind) => {
      const answer = await bridge.tryNotification({ kind });
      if (!answer.ok) store.setState({ failure: answer.failure });
    },
    /** Plays a sound as a notification would. */
    play: async (sound: OwnSound) => {
      const answer = await bridge.playSound({ sound });
      store.setState(answer.ok ? { isSoundMissing: !answer.value } : { failure: answer.failure });
    },
    startTest: async () => {
      const answer = await bridge.testNotifications();
      store.setState(
        answer.ok ? { test: answer.value, failure: null } : { failure: answer.failure },
      );
    },
  };
}
