import { lockProfile, type ProfileLock } from '../../engine/storage/profile-folder.ts';
import { linkedLockText } from '../change-profile.ts';

/** A profile that this process uses alone. */
type HeldLock = Extract<ProfileLock, { kind: 'held' }>;

/**
 * Takes the profile of a hub. Two programs on one log would lose what a team did, so nothing is done where it is not
 * known that this one is alone.
 *
 * @param inUseText what is said where another Waybell uses it
 * @returns null where it was not taken; the terminal was told why
 */
export function lockHubProfile(
  profileDir: string,
  inUseText: string,
  say: (text: string) => void,
): HeldLock | null {
  const lock = lockProfile(profileDir);
  if (lock.kind === 'held') return lock;
  const texts = { taken: inUseText, link: linkedLockText, unknown: unknownText };
  say(`${texts[lock.kind]}\n`);
  return null;
}

const unknownText =
  'It is not known whether another Waybell is using this profile: its folder or waybell.lock in it cannot be read and written, or its disk has no locks.';
