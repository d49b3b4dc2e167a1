import type { DeskCommandName } from './desk-arguments.ts';

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

  --profile DIR  the profile folder; default: the app's own
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
export const deskUsage: Readonly<Record<DeskCommandName, string>> = {
  export: exportUsage,
  import: importUsage,
  doctor: doctorUsage,
};
