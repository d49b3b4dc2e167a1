import { chmodSync, closeSync, constants, lstatSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { isDamage } from './file/found-file.ts';
import { openDatabaseFile, openPlainFile } from './file/plain-file.ts';
import { makeOwnFolder } from './file/whole-file.ts';

/**
 * Makes sure that a file is the profile's own: a plain file, made where it is missing, readable by its
 * owner alone. Through a link in its place, private data would be written to wherever the link points.
 *
 * @throws when something else is there
 */
export function ownFile(path: string): void {
  refuseLink(path);
  // Windows has no such flag; there, making links needs the rights of an administrator.
  const noFollow = 'O_NOFOLLOW' in constants ? constants.O_NOFOLLOW : 0;
  const flags = constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | noFollow;
  closeSync(openPlainFile(path, flags, 0o600));
  chmodSync(path, 0o600);
}

/** @throws when there is a link */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new Error('a link in the place of a file');
  }
}

/** Whether this process may use a profile folder alone. */
export type ProfileLock =
  | { readonly kind: 'held'; release(): void }
  /** Another process holds it. */
  | { readonly kind: 'taken' }
  /** A link is in the place of the lock: another process may hold the file that was there. */
  | { readonly kind: 'link' }
  /** This disk has no locks or accepts no writes, so nothing is known. */
  | { readonly kind: 'unknown' };

const lockName = 'waybell.lock';

/** SQLite's primary result code for a lock that another connection holds. */
const busy = 5;

/**
 * Takes a profile folder for this process. The lock is the operating system's, held through SQLite's
 * own use of it on an empty file, so it goes with the process however that ends.
 */
export function lockProfile(folder: string): ProfileLock {
  try {
    makeOwnFolder(folder);
    const found = lstatSync(join(folder, lockName), { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) return { kind: 'link' };
    const path = join(folder, lockName);
    ownFile(path);
    // It is empty; anything else in it is damage, and would keep every program from locking it. Emptied, it is the same file.
    if (found !== undefined && found.size > 0) truncateSync(path);
    const lock = openDatabaseFile(path, { timeout: 0 });
    try {
      // Nothing is ever written: a journal would need room, and a full disk would leave the profile unlocked.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw error;
    }
    return { kind: 'held', release: () => lock.close() };
  } catch (error) {
    return { kind: isBusy(error) ? 'taken' : 'unknown' };
  }
}

/** Whether a process holds a profile folder, asked without taking or making anything; null where that is not known. */
export function isProfileHeld(folder: string): boolean | null {
  try {
    const path = join(folder, lockName);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (!found.isFile()) return null;
    const lock = openDatabaseFile(path, { readOnly: true, timeout: 0 });
    try {
      lock.prepare('PRAGMA schema_version').get();
    } finally {
      lock.close();
    }
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    // What is in the file is read after its lock.
    return isDamage(error) ? false : null;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
