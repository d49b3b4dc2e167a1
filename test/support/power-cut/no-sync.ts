import { DatabaseSync } from 'node:sqlite';

/**
 * From now on no database of this process waits for a sync when it commits, as none did in earlier versions. What
 * was confirmed must be found missing then, or the cuts would find nothing at all.
 */
export function waitForNoSync(): void {
  const exec: unknown = Reflect.get(DatabaseSync.prototype, 'exec');
  if (typeof exec !== 'function') throw new TypeError('no such method');
  DatabaseSync.prototype.exec = function execUnsynced(this: DatabaseSync, text: string): void {
    Reflect.apply(exec, this, [text.replace('synchronous = FULL', 'synchronous = NORMAL')]);
  };
}
