import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownFile } from './own-file.ts';

/** Whether this process may use a profile folder alone. */
export type ProfileLock =
  | { readonly kind: 'held'; release(): void }
  /** Another process holds it. */
  | { readonly kind: 'taken' }
  /** This disk knows no locks or takes nothing: there is no telling. */
  | { readonly kind: 'unknown' };

const fileName = 'waybell.lock';

/** SQLite's primary result code for a lock that somebody else holds. */
const busy = 5;

/**
 * Takes a profile folder for this process. The lock is the operating system's, held through SQLite's
 * own use of it on an empty file, so it goes with the process however that ends.
 */
export function lockProfile(folder: string): ProfileLock {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    ownFile(join(folder, fileName));
    const lock = new DatabaseSync(join(folder, fileName), { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw error;
    }
    return { kind: 'held', release: () => lock.close() };
  } catch (error) {
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === busy;
    return { kind: isTaken ? 'taken' : 'unknown' };
  }
}
