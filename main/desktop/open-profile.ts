import { join } from 'node:path';
import { startFault, startFaultFields } from '../engine/board/start-fault.ts';
import { createLog, fileSink } from '../engine/log/log.ts';
import { RepeatFold } from '../engine/log/repeat-fold.ts';
import { openDatabase } from '../engine/storage/database.ts';
import { lockProfile } from '../engine/storage/profile-folder.ts';
import type { Clock } from '../../core/clock.ts';

/**
 * Takes a profile folder, opens log and database and logs what is wrong with them; damaged content never
 * makes it fail. The lock comes first: only its holder may put another database in the place of one.
 *
 * @param say writes to standard error
 */
export function openProfile(profileDir: string, clock: Clock, say: (text: string) => void) {
  const wallMs = () => clock.wallMs();
  const sinks = [say, fileSink(join(profileDir, 'logs/waybell.log'))];
  const log = new RepeatFold(createLog('info', sinks, wallMs), clock);
  const lock = lockProfile(profileDir);
  const isShared = lock.kind === 'taken';
  if (isShared) log.error('profileSharedWithCommandLine');
  const database = openDatabase(profileDir, { wallMs, isShared });
  const fault = startFault(database);
  if (fault !== null) log.error('watchListNotOpened', startFaultFields(fault));
  return {
    log,
    database,
    /** Why the stored watch list is not in use; null when it is. */
    fault,
    /** Nothing may write after this call. */
    close() {
      database.close();
      log.flush();
      if (lock.kind === 'held') lock.release();
    },
  };
}
