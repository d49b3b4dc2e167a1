import { parseArgs } from 'node:util';
import type { OrderId } from '../../core/order/order-id.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { Result } from '../../core/text/result.ts';
import { shownArgument } from '../launch/shown-argument.ts';
import { secretVariable } from './usage.ts';
import { readWebhookWish } from './webhook-arguments.ts';
import type { WebhookWish } from './webhook-arguments.ts';

/** When watching ends by itself. */
export type WatchMode = 'follow' | 'once' | 'untilDone';

/** What `waybell watch` was asked for. */
export interface WatchOptions {
  /** Null: the profile's. */
  readonly baseUrl: string | null;
  readonly clientId: string | null;
  /** Null: the keychain's. */
  readonly clientSecret: string | null;
  /** In place of the setting. */
  readonly activeEverySeconds: number | null;
  readonly requestsPerMinute: number | null;
  /** As typed; null keeps nothing. */
  readonly profileDir: string | null;
  readonly isJson: boolean;
  readonly showsPhones: boolean;
  readonly mode: WatchMode;
  /** Null: no webhooks are received. */
  readonly webhooks: WebhookWish | null;
  readonly orderIds: readonly OrderId[];
  /** As typed; `-` is standard input. */
  readonly orderFiles: readonly string[];
}

/** What the command line asks for. */
export type CliCommand =
  | { readonly kind: 'help'; readonly about: 'waybell' | 'watch' }
  | { readonly kind: 'version' }
  | { readonly kind: 'watch'; readonly options: WatchOptions };

/** Why the command line cannot be followed, in a sentence for the terminal. */
export interface UsageRefusal {
  readonly message: string;
}

const options = {
  'base-url': { type: 'string' },
  'client-id': { type: 'string' },
  interval: { type: 'string' },
  'max-rate': { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
  'webhook-port': { type: 'string' },
  'show-phones': { type: 'boolean' },
  once: { type: 'boolean' },
  'until-done': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type OptionName = keyof typeof options;

interface GivenArguments {
  readonly values: ReadonlyMap<OptionName, string>;
  readonly words: readonly string[];
}

/**
 * Reads the command line behind the program's name. An argument that looks like a uuid is one,
 * everything else names a file; nothing is read here.
 */
export function parseCliArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<CliCommand, UsageRefusal> {
  const given = readArguments(args);
  if (!given.ok) return given;
  const { values, words } = given.value;
  const [command, ...names] = words;
  if (values.has('help')) {
    return asks({ kind: 'help', about: command === 'watch' ? 'watch' : 'waybell' });
  }
  if (values.has('version')) return asks({ kind: 'version' });
  if (command === undefined) return refuse('Say what to do: waybell watch.');
  if (command !== 'watch') return refuse(`"${shownArgument(command)}" is not a command.`);
  const interval = readWhole(values, 'interval', 1, 600);
  if (!interval.ok) return interval;
  const rate = readWhole(values, 'max-rate', 6, 6000);
  if (!rate.ok) return rate;
  if (values.has('once') && values.has('until-done')) {
    return refuse('--once and --until-done exclude each other.');
  }
  const webhooks = readWebhookWish(values.get('webhook-port'), env);
  if (!webhooks.ok) return refuse(webhooks.failure);
  if (values.has('once') && webhooks.value !== null) {
    return refuse('--once and --webhook-port exclude each other.');
  }
  const baseUrl = values.get('base-url') ?? null;
  const clientId = values.get('client-id') ?? null;
  if (baseUrl === null && clientId !== null) return refuse('--client-id needs --base-url.');
  if (baseUrl !== null && clientId === null) return refuse('--base-url needs --client-id.');
  const profileDir = values.get('profile') ?? null;
  if (baseUrl === null && profileDir === null) {
    return refuse(
      'Say which service to ask: --base-url and --client-id, or a --profile that is connected.',
    );
  }
  if (names.length === 0 && profileDir === null) {
    return refuse('Name at least one order: a uuid, a file that holds uuids, or - for input.');
  }
  const orderIds = names.flatMap((name) => parseOrderId(name) ?? []);
  return asks({
    kind: 'watch',
    options: {
      baseUrl,
      clientId,
      clientSecret: env[secretVariable] || null,
      activeEverySeconds: interval.value,
      requestsPerMinute: rate.value,
      profileDir,
      isJson: values.has('json'),
      showsPhones: values.has('show-phones'),
      mode: values.has('once') ? 'once' : values.has('until-done') ? 'untilDone' : 'follow',
      webhooks: webhooks.value,
      orderIds,
      orderFiles: [...new Set(names.filter((name) => parseOrderId(name) === null))],
    },
  });
}

function readArguments(args: readonly string[]): Result<GivenArguments, UsageRefusal> {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<OptionName, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (name === 'client-secret') {
      return refuse(`The client secret is read from ${secretVariable}, never from an argument.`);
    }
    if (!isOptionName(name)) return refuse(`"${shownArgument(rawName)}" is not an option.`);
    if (options[name].type === 'boolean') {
      if (value !== undefined) return refuse(`--${name} takes no value.`);
      values.set(name, '');
      continue;
    }
    const isMissing = value === undefined || value === '';
    if (isMissing || (!token.inlineValue && value.startsWith('--'))) {
      return refuse(`--${name} needs a value.`);
    }
    values.set(name, value);
  }
  return { ok: true, value: { values, words } };
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}

function readWhole(
  values: ReadonlyMap<OptionName, string>,
  name: 'interval' | 'max-rate',
  least: number,
  most: number,
): Result<number | null, UsageRefusal> {
  const text = values.get(name);
  if (text === undefined) return { ok: true, value: null };
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return { ok: true, value: number };
  return refuse(
    `--${name} needs a whole number from ${least} to ${most}, not "${shownArgument(text)}".`,
  );
}

function asks(command: CliCommand): Result<CliCommand, UsageRefusal> {
  return { ok: true, value: command };
}

function refuse(message: string): { readonly ok: false; readonly failure: UsageRefusal } {
  return { ok: false, failure: { message } };
}
