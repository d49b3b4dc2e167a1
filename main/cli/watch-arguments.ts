import type { ConnectionOptions } from '../../core/delivery/connection-options.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { Result } from '../../core/text/result.ts';
import {
  deskTokenVariable,
  isPort,
  type ListenAddress,
  readArguments,
  readListenAddress,
  readShared,
  refuse,
  secretVariable,
  type SharedOptions,
  shownArgument,
  type UsageRefusal,
  webhookPathVariable,
  webhookSecretVariable,
} from '../engine/launch/arguments.ts';
import { connectionFlagOptions, readConnectionFlags } from './connection-flags.ts';

/** How webhooks are received in this run. */
export interface WebhookOptions {
  /** 0 means any free port. */
  readonly port: number;
  /** Null: the keychain's with a profile, else a random one for this run. */
  readonly path: string | null;
  /** Null: the keychain's with a profile that asks for a proof, else webhooks are not signed. */
  readonly secret: string | null;
}

/** When watching ends by itself. */
export type WatchMode = 'follow' | 'once' | 'untilDone';

/** The way to the service that a run without a window was given. */
export interface RunConnection extends SharedOptions {
  /** For this run, each in place of the profile's own. */
  readonly connectionOptions: Partial<ConnectionOptions>;
  /** Null: the keychain's. */
  readonly clientSecret: string | null;
  /** As typed; null keeps nothing. */
  readonly profileDir: string | null;
}

/** The hub that a run is a desk of. */
export interface HubDoor {
  /** As typed. */
  readonly url: string;
  readonly deskToken: string;
}

/** What `waybell watch` was asked for. */
export interface WatchOptions extends RunConnection {
  /** Null asks the service itself. */
  readonly hub: HubDoor | null;
  readonly isJson: boolean;
  readonly showsPhones: boolean;
  readonly mode: WatchMode;
  /** Null: no webhooks are received. */
  readonly webhooks: WebhookOptions | null;
  /** Where metrics are given to a collector; null for nowhere. Port 0 means any free one. */
  readonly metrics: ListenAddress | null;
  readonly orderIds: readonly OrderId[];
  /** As typed; `-` is standard input. */
  readonly orderFiles: readonly string[];
}

/** What the command line asks for. */
export type CliCommand =
  | { readonly kind: 'help'; readonly about: 'waybell' | 'watch' }
  | { readonly kind: 'version' }
  | { readonly kind: 'watch'; readonly options: WatchOptions };

/** The options of `waybell watch`. */
export const watchOptions = {
  'base-url': { type: 'string' },
  'client-id': { type: 'string' },
  hub: { type: 'string' },
  ...connectionFlagOptions,
  interval: { type: 'string' },
  'max-rate': { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
  'webhook-port': { type: 'string' },
  metrics: { type: 'string' },
  'show-phones': { type: 'boolean' },
  once: { type: 'boolean' },
  'until-done': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/**
 * Reads the command line behind the program's name. An argument that looks like a uuid is one,
 * everything else names a file; nothing is read here.
 */
export function parseCliArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<CliCommand, UsageRefusal> {
  const given = readArguments(args, watchOptions);
  if (!given.ok) return given;
  const { values, words } = given.value;
  const [command, ...names] = words;
  if (values.has('help')) {
    return asks({ kind: 'help', about: command === 'watch' ? 'watch' : 'waybell' });
  }
  if (values.has('version')) return asks({ kind: 'version' });
  if (command === undefined) return refuse('Say what to do: waybell watch.');
  if (command !== 'watch') return refuse(`"${shownArgument(command)}" is not a command.`);
  const shared = readShared(values);
  if (!shared.ok) return shared;
  if (values.has('once') && values.has('until-done')) {
    return refuse('--once and --until-done exclude each other.');
  }
  const connectionOptions = readConnectionFlags(values);
  if (!connectionOptions.ok) return connectionOptions;
  const webhooks = readWebhookOptions(values.get('webhook-port'), env);
  if (!webhooks.ok) return webhooks;
  if (values.has('once') && webhooks.value !== null) {
    return refuse('--once and --webhook-port exclude each other.');
  }
  const metrics = readListenAddress(values, 'metrics');
  if (!metrics.ok) return metrics;
  if (values.has('once') && metrics.value !== null) {
    return refuse('--once and --metrics exclude each other.');
  }
  const profileDir = values.get('profile') ?? null;
  const hub = readHub(values, env);
  if (!hub.ok) return hub;
  if (shared.value.service === null && profileDir === null && hub.value === null) {
    return refuse(
      'Say which service to ask: --base-url and --client-id, or a --profile that is connected.',
    );
  }
  if (names.length === 0 && profileDir === null && hub.value === null) {
    return refuse('Name at least one order: a uuid, a file that holds uuids, or - for input.');
  }
  const orderIds = names.flatMap((name) => parseOrderId(name) ?? []);
  return asks({
    kind: 'watch',
    options: {
      ...shared.value,
      hub: hub.value,
      connectionOptions: connectionOptions.value,
      clientSecret: env[secretVariable] || null,
      profileDir,
      isJson: values.has('json'),
      showsPhones: values.has('show-phones'),
      mode: values.has('once') ? 'once' : values.has('until-done') ? 'untilDone' : 'follow',
      webhooks: webhooks.value,
      metrics: metrics.value,
      orderIds,
      orderFiles: [...new Set(names.filter((name) => parseOrderId(name) === null))],
    },
  });
}

/** What the hub decides for all desks. */
const hubsOwn = [
  'base-url',
  'client-id',
  ...Object.keys(connectionFlagOptions),
  'interval',
  'max-rate',
  'webhook-port',
];

function readHub(
  values: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string | undefined>>,
): Result<HubDoor | null, UsageRefusal> {
  const given = values.get('hub');
  if (given === undefined) return { ok: true, value: null };
  const foreign = hubsOwn.find((name) => values.has(name));
  if (foreign !== undefined) {
    return refuse(`--hub and --${foreign} exclude each other: the hub asks the service.`);
  }
  const deskToken = env[deskTokenVariable] || null;
  if (deskToken === null) {
    return refuse(`--hub needs the token of this desk in ${deskTokenVariable}.`);
  }
  return { ok: true, value: { url: given, deskToken } };
}

/** Reads how webhooks are to be received, from the option and its variables. */
export function readWebhookOptions(
  portText: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Result<WebhookOptions | null, UsageRefusal> {
  if (portText === undefined) return { ok: true, value: null };
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN;
  if (!isPort(port)) {
    return refuse(
      `--webhook-port needs 0 or a whole number from 1024 to 65535, not "${shownArgument(portText)}".`,
    );
  }
  const path = env[webhookPathVariable] || null;
  if (path !== null && !/^[0-9a-zA-Z_-]{16,100}$/.test(path)) {
    return refuse(
      `${webhookPathVariable} needs 16 to 100 letters, digits, hyphens or underscores.`,
    );
  }
  const secret = env[webhookSecretVariable] || null;
  if (secret !== null && secret.length > 300) {
    return refuse(`${webhookSecretVariable} is longer than 300 characters.`);
  }
  return { ok: true, value: { port, path, secret } };
}

function asks(command: CliCommand): Result<CliCommand, UsageRefusal> {
  return { ok: true, value: command };
}
