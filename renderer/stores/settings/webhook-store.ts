import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { Result } from '../../../core/text/result.ts';
import type { UnknownOrdersChoice, WebhookTest } from '../../../core/webhook/webhook-state.ts';

/** What the page about webhooks holds beyond the settings and the state that main tells. */
export interface WebhookPageState {
  /** The whole address, while it is shown. */
  readonly address: string | null;
  /** The last test; null before the first. */
  readonly test: WebhookTest | null;
  readonly isTesting: boolean;
  readonly failure: BridgeFailure | null;
}

/** What can be done about the receiver. */
export function createWebhookStore(bridge: WaybellBridge) {
  const store = createStore<WebhookPageState>(() => ({
    address: null,
    test: null,
    isTesting: false,
    failure: null,
  }));
  const asked = async <Value>(request: Promise<Result<Value, BridgeFailure>>) => {
    const given = await request;
    store.setState({ failure: given.ok ? null : given.failure });
    return given;
  };
  const address = async (): Promise<string | null> => {
    const answer = await asked(bridge.webhookAddress());
    return answer.ok ? answer.value : null;
  };
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    setShown: async (isShown: boolean) =>
      store.setState({ address: isShown ? await address() : null }),
    /** The whole address, to be copied; null while nothing listens. */
    address,
    /** @returns whether it was done */
    newPath: async () => {
      const { ok } = await asked(bridge.newWebhookPath());
      if (ok && store.getState().address !== null) store.setState({ address: await address() });
      return ok;
    },
    /** @returns whether it is stored */
    addSecret: async (secret: string, keepsOlder: boolean) => {
      const request = bridge.addWebhookSecret({ secret, keepsOlder });
      return (await asked(request)).ok;
    },
    forgetOlder: async () => (await asked(bridge.forgetOlderWebhookSecrets())).ok,
    sendTest: async () => {
      if (store.getState().isTesting) return;
      store.setState({ isTesting: true });
      const answer = await asked(bridge.testWebhooks());
      store.setState({ isTesting: false, ...(answer.ok ? { test: answer.value } : {}) });
    },
    chooseUnknown: async (choice: UnknownOrdersChoice) => {
      await asked(bridge.chooseUnknownOrders({ choice }));
    },
    dismissOffered: async () => {
      await asked(bridge.dismissOfferedOrders());
    },
  };
}
