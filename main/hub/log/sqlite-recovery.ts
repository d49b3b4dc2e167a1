import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** What a file of SQLite has of a team's log. */
export type FoundLog =
  | { readonly kind: 'log'; readonly id: string }
  /** No table yet: a first start was cut off. */
  | { readonly kind: 'nothing' }
  /** Something else than the log of a team. */
  | { readonly kind: 'other' };

/** The tables and columns of a team's log. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  facts: ['name', 'value'],
  entries: ['sequence', 'key', 'body', 'at_ms'],
  dedupe_keys: ['key', 'at_ms'],
};

/** Which log an open file has. @throws when it cannot be read */
export function foundLog(sql: DatabaseSync): FoundLog {
  const names = sql.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  if (names.length === 0) return { kind: 'nothing' };
  if (!Object.keys(columnsOf).every((table) => hasTable(sql, table))) return { kind: 'other' };
  const id = sql.prepare("SELECT value FROM facts WHERE name = 'log_id'").get()?.['value'];
  return typeof id === 'string' ? { kind: 'log', id } : { kind: 'other' };
}

function hasTable(sql: DatabaseSync, table: string): boolean {
  const found = sql.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  const known = new Set(found.map((column) => column['name']));
  return columnsOf[table]?.every((column) => known.has(column)) === true;
}

/** Whether all of an open file is sound, its indexes too, which takes longer than what a start checks. @throws when it cannot be read */
export function isSound(sql: DatabaseSync): boolean {
  return sql.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok';
}

/**
 * Makes a file that was put back a new log with the same entries: its sequences may have been given to other entries
 * since, and desks list it anew.
 *
 * @param path of a file that has a log
 * @returns which log it is then
 * @throws when the file cannot be used
 */
export function renewSqliteLog(path: string): string {
  const sql = new DatabaseSync(path, { timeout: 10_000 });
  try {
    sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const id = randomUUID();
    const renewed = sql.prepare("UPDATE facts SET value = ? WHERE name = 'log_id'").run(id);
    if (Number(renewed.changes) !== 1) throw new Error('the file has no log of a team');
    return id;
  } finally {
    sql.close();
  }
}
