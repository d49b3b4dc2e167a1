import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, ConnectionDraft, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { ConnectionOptions } from '../../../core/delivery/connection-options.ts';
import type { Result } from '../../../core/text/result.ts';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import { isLoopbackHost } from '../../../core/text/loopback.ts';

/** What the connect screen is waiting for. */
export type ConnectWork = 'test' | 'connect' | 'demo' | 'retry' | 'forget';

/** The fields of the connect screen. */
export interface ConnectDraft {
  readonly baseUrl: string;
  readonly clientId: string;
  /** Cleared as soon as it was handed over; the window keeps no copy. */
  readonly clientSecret: string;
  /** Kept in memory alone, not in the keychain. */
  readonly isSessionOnly: boolean;
}

/** The connect screen. */
export interface ConnectState {
  readonly draft: ConnectDraft;
  /** Null before the first test of the present fields. */
  readonly test: ConnectionTest | null;
  readonly work: ConnectWork | null;
  readonly failure: BridgeFailure | null;
  /** Fields that were left empty when something was tried. */
  readonly missing: ReadonlySet<keyof ConnectDraft>;
  /** The form is open although a connection is set up. */
  readonly isEditing: boolean;
  /** The secret in the keychain may be kept, because base URL and client ID are those it is for. */
  readonly storedFor: { readonly baseUrl: string; readonly clientId: string } | null;
}

const emptyDraft: ConnectDraft = {
  baseUrl: '',
  clientId: '',
  clientSecret: '',
  isSessionOnly: false,
};

const initial: ConnectState = {
  draft: emptyDraft,
  test: null,
  work: null,
  failure: null,
  missing: new Set(),
  isEditing: false,
  storedFor: null,
};

/** A host with a dot, and what may stand behind it: no scheme, no user and no number alone. */
const hostAlone =
  /^(?!\d+(?:\.\d+){3}(?!\d))[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:\/\S*)?$/u;

/** The host of an address without a scheme. */
const bareHost = /^(\[[\da-f:]+\]|[^\s/:?#@[\]]+)(?::\d{1,5})?(?:\/\S*)?$/i;

/**
 * An address as it is meant: the name of a service without a scheme is reached over https, and this computer itself
 * over http, which no service here has a certificate for.
 */
function withScheme(address: string): string {
  const [, host] = bareHost.exec(address) ?? [];
  if (host !== undefined && isLoopbackHost(host.toLowerCase())) return `http://${address}`;
  return hostAlone.test(address) ? `https://${address}` : address;
}

/** A connect screen with empty fields. */
export function createConnectStore(bridge: WaybellBridge) {
  const store = createStore<ConnectState>(() => initial);

  const mayKeepSecret = () => {
    const { draft, storedFor } = store.getState();
    return (
      storedFor !== null &&
      storedFor.baseUrl === draft.baseUrl.trim() &&
      storedFor.clientId === draft.clientId
    );
  };

  const checkedDraft = (options: ConnectionOptions | undefined): ConnectionDraft | null => {
    const typed = store.getState().draft;
    const draft = { ...typed, baseUrl: withScheme(typed.baseUrl.trim()) };
    if (draft.baseUrl !== typed.baseUrl) store.setState({ draft });
    const missing = new Set<keyof ConnectDraft>();
    if (draft.baseUrl.trim() === '') missing.add('baseUrl');
    if (draft.clientId.trim() === '') missing.add('clientId');
    if (draft.clientSecret === '' && !mayKeepSecret()) missing.add('clientSecret');
    store.setState({ missing });
    if (missing.size > 0) return null;
    return {
      baseUrl: draft.baseUrl.trim(),
      // As typed: a space at its end may belong to it. The form offers to remove one.
      clientId: draft.clientId,
      clientSecret: draft.clientSecret === '' ? null : draft.clientSecret,
      ...(draft.isSessionOnly ? { isSessionOnly: true } : {}),
      ...(options === undefined ? {} : { options }),
    };
  };

  let turn = 0;
  /** @returns a function that stores the result, unless the form was closed or opened again before */
  const begin = (work: ConnectWork) => {
    if (store.getState().work !== null) return null;
    turn += 1;
    const own = turn;
    store.setState({ work, failure: null });
    return (end: Partial<ConnectState>) => {
      if (own === turn) store.setState({ work: null, ...end });
    };
  };

  const run = async (
    work: ConnectWork,
    ask: () => Promise<Result<unknown, BridgeFailure>>,
    done: Partial<ConnectState>,
  ) => {
    const end = begin(work);
    if (end === null) return;
    const answer = await ask();
    end(answer.ok ? done : { failure: answer.failure });
  };

  const reset = (state: ConnectState) => {
    turn += 1;
    store.setState(state);
  };

  const testWith = async (draft: ConnectionDraft) => {
    const end = begin('test');
    if (end === null) return;
    const answer = await bridge.testConnection(draft);
    end(answer.ok ? { test: answer.value } : { failure: answer.failure });
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    start: () =>
      bridge.onConnectionTestProgressed((test) => {
        const { work } = store.getState();
        if (work === 'test' || work === 'connect') store.setState({ test });
      }),
    edit: (part: Partial<ConnectDraft>) =>
      store.setState((state) => ({
        draft: { ...state.draft, ...part },
        missing: new Set([...state.missing].filter((field) => !Object.keys(part).includes(field))),
        // The result of a test does not hold for other values.
        test: state.work === null ? null : state.test,
        failure: null,
      })),
    /** Opens the form for the connection that is set up. */
    open: (baseUrl: string, clientId: string, hasSecret: boolean) =>
      reset({
        ...initial,
        draft: { ...emptyDraft, baseUrl, clientId },
        storedFor: hasSecret ? { baseUrl, clientId } : null,
        isEditing: true,
      }),
    cancel: () => reset(initial),
    /** @param options absent leaves them as they are stored */
    test: async (options?: ConnectionOptions) => {
      const draft = checkedDraft(options);
      if (draft) await testWith(draft);
    },
    /** Tests the connection that is set up, with the secret from the keychain. */
    testStored: (baseUrl: string, clientId: string) =>
      testWith({ baseUrl, clientId, clientSecret: null }),
    /** @param options absent leaves them as they are stored */
    connect: async (options?: ConnectionOptions) => {
      const draft = checkedDraft(options);
      const end = draft && begin('connect');
      if (!draft || !end) return;
      const answer = await bridge.saveConnection(draft);
      if (!answer.ok) end({ failure: answer.failure });
      else end(answer.value === null ? initial : { test: answer.value });
    },
    /**
     * Tests the connection that is set up with other options and keeps them when it passes. A refusal is
     * the failure of this store.
     */
    saveOptions: async (baseUrl: string, clientId: string, options: ConnectionOptions) => {
      const end = begin('connect');
      if (end === null) return 'refused';
      store.setState({ test: null });
      const answer = await bridge.saveConnection({
        baseUrl,
        clientId,
        clientSecret: null,
        options,
      });
      if (!answer.ok) {
        end({ failure: answer.failure });
        return 'refused';
      }
      end(answer.value === null ? {} : { test: answer.value });
      return answer.value === null ? 'saved' : 'notPassed';
    },
    clearFailure: () => store.setState({ failure: null }),
    tryDemo: () => run('demo', () => bridge.tryDemo(), initial),
    retry: () => run('retry', () => bridge.retryConnection(), {}),
    forget: () => run('forget', () => bridge.forgetConnection(), initial),
  };
}

/** Setting up, changing and leaving a connection. */
export type ConnectStore = ReturnType<typeof createConnectStore>;
