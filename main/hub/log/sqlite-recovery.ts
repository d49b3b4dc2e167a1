import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes a file that was put back a new log with the same entries: its sequences may have been given to other entries
 * since, and desks list it anew.
 *
 * @returns which log it is then
 * @throws when the file cannot be used
 */
export function renewSqliteLog(path: string): string {
  const sql = new DatabaseSync(path, { timeout: 10_000 });
  try {
    sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const id = randomUUID();
    sql.prepare("UPDATE facts SET value = ? WHERE name = 'log_id'").run(id);
    return id;
  } finally {
    sql.close();
  }
}
