import { type DeskRole, deskNameSchema, longestDeskName } from '../../core/team/desk.ts';
import {
  type HubSettingName,
  hubSettingNames,
  type HubSettingsChange,
  hubSettingsChangeSchema,
} from '../../core/team/hub-settings.ts';
import { defaultSettings } from '../../core/settings/settings.ts';
import { settingsTable } from '../../core/settings/settings-table.ts';
import { isLoopback } from '../../core/text/loopback.ts';
import type { Result } from '../../core/text/result.ts';
import {
  etcdLoginVariable,
  type ListenAddress,
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
  | { readonly kind: 'revoke'; readonly store: LogStore; readonly name: string }
  | { readonly kind: 'settings'; readonly store: LogStore; readonly isJson: boolean }
  | { readonly kind: 'set'; readonly store: LogStore; readonly change: HubSettingsChange }
  | { readonly kind: 'restore'; readonly store: LogStore; readonly profileDir: string }
  | {
      readonly kind: 'beginAnew';
      readonly store: LogStore;
      readonly profileDir: string;
      /** Also in the place of a log that hubs can use. */
      readonly isForced: boolean;
    };

/** Where a hub listens unless told otherwise. */
const defaultListen: ListenAddress = { address: '127.0.0.1', port: 7788 };

/** Where the log of the team is. */
export const logOptions = {
  profileDir: text(
    '--profile <DIR>',
    "settings, the connection and, unless --store names another place, the team's log",
  ),
  store: text(
    '--store <STORE>',
    'sqlite, the log in the profile; or the members of etcd that several hubs share, etcd://HOST:PORT[,...] on this computer, etcds://HOST:PORT[,...] on others',
  ),
  etcdCertFile: text('--etcd-cert <FILE>', 'the certificate that etcd knows hubs by, in PEM'),
  etcdKeyFile: text('--etcd-key <FILE>', 'its key, in PEM'),
};

/** How desks know the hub by TLS. */
export const tlsOptions = {
  certFile: text('--tls-cert <FILE>', 'the certificate with its chain, in PEM'),
  keyFile: text('--tls-key <FILE>', 'its key, in PEM'),
};

const hubOptions = {
  ...logOptions,
  listen: new CliOption(
    '--listen <ADDRESS:PORT>',
    `where desks come in; default: ${defaultListen.address}:${defaultListen.port}`,
    readListenAddress,
  ),
  ...tlsOptions,
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
    .addHelpText('after', secretsHelp(...runSecrets, etcdLoginVariable))
    .addHelpText('after', '\nExit codes: those of "waybell watch".')
    // They would be the hub's own, and go unheard.
    .hook('preSubcommand', (before, word) => {
      if (Object.keys(before.opts()).length > 0)
        word.error(`Write the options behind "${word.name()}".`);
    });
  hub.takes(hubOptions, (values) => {
    const { isBehindProxy, profileDir, publicUrl } = values;
    const store = readStore(hub, values, env);
    const run = readRun(hub, values, env);
    const listen = values.listen ?? defaultListen;
    const tls = readTls(hub, values);
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

  const logSecretsHelp = secretsHelp(etcdLoginVariable);
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
  addSettings(hub, env, ask);
  addRecovery(hub, env, ask);
}

/** Adds the commands for what the hub decides for its team. */
function addSettings(hub: CliCommand, env: Env, ask: (command: HubCommand) => void): void {
  const names = `Names: ${hubSettingNames.join(', ')}.`;
  const settings = hub
    .command('settings')
    .description('Prints what was set for all hubs of the team.')
    .addHelpText('after', secretsHelp(etcdLoginVariable));
  const settingsOptions = { ...logOptions, isJson: flag('--json', 'print it as one JSON object') };
  settings.takes(settingsOptions, (values) => {
    ask({ kind: 'settings', store: readStore(settings, values, env), isJson: values.isJson });
  });
  const set = hub
    .command('set')
    .description(
      `Sets something for all hubs of the team, those that run too, as dispatchers can in the settings of their desks. ${names}`,
    )
    .addHelpText('after', secretsHelp(etcdLoginVariable))
    .argument('<NAME>', 'the setting')
    .argument('<VALUE>', 'its value: a number, or JSON as "Save the settings" writes it');
  set.takes(logOptions, (values, [name, value]) => {
    const store = readStore(set, values, env);
    const known = hubSettingNames.find((each) => each === name);
    if (known === undefined) return set.error(`There is no such setting of a hub. ${names}`);
    const read = readValue(value);
    const change = hubSettingsChangeSchema.safeParse({ [known]: read });
    if (!change.success || read === undefined)
      return set.error(`${known} does not take this value: ${valueText(known)}.`);
    ask({ kind: 'set', store, change: change.data });
  });
}

/** A value as it was typed; undefined for what is no JSON. */
function readValue(typed: string | undefined): unknown {
  try {
    return JSON.parse(typed ?? '');
  } catch {
    return undefined;
  }
}

/** What a setting takes. */
function valueText(name: HubSettingName): string {
  const row = settingsTable[name];
  return row.kind === 'number'
    ? `it takes a whole number from ${row.least} to ${row.most}`
    : `it takes JSON such as ${JSON.stringify(defaultSettings[name])}`;
}

/** Adds the commands for a log that is gone. */
function addRecovery(hub: CliCommand, env: Env, ask: (command: HubCommand) => void): void {
  const restore = hub
    .command('restore')
    .description(
      'Makes a log that is gone again, of a backup that was put back and what this hub has left of it. Stop all hubs before. Desks go on with what they have.',
    )
    .addHelpText('after', secretsHelp(etcdLoginVariable));
  restore.takes(logOptions, (values) => {
    const store = readStore(restore, values, env);
    ask({ kind: 'restore', store, profileDir: ownProfile(restore, values) });
  });
  const beginAnew = hub
    .command('begin-anew')
    .description(
      'Begins an empty log in the place of one that is gone. Stop all hubs before. Desks keep their lists until they are invited anew, and bring them along.',
    )
    .addHelpText('after', secretsHelp(etcdLoginVariable));
  const beginOptions = {
    ...logOptions,
    isForced: flag('--force', 'also in the place of a log that hubs can use'),
  };
  beginAnew.takes(beginOptions, (values) => {
    const store = readStore(beginAnew, values, env);
    const profileDir = ownProfile(beginAnew, values);
    ask({ kind: 'beginAnew', store, profileDir, isForced: values.isForced });
  });
}

function ownProfile(
  command: CliCommand,
  { profileDir }: Pick<ValuesOf<typeof logOptions>, 'profileDir'>,
): string {
  return profileDir ?? command.error('Name the profile of this hub: --profile DIR.');
}

function readDeskName(command: CliCommand, name: string | null | undefined, how: string): string {
  const desk = deskNameSchema.safeParse(name);
  if (desk.success) return desk.data;
  return command.error(
    `Name the desk: ${how}, ${longestDeskName} characters at most, without a phone number.`,
  );
}

/** The files of TLS, of what was read from {@link tlsOptions}; null where desks speak http. */
export function readTls(
  command: CliCommand,
  { certFile, keyFile }: ValuesOf<typeof tlsOptions>,
): HubOptions['tls'] {
  if ((certFile === null) !== (keyFile === null)) {
    command.error('--tls-cert and --tls-key go together.');
  }
  return certFile === null || keyFile === null ? null : { certFile, keyFile };
}

/** A member of etcd: `etcd` on this computer, `etcds` anywhere. */
const etcdMember = /^(etcds?):\/\/(?:\[([\da-f:]{2,45})\]|([a-z\d.-]{1,253})):(\d{1,5})$/i;

/** Where the log of the team is, of what was read from {@link logOptions}. */
export function readStore(
  command: CliCommand,
  { etcdCertFile, etcdKeyFile, profileDir, store }: ValuesOf<typeof logOptions>,
  env: Env,
): LogStore {
  if ((etcdCertFile === null) !== (etcdKeyFile === null)) {
    command.error('--etcd-cert and --etcd-key go together.');
  }
  if (store === null || store === 'sqlite') {
    if (profileDir !== null) return { kind: 'sqlite', profileDir };
    command.error('A hub keeps its log and who may come in: name the folder with --profile DIR.');
  }
  const [scheme = ''] = /^[a-z]+:\/\//i.exec(store) ?? [];
  // The scheme of the first counts for those that name none.
  const members = store
    .split(',')
    .map((member) => readMember(command, member.includes('://') ? member : `${scheme}${member}`));
  const [, name, password] = /^([^:]+):(.*)$/s.exec(env[etcdLoginVariable] ?? '') ?? [];
  if (env[etcdLoginVariable] && (name === undefined || password === undefined)) {
    command.error(`${etcdLoginVariable} holds user:password.`);
  }
  return {
    kind: 'etcd',
    members,
    login: name === undefined || password === undefined ? null : { name, password },
    certificate:
      etcdCertFile === null || etcdKeyFile === null
        ? null
        : { certFile: etcdCertFile, keyFile: etcdKeyFile },
    profileDir,
  };
}

/** The origin at which a member is asked. */
function readMember(command: CliCommand, member: string): string {
  const [, scheme, inBrackets, name = inBrackets ?? '', port] = etcdMember.exec(member) ?? [];
  // Not repeated: a login may have been written into it.
  if (scheme === undefined) {
    command.error(
      `--store takes sqlite, or etcd://HOST:PORT or etcds://HOST:PORT, several with commas; a login comes in ${etcdLoginVariable}.`,
    );
  }
  const isEncrypted = scheme.toLowerCase() === 'etcds';
  if (!isEncrypted && !isLoopback(name)) {
    command.error('etcd on another computer is asked by etcds://HOST:PORT only.');
  }
  const host = inBrackets === undefined ? name.toLowerCase() : `[${inBrackets}]`;
  // Without TLS it is on this computer: what `localhost` means is asked of no server of names.
  const known = !isEncrypted && host === 'localhost' ? '127.0.0.1' : host;
  return `${isEncrypted ? 'https' : 'http'}://${known}:${port}`;
}

function readPublicUrl(given: string | undefined): Result<string | null, UsageRefusal> {
  if (given === undefined) return { ok: true, value: null };
  const form = /^https:\/\/(?:\[[\da-f:]{2,45}\]|[a-z\d.-]{1,253})(?::\d{1,5})?\/?$/i;
  if (form.test(given) && URL.canParse(given)) {
    return { ok: true, value: given.replace(/\/$/, '') };
  }
  return refuse('--public-url needs an address such as https://hub.example.com, without a path.');
}
