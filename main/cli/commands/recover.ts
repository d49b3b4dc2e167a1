import type { Clock } from '../../../core/clock.ts';
import { lockProfile } from '../../engine/storage/profile-folder.ts';
import { beginTeamLogAnew, restoreTeamLog } from '../../hub/log/open-team-log.ts';
import { exitCodes } from '../exit-codes.ts';
import type { HubCommand } from '../hub-arguments.ts';
import { logFaultText } from './team-log.ts';

/** A command for a log that is gone. */
type RecoveryCommand = Extract<HubCommand, { kind: 'restore' | 'beginAnew' }>;

/** What a person is told who began another log. */
const begunText =
  'An empty log is begun. Start the hubs, and invite the desks anew: they bring their lists along.';

const restoredTexts = {
  restored:
    'The log is there again. Start the hubs: desks read it anew, with the tokens that they have.',
  nothingGone: 'The log of the team is where it was: nothing is to be restored.',
  nothingLeft:
    'Nothing is left of a log here. Put a backup back first, try the profile of another hub, or begin anew.',
  anotherLog: 'Another log was begun since. Only "begin-anew" takes its place.',
} as const;

/** `waybell hub restore` and `begin-anew`. @returns the exit code */
export async function recoverLog(
  { kind, profileDir, store }: RecoveryCommand,
  { clock, say }: { readonly clock: Clock; readonly say: (text: string) => void },
): Promise<number> {
  const lock = lockProfile(profileDir);
  if (lock.kind === 'taken') {
    say('Another Waybell is using this profile. End it first.\n');
    return exitCodes.usage;
  }
  try {
    if (kind === 'beginAnew') {
      await beginTeamLogAnew(store, clock);
      say(`${begunText}\n`);
      return exitCodes.asAsked;
    }
    const restored = await restoreTeamLog(store, clock);
    const isDone = restored.kind === 'restored';
    const brought =
      isDone && restored.entries > 0 ? `Entries that this hub had left: ${restored.entries}. ` : '';
    say(`${brought}${restoredTexts[restored.kind]}\n`);
    return isDone ? exitCodes.asAsked : exitCodes.usage;
  } catch (error) {
    say(`${logFaultText(error)}\n`);
    return exitCodes.unreachable;
  } finally {
    if (lock.kind === 'held') lock.release();
  }
}
