import { type DeskRole, deskNameSchema, longestDeskName } from '../../core/team/desk.ts';
import type { Result } from '../../core/text/result.ts';
import {
  type GivenArguments,
  type ListenAddress,
  natsLoginVariable,
  readArguments,
  readListenAddress,
  readShared,
  refuse,
  secretVariable,
  shownArgument,
  type UsageRefusal,
} from '../engine/launch/arguments.ts';
import type { LogStore } from '../hub/log/open-team-log.ts';
import { connectionFlagOptions, readConnectionFlags } from './connection-flags.ts';
import { readWebhookOptions, type RunConnection, type WebhookOptions } from './watch-arguments.ts';

/** What `waybell hub` was asked for. */
export interface HubOptions extends RunConnection {
  readonly store: LogStore;
  readonly listen: ListenAddress;
  /** Files of PEM; null speaks http. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** A proxy of the operator's does TLS, and says who asks. */
  readonly isBehindProxy: boolean;
  /** Where desks and senders of webhooks reach the hub, as far as that is not where it listens. */
  readonly publicUrl: string | null;
  /** Null: no webhooks are received. */
  readonly webhooks: WebhookOptions | null;
  readonly metrics: ListenAddress | null;
}

/** What the command line asks of a hub. */
export type HubCommand =
  | { readonly kind: 'help'; readonly about: 'hub' }
  | { readonly kind: 'serve'; readonly options: HubOptions }
  | {
      readonly kind: 'invite';
      readonly store: LogStore;
      readonly name: string;
      readonly role: DeskRole;
    }
  | { readonly kind: 'desks'; readonly store: LogStore; readonly isJson: boolean }
  | { readonly kind: 'revoke'; readonly store: LogStore; readonly name: string };

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const storeOptions = { profile: text, store: text, help: { type: 'boolean', short: 'h' } } as const;

/** The options of `waybell hub` and of each word that may follow. */
export const hubOptionsOf = {
  serve: {
    ...storeOptions,
    listen: text,
    'tls-cert': text,
    'tls-key': text,
    'behind-proxy': flag,
    'public-url': text,
    'base-url': text,
    'client-id': text,
    ...connectionFlagOptions,
    interval: text,
    'max-rate': text,
    'webhook-port': text,
    metrics: text,
  },
  invite: { ...storeOptions, name: text, viewer: flag },
  desks: { ...storeOptions, json: flag },
  revoke: storeOptions,
} as const;

type Env = Readonly<Record<string, string | undefined>>;
type Values = GivenArguments<string>['values'];

/** Where a hub listens unless told otherwise. */
export const defaultHubPort = 7788;

/**
 * Reads the command line behind the program's name.
 *
 * @returns null when it is about no hub
 */
export function parseHubArguments(
  args: readonly string[],
  env: Env,
): Result<HubCommand, UsageRefusal> | null {
  const [command, word, ...rest] = args;
  if (command !== 'hub') return null;
  const kind = isHubWord(word) ? word : 'serve';
  const given = readArguments<Record<string, { type: 'string' | 'boolean' }>>(
    kind === 'serve' ? args.slice(1) : rest,
    hubOptionsOf[kind],
  );
  if (!given.ok) return given;
  const { values, words } = given.value;
  if (values.has('help')) return { ok: true, value: { kind: 'help', about: 'hub' } };
  const [name, ...others] = kind === 'revoke' ? words : [undefined, ...words];
  if (others[0] !== undefined) return refuse(`"${shownArgument(others[0])}" is not understood.`);
  const store = readStore(values, env);
  if (!store.ok) return store;
  switch (kind) {
    case 'serve':
      return readHubOptions(values, env, store.value);
    case 'desks':
      return asks({ kind, store: store.value, isJson: values.has('json') });
    case 'invite':
    case 'revoke': {
      const desk = deskNameSchema.safeParse(kind === 'invite' ? values.get('name') : name);
      if (!desk.success) {
        const how = kind === 'invite' ? '--name NAME' : 'revoke NAME';
        return refuse(
          `Name the desk: ${how}, ${longestDeskName} characters at most, without a phone number.`,
        );
      }
      if (kind === 'revoke') return asks({ kind, store: store.value, name: desk.data });
      const role = values.has('viewer') ? 'viewer' : 'dispatcher';
      return asks({ kind, store: store.value, name: desk.data, role });
    }
  }
}

function readHubOptions(
  values: Values,
  env: Env,
  store: LogStore,
): Result<HubCommand, UsageRefusal> {
  const shared = readShared(values);
  if (!shared.ok) return shared;
  const publicUrl = readPublicUrl(values.get('public-url'));
  if (!publicUrl.ok) return publicUrl;
  const connectionOptions = readConnectionFlags(values);
  if (!connectionOptions.ok) return connectionOptions;
  const webhooks = readWebhookOptions(values.get('webhook-port'), env);
  if (!webhooks.ok) return webhooks;
  const metrics = readListenAddress(values, 'metrics');
  if (!metrics.ok) return metrics;
  const listening = readListenAddress(values, 'listen');
  if (!listening.ok) return listening;
  const listen = listening.value ?? { address: '127.0.0.1', port: defaultHubPort };
  const [certFile, keyFile] = [values.get('tls-cert'), values.get('tls-key')];
  if ((certFile === undefined) !== (keyFile === undefined)) {
    return refuse('--tls-cert and --tls-key go together.');
  }
  const tls = certFile === undefined || keyFile === undefined ? null : { certFile, keyFile };
  const isBehindProxy = values.has('behind-proxy');
  if (tls === null && !isBehindProxy && !isLoopback(listen.address)) {
    return refuse(
      'On an address that others reach, the hub needs --tls-cert and --tls-key, or --behind-proxy where a proxy does TLS.',
    );
  }
  if (publicUrl.value !== null && tls === null && !isBehindProxy) {
    return refuse('--public-url needs --behind-proxy, or --tls-cert and --tls-key.');
  }
  const profileDir = values.get('profile') ?? null;
  if (shared.value.service === null && profileDir === null) {
    return refuse(
      'Say which service to ask: --base-url and --client-id, or a --profile that is connected.',
    );
  }
  return asks({
    kind: 'serve',
    options: {
      ...shared.value,
      connectionOptions: connectionOptions.value,
      clientSecret: env[secretVariable] || null,
      profileDir,
      store,
      listen,
      tls,
      isBehindProxy,
      publicUrl: publicUrl.value,
      webhooks: webhooks.value,
      metrics: metrics.value,
    },
  });
}

/** A server of NATS: `nats` on this computer, `tls` anywhere. */
const natsServer = /^(nats|tls):\/\/(?:\[([\da-f:]{2,45})\]|([a-z\d.-]{1,253})):(\d{1,5})$/i;

function readStore(values: Values, env: Env): Result<LogStore, UsageRefusal> {
  const profileDir = values.get('profile');
  const store = values.get('store') ?? 'sqlite';
  if (store === 'sqlite') {
    return profileDir === undefined
      ? refuse('A hub keeps its log and who may come in: name the folder with --profile DIR.')
      : { ok: true, value: { kind: 'sqlite', profileDir } };
  }
  const [scheme = ''] = /^[a-z]+:\/\//i.exec(store) ?? [];
  // The scheme of the first counts for those that name none.
  const servers = store
    .split(',')
    .map((server) => (server.includes('://') ? server : `${scheme}${server}`));
  for (const server of servers) {
    const [, ofServer, inBrackets, name = inBrackets ?? ''] = natsServer.exec(server) ?? [];
    // Not repeated: a login may have been written into it.
    if (ofServer === undefined) {
      return refuse(
        `--store takes sqlite, or nats://HOST:PORT or tls://HOST:PORT, several with commas; a login comes in ${natsLoginVariable}.`,
      );
    }
    if (ofServer.toLowerCase() === 'nats' && !isLoopback(name)) {
      return refuse('A NATS server on another computer is asked by tls://HOST:PORT only.');
    }
  }
  return { ok: true, value: { kind: 'nats', servers, login: env[natsLoginVariable] || null } };
}

function readPublicUrl(given: string | undefined): Result<string | null, UsageRefusal> {
  if (given === undefined) return { ok: true, value: null };
  if (/^https:\/\/(?:\[[\da-f:]{2,45}\]|[a-z\d.-]{1,253})(?::\d{1,5})?\/?$/i.test(given)) {
    return { ok: true, value: given.replace(/\/$/, '') };
  }
  return refuse('--public-url needs an address such as https://hub.example.com, without a path.');
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address);
}

function isHubWord(word: string | undefined): word is Exclude<HubCommand['kind'], 'help'> {
  return word !== undefined && word !== 'serve' && Object.hasOwn(hubOptionsOf, word);
}

function asks(command: HubCommand): Result<HubCommand, UsageRefusal> {
  return { ok: true, value: command };
}
