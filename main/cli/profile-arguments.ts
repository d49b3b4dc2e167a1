import { type OrderId, parseOrderId } from '../../core/order/order-id.ts';
import type { Result } from '../../core/text/result.ts';
import { minuteOfDay } from '../../core/text/time-of-day.ts';
import type { ExportKind } from '../../core/transfer/export-signs.ts';
import {
  etcdLoginVariable,
  joinCodeVariable,
  refuse,
  secretVariable,
  type UsageRefusal,
} from '../engine/launch/arguments.ts';
import {
  type CliCommand,
  CliOption,
  type Env,
  flag,
  secretsHelp,
  text,
  type ValuesOf,
} from './cli-command.ts';

import { type HubOptions, logOptions, readStore, readTls, tlsOptions } from './hub-arguments.ts';
import type { LogStore } from '../hub/log/open-team-log.ts';

/** Those of the last hours, those since the last time that it was so late, all, or none. */
export type FinishedChoice =
  | { readonly kind: 'hours'; readonly hours: number }
  | { readonly kind: 'since'; readonly minuteOfDay: number }
  | { readonly kind: 'all' | 'none' };

const mostHours = 10_000;

/** @param typed a shift where none was named */
function readFinished(typed = '8h'): Result<FinishedChoice, UsageRefusal> {
  if (typed === 'all' || typed === 'none') return { ok: true, value: { kind: typed } };
  const hours = Number(/^(\d{1,5})h$/i.exec(typed)?.[1] ?? Number.NaN);
  if (hours >= 1 && hours <= mostHours) return { ok: true, value: { kind: 'hours', hours } };
  const minute = /^\d{1,2}:\d{2}$/.test(typed) ? minuteOfDay(typed) : null;
  if (minute !== null) return { ok: true, value: { kind: 'since', minuteOfDay: minute } };
  return refuse('--finished takes none, all, hours as 8h or a time as 06:00.');
}

const profileDir = text('--profile <DIR>', "the profile folder; default: the app's own");

const exportOptions = {
  finished: new CliOption(
    '--finished <WHICH>',
    'of the orders that are over: none, all, those of the last hours (8h, the default) or since a time of day (06:00)',
    readFinished,
  ),
  withPersonalData: flag(
    '--personal',
    'also what the service said last: names, numbers, addresses',
  ),
  summary: flag('--summary', 'a few lines for a chat instead').conflicts(['finished', 'personal']),
  settings: flag('--settings', 'the settings instead; they hold no secret').conflicts([
    'finished',
    'personal',
    'summary',
  ]),
  recording: flag(
    '--recording',
    'what notified in the last 48 hours instead, for who looks for a fault; it holds no names, numbers, addresses, words or places',
  ).conflicts(['finished', 'personal', 'summary', 'settings']),
  isForced: flag('--force', 'replace FILE whatever it is, outside of the profile folder'),
  profileDir,
};

const importOptions = {
  isDryRun: flag('--dry-run', 'only say what the file would do'),
  acceptsRisks: flag('--accept-risks', 'take settings that are warned of'),
  profileDir,
};

const { profileDir: _ofHub, ...storeOptions } = logOptions;

const doctorOptions = {
  isJson: flag('--json', 'print one JSON object'),
  profileDir,
  isOfHub: flag('--hub', 'look at what a hub needs, in place of what a desk does'),
  ...storeOptions,
  ...tlsOptions,
};

const joinOptions = {
  profileDir,
  printsToken: flag(
    '--print',
    'print the token and keep nothing, for "waybell watch --hub"',
  ).conflicts('profile'),
};

const whyOptions = {
  at: text(
    '--at <TIME>',
    'only the last update at that time: 14:02, the last time that the clock showed it, or a moment, 2026-11-24T14:02:00Z',
  ),
  isJson: flag('--json', 'print one JSON array'),
  profileDir,
};

/** A command about what a profile or a file holds. `profileDir` null is the app's usual profile; files are as typed. */
export type ProfileCommand =
  | ({
      readonly kind: 'export';
      readonly what: ExportKind;
      /** Null is standard output. */
      readonly file: string | null;
    } & Omit<ValuesOf<typeof exportOptions>, 'recording' | 'settings' | 'summary'>)
  /** `-` is standard input. */
  | ({ readonly kind: 'import'; readonly file: string } & ValuesOf<typeof importOptions>)
  /** A secret that is null is the keychain's. */
  | ({ readonly kind: 'doctor'; readonly clientSecret: string | null } & Pick<
      ValuesOf<typeof doctorOptions>,
      'isJson' | 'profileDir'
    >)
  /** The files of TLS that desks know the hub by; null for none. */
  | ({
      readonly kind: 'hubDoctor';
      readonly store: LogStore;
      readonly tls: HubOptions['tls'];
    } & Pick<ValuesOf<typeof doctorOptions>, 'isJson' | 'profileDir'>)
  /** A code that is null comes on standard input. */
  | ({
      readonly kind: 'join';
      readonly address: string;
      readonly joinCode: string | null;
    } & ValuesOf<typeof joinOptions>)
  | ({ readonly kind: 'why'; readonly id: OrderId } & ValuesOf<typeof whyOptions>);

/** The arguments of one of them. */
export type ProfileCommandOf<Kind extends ProfileCommand['kind']> = Extract<
  ProfileCommand,
  { kind: Kind }
>;

/** Adds `export`, `import`, `doctor`, `join` and `why`. */
export function addProfileCommands(
  program: CliCommand,
  env: Env,
  ask: (command: ProfileCommand) => void,
): void {
  program
    .command('export')
    .description(
      'Writes the watch list for the next dispatcher: what is not over, what was not seen or needs attention, and what was over lately. Of each order: label, note, group, promised time, mute, pin, snooze, what was seen, calls with their words, and the last state without people. Without FILE, or with -, to standard output. FILE is written whole or not at all. An empty file or an earlier export of the same kind is replaced; another file only with --force, and in the profile folder nothing but an earlier export, with --force too.',
    )
    .argument('[FILE]')
    .addHelpText('after', '\nExit codes: 0 written; 2 not written.')
    .takes(exportOptions, ({ recording, settings, summary, ...values }, [file = '-']) => {
      const kinds = { recording, settings, summary };
      const what = (['recording', 'settings', 'summary'] as const).find((kind) => kinds[kind]);
      const target = file === '-' ? null : file;
      ask({ kind: 'export', ...values, what: what ?? 'orderList', file: target });
    });

  program
    .command('import')
    .description(
      `Takes in a file of "waybell export", a hand-over or settings, or the orders that any other text names, such as a shop's CSV. What is watched already keeps its own words; importing twice changes nothing more. Orders that are over are not checked. Waybell must not be running on the same profile: there, drop the file on the window.

Settings that mute, show or keep more of people, check less, erase, turn updates off or take keys from all programs are named. They are taken only with --accept-risks; without it nothing of the file is.`,
    )
    .argument('<FILE>', 'the file, or - for standard input')
    .addHelpText(
      'after',
      `
Exit codes: 0 imported; 1 not imported, --accept-risks is needed; 2 could not
be done.`,
    )
    .takes(importOptions, (values, [file = '']) => ask({ kind: 'import', ...values, file }));

  const doctor = program
    .command('doctor')
    .description(
      'Looks at everything that Waybell needs: its files, the keychain, notifications, the tray and, step by step, the way to the service. With --hub: what a hub needs, with the --store, --etcd-cert, --tls-cert and --profile that it has: each member of etcd, the log, who checks, clocks, room on the disk and certificates. The report holds no secrets, names or numbers and can be passed on.',
    )
    .addHelpText('after', secretsHelp('WAYBELL_CLIENT_SECRET', etcdLoginVariable))
    .addHelpText('after', '\nExit codes: 0 nothing is wrong; 1 something is; 2 usage.');
  doctor.takes(doctorOptions, ({ isOfHub, ...values }) => {
    const { isJson, profileDir: dir } = values;
    if (isOfHub) {
      const [store, tls] = [readStore(doctor, values, env), readTls(doctor, values)];
      return ask({ kind: 'hubDoctor', store, tls, isJson, profileDir: dir });
    }
    const { certFile, etcdCertFile, etcdKeyFile, keyFile, store } = values;
    if ([certFile, etcdCertFile, etcdKeyFile, keyFile, store].some((given) => given !== null)) {
      doctor.error('--store, --etcd-cert, --etcd-key, --tls-cert and --tls-key need --hub.');
    }
    const clientSecret = env[secretVariable] || null;
    ask({ kind: 'doctor', isJson, profileDir: dir, clientSecret });
  });

  program
    .command('join')
    .description(
      "Makes this computer a desk of a hub. The hub's token for this desk goes into the keychain, and the app with this profile shows the team's list from its next start. Waybell must not be running on it.",
    )
    .argument('<ADDRESS>', 'of the hub, such as https://hub.example.com')
    .addHelpText('after', secretsHelp('WAYBELL_JOIN_CODE'))
    .addHelpText('after', '\nExit codes: 0 joined; 2 could not be done.')
    .takes(joinOptions, (values, [address = '']) => {
      ask({ kind: 'join', ...values, address, joinCode: env[joinCodeVariable] || null });
    });

  const why = program
    .command('why')
    .description(
      'Says of each update of an order whether the dispatcher was told of it, when and how, or which rule held it back. Rules are known for the last 48 hours; the app may be running.',
    )
    .argument('<UUID>', 'the order')
    .addHelpText(
      'after',
      '\nExit codes: 0 said; 1 the order is not on the watch list; 2 could not be done.',
    );
  why.takes(whyOptions, (values, [uuid = '']) => {
    const id = parseOrderId(uuid) ?? why.error('Name the order by its uuid.');
    ask({ kind: 'why', ...values, id });
  });
}
