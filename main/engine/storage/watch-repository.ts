import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { emptyCourierTrace } from '../../../core/order/courier-move.ts';
import { isOrderId, type OrderId } from '../../../core/order/order-id.ts';
import type { KeptReason } from '../../../core/recording/kept-reason.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import { mostWaits } from '../../../core/watch/learned-waits.ts';
import { storedJourney } from '../../../core/forecast/journey.ts';
import { finishedJourney } from '../../../core/board/order-journey.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { ArchiveStore, WatchRecord, WatchStore } from '../watch/ports.ts';
import { ArchivedRows } from './archive-repository.ts';
import { OutboxRepository } from './outbox-repository.ts';
import { DamagedRows, inTransaction, noteErasedBytes } from './sql.ts';
import type { Row } from './sql.ts';
import {
  storedAcknowledged,
  storedCalls,
  storedFlags,
  storedOrder,
  storedOrigin,
  storedProblem,
  storedTrace,
  storedTeam,
  storedPreferences,
} from '../../../core/watch/watched-order-schema.ts';
import { UpdateRows } from './update-rows.ts';

/** How many rows are read at once, which takes a laptop about 5 ms. */
const rowsAtOnce = 200;

/** The columns that change, beside the last answer. */
const columns = [
  'label',
  'is_muted',
  'is_pinned',
  'observed_at_ms',
  'status_since_ms',
  'is_status_since_before',
  'changed_at_ms',
  'unseen_count',
  'last_looked_at_ms',
  'trace_json',
  'journey_json',
  'arrived_at_ms',
  'flags_json',
  'problem_json',
  'preferences_json',
  'acknowledged_json',
  'calls_json',
  'origin_json',
  'team_json',
];

function valuesOf(watched: WatchedOrder): readonly SQLInputValue[] {
  const { courierTrace } = watched;
  return [
    watched.label,
    watched.isMuted ? 1 : 0,
    watched.isPinned ? 1 : 0,
    watched.observedAtMs,
    watched.statusSinceMs,
    watched.isStatusSinceBefore ? 1 : 0,
    watched.changedAtMs,
    watched.unseenCount,
    watched.lastLookedAtMs,
    jsonOrNull(courierTrace === emptyCourierTrace ? null : courierTrace),
    jsonOrNull(watched.journey),
    finishedJourney(watched)?.arrivedAtMs ?? null,
    jsonOrNull(watched.flags),
    jsonOrNull(watched.problem),
    jsonOrNull(watched.preferences),
    jsonOrNull(watched.acknowledged.length === 0 ? null : watched.acknowledged),
    jsonOrNull(watched.calls.length === 0 ? null : watched.calls),
    jsonOrNull(watched.origin),
    jsonOrNull(watched.team),
  ];
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The watch list in SQLite. No other process may write to its database. */
export class WatchRepository implements WatchStore, ArchiveStore {
  readonly #sql: DatabaseSync;
  readonly #damaged: DamagedRows;
  readonly #updates: UpdateRows;
  readonly #outbox: OutboxRepository;
  readonly #archivedRows: ArchivedRows;
  readonly #alongside: (record: WatchRecord) => void;
  readonly #rolledBack: () => void;
  readonly #part: StatementSync;
  readonly #archived: StatementSync;
  readonly #isEvicted: StatementSync;
  readonly #archivedPart: StatementSync;
  readonly #row: StatementSync;
  readonly #upsert: StatementSync;
  readonly #raw: StatementSync;
  readonly #addWait: StatementSync;
  readonly #forgetWaits: StatementSync;
  readonly #addStay: StatementSync;
  readonly #removeOrder: StatementSync;
  readonly #removeNotifications: StatementSync;
  readonly #removeWebhooks: StatementSync;

  /**
   * @param wallMs dates what is found damaged
   * @param alongside called for each record within its transaction, once its order is written: what
   *   it writes to the same database is there with the record or not at all
   * @param rolledBack called when such a transaction came to nothing
   */
  constructor(
    sql: DatabaseSync,
    wallMs: () => number,
    alongside: (record: WatchRecord) => void = () => undefined,
    rolledBack: () => void = () => undefined,
  ) {
    this.#sql = sql;
    this.#alongside = alongside;
    this.#rolledBack = rolledBack;
    this.#damaged = new DamagedRows(sql, wallMs);
    this.#updates = new UpdateRows(sql);
    this.#outbox = new OutboxRepository(sql, wallMs);
    this.#archivedRows = new ArchivedRows(sql);
    const read = `SELECT no, id, added_at_ms, ${columns.join(', ')}, order_json`;
    const isErasing = 'id IN (SELECT order_id FROM erasing_orders)';
    this.#part = sql.prepare(`
      ${read} FROM watched_orders INDEXED BY watched_live
      WHERE is_put_away = 0 AND no > ? AND NOT ${isErasing}
      ORDER BY no LIMIT ${rowsAtOnce}`);
    this.#archived = sql.prepare(`
      ${read} FROM watched_orders WHERE id = ? AND is_put_away = 1 AND NOT ${isErasing}`);
    this.#isEvicted = sql.prepare('SELECT 1 FROM watched_orders WHERE id = ? AND is_put_away = 1');
    this.#archivedPart = sql.prepare(`
      ${read}, over_since_ms FROM (
        SELECT order_no, over_since_ms FROM archived_orders
        WHERE (over_since_ms, order_no) > (?, ?)
        ORDER BY over_since_ms, order_no LIMIT ${rowsAtOnce})
      CROSS JOIN watched_orders ON no = order_no
      WHERE NOT ${isErasing} ORDER BY over_since_ms, no`);
    this.#row = sql.prepare('SELECT * FROM watched_orders WHERE no = ?');
    this.#upsert = sql.prepare(`
      INSERT INTO watched_orders (id, added_at_ms, ${columns.join(', ')}, order_json)
      VALUES (?, ?, ${columns.map(() => '?').join(', ')}, ?)
      ON CONFLICT (id) DO UPDATE SET
        ${columns.map((name) => `${name} = excluded.${name}`).join(', ')},
        order_json = excluded.order_json
      RETURNING no, is_put_away`);
    this.#raw = sql.prepare(`
      INSERT INTO raw_answers (order_no, body) VALUES (?, ?)
      ON CONFLICT (order_no) DO UPDATE SET body = excluded.body`);
    this.#addWait = sql.prepare('INSERT INTO courier_waits (ended_at_ms, wait_ms) VALUES (?, ?)');
    this.#forgetWaits = sql.prepare(
      `DELETE FROM courier_waits WHERE no <= (SELECT max(no) FROM courier_waits) - ${mostWaits}`,
    );
    this.#addStay = sql.prepare(
      'INSERT INTO stop_stays (order_no, stop, since_ms, until_ms) VALUES (?, ?, ?, ?)',
    );
    this.#removeOrder = sql.prepare('DELETE FROM watched_orders WHERE id = ?');
    this.#removeNotifications = sql.prepare('DELETE FROM notifications WHERE order_id = ?');
    this.#removeWebhooks = sql.prepare('DELETE FROM webhooks_seen WHERE order_id = ?');
  }

  load(): readonly WatchedOrder[] {
    return [...this.loadInParts()].flat();
  }

  /** {@link load} in parts that take a few milliseconds each. */
  *loadInParts(): Generator<readonly WatchedOrder[], void> {
    let afterNo = -1;
    for (;;) {
      const rows: readonly Row[] = this.#part.all(afterNo);
      if (rows.length > 0) yield rows.flatMap((row) => this.#watchedFrom(row) ?? []);
      if (rows.length < rowsAtOnce) return;
      afterNo = Number(rows.at(-1)?.['no']);
    }
  }

  archived(ids: readonly OrderId[]): readonly WatchedOrder[] {
    return this.#archivedRowsOf(ids).flatMap((row) => this.#watchedFrom(row) ?? []);
  }

  archivedAmong(ids: readonly OrderId[]): readonly OrderId[] {
    return ids.filter((id) => this.#isEvicted.get(id) !== undefined);
  }

  archivedCount(): number {
    return Number(this.#sql.prepare('SELECT count(*) AS n FROM archived_orders').get()?.['n']);
  }

  *archivedSince(sinceMs: number): Generator<readonly WatchedOrder[], void> {
    let [afterMs, afterNo] = [sinceMs, -1];
    for (;;) {
      const rows: readonly Row[] = this.#archivedPart.all(afterMs, afterNo);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.flatMap((row) => this.#watchedFrom(row) ?? []);
      [afterMs, afterNo] = [Number(last['over_since_ms']), Number(last['no'])];
    }
  }

  evict(orders: readonly WatchedOrder[]): readonly OrderId[] {
    const gone: OrderId[] = [];
    inTransaction(this.#sql, () => {
      for (const watched of orders) {
        if (this.#archivedRows.evict(this.#saveState(watched), watched)) gone.push(watched.id);
      }
    });
    return gone;
  }

  loadEvicted(ids: readonly OrderId[]): readonly WatchedOrder[] {
    const rows = this.#archivedRowsOf(ids);
    if (rows.length === 0) return [];
    inTransaction(this.#sql, () => {
      for (const { no } of rows) this.#archivedRows.loaded(Number(no));
    });
    return rows.flatMap((row) => this.#watchedFrom(row) ?? []);
  }

  save(records: readonly WatchRecord[]): void {
    try {
      inTransaction(
        this.#sql,
        () => {
          for (const record of records) this.#save(record);
        },
        records.every(({ canBeAskedAgain }) => canBeAskedAgain === true) ? 'askedAgain' : 'kept',
      );
    } catch (error) {
      this.#rolledBack();
      throw error;
    }
  }

  #save(record: WatchRecord): void {
    const no = this.#saveState(record.watched);
    if (record.rawJson !== undefined) this.#raw.run(no, record.rawJson);
    if (record.update !== undefined) this.#saveUpdate(no, record.update, record.kept);
    for (const notification of record.notifications) this.#outbox.put(notification);
    this.#alongside(record);
  }

  /** Erases the orders with their history, positions, raw answers, notifications and webhooks' digests. */
  remove(ids: readonly OrderId[]): void {
    inTransaction(this.#sql, () => {
      for (const id of ids) {
        this.#removeOrder.run(id);
        this.#removeNotifications.run(id);
        this.#removeWebhooks.run(id);
      }
      noteErasedBytes(this.#sql);
    });
  }

  #archivedRowsOf(ids: readonly OrderId[]): readonly Row[] {
    return ids.map((id) => this.#archived.get(id)).filter((row) => row !== undefined);
  }

  #saveUpdate(no: number, update: OrderUpdate, kept: KeptReason | undefined): void {
    const { endedStay, seenAtMs } = update;
    this.#updates.append(no, kept === undefined ? update : { ...update, kept });
    if (endedStay !== undefined) {
      this.#addStay.run(no, endedStay.stop, endedStay.sinceMs, seenAtMs);
    }
    if (update.courierWaitMs === undefined) return;
    this.#addWait.run(update.seenAtMs, update.courierWaitMs);
    this.#forgetWaits.run();
  }

  /** @returns the number of the order's row */
  #saveState(watched: WatchedOrder): number {
    const row = this.#upsert.get(
      watched.id,
      watched.addedAtMs,
      ...valuesOf(watched),
      jsonOrNull(watched.order),
    );
    const no = Number(row?.['no']);
    if (row?.['is_put_away'] === 1) this.#archivedRows.put(no, watched);
    return no;
  }

  /**
   * The types of the columns are as the schema has them (its tables are STRICT, and the file was checked
   * as a whole), so only what is in them is parsed. Of a part that cannot be read a copy of the row is
   * kept, and the order stays on the list without it.
   */
  #watchedFrom(row: Row): WatchedOrder | null {
    const { no, id, label, added_at_ms: addedAtMs, unseen_count: unseenCount } = row;
    const rowNo = Number(no);
    if (!isOrderId(id) || typeof addedAtMs !== 'number') {
      this.#keepDamaged(rowNo, new RangeError('no order'));
      return null;
    }
    return {
      id,
      label: typeof label === 'string' ? label : null,
      addedAtMs,
      isMuted: row['is_muted'] !== 0,
      isPinned: row['is_pinned'] !== 0,
      order: this.#read(rowNo, storedOrder, row['order_json'], null),
      observedAtMs: timeMs(row['observed_at_ms']),
      statusSinceMs: timeMs(row['status_since_ms']),
      isStatusSinceBefore: row['is_status_since_before'] === 1,
      changedAtMs: timeMs(row['changed_at_ms']),
      courierTrace: this.#read(rowNo, storedTrace, row['trace_json'], emptyCourierTrace),
      journey: this.#read(rowNo, storedJourney, row['journey_json'], null),
      flags: this.#read(rowNo, storedFlags, row['flags_json'], null),
      problem: this.#read(rowNo, storedProblem, row['problem_json'], null),
      preferences: this.#read(rowNo, storedPreferences, row['preferences_json'], null),
      unseenCount: typeof unseenCount === 'number' ? unseenCount : 0,
      lastLookedAtMs: timeMs(row['last_looked_at_ms']),
      acknowledged: this.#read(rowNo, storedAcknowledged, row['acknowledged_json'], []),
      calls: this.#read(rowNo, storedCalls, row['calls_json'], []),
      origin: this.#read(rowNo, storedOrigin, row['origin_json'], null),
      team: this.#read(rowNo, storedTeam, row['team_json'], null),
    };
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
