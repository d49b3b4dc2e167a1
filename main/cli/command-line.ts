import { type Env, readCommandLine } from './cli-command.ts';
import { addHub, type HubCommand } from './hub-arguments.ts';
import { addProfileCommands, type ProfileCommand } from './profile-arguments.ts';
import { addWatch, type WatchCommand } from './watch-arguments.ts';

/** Reads a command line of `waybell`, behind the program's name. */
export function parseCommandLine(args: readonly string[], env: Env, version = '') {
  return readCommandLine<WatchCommand | HubCommand | ProfileCommand>(
    args,
    version,
    (program, ask) => {
      addWatch(program, env, ask);
      addHub(program, env, ask);
      addProfileCommands(program, env, ask);
    },
  );
}
