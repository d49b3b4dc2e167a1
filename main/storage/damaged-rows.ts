import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Where rows go that cannot be read: kept for whoever looks into it, out of the way of everyone else. */
export class DamagedRows {
  readonly #insert: StatementSync;
  readonly #wallMs: () => number;

  constructor(sql: DatabaseSync, wallMs: () => number) {
    this.#wallMs = wallMs;
    this.#insert = sql.prepare(
      'INSERT INTO damaged_rows (found_at_ms, table_name, row_json, reason) VALUES (?, ?, ?, ?)',
    );
  }

  keep(tableName: string, row: Readonly<Record<string, unknown>>, error: unknown): void {
    const reason = error instanceof Error ? error.name : 'unknown';
    const json = JSON.stringify(row, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
    this.#insert.run(this.#wallMs(), tableName, json, reason);
  }
}
