import { homedir } from 'node:os';
import type { Clock } from '../../../core/clock.ts';
import { joinCodeVariable, ownVariables, secretVariable } from '../../engine/launch/arguments.ts';
import { policyPath } from '../../engine/launch/policy-file.ts';
import { usualProfileDir } from '../../engine/launch/profile-folder.ts';
import { complain, outliveReaders, say } from '../../engine/launch/standard-streams.ts';
import { SystemClock } from '../../engine/watch/system-clock.ts';
import { type ProfileCommand, parseProfileArguments } from '../profile-arguments.ts';
import { profileUsage } from '../usage.ts';
import { doctor } from './doctor.ts';
import { exportProfile } from './export.ts';
import { importFile } from './import.ts';
import { join } from './join.ts';
import { explainUpdates } from './why.ts';

/**
 * `export`, `import`, `doctor`, `join` and `why`, as the command line and the packed program know them. The secret is
 * taken out of the environment: no child process and no crash report may find it.
 *
 * @param args without the program
 * @param policyFile where the policy of this computer is
 * @returns null when the arguments name none of them; else a function that does it and gives the exit code
 */
export function profileCommand(
  args: readonly string[],
  version: string,
  policyFile = policyPath(process.platform, process.execPath),
): (() => Promise<number>) | null {
  const command = parseProfileArguments(args);
  if (command === null) return null;
  outliveReaders();
  const clientSecret = process.env[secretVariable] || null;
  const joinCode = process.env[joinCodeVariable] || null;
  for (const name of ownVariables) delete process.env[name];
  const clock = new SystemClock();
  return () => {
    if (command.ok)
      return run(command.value, { clientSecret, clock, joinCode, version, policyFile });
    complain(`${command.failure.message} "waybell ${args[0]} --help" says more.`);
    return Promise.resolve(2);
  };
}

/** What a command works with beside its arguments. */
interface Surroundings {
  readonly clientSecret: string | null;
  readonly clock: Clock;
  readonly joinCode: string | null;
  readonly version: string;
  readonly policyFile: string;
}

/** @returns the exit code */
async function run(
  command: ProfileCommand,
  { clientSecret, clock, joinCode, version, policyFile }: Surroundings,
): Promise<number> {
  if (command.kind === 'help') {
    await say(profileUsage[command.about]);
    return 0;
  }
  const profileDir =
    command.profileDir ?? usualProfileDir(process.platform, process.env, homedir());
  switch (command.kind) {
    case 'export':
      return exportProfile(command, profileDir, version, clock);
    case 'import':
      return importFile(command, profileDir, policyFile, clock);
    case 'doctor':
      return doctor(command, profileDir, clientSecret, version, clock);
    case 'join':
      return join(command, profileDir, joinCode, clock);
    case 'why':
      return explainUpdates(command, profileDir, clock.wallMs());
    default:
      return command satisfies never;
  }
}
