/* What sqlite.mjs uses of better-sqlite3 11 (https://github.com/WiseLibs/better-sqlite3/blob/v11.5.0/docs/api.md). */

export type Value = null | number | bigint | string | Uint8Array;
export type Row = Record<string, Value>;

export interface BetterStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  run(...values: readonly unknown[]): {
    readonly changes: number;
    readonly lastInsertRowid: number | bigint;
  };
  get(...values: readonly unknown[]): Row | undefined;
  all(...values: readonly unknown[]): Row[];
}

export interface BetterDatabase {
  readonly open: boolean;
  readonly inTransaction: boolean;
  readonly memory: boolean;
  readonly name: string;
  pragma(text: string): unknown;
  exec(text: string): void;
  prepare(text: string): BetterStatement;
  function(name: string, options: object, run: (...values: Value[]) => Value): void;
  close(): void;
}
