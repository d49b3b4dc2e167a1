import type { ownVariables } from '../engine/launch/arguments.ts';
import { connectionFlags } from './connection-flags.ts';
import { exitCodeTexts } from './exit-codes.ts';
import { defaultHubPort } from './hub-arguments.ts';
import type { ProfileCommandName } from './profile-arguments.ts';

/** What each variable holds, and what is used without it. */
const variableTexts: Readonly<Record<(typeof ownVariables)[number], string>> = {
  WAYBELL_CLIENT_SECRET: "the client secret; default: the keychain's",
  WAYBELL_WEBHOOK_PATH: "the path of webhooks; default: the profile's",
  WAYBELL_WEBHOOK_SECRET: "what they are signed with; default: the profile's",
  WAYBELL_NATS_LOGIN: 'the login at NATS servers, user:password or a token',
  WAYBELL_JOIN_CODE: 'the code of an invitation; default: standard input',
  WAYBELL_DESK_TOKEN: 'the token by which a hub knows this desk (--hub)',
};

function variables(...names: readonly (keyof typeof variableTexts)[]): string {
  return table(names.map((name) => [name, variableTexts[name]]));
}

/** Variables of the system that are followed too. */
const systemVariableTexts = {
  'HTTPS_PROXY, ALL_PROXY': 'the proxy',
  NO_PROXY: 'the addresses that are asked without it',
  NODE_EXTRA_CA_CERTS: 'a file of authorities to trust as well',
  'SSL_CERT_FILE, SSL_CERT_DIR': "the system's authorities (Linux)",
  'NO_COLOR, TERM': 'how the terminal is drawn on',
};

/** A table of two columns below a heading of the help. */
function table(rows: readonly (readonly [name: string, help: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}\n`).join('');
}

const connectionRows = Object.values(connectionFlags).map(
  ({ flag, value, help }) => [`--${flag} ${value}`, help] as const,
);

/** What `waybell --help` says. */
export const usage = `Usage: waybell watch [options] [UUID|FILE|-]...
       waybell hub [invite | desks | revoke] [options]
       waybell join | export | import | doctor | why [options]
       waybell COMMAND --help
       waybell --version

Watches delivery orders without a window and prints what changes. A hub watches
them for several desks at once.
`;

/** What `waybell watch --help` says. */
export const watchUsage = `Usage: waybell watch [options] [UUID|FILE|-]...

Watches the named orders, or with a profile those it watches already. Uuids are
looked for in the text of FILE, and of standard input for -, with the label,
group and promised time that it says of each. What is not taken as it stands is
said on standard error.

  --base-url URL         the delivery service; default: the profile's
  --client-id ID         the client ID; default: the profile's
  --hub URL              be a desk of this hub, which asks the service; orders
                         that are named are added to the team's list

The connection, each in place of the profile's own in this run:
${table(connectionRows)}
  --interval SECONDS     check an order on the way this often, 1 to 600
  --max-rate PER_MINUTE  send at most this many requests a minute, 6 to 6000
  --profile DIR          keep the state here, so that a restart goes on where
                         the last run ended; without it nothing is written
  --webhook-port PORT    receive webhooks on this computer, 0 chooses a port;
                         the address is printed on standard error
  --metrics ADDRESS:PORT give figures for Prometheus at /metrics; without an
                         address on this computer only
  --json                 print one JSON object per line
  --show-phones          print phone numbers whole; they are masked otherwise
  --once                 check every order once, then end
  --until-done           end when every order is completed, failed or cancelled

A secret comes in a variable of Waybell's own, which is taken out of the
environment at once:
${variables('WAYBELL_CLIENT_SECRET', 'WAYBELL_WEBHOOK_PATH', 'WAYBELL_WEBHOOK_SECRET', 'WAYBELL_DESK_TOKEN')}
The variables for webhooks stand each by itself. The profile says which proof it
asks for; without a secret for that proof nothing is received.

Variables of the system:
${table(Object.entries(systemVariableTexts))}
Exit codes:
${table(Object.entries(exitCodeTexts))}`;

/** What `waybell hub --help` says. */
export const hubUsage = `Usage: waybell hub [options]
       waybell hub invite --name NAME [--viewer]
       waybell hub desks [--json]
       waybell hub revoke NAME

Watches orders for the desks of a team, which share one list and see who has
which order. The first line on standard output says where it listens, as JSON.
"invite" prints a code that lets one desk in within ten minutes; "desks" lists
those that are in; "revoke" shuts one out at once. They work beside the hub and
need its --profile or --store.

  --profile DIR          settings, the connection and, unless --store names
                         another place, the team's log
  --store STORE          sqlite, the log in the profile; or the NATS servers
                         that several hubs share, nats://HOST:PORT[,...] on
                         this computer, tls://HOST:PORT[,...] on others
  --listen ADDRESS:PORT  where desks come in; default: 127.0.0.1:${defaultHubPort}
  --tls-cert FILE        the certificate with its chain, in PEM
  --tls-key FILE         its key, in PEM
  --behind-proxy         a proxy before the hub does TLS
  --public-url URL       where desks, and senders of webhooks, reach the hub
  --name NAME            the desk to invite
  --viewer               it looks on only, with phone numbers masked
  --json                 list the desks as one JSON array

The delivery service, each in place of the profile's own in this run:
${table([
  ['--base-url URL', 'the delivery service'],
  ['--client-id ID', 'the client ID'],
  ...connectionRows,
])}
  --interval SECONDS     check an order on the way this often, 1 to 600
  --max-rate PER_MINUTE  send at most this many requests a minute, 6 to 6000;
                         all hubs of a team together, so tell each the same
  --webhook-port PORT    receive webhooks on this computer, 0 chooses a port
  --metrics ADDRESS:PORT give figures for Prometheus at /metrics

Each secret comes in a variable, which is taken out of the environment at once:
${variables('WAYBELL_CLIENT_SECRET', 'WAYBELL_WEBHOOK_PATH', 'WAYBELL_WEBHOOK_SECRET', 'WAYBELL_NATS_LOGIN')}
Exit codes: those of "waybell watch".
`;

const joinUsage = `Usage: waybell join [options] ADDRESS

Makes this computer a desk of the hub at ADDRESS, such as
https://hub.example.com. The code of the invitation comes in a variable or on
standard input:
${variables('WAYBELL_JOIN_CODE')}
The hub's token for this desk goes into the keychain, and the app with this
profile shows the team's list from its next start. Waybell must not be running
on it.

  --profile DIR  the profile folder; default: the app's own
  --print        print the token and keep nothing, for "waybell watch --hub"

Exit codes: 0 joined; 2 could not be done.
`;

const exportUsage = `Usage: waybell export [options] [FILE]

Writes the watch list for the next dispatcher: what is not over, what was not
seen or needs attention, and what was over lately. Of each order: label, note,
group, promised time, mute, pin, snooze, what was seen, calls with their words,
and the last state without people. Without FILE, or with -, to standard output.
FILE is written whole or not at all. An empty file or an earlier export of the
same kind is replaced; another file only with --force, and in the profile
folder nothing but an earlier export, with --force too.

  --finished WHICH  of the orders that are over: none, all, those of the last
                 hours (8h, the default) or since a time of day (06:00)
  --personal     also what the service said last: names, numbers, addresses
  --summary      a few lines for a chat instead
  --settings     the settings instead; they hold no secret
  --recording    what notified in the last 48 hours instead, for who looks for a
                 fault; it holds no names, numbers, addresses, words or places
  --force        replace FILE whatever it is, outside of the profile folder
  --profile DIR  the profile folder; default: the app's own

Exit codes: 0 written; 2 not written.
`;

const importUsage = `Usage: waybell import [options] FILE|-

Takes in a file of "waybell export", a hand-over or settings, or the orders that
any other text names, such as a shop's CSV. What is watched already keeps its
own words; importing twice changes nothing more. Orders that are over are not
checked. Waybell must not be running on the same profile:
there, drop the file on the window.

Settings that mute, show or keep more of people, check less, erase, turn
updates off or take keys from all programs are named. They are taken only with
--accept-risks; without it nothing of the file is.

  --dry-run       only say what the file would do
  --accept-risks  take settings that are warned of
  --profile DIR   the profile folder; default: the app's own

Exit codes: 0 imported; 1 not imported, --accept-risks is needed; 2 could not
be done.
`;

const doctorUsage = `Usage: waybell doctor [options]

Looks at everything that Waybell needs: its files, the keychain, notifications,
the tray and, step by step, the way to the service. The report holds no
secrets, names or numbers and can be passed on.

  --json         print one JSON object
  --profile DIR  the profile folder; default: the app's own

Exit codes: 0 nothing is wrong; 1 something is; 2 usage.
`;

const whyUsage = `Usage: waybell why [options] UUID

Says of each update of an order whether the dispatcher was told of it, when and
how, or which rule held it back. Rules are known for the last 48 hours; the app
may be running.

  --at TIME      only the last update at that time: 14:02, the last time that
                 the clock showed it, or a moment, 2026-11-24T14:02:00Z
  --json         print one JSON array
  --profile DIR  the profile folder; default: the app's own

Exit codes: 0 said; 1 the order is not on the watch list; 2 could not be done.
`;

/** What `waybell COMMAND --help` says. */
export const profileUsage: Readonly<Record<ProfileCommandName, string>> = {
  export: exportUsage,
  import: importUsage,
  doctor: doctorUsage,
  join: joinUsage,
  why: whyUsage,
};
