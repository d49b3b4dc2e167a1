import { resolve } from 'node:path';
import type { OrderId } from '../../../core/order/order-id.ts';
import { parseOrderId } from '../../../core/order/order-id.ts';
import type { Result } from '../../../core/text/result.ts';
import {
  readArguments,
  readListenAddress,
  readShared,
  refuse,
  secretVariable,
} from './arguments.ts';
import type { ListenAddress, SharedOptions, UsageRefusal } from './arguments.ts';

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
  readonly overlay: SharedOptions['overlay'];
  /** Where metrics are given to a collector; null for nowhere. */
  readonly metrics: ListenAddress | null;
  /** Named on the command line: watched at once. */
  readonly orderIds: readonly OrderId[];
  /** Paths, as typed, of files that hold uuids to watch. */
  readonly orderFiles: readonly string[];
  /** From `waybell://watch/` links, which any web page can open: offered, never watched unasked. */
  readonly offeredIds: readonly OrderId[];
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
  --max-rate PER_MINUTE  send at most this many requests a minute, 6 to 6000
  --metrics ADDRESS:PORT give figures for Prometheus at /metrics; without an address on 127.0.0.1`;

const options = {
  profile: { type: 'string' },
  'base-url': { type: 'string' },
  'client-id': { type: 'string' },
  interval: { type: 'string' },
  'max-rate': { type: 'string' },
  metrics: { type: 'string' },
  hidden: { type: 'boolean' },
  'session-only': { type: 'boolean' },
} as const;

/**
 * The arguments that are meant for the app: those behind the program and, while it runs from its
 * source tree, behind the folder that Electron runs.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const own = argv.slice(1);
  if (isPackaged) return own;
  const appPath = own.findIndex((argument) => !argument.startsWith('-'));
  return appPath === -1 ? own : own.toSpliced(appPath, 1);
}

/**
 * Reads the command line of the app; {@link usage} lists what it takes.
 *
 * Electron and Chromium have hundreds of switches of their own, so an unknown one is skipped; their
 * values always come with `=`. A word that is no uuid names a file; nothing is read here.
 */
export function parseLaunchOptions(
  args: readonly string[],
  { env, workingDir }: LaunchSurroundings,
): Result<LaunchOptions, UsageRefusal> {
  const given = readArguments(args, options, 'skip');
  if (!given.ok) return given;
  const { values, words } = given.value;
  const shared = readShared(values);
  if (!shared.ok) return shared;
  const { overlay, service } = shared.value;
  const clientSecret = env[secretVariable] ?? '';
  if (service !== null && clientSecret === '') {
    return refuse(`--base-url and --client-id need the client secret in ${secretVariable}.`);
  }
  const metrics = readListenAddress(values, 'metrics');
  if (!metrics.ok) return metrics;
  const profile = values.get('profile');
  return {
    ok: true,
    value: {
      profileDir: profile === undefined ? null : resolve(workingDir, profile),
      isHidden: values.has('hidden'),
      connection: service && { ...service, clientSecret },
      isSessionOnly: values.has('session-only'),
      overlay,
      metrics: metrics.value,
      ...namedBy(words),
    },
  };
}

function namedBy(
  words: readonly string[],
): Pick<LaunchOptions, 'orderIds' | 'orderFiles' | 'offeredIds'> {
  const orderIds = new Set<OrderId>();
  const orderFiles = new Set<string>();
  const offeredIds = new Set<OrderId>();
  for (const word of words) {
    const linked = linkedOrderId(word);
    const id = parseOrderId(word);
    if (linked !== null) offeredIds.add(linked);
    else if (id !== null) orderIds.add(id);
    // A link that names no order is neither a file nor a reason not to start.
    else if (!/^waybell:/i.test(word)) orderFiles.add(word);
  }
  return {
    orderIds: [...orderIds],
    orderFiles: [...orderFiles],
    offeredIds: [...offeredIds],
  };
}

/**
 * The order that a `waybell://watch/<uuid>` link names, or null for anything else. Any web page
 * can make such a link, so nothing but a whole uuid is read from it.
 */
export function linkedOrderId(link: string): OrderId | null {
  const match = /^waybell:\/\/watch\/([0-9a-f-]{36})\/?$/i.exec(link);
  return match?.[1] === undefined ? null : parseOrderId(match[1]);
}
