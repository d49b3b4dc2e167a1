import { join } from 'node:path';
import { type StartFault, startFault, startFaultFields } from '../board/start-fault.ts';
import { type LogSink, createLog, fileSink } from '../log/log.ts';
import { RepeatFold } from '../log/repeat-fold.ts';
import { type OpenedDatabase, openDatabase } from '../storage/database.ts';
import { type ProfileLock, lockProfile } from '../storage/profile-folder.ts';
import type { Clock } from '../watch/clock.ts';

/** What the program keeps on this computer, opened. */
export interface OpenedProfile {
  readonly log: RepeatFold;
  readonly database: OpenedDatabase;
  /** Why the stored watch list is not in use; null when it is. */
  readonly fault: StartFault | null;
  /** Lets go of everything; nothing may write any more. */
  readonly close: () => void;
}

/** Opens log and database and says what is wrong with them; it never fails for what they hold. */
export function openProfile(profileDir: string, clock: Clock, sayToo: LogSink): OpenedProfile {
  const wallMs = () => clock.wallMs();
  const sinks = [sayToo, fileSink(join(profileDir, 'logs/waybell.log'))];
  const log = new RepeatFold(createLog('info', sinks, wallMs), clock);
  const database = openDatabase(profileDir, { wallMs });
  const lock: ProfileLock = lockProfile(profileDir);
  if (lock.kind === 'taken') log.error('profileSharedWithCommandLine');
  const fault = startFault(database);
  if (fault !== null) log.error('watchListNotOpened', startFaultFields(fault));
  return {
    log,
    database,
    fault,
    close() {
      database.close();
      log.flush();
      if (lock.kind === 'held') lock.release();
    },
  };
}
