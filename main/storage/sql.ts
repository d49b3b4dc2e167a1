import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A row as it comes out of the database, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs `write` in one transaction. It is rolled back when `write` returns `false`.
 *
 * @throws what `write` throws, after rolling back
 */
export function inTransaction(sql: DatabaseSync, write: () => unknown): void {
  sql.exec('BEGIN IMMEDIATE');
  try {
    sql.exec(write() === false ? 'ROLLBACK' : 'COMMIT');
  } catch (error) {
    // SQLite has rolled back by itself after some failures, such as a full disk.
    if (sql.isTransaction) sql.exec('ROLLBACK');
    throw error;
  }
}

/** Whether SQLite can read a database as a whole. @param name as in `ATTACH` */
export function isWhole(sql: DatabaseSync, name = 'main'): boolean {
  return sql.prepare(`PRAGMA ${name}.quick_check(1)`).get()?.['quick_check'] === 'ok';
}

/** Keeps copies of rows that cannot be read, so that one such row does not stop the others. */
export class DamagedRows {
  readonly #sql: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #wallMs: () => number;

  /** @param wallMs dates what is found damaged */
  constructor(sql: DatabaseSync, wallMs: () => number) {
    this.#sql = sql;
    this.#wallMs = wallMs;
    this.#insert = sql.prepare(
      'INSERT INTO damaged_rows (found_at_ms, table_name, row_json, reason) VALUES (?, ?, ?, ?)',
    );
  }

  keep(table: string, row: Row, error: unknown): void {
    const reason = error instanceof Error ? error.name : 'unknown';
    this.#insert.run(this.#wallMs(), table, JSON.stringify(row), reason);
  }

  /**
   * Parses rows. Those that `parse` refuses are moved out of their table and left out.
   *
   * @param table where the rows come from; its primary key is `no`
   */
  parsed<Item>(table: string, rows: readonly Row[], parse: (row: Row) => Item): readonly Item[] {
    const items: Item[] = [];
    for (const row of rows) {
      try {
        items.push(parse(row));
      } catch (error) {
        inTransaction(this.#sql, () => {
          this.keep(table, row, error);
          this.#sql.prepare(`DELETE FROM ${table} WHERE no = ?`).run(Number(row['no']));
        });
      }
    }
    return items;
  }
}
