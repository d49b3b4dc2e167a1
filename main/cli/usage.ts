import { secretVariable } from '../launch/arguments.ts';
import type { ProfileCommandName } from './profile-arguments.ts';
import { webhookPathVariable, webhookSecretVariable } from './watch-arguments.ts';

/** What `waybell --help` says. */
export const usage = `Usage: waybell watch [options] [UUID|FILE|-]...
       waybell export | import | doctor [options]
       waybell watch | export | import | doctor --help
       waybell --version

Watches delivery orders without a window and prints what changes.
`;

/** What `waybell watch --help` says. */
export const watchUsage = `Usage: waybell watch [options] [UUID|FILE|-]...

Watches the named orders, or with a profile those it watches already. Uuids are
looked for in the text of FILE, and of standard input for -; words beside a
uuid become its label.

  --base-url URL         the delivery service; default: the profile's
  --client-id ID         the client ID; default: the profile's
  --interval SECONDS     check an order on the way this often, 1 to 600
  --max-rate PER_MINUTE  send at most this many requests a minute, 6 to 6000
  --profile DIR          keep the state here, so that a restart goes on where
                         the last run ended; without it nothing is written
  --webhook-port PORT    receive webhooks on this computer, 0 chooses a port; the
                         address is printed on standard error
  --json                 print one JSON object per line
  --show-phones          print phone numbers whole; they are masked otherwise
  --once                 check every order once, then end
  --until-done           end when every order is completed, failed or cancelled

The client secret comes in ${secretVariable} or from the keychain.

The path of webhooks comes in ${webhookPathVariable}, the secret that they
are signed with in ${webhookSecretVariable}, each by itself; else from the
profile. The profile says which proof it asks for; without a secret for that
proof nothing is received, and the exit code is 2.

Exit codes: 0 as asked; 1 not all could be printed; 2 usage; 3 credentials
refused; 4 service unreachable (--once); 5 some orders not found (--once);
130 interrupted.
`;

const exportUsage = `Usage: waybell export [options] [FILE]

Writes the watch list for the next dispatcher: uuids, labels, notes, groups,
promised times, mutes and pins. Without FILE, or with -, to standard output.

  --personal     also what the service said last: names, numbers, addresses
  --summary      a few lines for a chat instead
  --settings     the settings instead; they hold no secret
  --profile DIR  the profile folder; default: the app's own
`;

const importUsage = `Usage: waybell import [options] FILE|-

Takes in a file of "waybell export", a hand-over or settings. What is watched
already keeps its own words; importing twice changes nothing more. Waybell
must not be running on the same profile: there, drop the file on the window.

Settings that mute, show or keep more of people, check less, erase, turn
updates off or take keys from all programs are named. They are taken only with
--accept-risks; without it nothing of the file is.

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

/** What `waybell COMMAND --help` says. */
export const profileUsage: Readonly<Record<ProfileCommandName, string>> = {
  export: exportUsage,
  import: importUsage,
  doctor: doctorUsage,
};
