import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import type { ErasureStore } from '../privacy/ports.ts';
import { recordingTable } from './recording/recording-repository.ts';
import { mentionsOne } from './profile-files.ts';
import { inTransaction, noteErasedBytes, writeAnew } from './sql.ts';
import { editTable, editWithout } from './team/team-repository.ts';

/** How long erasing waits for another program that uses the write-ahead log. */
const logTimeoutMs = 2000;

/** So many orders are handled in some milliseconds. */
const soughtAtOnce = 20_000;

/** The table of the orders that are being erased. */
const marked = 'erasing_orders';

/** Not looked through for mentions: see {@link ErasureRepository.erasing}. */
const skipped: ReadonlySet<string> = new Set([marked, editTable, recordingTable]);

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

  mark(ids: readonly OrderId[]): void {
    this.#sql
      .prepare(`INSERT OR IGNORE INTO ${marked} (order_id) SELECT value FROM json_each(?)`)
      .run(JSON.stringify(ids));
  }

  marked(): readonly OrderId[] {
    return this.#sql
      .prepare(`SELECT order_id FROM ${marked}`)
      .all()
      .flatMap((row) => orderIdSchema.safeParse(row['order_id']).data ?? []);
  }

  /**
   * The ledger's entries about the orders stay, without their uuids. So do other orders on the list, even
   * where the dispatcher's own words name an erased one, and removals that the hub of a team is still to be told.
   */
  *erasing(ids: readonly OrderId[]): Generator<void, void> {
    const sought = new Set<string>();
    for (const [at, id] of ids.entries()) {
      if (at % soughtAtOnce === soughtAtOnce - 1) yield;
      sought.add(id);
    }
    const mentions = mentionsOne(sought);
    this.#sql.function('mentions_erased', { deterministic: true }, (text) =>
      mentions(textOf(text)) ? 1 : 0,
    );
    this.#eraseFromEdits(mentions, (id) => sought.has(id));
    this.#sql.exec('UPDATE privacy_ledger SET order_id = NULL WHERE mentions_erased(order_id) = 1');
    for (const { name, textColumns } of this.#tables()) {
      if (textColumns.length === 0 || skipped.has(name)) continue;
      // Another order whose label or note names an erased one stays: it is still watched. What is recorded of one
      // goes with its row.
      const columns = name === 'watched_orders' ? ['id'] : textColumns;
      const some = columns.map((column) => `mentions_erased(${quoted(column)}) = 1`);
      for (const part of this.#partsOf(name)) {
        inTransaction(this.#sql, () => {
          this.#sql.exec(`DELETE FROM ${quoted(name)} WHERE ${part} AND (${some.join(' OR ')})`);
          noteErasedBytes(this.#sql);
        });
        yield;
      }
    }
  }

  #eraseFromEdits(mentions: (text: string) => boolean, isErased: (id: string) => boolean): void {
    const change = this.#sql.prepare(`UPDATE ${editTable} SET edit_json = ? WHERE no = ?`);
    const remove = this.#sql.prepare(`DELETE FROM ${editTable} WHERE no = ?`);
    inTransaction(this.#sql, () => {
      for (const row of this.#sql.prepare(`SELECT no, edit_json FROM ${editTable}`).all()) {
        const { no, edit_json: edit } = row;
        if (typeof edit !== 'string' || typeof no !== 'number' || !mentions(edit)) continue;
        const rest = editWithout(edit, isErased);
        if (rest === null) remove.run(no);
        else change.run(rest, no);
      }
      noteErasedBytes(this.#sql);
    });
  }

  unmark(ids: readonly OrderId[]): void {
    const unmark = this.#sql.prepare(`DELETE FROM ${marked} WHERE order_id = ?`);
    inTransaction(this.#sql, () => {
      for (const id of ids) unmark.run(id);
      noteErasedBytes(this.#sql);
    });
  }

  finish(): void {
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

  /** The rows of a table as conditions, each of so many rows that looking through them takes some milliseconds. */
  *#partsOf(name: string): Generator<string, void> {
    const { wr: hasNoRowid } = this.#sql.prepare(`PRAGMA table_list(${quoted(name)})`).get() ?? {};
    if (hasNoRowid === 1) {
      yield 'TRUE';
      return;
    }
    const next = this.#sql.prepare(`
      SELECT max(rowid) AS last
      FROM (SELECT rowid FROM ${quoted(name)} WHERE rowid > ? ORDER BY rowid LIMIT ?)`);
    // The history of an order goes with its row.
    const rowsAtOnce = name === 'watched_orders' ? 50 : 1000;
    for (let after = -1; ;) {
      const last = next.get(after, rowsAtOnce)?.['last'];
      if (typeof last !== 'number') return;
      yield `rowid > ${after} AND rowid <= ${last}`;
      after = last;
    }
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
