import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ErasureStore } from '../privacy/ports.ts';
import { mentionsOne } from './profile-files.ts';
import { inTransaction, noteErasedBytes, writeAnew } from './sql.ts';

/** How long erasing waits for another program that uses the write-ahead log. */
const logTimeoutMs = 2000;

interface Table {
  readonly name: string;
  /** The columns with text or with bytes, which may hold text. */
  readonly textColumns: readonly string[];
}

/**
 * Erasing so that nothing is left to be found in the database's files. It asks the database for its
 * tables, so that a table that is added later is covered too. Deleted rows linger in the pages of a file
 * and in its write-ahead log, therefore the file is written anew and the log cut to nothing.
 *
 * The caller lets go of what it holds in memory first: otherwise the next write would bring it back.
 */
export class ErasureRepository implements ErasureStore {
  readonly #sql: DatabaseSync;
  readonly #monotonicMs: () => number;

  /** @param monotonicMs measures how long erasing waits */
  constructor(sql: DatabaseSync, monotonicMs: () => number = () => performance.now()) {
    this.#sql = sql;
    this.#monotonicMs = monotonicMs;
  }

  /**
   * The ledger's entries about the orders stay, without their uuids. So do other orders on the list, even
   * where the dispatcher's own words name an erased one.
   */
  eraseOrders(ids: readonly OrderId[]): void {
    const mentions = mentionsOne(ids);
    this.#sql.function('mentions_erased', { deterministic: true }, (text) =>
      mentions(textOf(text)) ? 1 : 0,
    );
    inTransaction(this.#sql, () => {
      this.#sql.exec(
        'UPDATE privacy_ledger SET order_id = NULL WHERE mentions_erased(order_id) = 1',
      );
      for (const { name, textColumns } of this.#tables()) {
        if (textColumns.length === 0) continue;
        // Another order whose label or note names an erased one stays: it is still watched.
        const columns = name === 'watched_orders' ? ['id'] : textColumns;
        const some = columns.map((column) => `mentions_erased(${quoted(column)}) = 1`);
        this.#sql.exec(`DELETE FROM ${quoted(name)} WHERE ${some.join(' OR ')}`);
      }
      noteErasedBytes(this.#sql);
    });
    this.#writeAnew();
  }

  eraseEverything(): void {
    inTransaction(this.#sql, () => {
      this.#sql.exec('PRAGMA defer_foreign_keys = ON');
      for (const { name } of this.#tables()) this.#sql.exec(`DELETE FROM ${quoted(name)}`);
      noteErasedBytes(this.#sql);
    });
    this.#writeAnew();
  }

  /** The salt of courier fingerprints: drawn at the first need, and anew after everything was erased. */
  courierSalt(): string {
    this.#sql
      .prepare("INSERT INTO facts (name, value) VALUES ('courier_salt', ?) ON CONFLICT DO NOTHING")
      .run(randomBytes(32).toString('hex'));
    const row = this.#sql.prepare("SELECT value FROM facts WHERE name = 'courier_salt'").get();
    return String(row?.['value']);
  }

  #tables(): readonly Table[] {
    return this.#sql
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      )
      .all()
      .map((table) => {
        const name = String(table['name']);
        const columns = this.#sql.prepare(`PRAGMA table_info(${quoted(name)})`).all();
        return {
          name,
          textColumns: columns
            .filter((column) => column['type'] === 'TEXT' || column['type'] === 'BLOB')
            .map((column) => String(column['name'])),
        };
      });
  }

  /** @throws when another program goes on reading the file: what was erased is then still in its log */
  #writeAnew(): void {
    const startedMs = this.#monotonicMs();
    const mayWait = (): boolean => this.#monotonicMs() - startedMs < logTimeoutMs;
    if (!writeAnew(this.#sql, mayWait)) throw new Error('the write-ahead log is in use');
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  // One character per byte: uuids have no others.
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : '';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
