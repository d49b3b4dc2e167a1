import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { emptyCourierTrace } from '../../core/order/courier-move.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import { ShelvedOrder } from '../../core/watch/shelved-order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { WatchRecord, WatchStore } from '../watch/ports.ts';
import { DamagedRows } from './damaged-rows.ts';
import { PasteNotes } from './paste-notes.ts';
import { packUpdate } from './packed/packed-update.ts';
import { inTransaction } from './transaction.ts';
import { emptyTraceJson, WatchedRows } from './watched-rows.ts';

/** The row of an order. */
interface Written {
  readonly no: number;
  /** Whether its last answer is in it. */
  readonly hasOrder: boolean;
}

/** About as many as are read from the disk in one part. */
const ordersAtOnce = 500;

const columns = [
  'label',
  'is_muted',
  'is_pinned',
  'observed_at_ms',
  'status_since_ms',
  'changed_at_ms',
  'unseen_count',
  'last_looked_at_ms',
  'trace_json',
  'marks_json',
  'problem_json',
  'wishes_json',
];

function valuesOf(watched: WatchedOrder): readonly SQLInputValue[] {
  const { courierTrace, marks, problem, wishes } = watched;
  return [
    watched.label,
    watched.isMuted ? 1 : 0,
    watched.isPinned ? 1 : 0,
    watched.observedAtMs,
    watched.statusSinceMs,
    watched.changedAtMs,
    watched.unseenCount,
    watched.lastLookedAtMs,
    courierTrace === emptyCourierTrace ? emptyTraceJson : JSON.stringify(courierTrace),
    marks === null ? null : JSON.stringify(marks),
    problem === null ? null : JSON.stringify(problem),
    wishes === null ? null : JSON.stringify(wishes),
  ];
}

/** The watch list in SQLite. It must be the only writer of its database. */
export class WatchRepository implements WatchStore {
  readonly #sql: DatabaseSync;
  readonly #rows: WatchedRows;
  readonly #pastes: PasteNotes;
  readonly #alongside: (record: WatchRecord) => void;
  readonly #wrote: (count: number) => void;
  /** The number of each order's row, and which rows hold no answer: most soon do. */
  readonly #numbers = new Map<OrderId, number>();
  readonly #answerless = new Set<OrderId>();
  readonly #upsert: StatementSync;
  readonly #change: StatementSync;
  readonly #changeWithAnswer: StatementSync;
  readonly #raw: StatementSync;
  readonly #update: StatementSync;
  readonly #telling: StatementSync;
  readonly #removeOrder: StatementSync;
  readonly #removeTellings: StatementSync;

  /**
   * @param wallMs dates what is found damaged
   * @param alongside called for each record within its transaction, once its order is written: what
   *   it writes to the same database is there with the record or not at all
   * @param wrote told after each transaction how many records it wrote; must not throw
   */
  constructor(
    sql: DatabaseSync,
    wallMs: () => number,
    alongside: (record: WatchRecord) => void = () => undefined,
    wrote: (count: number) => void = () => undefined,
  ) {
    this.#sql = sql;
    this.#alongside = alongside;
    this.#wrote = wrote;
    const damaged = new DamagedRows(sql, wallMs);
    this.#rows = new WatchedRows(sql, damaged);
    this.#pastes = new PasteNotes({ sql, damaged, isSaved: (id) => this.#numbers.has(id) });
    this.#upsert = sql.prepare(`
      INSERT INTO watched_orders (id, added_at_ms, ${columns.join(', ')}, order_json)
      VALUES (?, ?, ${columns.map(() => '?').join(', ')}, ?)
      ON CONFLICT (id) DO UPDATE SET
        ${columns.map((name) => `${name} = excluded.${name}`).join(', ')},
        order_json = iif(?, order_json, excluded.order_json)
      RETURNING no`);
    const sets = columns.map((name) => `${name} = ?`).join(', ');
    this.#change = sql.prepare(`UPDATE watched_orders SET ${sets} WHERE no = ?`);
    this.#changeWithAnswer = sql.prepare(
      `UPDATE watched_orders SET ${sets}, order_json = ? WHERE no = ?`,
    );
    this.#raw = sql.prepare(`
      INSERT INTO raw_answers (order_no, body) VALUES (?, ?)
      ON CONFLICT (order_no) DO UPDATE SET body = excluded.body`);
    this.#update = sql.prepare(`
      INSERT INTO updates (order_no, no, seen_at_ms, marks, packed)
      VALUES (?1, (SELECT coalesce(max(no), 0) + 1 FROM updates WHERE order_no = ?1), ?2, ?3, ?4)`);
    this.#telling = sql.prepare(`
      INSERT INTO tellings (key, order_id, decided_at_ms, telling_json) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO NOTHING`);
    this.#removeOrder = sql.prepare('DELETE FROM watched_orders WHERE id = ?');
    this.#removeTellings = sql.prepare('DELETE FROM tellings WHERE order_id = ?');
  }

  load(): readonly WatchedOrder[] {
    return [...this.loadInParts()].flat();
  }

  *loadInParts(): Generator<readonly WatchedOrder[], void> {
    for (const rows of this.#rows.parts()) {
      yield rows.map(({ no, watched }) => {
        this.#keep(watched.id, { no, hasOrder: watched.hasOrder });
        return watched;
      });
    }
    const unsaved = this.#pastes.read();
    for (let from = 0; from < unsaved.length; from += ordersAtOnce)
      yield unsaved.slice(from, from + ordersAtOnce);
  }

  note(added: readonly WatchedOrder[]): void {
    this.#pastes.put(added);
  }

  /** The same order as it lies in the database, once all of it was saved. */
  shelved(watched: WatchedOrder): WatchedOrder {
    const isOnDisk = this.#written(watched.id)?.hasOrder === true;
    if (!isOnDisk || watched instanceof ShelvedOrder || watched.order === null) return watched;
    return new ShelvedOrder(watched, this.#rows);
  }

  save(records: readonly WatchRecord[]): void {
    const fresh = new Map<OrderId, Written>();
    inTransaction(this.#sql, () => {
      for (const record of records) {
        const { watched } = record;
        const before = fresh.get(watched.id) ?? this.#written(watched.id);
        const now = this.#saveState(watched, before);
        fresh.set(watched.id, now);
        if (record.rawJson !== undefined) this.#raw.run(now.no, record.rawJson);
        if (record.update !== undefined) this.#saveUpdate(now.no, record.update);
        for (const telling of record.tellings) {
          const json = JSON.stringify(telling);
          this.#telling.run(telling.key, telling.orderId, telling.decidedAtMs, json);
        }
        this.#alongside(record);
      }
    });
    // Only now: after a rollback the database holds what it held before.
    for (const [id, now] of fresh) this.#keep(id, now);
    this.#pastes.tidy();
    this.#wrote(records.length);
  }

  /** Erases the orders with their history, positions, raw answers and notifications. */
  remove(ids: readonly OrderId[]): void {
    inTransaction(this.#sql, () => {
      for (const id of ids) {
        this.#removeOrder.run(id);
        this.#removeTellings.run(id);
      }
      this.#pastes.remove(ids);
    });
    for (const id of ids) {
      this.#numbers.delete(id);
      this.#answerless.delete(id);
    }
    this.#pastes.removed(ids);
  }

  #saveState(watched: WatchedOrder, before: Written | undefined): Written {
    // What is shelved lies in the database already, answer and all.
    const isShelved = watched instanceof ShelvedOrder;
    const order = isShelved ? null : watched.order;
    const hasOrder = isShelved ? before?.hasOrder === true : order !== null;
    const values = valuesOf(watched);
    if (before !== undefined && (isShelved || hasOrder === before.hasOrder)) {
      const { changes } =
        order === null
          ? this.#change.run(...values, before.no)
          : this.#changeWithAnswer.run(...values, JSON.stringify(order), before.no);
      if (changes === 1) return { no: before.no, hasOrder };
    }
    const row = this.#upsert.get(
      watched.id,
      watched.addedAtMs,
      ...values,
      order === null ? null : JSON.stringify(order),
      isShelved ? 1 : 0,
    );
    return { no: Number(row?.['no']), hasOrder };
  }

  #written(id: OrderId): Written | undefined {
    const no = this.#numbers.get(id);
    return no === undefined ? undefined : { no, hasOrder: !this.#answerless.has(id) };
  }

  #keep(id: OrderId, { no, hasOrder }: Written): void {
    this.#numbers.set(id, no);
    if (hasOrder) this.#answerless.delete(id);
    else this.#answerless.add(id);
  }

  #saveUpdate(no: number, update: OrderUpdate): void {
    const { marks, packed } = packUpdate(update);
    this.#update.run(no, update.seenAtMs, marks, packed);
  }
}
