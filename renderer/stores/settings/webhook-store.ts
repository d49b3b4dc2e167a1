import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { Result } from '../../../core/text/result.ts';
import type { WebhookTest } from '../../../core/webhook/webhook-state.ts';

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
export interface WebhookStore extends Pick<StoreApi<WebhookPageState>, 'getState' | 'subscribe'> {
  readonly setShown: (isShown: boolean) => Promise<void>;
  /** The whole address, to be copied; null while nothing listens. */
  readonly address: () => Promise<string | null>;
  /** @returns whether it was done */
  readonly newPath: () => Promise<boolean>;
  /** @returns whether it is stored */
  readonly addSecret: (secret: string, keepsOlder: boolean) => Promise<boolean>;
  readonly forgetOlder: () => Promise<boolean>;
  readonly sendTest: () => Promise<void>;
  readonly dismissOffered: () => Promise<void>;
}

type WebhookBridge = Pick<
  WaybellBridge,
  | 'webhookAddress'
  | 'newWebhookPath'
  | 'addWebhookSecret'
  | 'forgetOlderWebhookSecrets'
  | 'testWebhooks'
  | 'dismissOfferedOrders'
>;

/** Nothing is shown, and no test was made. */
export function createWebhookStore(bridge: WebhookBridge): WebhookStore {
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
    setShown: async (isShown) => store.setState({ address: isShown ? await address() : null }),
    address,
    newPath: async () => {
      const { ok } = await asked(bridge.newWebhookPath());
      if (ok && store.getState().address !== null) store.setState({ address: await address() });
      return ok;
    },
    addSecret: async (secret, keepsOlder) => {
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
    dismissOffered: async () => {
      await asked(bridge.dismissOfferedOrders());
    },
  };
}
