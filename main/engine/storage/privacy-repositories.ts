import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import {
  changesWithoutPeople,
  coarseChanges,
  coarseWatched,
  reasonsWithoutPeople,
} from '../../../core/privacy/privacy.ts';
import { namedPhoneOwners, privacyActs } from '../../../core/privacy/privacy-ledger.ts';
import type { PrivacyEntry } from '../../../core/privacy/privacy-ledger.ts';
import { coarseRawJson } from '../../../core/privacy/raw-json.ts';
import type { ErasureStore, PrivacyLedgerStore, RetentionStore } from '../privacy/ports.ts';
import { isFinishedSql } from './archive-repository.ts';
import { mentionsOne } from './profile-files.ts';
import { recordingTable, rewriteRecorded } from './recording/recording-repository.ts';
import { hasErasedBytes, inTransaction, keepFact, noteErasedBytes, writeAnew } from './sql.ts';
import { editTable, editWithout } from './team/team-repository.ts';
import { hasPosition, isMoveAlone, UpdateRows } from './update-rows.ts';

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
    return keepFact(this.#sql, 'courier_salt', randomBytes(32).toString('hex'));
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

const steps = 'LEFT JOIN privacy_steps ON privacy_steps.order_no = watched_orders.no';

/** Orders of the list with the privacy steps that were taken. */
const live = `
  SELECT id FROM watched_orders INDEXED BY watched_live ${steps} WHERE is_put_away = 0 AND`;

/** Evicted orders, in the same way. */
const archived = `
  SELECT id FROM archived_orders CROSS JOIN watched_orders ON no = archived_orders.order_no
  ${steps} WHERE`;

/** Writing so much anew takes a laptop some 100 ms. */
const largeBytes = 20 * 1024 * 1024;

/** The most archived orders that one query returns. A sweep works on ten at once. */
const mostArchived = 50;

/**
 * The stored history of orders that are over. What earlier writes left of it in the file goes when that is
 * compacted.
 *
 * The present state of an order is not touched: the watch list alone writes it.
 */
export class RetentionRepository implements RetentionStore {
  readonly #sql: DatabaseSync;
  readonly #updates: UpdateRows;
  readonly #lineWithoutPeople: (json: string) => string | null;

  /** @param lineWithoutPeople what may be kept of a line that the command line has still to print, or null */
  constructor(sql: DatabaseSync, lineWithoutPeople: (json: string) => string | null) {
    this.#sql = sql;
    this.#lineWithoutPeople = lineWithoutPeople;
    this.#updates = new UpdateRows(sql);
  }

  exact(): readonly OrderId[] {
    return this.#ids(
      `${live} ${isFinishedSql} AND coalesce(coarse_at_ms, -1) < coalesce(status_since_ms, 0)`,
    );
  }

  peopled(untilMs: number, hiddenUntilMs: number): readonly OrderId[] {
    const isDue = `erased_at_ms IS NULL AND (
      (${isFinishedSql} AND status_since_ms <= ?1) OR (problem_json IS NOT NULL AND observed_at_ms <= ?2))`;
    return this.#ids(
      `${live} ${isDue} UNION ALL SELECT * FROM (
        ${archived} people_since_ms <= max(?1, ?2) AND ${isDue} LIMIT ${mostArchived})`,
      untilMs,
      hiddenUntilMs,
    );
  }

  datedAfter(nowMs: number): readonly OrderId[] {
    return this.#ids(
      `${live} (status_since_ms > ?1 OR observed_at_ms > ?1) UNION ALL SELECT * FROM (
        ${archived} over_since_ms > ?1 AND (status_since_ms > ?1 OR observed_at_ms > ?1)
        LIMIT ${mostArchived})`,
      nowMs,
    );
  }

  settled(untilMs: number): readonly OrderId[] {
    return this.#ids(`${live} coalesce(status_since_ms, added_at_ms) <= ?`, untilMs);
  }

  expired(untilMs: number): readonly OrderId[] {
    return this.#ids(`${archived} over_since_ms <= ? LIMIT ${mostArchived}`, untilMs);
  }

  eraseMentions(ids: readonly OrderId[]): void {
    const forget = this.#sql.prepare(
      'UPDATE privacy_ledger SET order_id = NULL WHERE order_id = ?',
    );
    this.#each(ids, (_no, id) => {
      this.#eraseUnread(id);
      forget.run(id);
    });
  }

  erased(): readonly OrderId[] {
    return this.#ids(`${live} erased_at_ms IS NOT NULL`);
  }

  isErased(id: OrderId): boolean {
    const step = `
      SELECT 1 FROM privacy_steps JOIN watched_orders ON no = order_no
      WHERE id = ? AND erased_at_ms IS NOT NULL`;
    return this.#sql.prepare(step).get(id) !== undefined;
  }

  coarsen(ids: readonly OrderId[], nowMs: number): void {
    this.#each(ids, (no) => {
      const positioned = this.#sql
        .prepare(`SELECT * FROM history WHERE order_no = ? AND ${hasPosition}`)
        .all(no);
      this.#updates.rewrite(positioned, ({ changes }) => ({
        changes: coarseChanges(changes),
      }));
      const raw = this.#sql.prepare('SELECT body FROM raw_answers WHERE order_no = ?').get(no);
      if (typeof raw?.['body'] === 'string') {
        const body = coarseRawJson(raw['body']);
        this.#sql.prepare('UPDATE raw_answers SET body = ? WHERE order_no = ?').run(body, no);
      }
      rewriteRecorded(this.#sql, no, (state) => ({
        ...state,
        watched: coarseWatched(state.watched),
      }));
      this.#step(no, 'coarse_at_ms', nowMs);
    });
  }

  erasePeople(ids: readonly OrderId[], nowMs: number): void {
    this.#each(ids, (no, id) => {
      const all = this.#sql.prepare('SELECT * FROM history WHERE order_no = ?').all(no);
      this.#updates.rewrite(all, (update) =>
        isMoveAlone(update)
          ? null
          : {
              changes: changesWithoutPeople(update.changes),
              reasons: reasonsWithoutPeople(update.kinds, update.reasons),
            },
      );
      this.#sql.prepare('DELETE FROM raw_answers WHERE order_no = ?').run(no);
      this.#sql.prepare(`DELETE FROM ${recordingTable} WHERE order_no = ?`).run(no);
      this.#sql
        .prepare(
          // The values of a title that says less without names may name someone.
          `UPDATE notifications SET notification_json = json_set(
            iif(
              notification_json ->> '$.texts.full.title' IS notification_json ->> '$.texts.noNames.title',
              notification_json,
              json_remove(notification_json, '$.says')),
            '$.texts.full', json_extract(notification_json, '$.texts.noNames'))
          WHERE order_id = ? AND json_valid(notification_json)`,
        )
        .run(id);
      // What cannot be read might hold what must go.
      this.#sql
        .prepare(
          'DELETE FROM notifications WHERE order_id = ? AND NOT json_valid(notification_json)',
        )
        .run(id);
      this.#eraseUnread(id);
      this.#eraseInLines(id);
      this.#step(no, 'erased_at_ms', nowMs);
      this.#sql
        .prepare('UPDATE archived_orders SET people_since_ms = NULL WHERE order_no = ?')
        .run(no);
    });
  }

  compact(): void {
    if (hasErasedBytes(this.#sql)) writeAnew(this.#sql);
  }

  get isLarge(): boolean {
    const row = this.#sql
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      .get();
    return Number(row?.['bytes']) > largeBytes;
  }

  reopen(id: OrderId): void {
    this.#sql
      .prepare(
        `DELETE FROM privacy_steps
        WHERE order_no = (SELECT no FROM watched_orders WHERE id = ?)`,
      )
      .run(id);
  }

  #ids(query: string, ...values: readonly number[]): readonly OrderId[] {
    return this.#sql
      .prepare(query)
      .all(...values)
      .flatMap((row) => orderIdSchema.safeParse(row['id']).data ?? []);
  }

  #each(ids: readonly OrderId[], write: (no: number, id: OrderId) => void): void {
    const number = this.#sql.prepare('SELECT no FROM watched_orders WHERE id = ?');
    inTransaction(this.#sql, () => {
      for (const id of ids) {
        const no = number.get(id)?.['no'];
        if (typeof no === 'number') write(no, id);
      }
      noteErasedBytes(this.#sql);
    });
  }

  /** Damaged rows and waiting webhooks may say anything about the order that they name. */
  #eraseUnread(id: OrderId): void {
    this.#sql.prepare('DELETE FROM damaged_rows WHERE instr(row_json, ?)').run(id);
    this.#sql
      .prepare('DELETE FROM webhook_queue WHERE instr(lower(CAST(body AS TEXT)), ?)')
      .run(id);
  }

  #eraseInLines(id: OrderId): void {
    const replace = this.#sql.prepare('UPDATE lines SET json = ? WHERE no = ?');
    const lines = this.#sql.prepare('SELECT no, json FROM lines WHERE order_id = ?').all(id);
    for (const { no, json } of lines) {
      if (typeof json === 'string') replace.run(this.#lineWithoutPeople(json), Number(no));
    }
  }

  #step(no: number, column: 'coarse_at_ms' | 'erased_at_ms', nowMs: number): void {
    this.#sql
      .prepare(
        `INSERT INTO privacy_steps (order_no, ${column}) VALUES (?, ?)
        ON CONFLICT (order_no) DO UPDATE SET ${column} = excluded.${column}`,
      )
      .run(no, nowMs);
  }
}

/** Entries older than a year are deleted. */
const keptForMs = 365 * 86_400_000;

const owner = z.union([
  z.enum(namedPhoneOwners),
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
]);

const entryRow = z
  .object({
    at_ms: z.number(),
    act: z.enum(privacyActs),
    order_id: orderIdSchema.nullable(),
    owner: owner.nullable(),
  })
  .transform((row): PrivacyEntry => ({
    atMs: row.at_ms,
    act: row.act,
    orderId: row.order_id,
    owner: row.owner,
  }));

/** The ledger of phone numbers shown and orders erased. It holds no name and no number. */
export class PrivacyLedgerRepository implements PrivacyLedgerStore {
  readonly #sql: DatabaseSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  add({ atMs, act, orderId, owner: whose }: PrivacyEntry): void {
    this.#sql
      .prepare('INSERT INTO privacy_ledger (at_ms, act, order_id, owner) VALUES (?, ?, ?, ?)')
      .run(Math.round(atMs), act, orderId, whose === null ? null : String(whose));
    this.#sql.prepare('DELETE FROM privacy_ledger WHERE at_ms < ?').run(atMs - keptForMs);
  }

  latest(limit: number): readonly PrivacyEntry[] {
    return this.#sql
      .prepare('SELECT * FROM privacy_ledger ORDER BY no DESC LIMIT ?')
      .all(limit)
      .flatMap((row) => entryRow.safeParse(row).data ?? []);
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
