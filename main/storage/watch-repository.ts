import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { emptyCourierTrace } from '../../core/courier-move.ts';
import type { OrderId } from '../../core/order-id.ts';
import type { OrderUpdate } from '../../core/order-update.ts';
import type { Order } from '../../core/order.ts';
import type { WatchedOrder } from '../../core/watched-order.ts';
import type { WatchRecord, WatchStore } from '../watch/ports.ts';
import { DamagedRows } from './damaged-rows.ts';
import {
  storedMarks,
  storedOrder,
  storedOrderId,
  storedProblem,
  storedTrace,
} from './stored-json.ts';
import { inTransaction } from './transaction.ts';

const time = z.number().nullable();

const watchedRow = z.object({
  no: z.number(),
  id: storedOrderId,
  label: z.string().nullable(),
  added_at_ms: z.number(),
  is_muted: z.number(),
  is_pinned: z.number(),
  observed_at_ms: time,
  status_since_ms: time,
  changed_at_ms: time,
  trace_json: z.string(),
  marks_json: z.string().nullable(),
  problem_json: z.string().nullable(),
  unseen_count: z.number(),
  last_looked_at_ms: time,
});

/** What the database holds of an order at present, to write only what differs. */
interface Written {
  readonly no: number;
  readonly watched: WatchedOrder;
}

/** The watch list in SQLite. It must be the only writer of its database. */
export class WatchRepository implements WatchStore {
  readonly #sql: DatabaseSync;
  readonly #damaged: DamagedRows;
  readonly #alongside: (record: WatchRecord) => void;
  readonly #written = new Map<OrderId, Written>();
  readonly #list: StatementSync;
  readonly #order: StatementSync;
  readonly #upsert: StatementSync;
  readonly #touch: StatementSync;
  readonly #raw: StatementSync;
  readonly #update: StatementSync;
  readonly #trail: StatementSync;
  readonly #telling: StatementSync;
  readonly #removeOrder: StatementSync;
  readonly #removeTellings: StatementSync;

  /**
   * @param wallMs dates what is found damaged
   * @param alongside called for each record within its transaction, once its order is written: what
   *   it writes to the same database is there with the record or not at all
   */
  constructor(
    sql: DatabaseSync,
    wallMs: () => number,
    alongside: (record: WatchRecord) => void = () => undefined,
  ) {
    this.#sql = sql;
    this.#alongside = alongside;
    this.#damaged = new DamagedRows(sql, wallMs);
    this.#list = sql.prepare(`
      SELECT no, id, label, added_at_ms, is_muted, is_pinned, observed_at_ms, status_since_ms, changed_at_ms,
        trace_json, marks_json, problem_json, unseen_count, last_looked_at_ms
      FROM watched_orders ORDER BY no`);
    this.#order = sql.prepare('SELECT order_json FROM watched_orders WHERE no = ?');
    this.#upsert = sql.prepare(`
      INSERT INTO watched_orders (id, label, added_at_ms, is_muted, is_pinned, observed_at_ms,
        status_since_ms, changed_at_ms, unseen_count, last_looked_at_ms, order_json, trace_json, marks_json, problem_json)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET label = excluded.label, is_muted = excluded.is_muted,
        is_pinned = excluded.is_pinned, observed_at_ms = excluded.observed_at_ms, status_since_ms = excluded.status_since_ms,
        changed_at_ms = excluded.changed_at_ms, unseen_count = excluded.unseen_count,
        last_looked_at_ms = excluded.last_looked_at_ms, order_json = excluded.order_json,
        trace_json = excluded.trace_json, marks_json = excluded.marks_json,
        problem_json = excluded.problem_json
      RETURNING no`);
    this.#touch = sql.prepare(`
      UPDATE watched_orders SET label = ?, is_muted = ?, is_pinned = ?, observed_at_ms = ?,
        status_since_ms = ?, changed_at_ms = ?, unseen_count = ?, last_looked_at_ms = ? WHERE no = ?`);
    this.#raw = sql.prepare(`
      INSERT INTO raw_answers (order_no, body) VALUES (?, ?)
      ON CONFLICT (order_no) DO UPDATE SET body = excluded.body`);
    this.#update = sql.prepare(`
      INSERT INTO updates (order_no, seen_at_ms, service_at_ms, source, kinds_json, reasons_json,
        changes_json, move_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#trail = sql.prepare(`
      INSERT INTO trail (order_no, at_ms, latitude_deg, longitude_deg) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`);
    this.#telling = sql.prepare(`
      INSERT INTO tellings (key, order_id, decided_at_ms, telling_json) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO NOTHING`);
    this.#removeOrder = sql.prepare('DELETE FROM watched_orders WHERE id = ?');
    this.#removeTellings = sql.prepare('DELETE FROM tellings WHERE order_id = ?');
  }

  /** A row whose parts cannot be read loses these parts, never its place on the list. */
  load(): readonly WatchedOrder[] {
    const list: WatchedOrder[] = [];
    for (const row of this.#list.iterate()) {
      const checked = watchedRow.safeParse(row);
      if (!checked.success) {
        this.#damaged.keep('watched_orders', row, checked.error);
        continue;
      }
      const watched = this.#watchedFrom(checked.data);
      this.#written.set(watched.id, { no: checked.data.no, watched });
      list.push(watched);
    }
    return list;
  }

  save(records: readonly WatchRecord[]): void {
    const written = new Map<OrderId, Written>();
    inTransaction(this.#sql, () => {
      for (const record of records) {
        const { watched } = record;
        const now = this.#saveState(
          watched,
          written.get(watched.id) ?? this.#written.get(watched.id),
        );
        written.set(watched.id, now);
        if (record.rawJson !== undefined) this.#raw.run(now.no, record.rawJson);
        if (record.update !== undefined) this.#saveUpdate(now.no, record.update, watched);
        for (const telling of record.tellings) {
          const json = JSON.stringify(telling);
          this.#telling.run(telling.key, telling.orderId, telling.decidedAtMs, json);
        }
        this.#alongside(record);
      }
    });
    // Only now: after a rollback the database holds what it held before.
    for (const [id, now] of written) this.#written.set(id, now);
  }

  /** Erases the orders with their history, positions, raw answers and notifications. */
  remove(ids: readonly OrderId[]): void {
    inTransaction(this.#sql, () => {
      for (const id of ids) {
        this.#removeOrder.run(id);
        this.#removeTellings.run(id);
      }
    });
    for (const id of ids) this.#written.delete(id);
  }

  #saveState(watched: WatchedOrder, before: Written | undefined): Written {
    const scalars = [
      watched.label,
      watched.isMuted ? 1 : 0,
      watched.isPinned ? 1 : 0,
      watched.observedAtMs,
      watched.statusSinceMs,
      watched.changedAtMs,
      watched.unseenCount,
      watched.lastLookedAtMs,
    ] as const;
    if (
      before !== undefined &&
      before.watched.order === watched.order &&
      before.watched.courierTrace === watched.courierTrace &&
      before.watched.marks === watched.marks &&
      before.watched.problem === watched.problem
    ) {
      this.#touch.run(...scalars, before.no);
      return { no: before.no, watched };
    }
    const [label, isMuted, isPinned, ...times] = scalars;
    const row = this.#upsert.get(
      watched.id,
      label,
      watched.addedAtMs,
      isMuted,
      isPinned,
      ...times,
      watched.order === null ? null : JSON.stringify(watched.order),
      JSON.stringify(watched.courierTrace),
      watched.marks === null ? null : JSON.stringify(watched.marks),
      watched.problem === null ? null : JSON.stringify(watched.problem),
    );
    return { no: Number(row?.['no']), watched };
  }

  #saveUpdate(no: number, update: OrderUpdate, watched: WatchedOrder): void {
    const fix = watched.order?.courier?.fix ?? null;
    const hasMoved = update.changes.some((change) => change.field === 'courier.location');
    this.#update.run(
      no,
      update.seenAtMs,
      hasMoved ? (fix?.reportedAtMs ?? null) : null,
      update.source,
      JSON.stringify(update.kinds),
      JSON.stringify(update.reasons),
      JSON.stringify(update.changes),
      update.move === null ? null : JSON.stringify(update.move),
    );
    if (hasMoved && fix !== null) {
      this.#trail.run(no, update.seenAtMs, fix.latitudeDeg, fix.longitudeDeg);
    }
  }

  #watchedFrom(row: z.infer<typeof watchedRow>): WatchedOrder {
    const readOrder = (): Order | null => this.#readOrder(row);
    let isRead = false;
    let order: Order | null = null;
    return {
      id: row.id,
      label: row.label,
      addedAtMs: row.added_at_ms,
      isMuted: row.is_muted !== 0,
      isPinned: row.is_pinned !== 0,
      // Fetched when first looked at: reading ten thousand at once would hold up the start.
      get order() {
        if (!isRead) order = readOrder();
        isRead = true;
        return order;
      },
      observedAtMs: row.observed_at_ms,
      statusSinceMs: row.status_since_ms,
      changedAtMs: row.changed_at_ms,
      courierTrace: this.#read(row, storedTrace, row.trace_json, emptyCourierTrace),
      marks: this.#read(row, storedMarks, row.marks_json, null),
      problem: this.#read(row, storedProblem, row.problem_json, null),
      unseenCount: row.unseen_count,
      lastLookedAtMs: row.last_looked_at_ms,
    };
  }

  #readOrder(row: z.infer<typeof watchedRow>): Order | null {
    const json = this.#order.get(row.no)?.['order_json'];
    return this.#read({ ...row, order_json: json }, storedOrder, json ?? null, null);
  }

  #read<Value>(
    row: Readonly<Record<string, unknown>>,
    schema: z.ZodType<Value>,
    json: SQLOutputValue | null,
    otherwise: Value,
  ): Value {
    if (json === null) return otherwise;
    try {
      return schema.parse(JSON.parse(String(json)));
    } catch (error) {
      this.#keepDamaged(row, error);
      return otherwise;
    }
  }

  #keepDamaged(row: Readonly<Record<string, unknown>>, error: unknown): void {
    try {
      this.#damaged.keep('watched_orders', row, error);
    } catch {
      // The disk refuses. Nothing is lost: the row stays as it is until the order's next answer.
    }
  }
}
