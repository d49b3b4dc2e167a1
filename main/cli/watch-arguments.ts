import type { ConnectionOptions } from '../../core/delivery/connection-options.ts';
import { type OrderId, parseOrderId } from '../../core/order/order-id.ts';
import { settingsTable } from '../../core/settings/settings-table.ts';
import type { SettingsChange } from '../../core/settings/settings.ts';
import type { Result } from '../../core/text/result.ts';
import {
  deskTokenVariable,
  heartbeatVariable,
  isPort,
  type ListenAddress,
  type NamedService,
  readListenAddress,
  readService,
  refuse,
  secretVariable,
  shownArgument,
  type UsageRefusal,
  webhookPathVariable,
  webhookSecretVariable,
} from '../engine/launch/arguments.ts';
import { parseHeartbeatUrl } from '../engine/heartbeat/heartbeat-request.ts';
import {
  type CliCommand,
  CliOption,
  type Env,
  exitCodesHelp,
  flag,
  runSecrets,
  secretsHelp,
  systemVariablesHelp,
  text,
  type ValuesOf,
  whole,
} from './cli-command.ts';
import { connectionFlags } from './connection-flags.ts';

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

/** What a run without a window was given, of a desk or of a hub. */
export interface RunOptions {
  /** Null: the profile's. */
  readonly service: NamedService | null;
  /** For this run, in place of the settings. */
  readonly overlay: SettingsChange;
  /** For this run, each in place of the profile's own. */
  readonly connectionOptions: Partial<ConnectionOptions>;
  /** Null: the keychain's. */
  readonly clientSecret: string | null;
  /** As typed; null keeps nothing. */
  readonly profileDir: string | null;
  /** Null: no webhooks are received. */
  readonly webhooks: WebhookOptions | null;
  /** Where metrics are given to a collector; null for nowhere. Port 0 takes any free one. */
  readonly metrics: ListenAddress | null;
  /** Where heartbeats go, often a secret; null for nowhere. */
  readonly heartbeatUrl: string | null;
}

/** The hub that a run is a desk of. */
export interface HubDoor {
  /** As typed. */
  readonly url: string;
  readonly deskToken: string;
}

/** What `waybell watch` was asked for. */
export interface WatchOptions extends RunOptions {
  /** Null asks the service itself. */
  readonly hub: HubDoor | null;
  readonly isJson: boolean;
  readonly showsPhones: boolean;
  readonly mode: WatchMode;
  readonly orderIds: readonly OrderId[];
  /** As typed; `-` is standard input. */
  readonly orderFiles: readonly string[];
}

/** What `waybell watch` asks for. */
export interface WatchCommand {
  readonly kind: 'watch';
  readonly options: WatchOptions;
}

/** What the hub decides for all its desks. */
const serviceOptions = {
  baseUrl: text('--base-url <URL>', "the delivery service; default: the profile's"),
  clientId: text('--client-id <ID>', "the client ID; default: the profile's"),
  interval: whole(
    '--interval <SECONDS>',
    'check an order on the way this often',
    settingsTable.activeEverySeconds,
  ),
  maxRate: whole(
    '--max-rate <PER_MINUTE>',
    'send at most this many requests a minute',
    settingsTable.requestsPerMinute,
  ),
  webhookPort: new CliOption(
    '--webhook-port <PORT>',
    'receive webhooks on this computer, 0 chooses a port; the address is printed on standard error',
    readWebhookPort,
  ),
  ...connectionFlags,
};

/** The options of every run without a window. */
export const runOptions = {
  ...serviceOptions,
  metrics: new CliOption(
    '--metrics <ADDRESS:PORT>',
    'give figures for Prometheus at /metrics; without an address on this computer only',
    readListenAddress,
  ),
};

const watchOptions = {
  ...runOptions,
  profileDir: text(
    '--profile <DIR>',
    'keep the state here, so that a restart goes on where the last run ended; without it nothing is written',
  ),
  hub: text(
    '--hub <URL>',
    "be a desk of this hub, which asks the service; orders that are named are added to the team's list",
  ).conflicts(Object.values(serviceOptions).map((option) => option.attributeName())),
  isJson: flag('--json', 'print one JSON object per line'),
  showsPhones: flag('--show-phones', 'print phone numbers whole; they are masked otherwise'),
  once: flag('--once', 'check every order once, then end').conflicts([
    'untilDone',
    'webhookPort',
    'metrics',
  ]),
  untilDone: flag('--until-done', 'end when every order is completed, failed or cancelled'),
};

/**
 * Adds `waybell watch`. An argument that looks like a uuid is one, everything else names a file;
 * nothing is read here.
 */
export function addWatch(
  program: CliCommand,
  env: Env,
  ask: (command: WatchCommand) => void,
): void {
  const command = program
    .command('watch')
    .description(
      'Watches the named orders, or with a profile those it watches already. Uuids are looked for in the text of FILE, and of standard input for -, with the label, group and promised time that it says of each. What is not taken as it stands is said on standard error.',
    )
    .argument('[UUID|FILE|-...]')
    .addHelpText('after', secretsHelp(...runSecrets, 'WAYBELL_DESK_TOKEN'))
    .addHelpText(
      'after',
      `The variables for webhooks stand each by itself. The profile says which proof it
asks for; without a secret for that proof nothing is received.`,
    )
    .addHelpText('after', `${systemVariablesHelp}\n${exitCodesHelp}`);
  command.takes(watchOptions, (values, names) => {
    const { isJson, once, profileDir, showsPhones, untilDone } = values;
    const run = readRun(command, values, env);
    const hub = values.hub === null ? null : readHub(command, values.hub, env);
    if (hub === null) {
      if (run.service === null && profileDir === null) command.error(noService);
      if (names.length === 0 && profileDir === null) {
        command.error('Name at least one order: a uuid, a file that holds uuids, or - for input.');
      }
    }
    ask({
      kind: 'watch',
      options: {
        ...run,
        hub,
        isJson,
        showsPhones,
        mode: once ? 'once' : untilDone ? 'untilDone' : 'follow',
        orderIds: names.flatMap((name) => parseOrderId(name) ?? []),
        orderFiles: [...new Set(names.filter((name) => parseOrderId(name) === null))],
      },
    });
  });
}

/** Where neither the command line nor a profile names a service. */
export const noService =
  'Say which service to ask: --base-url and --client-id, or a --profile that is connected.';

/** What the options of a run ask for. */
export function readRun(
  command: CliCommand,
  values: ValuesOf<typeof runOptions> & Pick<RunOptions, 'profileDir'>,
  env: Env,
): RunOptions {
  const { baseUrl, clientId, interval, maxRate, metrics, profileDir, webhookPort } = values;
  const flags = Object.keys(connectionFlags) as (keyof typeof connectionFlags)[];
  return {
    service: command.taken(readService(baseUrl, clientId)),
    overlay: { activeEverySeconds: interval, requestsPerMinute: maxRate },
    connectionOptions: Object.assign({}, ...flags.map((name) => values[name])),
    clientSecret: env[secretVariable] || null,
    profileDir,
    webhooks: webhookPort === null ? null : readWebhooks(command, webhookPort, env),
    metrics,
    heartbeatUrl: readHeartbeatUrl(command, env[heartbeatVariable] ?? ''),
  };
}

function readHeartbeatUrl(command: CliCommand, given: string): string | null {
  if (given === '') return null;
  const url = parseHeartbeatUrl(given);
  if (url.ok) return url.value;
  return command.error(
    `${heartbeatVariable} needs an http or https address without a user name and a password.`,
  );
}

function readHub(command: CliCommand, url: string, env: Env): HubDoor {
  const deskToken = env[deskTokenVariable] || null;
  if (deskToken !== null) return { url, deskToken };
  return command.error(`--hub needs the token of this desk in ${deskTokenVariable}.`);
}

function readWebhookPort(
  typed: string | undefined,
  name: string,
): Result<number | null, UsageRefusal> {
  if (typed === undefined) return { ok: true, value: null };
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  if (isPort(port)) return { ok: true, value: port };
  return refuse(
    `${name} needs 0 or a whole number from 1024 to 65535, not "${shownArgument(typed)}".`,
  );
}

/** How webhooks are to be received, by the option and its variables. */
function readWebhooks(command: CliCommand, port: number, env: Env): WebhookOptions {
  const path = env[webhookPathVariable] || null;
  if (path !== null && !/^[0-9a-zA-Z_-]{16,100}$/.test(path)) {
    command.error(
      `${webhookPathVariable} needs 16 to 100 letters, digits, hyphens or underscores.`,
    );
  }
  const secret = env[webhookSecretVariable] || null;
  if (secret !== null && secret.length > 300) {
    command.error(`${webhookSecretVariable} is longer than 300 characters.`);
  }
  return { port, path, secret };
}
