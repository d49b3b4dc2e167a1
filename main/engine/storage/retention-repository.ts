import type { DatabaseSync } from 'node:sqlite';
import { coarseRawJson } from '../../../core/privacy/raw-json.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import {
  changesWithoutPeople,
  coarseChanges,
  coarseWatched,
  reasonsWithoutPeople,
} from '../../../core/privacy/privacy.ts';
import type { RetentionStore } from '../privacy/ports.ts';
import { isFinishedSql } from './archive-repository.ts';
import { recordingTable, rewriteRecorded } from './recording/recording-repository.ts';
import { hasErasedBytes, inTransaction, noteErasedBytes, writeAnew } from './sql.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import { hasPosition, isMoveAlone, UpdateRows } from './update-rows.ts';

const steps = 'LEFT JOIN privacy_steps ON privacy_steps.order_no = watched_orders.no';

/** Orders of the list with the privacy steps that were taken. */
const live = `
  SELECT id FROM watched_orders INDEXED BY watched_live ${steps} WHERE is_put_away = 0 AND`;

/** Orders that are put away, in the same way. */
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
          `UPDATE notifications SET notification_json =
            json_set(notification_json, '$.texts.full', json_extract(notification_json, '$.texts.noNames'))
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
