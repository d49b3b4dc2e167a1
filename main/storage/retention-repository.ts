import type { DatabaseSync } from 'node:sqlite';
import { coarseRawJson } from '../../core/privacy/raw-json.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { finishedPhases } from '../../core/order/order.ts';
import { changesWithoutPeople, coarseChanges } from '../../core/privacy/privacy.ts';
import type { RetentionStore } from '../privacy/ports.ts';
import { inTransaction } from './sql.ts';
import { orderIdSchema } from '../../core/order/order-id-schema.ts';
import { hasPosition, isMoveAlone, UpdateRows } from './update-rows.ts';

/** Orders whose stored state is finished, with the privacy steps that were taken. */
const overOrders = `
  SELECT id FROM watched_orders LEFT JOIN privacy_steps ON privacy_steps.order_no = watched_orders.no
  WHERE CASE WHEN json_valid(order_json) THEN json_extract(order_json, '$.status.phase') END
    IN (${finishedPhases.map((phase) => `'${phase}'`).join(', ')})`;

/**
 * The stored history of orders that are over. What is erased here is overwritten in the file and not
 * only freed. Copies that earlier writes left in free pages go when the file is compacted.
 *
 * The present state of an order is not touched: the watch list alone writes it.
 */
export class RetentionRepository implements RetentionStore {
  readonly #sql: DatabaseSync;
  readonly #updates: UpdateRows;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    this.#updates = new UpdateRows(sql);
  }

  exact(): readonly OrderId[] {
    return this.#ids(`${overOrders} AND coalesce(coarse_at_ms, -1) < coalesce(status_since_ms, 0)`);
  }

  peopled(untilMs: number): readonly OrderId[] {
    return this.#ids(`${overOrders} AND status_since_ms <= ? AND erased_at_ms IS NULL`, untilMs);
  }

  erased(): readonly OrderId[] {
    return this.#ids(`
      SELECT id FROM watched_orders JOIN privacy_steps ON privacy_steps.order_no = watched_orders.no
      WHERE erased_at_ms IS NOT NULL`);
  }

  coarsen(ids: readonly OrderId[], nowMs: number): void {
    this.#each(ids, (no) => {
      const positioned = this.#sql
        .prepare(`SELECT * FROM history WHERE order_no = ? AND ${hasPosition}`)
        .all(no);
      this.#updates.rewrite(positioned, ({ changes }) => coarseChanges(changes));
      const raw = this.#sql.prepare('SELECT body FROM raw_answers WHERE order_no = ?').get(no);
      if (typeof raw?.['body'] === 'string') {
        const body = coarseRawJson(raw['body']);
        this.#sql.prepare('UPDATE raw_answers SET body = ? WHERE order_no = ?').run(body, no);
      }
      this.#step(no, 'coarse_at_ms', nowMs);
    });
  }

  erasePeople(ids: readonly OrderId[], nowMs: number): void {
    this.#each(ids, (no, id) => {
      const all = this.#sql.prepare('SELECT * FROM history WHERE order_no = ?').all(no);
      this.#updates.rewrite(all, (update) =>
        isMoveAlone(update) ? null : changesWithoutPeople(update.changes),
      );
      this.#sql.prepare('DELETE FROM raw_answers WHERE order_no = ?').run(no);
      this.#sql
        .prepare(
          `UPDATE notifications SET notification_json =
            json_set(notification_json, '$.texts.full', json_extract(notification_json, '$.texts.noNames'))
          WHERE order_id = ? AND json_valid(notification_json)`,
        )
        .run(id);
      this.#step(no, 'erased_at_ms', nowMs);
    });
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
    this.#sql.exec('PRAGMA secure_delete = ON');
    try {
      inTransaction(this.#sql, () => {
        for (const id of ids) {
          const no = number.get(id)?.['no'];
          if (typeof no === 'number') write(no, id);
        }
      });
    } finally {
      this.#sql.exec('PRAGMA secure_delete = FAST');
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
