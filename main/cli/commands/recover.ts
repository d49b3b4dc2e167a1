import { statSync } from 'node:fs';
import type { Clock } from '../../../core/clock.ts';
import {
  beginTeamLogAnew,
  hasTeamLog,
  type LogStore,
  restoreTeamLog,
} from '../../hub/log/open-team-log.ts';
import { exitCodes } from '../exit-codes.ts';
import type { HubCommand } from '../hub-arguments.ts';
import { lockHubProfile } from './hub-lock.ts';
import { logFaultText, noLogText } from './team-log.ts';

/** A command for a log that is gone. */
type RecoveryCommand = Extract<HubCommand, { kind: 'restore' | 'beginAnew' }>;

/** What a person is told who began another log. */
const begunText =
  'An empty log is begun. Start the hubs, and invite the desks anew: they bring their lists along.';

const usableText =
  'The log of the team is there, and hubs can use it: nothing was done. "begin-anew --force" takes its place all the same, and every desk has to join again.';

const restoredTexts = {
  restored:
    'The log is there again. Start the hubs: desks read it anew, with the tokens that they have.',
  nothingGone: 'The log of the team is where it was: nothing is to be restored.',
  nothingLeft:
    'Nothing is left of a log here. Put a backup back first, try the profile of another hub, or begin anew.',
  anotherLog: 'Another log was begun since. Only "begin-anew --force" takes its place.',
  noLog:
    'What stands there as team-log.db is no log of a team, so it stays as it is. Put a backup of team-log.db in its place, without team-log.db-wal and team-log.db-shm of another one beside it.',
} as const;

const inUseText = 'Another Waybell is using this profile. End it first.';

/** What a recovery works with. */
interface Surroundings {
  readonly clock: Clock;
  /** Writes to standard error. */
  readonly say: (text: string) => void;
}

/** `waybell hub restore` and `begin-anew`. @returns the exit code */
export async function recoverLog(
  command: RecoveryCommand,
  { clock, say }: Surroundings,
): Promise<number> {
  const { profileDir, store } = command;
  try {
    if (store.kind === 'sqlite' && !hasTeamLog(store)) {
      say(`${command.kind === 'restore' ? restoredTexts.nothingLeft : noLogText}\n`);
      return exitCodes.usage;
    }
    // No hub runs on a folder that is not there, and none is made of a name that may be mistyped.
    const isThere = statSync(profileDir, { throwIfNoEntry: false }) !== undefined;
    const lock = isThere ? lockHubProfile(profileDir, inUseText, say) : null;
    if (isThere && lock === null) return exitCodes.usage;
    const here = isThere || store.kind === 'sqlite' ? store : { ...store, profileDir: null };
    try {
      return command.kind === 'restore'
        ? await restored(here, { clock, say })
        : await begunAnew(here, command.isForced, { clock, say });
    } finally {
      lock?.release();
    }
  } catch (error) {
    say(`${logFaultText(error)}\n`);
    return exitCodes.unreachable;
  }
}

async function restored(store: LogStore, { clock, say }: Surroundings): Promise<number> {
  const became = await restoreTeamLog(store, clock);
  const isDone = became.kind === 'restored';
  const brought =
    isDone && became.entries > 0 ? `Entries that this hub had left: ${became.entries}. ` : '';
  say(`${brought}${restoredTexts[became.kind]}\n`);
  return isDone ? exitCodes.asAsked : exitCodes.usage;
}

async function begunAnew(
  store: LogStore,
  isForced: boolean,
  { clock, say }: Surroundings,
): Promise<number> {
  const became = await beginTeamLogAnew(store, clock, isForced);
  switch (became.kind) {
    case 'begun':
      if (became.setAside !== null) say(`The old file is kept as ${became.setAside}.\n`);
      say(`${begunText}\n`);
      return exitCodes.asAsked;
    case 'neverWas':
      say(`${noLogText}\n`);
      return exitCodes.usage;
    case 'usable':
      say(`${usableText}\n`);
      return exitCodes.usage;
  }
}
