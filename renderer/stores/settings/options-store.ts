import { createStore } from 'zustand/vanilla';
import type { BridgeFailure, WaybellBridge } from '../../../core/bridge/bridge.ts';
import {
  caFileRefusal,
  type ConnectionOptions,
  orderPathRefusal,
  type ProxyChoice,
  proxyUrlRefusal,
  tokenHeaderRefusal,
  type TokenScheme,
  tokenSchemeRefusal,
} from '../../../core/delivery/connection-options.ts';
import type { OptionFault } from '../../../core/delivery/option-fault.ts';
import { parseStatusMeanings, statusMeaningsText } from '../../../core/delivery/status-meanings.ts';
import { extraHeadersText, parseExtraHeaders } from '../../../core/delivery/extra-headers.ts';
import type { ToastStore } from '../toast-store.ts';
import type { ConnectStore } from './connect-store.ts';

/** The connection options as they are typed: a choice keeps its text while another one is picked. */
export interface OptionsDraft {
  readonly orderPath: string;
  readonly tokenHeader: string;
  readonly schemeKind: TokenScheme['kind'];
  readonly scheme: string;
  /** `Name: value`, one a line. */
  readonly extraHeaders: string;
  /** Empty for none. */
  readonly caFile: string;
  readonly proxyKind: ProxyChoice['kind'];
  readonly proxyUrl: string;
  /** `status = meaning`, one a line. */
  readonly statusMeanings: string;
}

/** The options that are typed. */
export type OptionsField =
  | 'orderPath'
  | 'tokenHeader'
  | 'scheme'
  | 'extraHeaders'
  | 'caFile'
  | 'proxyUrl'
  | 'statusMeanings';

/** What the connect screen sends of the options. */
export interface WantedOptions {
  /** The first field that cannot be used; then nothing is sent. */
  readonly refused: OptionsField | null;
  /** Undefined while the options are out of sight: they stay as they are stored. */
  readonly options: ConnectionOptions | undefined;
}

/** What is wrong with each field, for the dispatcher; fields without a fault are absent. */
export type OptionsRefusals = Partial<Readonly<Record<OptionsField, OptionFault>>>;

/** The connection options of the settings. */
export interface OptionsState {
  readonly isOpen: boolean;
  /** What is in use, as it would be typed; null until known. */
  readonly stored: OptionsDraft | null;
  /** Null until known. */
  readonly draft: OptionsDraft | null;
  readonly refusals: OptionsRefusals;
  /** Why the options could not be read. */
  readonly failure: BridgeFailure | null;
  /** How the last save of the present draft ended. */
  readonly outcome: 'saved' | 'notPassed' | null;
}

function draftOf(options: ConnectionOptions): OptionsDraft {
  const { orderPath, tokenHeader, tokenScheme, extraHeaders, caFile, proxy } = options;
  return {
    orderPath,
    tokenHeader,
    schemeKind: tokenScheme.kind,
    scheme: tokenScheme.kind === 'fixed' ? tokenScheme.scheme : '',
    extraHeaders: extraHeadersText(extraHeaders),
    caFile: caFile ?? '',
    proxyKind: proxy.kind,
    proxyUrl: proxy.kind === 'fixed' ? proxy.url : '',
    statusMeanings: statusMeaningsText(options.statusMeanings),
  };
}

/** The typed options, none of which is refused. */
function optionsOf(draft: OptionsDraft): ConnectionOptions {
  const { schemeKind, proxyKind } = draft;
  const caFile = draft.caFile.trim();
  const tokenHeader = draft.tokenHeader.trim();
  const extraHeaders = parseExtraHeaders(draft.extraHeaders, tokenHeader);
  const statusMeanings = parseStatusMeanings(draft.statusMeanings);
  return {
    orderPath: draft.orderPath.trim(),
    tokenHeader,
    extraHeaders: extraHeaders.ok ? extraHeaders.value : {},
    statusMeanings: statusMeanings.ok ? statusMeanings.value : {},
    tokenScheme:
      schemeKind === 'fixed'
        ? { kind: schemeKind, scheme: draft.scheme.trim() }
        : { kind: schemeKind },
    caFile: caFile === '' ? null : caFile,
    proxy:
      proxyKind === 'fixed' ? { kind: proxyKind, url: draft.proxyUrl.trim() } : { kind: proxyKind },
  };
}

/** In the order in which the fields are drawn. */
const optionsFields: readonly OptionsField[] = [
  'orderPath',
  'tokenHeader',
  'scheme',
  'extraHeaders',
  'caFile',
  'proxyUrl',
  'statusMeanings',
];

function fieldRefusal(field: OptionsField, draft: OptionsDraft): OptionFault | null {
  const text = draft[field].trim();
  switch (field) {
    case 'orderPath':
      return orderPathRefusal(text);
    case 'tokenHeader':
      return tokenHeaderRefusal(text);
    case 'scheme':
      return draft.schemeKind === 'fixed' ? tokenSchemeRefusal(text) : null;
    case 'extraHeaders': {
      const headers = parseExtraHeaders(text, draft.tokenHeader.trim());
      return headers.ok ? null : headers.failure;
    }
    case 'statusMeanings': {
      const meanings = parseStatusMeanings(text);
      return meanings.ok ? null : meanings.failure;
    }
    case 'caFile':
      return text === '' ? null : caFileRefusal(text);
    case 'proxyUrl':
      return draft.proxyKind === 'fixed' ? proxyUrlRefusal(text) : null;
    default:
      return field satisfies never;
  }
}

function refusalsOf(draft: OptionsDraft, fields: readonly OptionsField[]): OptionsRefusals {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const refusal = fieldRefusal(field, draft);
      return refusal === null ? [] : [[field, refusal]];
    }),
  );
}

/** Options that were not read yet. */
export function createOptionsStore(
  bridge: WaybellBridge,
  connect: Pick<ConnectStore, 'getState' | 'saveOptions' | 'clearFailure'>,
  toasts: Pick<ToastStore, 'fail'>,
) {
  const unread: OptionsState = {
    isOpen: false,
    stored: null,
    draft: null,
    refusals: {},
    failure: null,
    outcome: null,
  };
  const store = createStore<OptionsState>(() => unread);
  let readCount = 0;

  const keep = async (
    baseUrl: string,
    clientId: string,
    options: ConnectionOptions,
    typed: OptionsDraft,
  ) => {
    const read = readCount;
    const outcome = await connect.saveOptions(baseUrl, clientId, options);
    // The settings may show another connection by now.
    if (read !== readCount || outcome === 'refused') return;
    if (outcome === 'saved') store.setState({ stored: draftOf(options) });
    // An outcome says nothing about what was typed after it was asked for.
    if (store.getState().draft === typed) store.setState({ outcome });
  };

  const edit = (part: Partial<OptionsDraft>) => {
    const { draft, refusals } = store.getState();
    if (draft === null) return;
    const edited = { ...draft, ...part };
    const judged = optionsFields.filter((field) => field in part || field in refusals);
    store.setState({ draft: edited, refusals: refusalsOf(edited, judged), outcome: null });
    if (connect.getState().failure !== null) connect.clearFailure();
  };

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    setOpen: (isOpen: boolean) => store.setState({ isOpen }),
    /** Reads the options of the present connection and drops what was typed. */
    load: async () => {
      readCount += 1;
      const read = readCount;
      store.setState(unread);
      // A refused file belongs to the draft that was just dropped.
      if (connect.getState().failure?.code === 'ca-file-refused') connect.clearFailure();
      const answer = await bridge.connectionOptions();
      if (read !== readCount) return;
      if (!answer.ok) {
        store.setState({ failure: answer.failure });
        return;
      }
      const stored = draftOf(answer.value);
      store.setState({ stored, draft: stored });
    },
    edit,
    /** Lets a certificate file be chosen, whose path then stands in its field as if it were typed. */
    chooseCaFile: async () => {
      const read = readCount;
      const answer = await bridge.chooseCaFile();
      if (!answer.ok) toasts.fail(answer.failure);
      // The settings may show another connection by now.
      else if (answer.value.kind === 'chosen' && read === readCount) {
        edit({ caFile: answer.value.path });
      }
    },
    /**
     * Tests the connection that is set up with the typed options and keeps them when it passes. Nothing
     * is sent while a field is refused.
     *
     * @returns the first refused field
     */
    save: (baseUrl: string, clientId: string): OptionsField | null => {
      const { draft } = store.getState();
      if (draft === null || connect.getState().work !== null) return null;
      const refusals = refusalsOf(draft, optionsFields);
      store.setState({ refusals, outcome: null });
      const first = optionsFields.find((field) => field in refusals);
      if (first !== undefined) return first;
      void keep(baseUrl, clientId, optionsOf(draft), draft);
      return null;
    },
    /** The options for a connection that is being set up: those that are shown or were edited. */
    wanted: (): WantedOptions => {
      const { draft, stored, isOpen } = store.getState();
      const isUntouched = draft === null || (!isOpen && draft === stored);
      if (isUntouched) return { refused: null, options: undefined };
      const refusals = refusalsOf(draft, optionsFields);
      const refused = optionsFields.find((name) => name in refusals) ?? null;
      if (refused === null) return { refused, options: optionsOf(draft) };
      store.setState({ refusals, isOpen: true });
      return { refused, options: undefined };
    },
  };
}

/** Reading and changing what differs between services and networks. */
export type OptionsStore = ReturnType<typeof createOptionsStore>;
