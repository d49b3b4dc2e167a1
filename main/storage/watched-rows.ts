import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { emptyCourierTrace } from '../../core/order/courier-move.ts';
import type { CourierTrace } from '../../core/order/courier-move.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { emptyShelf, ShelvedOrder } from '../../core/watch/shelved-order.ts';
import type { OrderFacts, OrderShelf } from '../../core/watch/shelved-order.ts';
import type { DamagedRows } from './damaged-rows.ts';
import {
  isStoredOrderId,
  storedMarks,
  storedOrder,
  storedProblem,
  storedTrace,
  storedWishes,
} from './stored-json.ts';

/** A row of the watch list as an order whose last answer stays on the disk. */
export interface WatchedRow {
  readonly no: number;
  readonly watched: ShelvedOrder;
}

const columns = `no, id, label, added_at_ms, is_muted, is_pinned, observed_at_ms, status_since_ms,
  changed_at_ms, trace_json, marks_json, problem_json, unseen_count, last_looked_at_ms,
  order_json IS NOT NULL, wishes_json`;

/** About 3 ms of a laptop's time. */
const rowsAtOnce = 500;

/** The trace that most orders have. */
export const emptyTraceJson = JSON.stringify(emptyCourierTrace);

/**
 * Reads the watch list. The columns come as the schema has them (its tables are STRICT, and the file
 * was checked as a whole), so only what is in them is judged: a part that cannot be read is lost with
 * a copy kept, never the order's place on the list.
 */
export class WatchedRows implements OrderShelf {
  readonly #part: StatementSync;
  readonly #row: StatementSync;
  readonly #order: StatementSync;
  readonly #damaged: DamagedRows;

  constructor(sql: DatabaseSync, damaged: DamagedRows) {
    this.#damaged = damaged;
    this.#part = sql.prepare(
      `SELECT ${columns} FROM watched_orders WHERE no > ? ORDER BY no LIMIT ${rowsAtOnce}`,
    );
    // Arrays cost a third of objects: ten thousand rows are read at the start.
    this.#part.setReturnArrays(true);
    this.#row = sql.prepare('SELECT * FROM watched_orders WHERE no = ?');
    this.#order = sql.prepare('SELECT no, order_json FROM watched_orders WHERE id = ?');
  }

  /** Everything, in parts that take a few milliseconds each. */
  *parts(): Generator<readonly WatchedRow[], void> {
    let afterNo = -1;
    for (;;) {
      const rows: readonly unknown[] = this.#part.all(afterNo);
      const found: WatchedRow[] = [];
      for (const values of rows) {
        if (!Array.isArray(values)) continue;
        afterNo = Number(values[0]);
        const watched = this.#watchedFrom(values);
        if (watched !== null) found.push(watched);
      }
      if (found.length > 0) yield found;
      if (rows.length < rowsAtOnce) return;
    }
  }

  fetch(id: OrderId): Order | null {
    const row = this.#order.get(id);
    return row === undefined
      ? null
      : this.#read(Number(row['no']), storedOrder, row['order_json'], null);
  }

  #watchedFrom(values: readonly unknown[]): WatchedRow | null {
    const [no, id, label, addedAtMs, isMuted, isPinned, observedAtMs, statusSinceMs] = values;
    const [, , , , , , , , changedAtMs, trace, marks, problem, unseenCount, lastLookedAtMs] =
      values;
    const rowNo = Number(no);
    if (!isStoredOrderId(id) || typeof addedAtMs !== 'number') {
      this.#keepDamaged(rowNo, new RangeError('no order'));
      return null;
    }
    const facts: OrderFacts = {
      id,
      label: typeof label === 'string' ? label : null,
      addedAtMs,
      isMuted: isMuted !== 0,
      isPinned: isPinned !== 0,
      observedAtMs: timeMs(observedAtMs),
      statusSinceMs: timeMs(statusSinceMs),
      changedAtMs: timeMs(changedAtMs),
      courierTrace: this.#trace(rowNo, trace),
      marks: this.#read(rowNo, storedMarks, marks, null),
      problem: this.#read(rowNo, storedProblem, problem, null),
      wishes: this.#read(rowNo, storedWishes, values[15], null),
      unseenCount: typeof unseenCount === 'number' ? unseenCount : 0,
      lastLookedAtMs: timeMs(lastLookedAtMs),
    };
    const hasOrder = values[14] !== 0;
    return { no: rowNo, watched: new ShelvedOrder(facts, hasOrder ? this : emptyShelf) };
  }

  /** Most orders have no courier yet or any more, and share one trace. */
  #trace(no: number, json: unknown): CourierTrace {
    if (json === emptyTraceJson) return emptyCourierTrace;
    return this.#read(no, storedTrace, json, emptyCourierTrace);
  }

  #read<Value>(no: number, schema: z.ZodType<Value>, json: unknown, otherwise: Value): Value {
    if (json === null) return otherwise;
    try {
      return schema.parse(typeof json === 'string' ? JSON.parse(json) : json);
    } catch (error) {
      this.#keepDamaged(no, error);
      return otherwise;
    }
  }

  #keepDamaged(no: number, error: unknown): void {
    try {
      const row = this.#row.get(no);
      if (row !== undefined) this.#damaged.keep('watched_orders', row, error);
    } catch {
      // The disk refuses. Nothing is lost: the row stays as it is until the order's next answer.
    }
  }
}

function timeMs(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
