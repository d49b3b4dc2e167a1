import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { OrderId } from '../../../core/order/order-id.ts';
import { parseOrderId } from '../../../core/order/order-id.ts';
import type { Result } from '../../../core/text/result.ts';
import { settingsTable } from '../../../core/settings/settings-table.ts';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import {
  isForSecret,
  readListenAddress,
  readService,
  readWhole,
  refuse,
  secretRefusal,
  secretVariable,
} from './arguments.ts';
import type { ListenAddress, UsageRefusal } from './arguments.ts';

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
  /** For this run, in place of the settings. */
  readonly overlay: SettingsChange;
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
  // First of all, so that no other refusal repeats what stands beside it.
  if (args.some(isForSecret)) return refuse(secretRefusal);
  const config = { args: [...args], options, strict: false, allowPositionals: true } as const;
  const { positionals, values } = parseArgs(config);
  const slip = slipIn(values);
  if (slip !== null) return refuse(slip);
  const text = (name: keyof typeof values) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const { activeEverySeconds, requestsPerMinute } = settingsTable;
  const interval = readWhole(text('interval'), '--interval', activeEverySeconds);
  if (!interval.ok) return interval;
  const rate = readWhole(text('max-rate'), '--max-rate', requestsPerMinute);
  if (!rate.ok) return rate;
  const named = readService(text('base-url') ?? null, text('client-id') ?? null);
  if (!named.ok) return named;
  const service = named.value;
  const clientSecret = env[secretVariable] ?? '';
  if (service !== null && clientSecret === '') {
    return refuse(`--base-url and --client-id need the client secret in ${secretVariable}.`);
  }
  const metrics = readListenAddress(text('metrics'), '--metrics');
  if (!metrics.ok) return metrics;
  const profile = text('profile');
  return {
    ok: true,
    value: {
      profileDir: profile === undefined ? null : resolve(workingDir, profile),
      isHidden: values.hidden === true,
      connection: service && { ...service, clientSecret },
      isSessionOnly: values['session-only'] === true,
      overlay: { activeEverySeconds: interval.value, requestsPerMinute: rate.value },
      metrics: metrics.value,
      ...namedBy(positionals),
    },
  };
}

/** What is wrong with the options of ours; null: nothing. */
function slipIn(values: Readonly<Record<string, string | boolean | undefined>>): string | null {
  for (const [name, { type }] of Object.entries(options)) {
    const value = values[name];
    if (type === 'boolean' && typeof value === 'string') return `--${name} takes no value.`;
    // An option in the place of a value: the value was forgotten.
    const isMissing = value === true || value === '' || String(value).startsWith('--');
    if (type === 'string' && isMissing) return `--${name} needs a value.`;
  }
  return null;
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
