import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { versionOf } from './migrations/bring-forward.ts';
import { refuseLink } from './own-file.ts';
import { inTransaction } from './transaction.ts';

/**
 * A copy in memory of a database that may be read and not written, because its disk is full or
 * read-only: what was watched goes on being watched, though nothing new of it can be kept.
 *
 * @param newestVersion the newest schema that can be read; a newer one is left alone
 * @returns null when there is nothing there, or nothing that can be read whole; never throws
 */
export function memoryCopy(path: string, newestVersion: number): DatabaseSync | null {
  for (const address of readableAddresses(path)) {
    const sql = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
    try {
      sql.prepare('ATTACH ? AS disk').run(address);
      const version = versionOf(sql, 'disk');
      if (version > 0 && version <= newestVersion && isWhole(sql)) {
        inTransaction(sql, () => copyAll(sql, version));
        sql.exec('DETACH disk');
        return sql;
      }
    } catch {
      // Not by this way.
    }
    sql.close();
  }
  return null;
}

/**
 * Reading needs two files beside the database while it has a log, and these may not be to be made: one
 * that was closed as it should be has none, and can be read as a file that nobody changes
 * (https://www.sqlite.org/wal.html#read_only_databases).
 */
function readableAddresses(path: string): readonly string[] {
  try {
    refuseLink(path);
    statSync(path);
  } catch {
    return [];
  }
  const { href } = pathToFileURL(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const hasLog = log !== undefined && log.size > 0;
  return hasLog ? [`${href}?mode=ro`] : [`${href}?mode=ro`, `${href}?immutable=1`];
}

function isWhole(sql: DatabaseSync): boolean {
  return sql.prepare('PRAGMA disk.quick_check(1)').get()?.['quick_check'] === 'ok';
}

function copyAll(sql: DatabaseSync, version: number): void {
  const things = sql
    .prepare(
      "SELECT type, name, sql FROM disk.sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )
    .all()
    .map(({ type, name, sql: made }) => ({ type, name: String(name), made: String(made) }));
  const tables = things.filter(({ type }) => type === 'table');
  for (const { made } of tables) sql.exec(made);
  for (const { name } of tables) {
    sql.exec(`INSERT INTO main."${name}" SELECT * FROM disk."${name}"`);
  }
  for (const { type, made } of things) if (type !== 'table') sql.exec(made);
  sql.exec(`PRAGMA main.user_version = ${version}`);
}
