import { randomInt } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copiesAmong, dateCopy, newCopyPath } from './profile-files.ts';
import { forgetNote, foundFile, isDamage, noteClosed } from './file/found-file.ts';
import { NotPlainFileError, openDatabaseFile } from './file/plain-file.ts';
import { syncFile, syncFolder, syncFolders } from './file/whole-file.ts';
import { ownFile, refuseLink } from './profile-folder.ts';
import { memoryCopy, salvageWatchList } from './rescue.ts';
import { migrate, releasedMigrations, schemaVersion } from './schema.ts';
import { isWhole, keepFact } from './sql.ts';

/** A database that could not be used and was kept beside the fresh one, never deleted. */
export interface SetAside {
  /** A schema that was never released counts as damaged. */
  readonly reason: 'damaged' | 'newer';
  /** Where it is now. */
  readonly path: string;
  /** How many orders of its watch list are in the fresh one. */
  readonly adopted: number;
}

/** An open database of one profile folder; its opener closes it. */
export interface OpenedDatabase {
  /** The profile folder; null for a database that was never to be kept. */
  readonly folder: string | null;
  readonly sql: DatabaseSync;
  /** The profile's database as it was found, when it had to be set aside. */
  readonly setAside: SetAside | null;
  /** Whether the profile's database is in use and not as it was left: what is in it may be wrong or missing. */
  readonly isAltered: boolean;
  /**
   * Why nothing can be kept (a read-only or full disk, a locked file). The database is in memory then,
   * with what could be read of the one on the disk. Null when it is on the disk.
   */
  readonly fault: string | null;
  /** Drawn once per installation, 0 to 2^32 - 1: it places the checks of each order in the interval. */
  readonly installSeed: number;
  close(): void;
}

export interface OpenOptions {
  /** Dates the names of backups and of what is set aside. */
  readonly wallMs?: () => number;
  /** Another program uses the profile: its database is neither replaced nor brought to another schema. */
  readonly isShared?: boolean;
  /** For tests. */
  readonly migrations?: readonly string[];
}

const fileName = 'waybell.db';

/** How long SQLite waits for a lock: later it is short, because a write that meets one is repeated. */
const lockTimeoutAtStartMs = 5000;
const lockTimeoutLaterMs = 250;

/**
 * After how many pages of 4 KiB the log is moved into the database. That holds up the commit that
 * triggers it, so it happens often and little at a time; SQLite's default is 1,000 pages.
 */
const pagesPerCheckpoint = 100;
/** The size that the log's file is cut to when it begins anew. */
const logFileBytes = 4 * 1024 * 1024;

/**
 * Opens the database in a profile folder, making both where they are missing: for this user only,
 * write-ahead logging, every commit on the disk unless its transaction says otherwise, held to what it was when it was closed ({@link foundFile}), brought to the present schema after a backup.
 *
 * It always answers with a database that works. A database that is damaged or was written by a newer
 * Waybell is renamed with the date, and a fresh one takes its place. The orders that can still be read
 * from a damaged one are taken over.
 */
export function openDatabase(folder: string, options: OpenOptions = {}): OpenedDatabase {
  const { wallMs = Date.now, isShared = false, migrations = releasedMigrations } = options;
  const path = join(folder, fileName);
  let setAside: SetAside | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    for (const suffix of ['', '-wal', '-shm']) refuseLink(path + suffix);
    const found = existsSync(path) && !isShared ? foundFile(path) : 'whole';
    const unusable = found === 'damaged' ? found : reasonToSetAside(path, migrations.length);
    if (isShared && (unusable !== null || !isPresent(path, migrations.length)))
      throw new Error('another program uses the profile');
    if (unusable !== null)
      setAside = { reason: unusable, path: moveAside(path, unusable, wallMs()), adopted: 0 };
    const isNew = !existsSync(path);
    const sql = openFile(path);
    try {
      bringForward(sql, folder, wallMs(), migrations);
      if (isNew) syncFolders(resolve(folder));
      if (setAside?.reason === 'damaged')
        setAside = { ...setAside, adopted: salvageWatchList(setAside.path, sql) };
      const isAltered = found === 'altered' && setAside === null;
      const close = (): void => {
        sql.close();
        if (!isShared) noteClosed(path);
      };
      return { ...finish(sql, folder), setAside, isAltered, close };
    } catch (error) {
      sql.close();
      throw error;
    }
  } catch (error) {
    const sql = inMemory(path, migrations);
    const fault = error instanceof Error ? error.message : 'unknown';
    return { ...finish(sql, folder), setAside, fault };
  }
}

/** A database in memory with what can be read of the file; an empty one when nothing can. */
function inMemory(path: string, migrations: readonly string[]): DatabaseSync {
  const copy = memoryCopy(path, migrations.length);
  try {
    if (copy !== null) {
      migrate(copy, migrations);
      return copy;
    }
  } catch {
    copy?.close();
  }
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations);
  return sql;
}

/**
 * Opens the database to read, beside a process that may be using it: nothing is made, moved or migrated.
 *
 * @returns null when there is none, it cannot be read, or a newer Waybell left it
 */
export function openToRead(folder: string): Pick<OpenedDatabase, 'sql' | 'close'> | null {
  const path = join(folder, fileName);
  try {
    const found = openedAsItIs(path);
    if (found !== null) return { sql: found, close: () => found.close() };
    const copy = memoryCopy(path, releasedMigrations.length);
    if (copy === null) return null;
    migrate(copy);
    return { sql: copy, close: () => copy.close() };
  } catch {
    // There is none, or it cannot be read.
  }
  return null;
}

/**
 * @returns null for one that an earlier Waybell left, which only a start changes on the disk, and where something
 *   else stands in the place of a file beside it: a copy in memory serves then
 * @throws when it cannot be read
 */
function openedAsItIs(path: string): DatabaseSync | null {
  let sql: DatabaseSync;
  try {
    sql = openDatabaseFile(path, { readOnly: true, timeout: lockTimeoutAtStartMs });
  } catch (error) {
    if (error instanceof NotPlainFileError) return null;
    throw error;
  }
  const { version, isReleased } = schemaVersion(sql);
  if (version === releasedMigrations.length && isReleased) return sql;
  sql.close();
  return null;
}

/** A database in memory at the present schema; it is gone once it is closed. */
export function openMemoryDatabase(): OpenedDatabase {
  const sql = new DatabaseSync(':memory:');
  migrate(sql);
  return finish(sql, null);
}

function finish(sql: DatabaseSync, folder: string | null): OpenedDatabase {
  sql.exec(`PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${lockTimeoutLaterMs}`);
  const installSeed = installSeedOf(sql);
  const close = (): void => sql.close();
  return { sql, folder, setAside: null, isAltered: false, fault: null, installSeed, close };
}

function openFile(path: string): DatabaseSync {
  // We make it, because SQLite would make it readable for others; its other files get the same mode.
  ownFile(path);
  const sql = openDatabaseFile(path, { timeout: lockTimeoutAtStartMs });
  sql.exec(`
    PRAGMA journal_mode = WAL;
    -- Each commit waits for the disk; inTransaction says which need not.
    PRAGMA synchronous = FULL;
    -- On macOS alone it makes a difference: there, other syncs stop at the drive's own memory.
    PRAGMA fullfsync = ON;
    PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint};
    PRAGMA journal_size_limit = ${logFileBytes};
    -- What is deleted is overwritten and not only freed.
    PRAGMA secure_delete = ON`);
  return sql;
}

/** Looks at the schema of a file that is whole. @throws when it cannot be looked at, which does not mean damage */
function reasonToSetAside(path: string, newestVersion: number): SetAside['reason'] | null {
  if (!existsSync(path)) return null;
  let sql: DatabaseSync | undefined;
  try {
    sql = openDatabaseFile(path, { timeout: lockTimeoutAtStartMs });
    const { version, isReleased } = schemaVersion(sql);
    if (!isReleased) return 'damaged';
    return version > newestVersion ? 'newer' : null;
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  } finally {
    sql?.close();
  }
}

/** Whether a database that can be used has this schema. */
function isPresent(path: string, version: number): boolean {
  const sql = openDatabaseFile(path, { readOnly: true, timeout: lockTimeoutAtStartMs });
  try {
    return schemaVersion(sql).version === version;
  } finally {
    sql.close();
  }
}

function moveAside(path: string, reason: SetAside['reason'], nowMs: number): string {
  const target = newCopyPath(dirname(path), reason, nowMs);
  forgetNote(path);
  for (const suffix of ['', '-wal', '-shm']) {
    if (!existsSync(path + suffix)) continue;
    renameSync(path + suffix, target + suffix);
    // It may come from a restored backup, with the rights that it had there.
    chmodSync(target + suffix, 0o600);
    dateCopy(target + suffix, nowMs);
  }
  // Before a fresh one takes the old name.
  syncFolder(dirname(path));
  return target;
}

/** Brings a database to the present schema after a copy of it was made. @throws leaving it as it was */
function bringForward(
  sql: DatabaseSync,
  folder: string,
  nowMs: number,
  migrations: readonly string[],
): void {
  const { version } = schemaVersion(sql);
  if (version >= migrations.length) return;
  if (version === 0) {
    migrate(sql, migrations);
    return;
  }
  const backup = newCopyPath(folder, 'before-update', nowMs);
  try {
    // An empty file that only its owner can read; SQLite would make it readable for others.
    ownFile(backup);
    sql.prepare('VACUUM INTO ?').run(backup);
    dateCopy(backup, nowMs);
    syncFile(backup);
    syncFolder(folder);
    migrate(sql, migrations);
  } catch (error) {
    // A torn copy, or one of what did not change: every start would leave another.
    rmSync(backup, { force: true });
    throw error;
  }
}

/** In `facts`. */
const installSeed = 'install_seed';

/** Writes the installation's seed down, unless one is there. */
export function keepInstallSeed(sql: DatabaseSync, seed: number): void {
  keepFact(sql, installSeed, String(seed));
}

function installSeedOf(sql: DatabaseSync): number {
  return Number(keepFact(sql, installSeed, String(randomInt(2 ** 32)))) >>> 0;
}

/** The state of the stored watch list, for the diagnosis. */
export interface DatabaseCheck {
  /** `unread` when the file or its folder cannot be read, `large` when it is too large to check beside work. */
  readonly state: 'absent' | 'ok' | 'damaged' | 'unread' | 'large';
  readonly sizeBytes: number;
  /** The schema of the file and the newest that this program knows; null when it cannot be read. */
  readonly version: number | null;
  readonly newestVersion: number;
  readonly orders: number | null;
  /** Files kept beside it: backups of before an update, and those that were set aside. */
  readonly backups: readonly string[];
  readonly setAside: readonly string[];
}

/** Checking reads the whole file and blocks for as long. */
const largestCheckedBytes = 200 * 1024 * 1024;

/** Looks at the database beside a process that may be using it. Nothing is changed. */
export function checkDatabase(folder: string): DatabaseCheck {
  const path = join(folder, fileName);
  const names = namesIn(folder);
  const found = {
    sizeBytes: sizeOf(path) + sizeOf(`${path}-wal`),
    newestVersion: releasedMigrations.length,
    version: null,
    orders: null,
    backups: copiesAmong(names, ['before-update']),
    setAside: copiesAmong(names, ['damaged', 'newer']),
  };
  if (!names.includes(fileName)) return { ...found, state: 'absent' };
  let sql: DatabaseSync | null = null;
  try {
    sql = openDatabaseFile(path, { readOnly: true, timeout: 1000 });
    const { version, isReleased } = schemaVersion(sql);
    const isLarge = found.sizeBytes > largestCheckedBytes;
    if (!isReleased || (!isLarge && !isWhole(sql))) return { ...found, version, state: 'damaged' };
    const count = sql.prepare('SELECT count(*) AS orders FROM watched_orders').get();
    const orders = Number(count?.['orders'] ?? 0);
    return { ...found, version, orders, state: isLarge ? 'large' : 'ok' };
  } catch (error) {
    return { ...found, state: isDamage(error) ? 'damaged' : 'unread' };
  } finally {
    sql?.close();
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
