import { homedir } from 'node:os';
import { ownVariables } from '../../engine/launch/arguments.ts';
import { policyPath } from '../../engine/launch/policy-file.ts';
import { usualProfileDir } from '../../engine/launch/profile-folder.ts';
import { complain, outliveReaders, say } from '../../engine/launch/standard-streams.ts';
import { SystemClock } from '../../engine/watch/system-clock.ts';
import { type Printed, readCommandLine } from '../cli-command.ts';
import { codeOfPrinted, exitCodes } from '../exit-codes.ts';
import { addProfileCommands, type ProfileCommand } from '../profile-arguments.ts';
import { doctor } from './doctor.ts';
import { exportProfile } from './export.ts';
import { importFile } from './import.ts';
import { join } from './join.ts';
import { explainUpdates } from './why.ts';

const names: readonly (string | undefined)[] = ['export', 'import', 'doctor', 'join', 'why'];

/**
 * `export`, `import`, `doctor`, `join` and `why`, as the packed program knows them. The secret is taken out of the
 * environment: no child process and no crash report may find it.
 *
 * @param args without the program
 * @param policyFile where the policy of this computer is
 * @returns null when the arguments name none of them; else a function that does it and gives the exit code
 */
export function profileCommand(
  args: readonly string[],
  version: string,
  policyFile?: string,
): (() => Promise<number>) | null {
  if (!names.includes(args[0])) return null;
  outliveReaders();
  const command = readCommandLine<ProfileCommand>(args, version, (program, ask) =>
    addProfileCommands(program, process.env, ask),
  );
  for (const name of ownVariables) delete process.env[name];
  return async () => {
    if (!command.ok) {
      complain(command.failure.message);
      return exitCodes.usage;
    }
    // No hub runs in it.
    if (command.value.kind !== 'hubDoctor') {
      return codeOfPrinted(await runProfileCommand(command.value, version, policyFile));
    }
    complain(
      'There is no hub in the installed program, nor what looks at one. The command line has both: where "waybell hub" runs, say "node dist/main/cli.js doctor --hub", or "npm run -s waybell -- doctor --hub" in a clone.',
    );
    return exitCodes.usage;
  };
}

/** Does what one of these commands asks for. @returns the exit code */
export async function runProfileCommand(
  command: Exclude<ProfileCommand, { kind: 'hubDoctor' }> | Printed,
  version: string,
  policyFile = policyPath(process.platform, process.execPath),
): Promise<number> {
  if (command.kind === 'print') {
    await say(command.text);
    return exitCodes.asAsked;
  }
  const clock = new SystemClock();
  const profileDir =
    command.profileDir ?? usualProfileDir(process.platform, process.env, homedir());
  switch (command.kind) {
    case 'export':
      return exportProfile(command, profileDir, version, clock);
    case 'import':
      return importFile(command, profileDir, policyFile, clock);
    case 'doctor':
      return doctor(command, profileDir, version, clock);
    case 'join':
      return join(command, profileDir, clock);
    case 'why':
      return explainUpdates(command, profileDir, clock.wallMs());
    default:
      return command satisfies never;
  }
}
