import type { Clock } from '../../core/clock.ts';
import { complain } from '../engine/launch/standard-streams.ts';
import { type OpenedDatabase, openDatabase } from '../engine/storage/database.ts';
import { lockProfile } from '../engine/storage/profile-folder.ts';

/** What is said where a lock may be another file than the one that a program holds. */
export const linkedLockText =
  'A link stands in the place of waybell.lock, so it is not known whether Waybell is running on this profile. Remove the link.';

/** What is said where a profile cannot be changed. */
interface Refusals {
  /** Another Waybell uses it. */
  readonly inUse: string;
  readonly diskRefuses: string;
}

/**
 * Changes a profile that no other Waybell uses meanwhile, and says why where it cannot.
 *
 * @param change gives the exit code
 * @returns the exit code
 */
export async function changeProfile(
  profileDir: string,
  clock: Clock,
  refusals: Refusals,
  change: (database: OpenedDatabase) => Promise<number>,
): Promise<number> {
  const lock = lockProfile(profileDir);
  if (lock.kind === 'link') {
    complain(linkedLockText);
    return 2;
  }
  if (lock.kind === 'taken') {
    complain(refusals.inUse);
    return 2;
  }
  const database = openDatabase(profileDir, { wallMs: () => clock.wallMs() });
  try {
    if (database.fault === null) return await change(database);
    complain(refusals.diskRefuses);
    return 2;
  } finally {
    database.close();
    if (lock.kind === 'held') lock.release();
  }
}
