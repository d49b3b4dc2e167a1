import type { DatabaseSync } from 'node:sqlite';

/** Runs `write` whole or not at all. @throws what `write` throws, after rolling back */
export function inTransaction(sql: DatabaseSync, write: () => void): void {
  sql.exec('BEGIN IMMEDIATE');
  try {
    write();
    sql.exec('COMMIT');
  } catch (error) {
    // SQLite has rolled back by itself after some failures, such as a full disk.
    if (sql.isTransaction) sql.exec('ROLLBACK');
    throw error;
  }
}
