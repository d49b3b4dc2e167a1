import { resolve } from 'node:path';
import type { OrderId } from '../../core/order/order-id.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { Result } from '../../core/text/result.ts';
import { shownArgument as shown } from './shown-argument.ts';

/** The environment variable that the client secret may come in; argv would show it to every user. */
export const secretVariable = 'WAYBELL_CLIENT_SECRET';

/** A connection given at the start, so that the app connects without the connect screen. */
export interface LaunchConnection {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the command line asks for. */
export interface LaunchOptions {
  /** Absolute folder for everything that Waybell keeps; null for the system's usual place. */
  readonly profileDir: string | null;
  /** Start in the tray without a window. */
  readonly isHidden: boolean;
  readonly connection: LaunchConnection | null;
  /** Keep the given secret in memory only; the keychain is not touched. */
  readonly isSessionOnly: boolean;
  /** For this run, in place of the setting. */
  readonly activeEverySeconds: number | null;
  readonly requestsPerMinute: number | null;
  /** Typed by whoever started the app: watched at once. */
  readonly orderIds: readonly OrderId[];
  /** Texts that hold uuids to watch, as their paths were typed; whoever starts the app reads them. */
  readonly orderFiles: readonly string[];
  /** From `waybell://watch/` links, which any web page can open: offered, never watched unasked. */
  readonly offeredIds: readonly OrderId[];
}

/** Why the command line cannot be followed, in a sentence for the terminal. */
export interface LaunchRefusal {
  readonly message: string;
}

/** The surroundings of a start; handed in so that the reading stays pure. */
export interface LaunchSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a relative profile folder is relative to. */
  readonly workingDir: string;
}

/** How the app is used from a terminal. */
export const usage = `Usage: waybell [options] [UUID|FILE...]
  --profile DIR          keep everything in this folder
  --hidden               start in the tray, without a window
  --base-url URL         connect to this delivery service
  --client-id ID         with this client ID; the secret comes in ${secretVariable}
  --session-only         keep the secret in memory, not in the keychain
  --interval SECONDS     check an order on the way this often, 1 to 600
  --max-rate PER_MINUTE  send at most this many requests a minute, 6 to 6000`;

const takesValue = ['profile', 'base-url', 'client-id', 'interval', 'max-rate'] as const;
const isFlag = ['hidden', 'session-only'] as const;

type ValueName = (typeof takesValue)[number];
type FlagName = (typeof isFlag)[number];

/**
 * The arguments that are meant for the app: those behind the program and, while it runs from its
 * source tree, behind the folder that Electron was told to run.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const own = argv.slice(1);
  if (isPackaged) return own;
  const appPath = own.findIndex((argument) => !argument.startsWith('-'));
  return appPath === -1 ? own : own.toSpliced(appPath, 1);
}

/**
 * Reads `[--profile DIR] [--hidden] [--base-url URL] [--client-id ID] [--interval SECONDS]
 * [--max-rate PER_MINUTE] [--session-only] [UUID|FILE...]`, values also as `--name=value`.
 *
 * Switches that are not ours belong to Electron and Chromium, of which there are hundreds, and are
 * passed over; their values always come with `=`. What is no uuid names a file; nothing is read here.
 */
export function parseLaunchOptions(
  args: readonly string[],
  surroundings: LaunchSurroundings,
): Result<LaunchOptions, LaunchRefusal> {
  const read = readArguments(args);
  if (!read.ok) return read;
  const { values, flags, orderIds, orderFiles, offeredIds } = read.value;
  const connection = readConnection(values, surroundings.env[secretVariable]);
  if (!connection.ok) return connection;
  const interval = readWhole(values, 'interval', 1, 600);
  if (!interval.ok) return interval;
  const rate = readWhole(values, 'max-rate', 6, 6000);
  if (!rate.ok) return rate;
  const profile = values.get('profile');
  return {
    ok: true,
    value: {
      profileDir: profile === undefined ? null : resolve(surroundings.workingDir, profile),
      isHidden: flags.has('hidden'),
      connection: connection.value,
      isSessionOnly: flags.has('session-only'),
      activeEverySeconds: interval.value,
      requestsPerMinute: rate.value,
      orderIds,
      orderFiles,
      offeredIds,
    },
  };
}

/**
 * The order that a `waybell://watch/<uuid>` link names, or null for anything else. Anybody can make
 * such a link, so nothing but a whole uuid is taken from it.
 */
export function linkedOrderId(link: string): OrderId | null {
  const match = /^waybell:\/\/watch\/([0-9a-f-]{36})\/?$/i.exec(link);
  return match?.[1] === undefined ? null : parseOrderId(match[1]);
}

interface ReadArguments {
  readonly values: ReadonlyMap<ValueName, string>;
  readonly flags: ReadonlySet<FlagName>;
  readonly orderIds: readonly OrderId[];
  readonly orderFiles: readonly string[];
  readonly offeredIds: readonly OrderId[];
}

function readArguments(args: readonly string[]): Result<ReadArguments, LaunchRefusal> {
  const values = new Map<ValueName, string>();
  const flags = new Set<FlagName>();
  const orderIds = new Set<OrderId>();
  const orderFiles = new Set<string>();
  const offeredIds = new Set<OrderId>();
  let expecting: ValueName | null = null;
  for (const argument of args) {
    if (expecting !== null) {
      if (argument.startsWith('--')) return refuse(`--${expecting} needs a value.`);
      values.set(expecting, argument);
      expecting = null;
      continue;
    }
    if (argument.startsWith('-')) {
      const [name, value] = splitSwitch(argument);
      const valueName = takesValue.find((known) => known === name);
      const flagName = isFlag.find((known) => known === name);
      if (name === 'client-secret')
        return refuse(`The client secret is read from ${secretVariable}, never from an argument.`);
      if (flagName !== undefined && value !== null) return refuse(`--${flagName} takes no value.`);
      if (flagName !== undefined) flags.add(flagName);
      if (valueName !== undefined && value === '') return refuse(`--${valueName} needs a value.`);
      if (valueName !== undefined && value !== null) values.set(valueName, value);
      if (valueName !== undefined && value === null) expecting = valueName;
      continue;
    }
    const linked = linkedOrderId(argument);
    // A link that names no order is somebody else's mistake: it is no file of ours, and no refusal.
    if (linked === null && /^waybell:/i.test(argument)) continue;
    const id = linked ?? parseOrderId(argument);
    if (id === null) orderFiles.add(argument);
    else (linked === null ? orderIds : offeredIds).add(id);
  }
  if (expecting !== null) return refuse(`--${expecting} needs a value.`);
  return {
    ok: true,
    value: {
      values,
      flags,
      orderIds: [...orderIds],
      orderFiles: [...orderFiles],
      offeredIds: [...offeredIds],
    },
  };
}

function splitSwitch(argument: string): [name: string, value: string | null] {
  const bare = argument.replace(/^--?/, '');
  const equals = bare.indexOf('=');
  return equals === -1 ? [bare, null] : [bare.slice(0, equals), bare.slice(equals + 1)];
}

function readConnection(
  values: ReadonlyMap<ValueName, string>,
  clientSecret: string | undefined,
): Result<LaunchConnection | null, LaunchRefusal> {
  const baseUrl = values.get('base-url');
  const clientId = values.get('client-id');
  if (baseUrl === undefined && clientId === undefined) return { ok: true, value: null };
  if (baseUrl === undefined) return refuse('--client-id needs --base-url.');
  if (clientId === undefined) return refuse('--base-url needs --client-id.');
  if (clientSecret === undefined || clientSecret === '')
    return refuse(`--base-url and --client-id need the client secret in ${secretVariable}.`);
  return { ok: true, value: { baseUrl, clientId, clientSecret } };
}

function readWhole(
  values: ReadonlyMap<ValueName, string>,
  name: 'interval' | 'max-rate',
  least: number,
  most: number,
): Result<number | null, LaunchRefusal> {
  const text = values.get(name);
  if (text === undefined) return { ok: true, value: null };
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return { ok: true, value: number };
  return refuse(`--${name} needs a whole number from ${least} to ${most}, not "${shown(text)}".`);
}

function refuse(message: string): { readonly ok: false; readonly failure: LaunchRefusal } {
  return { ok: false, failure: { message } };
}
