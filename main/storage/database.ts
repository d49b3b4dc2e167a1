import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bringForward, versionOf } from './migrations/bring-forward.ts';
import { migrations as releasedMigrations } from './migrations/index.ts';
import type { Migration } from './migrations/index.ts';
import { LogMover, machineTime, usualPace } from './log-mover.ts';
import type { LogPace, LogTime } from './log-mover.ts';
import { memoryCopy } from './memory-copy.ts';
import { ownFile, refuseLink } from './own-file.ts';
import { salvageWatchList } from './salvage.ts';

/** A database that could not be used and was kept beside the fresh one, never deleted. */
export interface SetAside {
  readonly reason: 'damaged' | 'newer';
  /** Where it is now. */
  readonly path: string;
  /** How many orders of its watch list are in the fresh one. */
  readonly takenOver: number;
}

/** An open database of one profile folder. Whoever opened it closes it. */
export interface OpenedDatabase {
  readonly sql: DatabaseSync;
  /** The profile's database as it was found, when it had to be set aside. */
  readonly setAside: SetAside | null;
  /**
   * Why nothing can be kept (a read-only or full disk, a locked file); the database is in memory
   * then, with what could be read of the one on the disk. Null as it should be.
   */
  readonly fault: string | null;
  /** Drawn once per installation, 0 to 2^32 - 1: see main/watch/phase.ts. */
  readonly installSeed: number;
  /**
   * Told after a transaction how many records it wrote: while they are many, the log is moved into the
   * database beside the main thread.
   */
  readonly wrote: (count: number) => void;
  close(): void;
}

/** What a test may choose. */
export interface OpenOptions {
  /** Dates the names of backups and of what is set aside. */
  readonly wallMs?: () => number;
  readonly migrations?: readonly Migration[];
  /** When the log is moved beside the main thread. */
  readonly logPace?: Partial<LogPace>;
  readonly time?: LogTime;
}

const fileName = 'waybell.db';

/** While opening there is time; later a write that meets a lock is rather repeated than waited for. */
const patienceAtStartMs = 5000;
const patienceLaterMs = 250;

/** SQLite's primary result codes for a file that is damaged or no database at all. */
const damageCodes: ReadonlySet<number> = new Set([11, 26]);

/**
 * Opens the database in a profile folder, making both where they are missing: for this user only,
 * write-ahead logging, checked as a whole before use, brought to the present schema after a backup.
 *
 * It always answers with a database that works. One that is damaged or was written by a newer Waybell
 * is renamed with the date, and a fresh one takes its place, with the orders that a damaged one still
 * names.
 */
export function openDatabase(folder: string, options: OpenOptions = {}): OpenedDatabase {
  const wallMs = options.wallMs ?? Date.now;
  const migrations = options.migrations ?? releasedMigrations;
  const path = join(folder, fileName);
  let setAside: SetAside | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    for (const suffix of ['', '-wal', '-shm']) refuseLink(path + suffix);
    const unusable = reasonToSetAside(path, migrations.length);
    if (unusable !== null)
      setAside = { reason: unusable, path: moveAside(path, unusable, wallMs()), takenOver: 0 };
    const sql = openFile(path);
    try {
      migrate(sql, migrations, join(folder, `waybell-before-update-${dateWord(wallMs())}`));
      if (setAside?.reason === 'damaged')
        setAside = { ...setAside, takenOver: salvageWatchList(setAside.path, sql) };
      const { logPace, time = machineTime } = options;
      const mover = new LogMover(sql, path, { ...usualPace, ...logPace }, time);
      return finish(sql, setAside, null, mover);
    } catch (error) {
      sql.close();
      throw error;
    }
  } catch (error) {
    const sql = inMemory(path, migrations);
    return finish(sql, setAside, error instanceof Error ? error.message : 'unknown');
  }
}

/** What can be read of the database that cannot be kept; an empty one when that is nothing. */
function inMemory(path: string, migrations: readonly Migration[]): DatabaseSync {
  const copy = memoryCopy(path, migrations.length);
  try {
    if (copy !== null) {
      migrate(copy, migrations, null);
      return copy;
    }
  } catch {
    copy?.close();
  }
  const sql = new DatabaseSync(':memory:');
  migrate(sql, migrations, null);
  return sql;
}

/**
 * Opens the database beside whoever else uses it, to read alone: nothing is made, moved or migrated.
 *
 * @returns null when there is none, it cannot be read, or its schema is not the present one
 */
export function openToRead(folder: string): Pick<OpenedDatabase, 'sql' | 'close'> | null {
  try {
    const sql = new DatabaseSync(join(folder, fileName), {
      readOnly: true,
      timeout: patienceAtStartMs,
    });
    if (versionOf(sql) === releasedMigrations.length) return { sql, close: () => sql.close() };
    sql.close();
  } catch {
    // Not there, or not to be read.
  }
  return null;
}

/** A database that nothing is left of when it is closed, at the present schema. */
export function openMemoryDatabase(): OpenedDatabase {
  const sql = new DatabaseSync(':memory:');
  migrate(sql, releasedMigrations, null);
  return finish(sql, null, null);
}

function finish(
  sql: DatabaseSync,
  setAside: SetAside | null,
  fault: string | null,
  mover: LogMover | null = null,
): OpenedDatabase {
  sql.exec(`PRAGMA busy_timeout = ${patienceLaterMs}`);
  return {
    sql,
    setAside,
    fault,
    installSeed: installSeedOf(sql),
    wrote: (count) => mover?.wrote(count),
    close() {
      mover?.close();
      sql.close();
    },
  };
}

function openFile(path: string): DatabaseSync {
  // Made by us first, because SQLite would make it readable for others; its own files follow the mode.
  ownFile(path);
  const sql = new DatabaseSync(path, { timeout: patienceAtStartMs });
  sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
  // What is deleted is overwritten where the page is written anyway.
  sql.exec('PRAGMA secure_delete = FAST');
  return sql;
}

/** Looks at the file as it is found. @throws when it cannot be looked at, which is no damage */
function reasonToSetAside(path: string, newestVersion: number): SetAside['reason'] | null {
  if (!existsSync(path)) return null;
  if (statSync(path).size === 0) return 'damaged';
  let sql: DatabaseSync | undefined;
  try {
    sql = new DatabaseSync(path, { timeout: patienceAtStartMs });
    const check: unknown = sql.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (check !== 'ok') return 'damaged';
    return versionOf(sql) > newestVersion ? 'newer' : null;
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  } finally {
    sql?.close();
  }
}

function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && damageCodes.has(error.errcode & 0xff);
}

function moveAside(path: string, reason: SetAside['reason'], nowMs: number): string {
  const base = path.replace(/\.db$/, `-${reason}-${dateWord(nowMs)}`);
  let target = `${base}.db`;
  for (let count = 2; existsSync(target); count += 1) target = `${base}-${count}.db`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (!existsSync(path + suffix)) continue;
    renameSync(path + suffix, target + suffix);
    // It may come from elsewhere, such as a restored backup, with whatever rights it had there.
    chmodSync(target + suffix, 0o600);
  }
  return target;
}

function migrate(
  sql: DatabaseSync,
  migrations: readonly Migration[],
  backupBase: string | null,
): void {
  sql.exec('PRAGMA foreign_keys = ON');
  const version = versionOf(sql);
  if (version >= migrations.length) return;
  if (version > 0 && backupBase !== null) backUp(sql, backupBase);
  bringForward(sql, migrations);
  if (version > 0) writeAnew(sql);
}

/** Gives back the room that the older schema took, and lets go of what was in it. */
function writeAnew(sql: DatabaseSync): void {
  try {
    sql.exec('VACUUM');
  } catch {
    // There is no room for a second copy: later rows take the place of what was moved.
  }
}

function backUp(sql: DatabaseSync, base: string): void {
  let target = `${base}.db`;
  for (let count = 2; existsSync(target); count += 1) target = `${base}-${count}.db`;
  sql.prepare('VACUUM INTO ?').run(target);
  chmodSync(target, 0o600);
}

/** Writes the installation's seed down, unless one is there. */
export function keepInstallSeed(sql: DatabaseSync, seed: number): void {
  sql
    .prepare("INSERT INTO facts (name, value) VALUES ('install_seed', ?) ON CONFLICT DO NOTHING")
    .run(String(seed));
}

function installSeedOf(sql: DatabaseSync): number {
  keepInstallSeed(sql, randomInt(2 ** 32));
  const row = sql.prepare("SELECT value FROM facts WHERE name = 'install_seed'").get();
  return Number(row?.['value'] ?? 0) >>> 0;
}

/** 2026-11-21T09-41-07, by UTC and good for a file name. */
function dateWord(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
}
