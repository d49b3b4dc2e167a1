import { type DeskRole, deskNameSchema, longestDeskName } from '../../core/team/desk.ts';
import { isLoopback } from '../../core/text/loopback.ts';
import type { Result } from '../../core/text/result.ts';
import {
  type ListenAddress,
  natsLoginVariable,
  readListenAddress,
  refuse,
  type UsageRefusal,
} from '../engine/launch/arguments.ts';
import type { LogStore } from '../hub/log/open-team-log.ts';
import {
  type CliCommand,
  CliOption,
  type Env,
  flag,
  runSecrets,
  secretsHelp,
  text,
  type ValuesOf,
} from './cli-command.ts';
import { noService, readRun, type RunOptions, runOptions } from './watch-arguments.ts';

/** What `waybell hub` was asked for. */
export interface HubOptions extends RunOptions {
  readonly store: LogStore;
  readonly listen: ListenAddress;
  /** Files of PEM; null speaks http. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** A proxy of the operator's does TLS, and says who asks. */
  readonly isBehindProxy: boolean;
  /** Where desks and senders of webhooks reach the hub, as far as that is not where it listens. */
  readonly publicUrl: string | null;
}

/** What the command line asks of a hub. */
export type HubCommand =
  | { readonly kind: 'serve'; readonly options: HubOptions }
  | {
      readonly kind: 'invite';
      readonly store: LogStore;
      readonly name: string;
      readonly role: DeskRole;
    }
  | { readonly kind: 'desks'; readonly store: LogStore; readonly isJson: boolean }
  | { readonly kind: 'revoke'; readonly store: LogStore; readonly name: string };

/** Where a hub listens unless told otherwise. */
const defaultListen: ListenAddress = { address: '127.0.0.1', port: 7788 };

/** Where the log of the team is. */
const logOptions = {
  profileDir: text(
    '--profile <DIR>',
    "settings, the connection and, unless --store names another place, the team's log",
  ),
  store: text(
    '--store <STORE>',
    'sqlite, the log in the profile; or the NATS servers that several hubs share, nats://HOST:PORT[,...] on this computer, tls://HOST:PORT[,...] on others',
  ),
};

const hubOptions = {
  ...logOptions,
  listen: new CliOption(
    '--listen <ADDRESS:PORT>',
    `where desks come in; default: ${defaultListen.address}:${defaultListen.port}`,
    readListenAddress,
  ),
  certFile: text('--tls-cert <FILE>', 'the certificate with its chain, in PEM'),
  keyFile: text('--tls-key <FILE>', 'its key, in PEM'),
  isBehindProxy: flag('--behind-proxy', 'a proxy before the hub does TLS'),
  publicUrl: new CliOption(
    '--public-url <URL>',
    'where desks, and senders of webhooks, reach the hub',
    readPublicUrl,
  ),
  ...runOptions,
};

/** Adds `waybell hub` and the words that may follow it. */
export function addHub(program: CliCommand, env: Env, ask: (command: HubCommand) => void): void {
  const hub = program
    .command('hub')
    .description(
      'Watches orders for the desks of a team, which share one list and see who has which order. The first line on standard output says where it listens, as JSON. The commands below work beside the hub and need its --profile or --store. --max-rate is for all hubs of a team together, so tell each the same.',
    )
    .addHelpText('after', secretsHelp(...runSecrets, 'WAYBELL_NATS_LOGIN'))
    .addHelpText('after', '\nExit codes: those of "waybell watch".')
    // They would be the hub's own, and go unheard.
    .hook('preSubcommand', (before, word) => {
      if (Object.keys(before.opts()).length > 0)
        word.error(`Write the options behind "${word.name()}".`);
    });
  hub.takes(hubOptions, (values) => {
    const { certFile, isBehindProxy, keyFile, profileDir, publicUrl } = values;
    const store = readStore(hub, values, env);
    const run = readRun(hub, values, env);
    const listen = values.listen ?? defaultListen;
    if ((certFile === null) !== (keyFile === null)) {
      hub.error('--tls-cert and --tls-key go together.');
    }
    const tls = certFile === null || keyFile === null ? null : { certFile, keyFile };
    if (tls === null && !isBehindProxy) {
      if (!isLoopback(listen.address)) {
        hub.error(
          'On an address that others reach, the hub needs --tls-cert and --tls-key, or --behind-proxy where a proxy does TLS.',
        );
      }
      if (publicUrl !== null) {
        hub.error('--public-url needs --behind-proxy, or --tls-cert and --tls-key.');
      }
    }
    if (run.service === null && profileDir === null) hub.error(noService);
    ask({ kind: 'serve', options: { ...run, store, listen, tls, isBehindProxy, publicUrl } });
  });

  const logSecretsHelp = secretsHelp('WAYBELL_NATS_LOGIN');
  const invite = hub
    .command('invite')
    .description('Prints a code that lets one desk in within ten minutes.')
    .addHelpText('after', logSecretsHelp);
  const inviteOptions = {
    ...logOptions,
    name: text('--name <NAME>', 'the desk to invite'),
    isViewer: flag('--viewer', 'it looks on only, with phone numbers masked'),
  };
  invite.takes(inviteOptions, (values) => {
    const store = readStore(invite, values, env);
    const name = readDeskName(invite, values.name, '--name NAME');
    ask({ kind: 'invite', store, name, role: values.isViewer ? 'viewer' : 'dispatcher' });
  });

  const desks = hub
    .command('desks')
    .description('Lists the desks that are in.')
    .addHelpText('after', logSecretsHelp);
  const desksOptions = { ...logOptions, isJson: flag('--json', 'list them as one JSON array') };
  desks.takes(desksOptions, (values) => {
    ask({ kind: 'desks', store: readStore(desks, values, env), isJson: values.isJson });
  });

  const revoke = hub
    .command('revoke')
    .description('Shuts a desk out at once.')
    .addHelpText('after', logSecretsHelp)
    .argument('<NAME>', 'the desk');
  revoke.takes(logOptions, (values, [name]) => {
    const store = readStore(revoke, values, env);
    ask({ kind: 'revoke', store, name: readDeskName(revoke, name, 'revoke NAME') });
  });
}

function readDeskName(command: CliCommand, name: string | null | undefined, how: string): string {
  const desk = deskNameSchema.safeParse(name);
  if (desk.success) return desk.data;
  return command.error(
    `Name the desk: ${how}, ${longestDeskName} characters at most, without a phone number.`,
  );
}

/** A server of NATS: `nats` on this computer, `tls` anywhere. */
const natsServer = /^(nats|tls):\/\/(?:\[([\da-f:]{2,45})\]|([a-z\d.-]{1,253})):(\d{1,5})$/i;

function readStore(
  command: CliCommand,
  { profileDir, store }: ValuesOf<typeof logOptions>,
  env: Env,
): LogStore {
  if (store === null || store === 'sqlite') {
    if (profileDir !== null) return { kind: 'sqlite', profileDir };
    command.error('A hub keeps its log and who may come in: name the folder with --profile DIR.');
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
      command.error(
        `--store takes sqlite, or nats://HOST:PORT or tls://HOST:PORT, several with commas; a login comes in ${natsLoginVariable}.`,
      );
    }
    if (ofServer.toLowerCase() === 'nats' && !isLoopback(name)) {
      command.error('A NATS server on another computer is asked by tls://HOST:PORT only.');
    }
  }
  return { kind: 'nats', servers, login: env[natsLoginVariable] || null };
}

function readPublicUrl(given: string | undefined): Result<string | null, UsageRefusal> {
  if (given === undefined) return { ok: true, value: null };
  const form = /^https:\/\/(?:\[[\da-f:]{2,45}\]|[a-z\d.-]{1,253})(?::\d{1,5})?\/?$/i;
  if (form.test(given) && URL.canParse(given)) {
    return { ok: true, value: given.replace(/\/$/, '') };
  }
  return refuse('--public-url needs an address such as https://hub.example.com, without a path.');
}
