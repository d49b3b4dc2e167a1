import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A row as it comes out of the database, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * What a power cut may take of a transaction. `kept`: nothing once it is over, because its commit waits for the
 * disk. `askedAgain`: all of it, because the service or the hub that it came from can be asked again; it reaches
 * the disk with the next commit that waits.
 */
export type Durability = 'kept' | 'askedAgain';

/**
 * Runs `write` in one transaction. It is rolled back when `write` returns `false`.
 *
 * @param durability everything is kept unless said otherwise; test/architecture.test.ts names who may say so
 * @throws what `write` throws, after rolling back
 */
export function inTransaction(
  sql: DatabaseSync,
  write: () => unknown,
  durability: Durability = 'kept',
): void {
  if (durability === 'kept') {
    transact(sql, write);
    return;
  }
  // The two cost a microsecond together; between transactions the connection always waits for the disk.
  sql.exec('PRAGMA synchronous = NORMAL');
  try {
    transact(sql, write);
  } finally {
    sql.exec('PRAGMA synchronous = FULL');
  }
}

function transact(sql: DatabaseSync, write: () => unknown): void {
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

/** A fact about the profile; null when there is none. */
export function readFact(sql: DatabaseSync, name: string): string | null {
  const value = sql.prepare('SELECT value FROM facts WHERE name = ?').get(name)?.['value'];
  return typeof value === 'string' ? value : null;
}

/** Writes a fact; null forgets it. */
export function writeFact(sql: DatabaseSync, name: string, value: string | null): void {
  if (value === null) sql.prepare('DELETE FROM facts WHERE name = ?').run(name);
  else {
    sql
      .prepare(
        `INSERT INTO facts (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
      .run(name, value);
  }
}

/** Writes a fact that is drawn once. @returns the one that is there */
export function keepFact(sql: DatabaseSync, name: string, drawn: string): string {
  sql
    .prepare('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(name, drawn);
  return readFact(sql, name) ?? drawn;
}

/** How long until the log is tried again. */
const tryAgainMs = 10;

/** In `facts` while the file may hold bytes of what was erased from it. */
const erasedBytes = 'erased_bytes';

/** Notes, in the caller's transaction, that what is erased in it may still stand in the file. */
export function noteErasedBytes(sql: DatabaseSync): void {
  keepFact(sql, erasedBytes, 'left');
}

/** Whether {@link writeAnew} is still to be done, also after a crash. */
export function hasErasedBytes(sql: DatabaseSync): boolean {
  return readFact(sql, erasedBytes) !== null;
}

/**
 * Writes the file anew and cuts its log to nothing, so that no byte is left of what was erased. That
 * takes some 5 ms for each megabyte.
 *
 * @param mayWait asked again and again while another program uses the log
 * @returns false when it still does; the log then holds what was erased
 */
export function writeAnew(sql: DatabaseSync, mayWait: () => boolean = () => false): boolean {
  sql.exec('VACUUM');
  while (sql.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 1) {
    if (!mayWait()) return false;
    // SQLite's own busy_timeout does not apply when two connections move the log at once.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tryAgainMs);
  }
  writeFact(sql, erasedBytes, null);
  return true;
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
