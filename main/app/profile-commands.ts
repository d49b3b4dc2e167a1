import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import { type ProfileCommand, parseProfileArguments } from '../cli/profile-arguments.ts';
import { profileUsage } from '../cli/usage.ts';
import { secretVariable } from '../launch/arguments.ts';
import { doctor } from './doctor-command.ts';
import { exportDesk, importDesk } from './transfer-commands.ts';
import { usualProfileDir } from '../launch/profile-folder.ts';
import { SystemClock } from '../watch/system-clock.ts';

/**
 * `export`, `import` and `doctor`, as the command line and the packed program know them. The secret is
 * taken out of the environment: no child process and no crash report may find it.
 *
 * @param args without the program
 * @returns null when the arguments name none of them; else what does it and gives the exit code
 */
export function profileCommand(
  args: readonly string[],
  version: string,
): (() => Promise<number>) | null {
  const desk = parseProfileArguments(args);
  if (desk === null) return null;
  outliveReaders();
  const clientSecret = process.env[secretVariable] || null;
  delete process.env[secretVariable];
  if (desk.ok) return () => run(desk.value, clientSecret, version);
  const refusal = `${desk.failure.message} "waybell ${args[0]} --help" says more.\n`;
  return () => {
    process.stderr.write(refusal);
    return Promise.resolve(2);
  };
}

/**
 * A reader that went away is told by the callback of the write; without a listener it would throw, which
 * the packed program shows as a box on the screen.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Prints on standard output and waits until it is out. */
export function say(words: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(words, () => resolve()));
}

async function run(
  command: ProfileCommand,
  clientSecret: string | null,
  version: string,
): Promise<number> {
  if (command.kind === 'help') {
    await say(profileUsage[command.about]);
    return 0;
  }
  const surroundings = {
    clock: new SystemClock(),
    profileDir: command.profileDir ?? usualProfileDir(process.platform, process.env, homedir()),
    print: say,
    say: (words: string) => void process.stderr.write(words),
    readInput: () => text(process.stdin),
  };
  switch (command.kind) {
    case 'export':
      return exportDesk(command, surroundings);
    case 'import':
      return importDesk(command, surroundings);
    case 'doctor':
      return doctor(command, { ...surroundings, version, env: process.env, clientSecret });
    default:
      return command satisfies never;
  }
}
