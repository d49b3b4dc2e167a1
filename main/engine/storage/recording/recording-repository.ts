import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { finishedGraceMs } from '../../../../core/watch/cadence.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { applied } from '../../../../core/recording/difference.ts';
import {
  recordedDifference,
  recordedOrder,
  type RecordedOrder,
  recordedSituation,
  type Situation,
} from '../../../../core/recording/recorded-state.ts';
import type {
  LastRun,
  Recorded,
  RecordedMoment,
  RecordedSpan,
  Recording,
  RecordingEntry,
  RecordingStore,
  Written,
} from '../../recorder/ports.ts';
import { inTransaction, type Row } from '../sql.ts';

/** The most rows that one call of {@link RecordingRepository.prune} removes, which takes some ms. */
const rowsAtOnce = 500;
/** How many rows of {@link RecordingRepository.span} are read at once, which takes some ms. */
const momentsAtOnce = 50;

/** The table, whose rows about an order go with the order's own row. */
export const recordingTable = 'recording';

/** When a card was shown last. */
const showedFact = 'card_shown_at_ms';

/** Later than anything that is recorded. */
const lastMs = Number.MAX_SAFE_INTEGER;

/** The row of an order or, for null, of the situation. */
const rowOf = '(SELECT no FROM watched_orders WHERE id = :orderId)';

/** The recording of the last two days. */
export class RecordingRepository implements RecordingStore, Recording {
  readonly #sql: DatabaseSync;
  readonly #last: StatementSync;
  readonly #insert: StatementSync;
  readonly #showed: StatementSync;
  readonly #prune: StatementSync;
  readonly #rows: StatementSync;
  readonly #rowsOfAll: StatementSync;
  readonly #firstAfter: StatementSync;
  readonly #before: StatementSync;
  readonly #next: StatementSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    this.#last = sql.prepare(
      `SELECT max(no) AS no FROM ${recordingTable} WHERE order_no IS ${rowOf}`,
    );
    this.#insert = sql.prepare(`
      INSERT INTO ${recordingTable} (at_ms, order_no, is_whole, state_json)
      SELECT :atMs, no, :isWhole, :json FROM (SELECT ${rowOf} AS no)
      WHERE :orderId IS NULL OR no IS NOT NULL`);
    this.#showed = sql.prepare(`
      INSERT INTO facts (name, value) VALUES ('${showedFact}', :atMs)
      ON CONFLICT (name) DO UPDATE SET value = :atMs`);
    // Of each order the last whole state of before is kept, with what builds on it.
    this.#prune = sql.prepare(`
      WITH kept AS (
        SELECT coalesce(order_no, 0) AS order_no, max(no) AS no FROM ${recordingTable}
        WHERE at_ms <= :beforeMs AND is_whole = 1 GROUP BY 1)
      DELETE FROM ${recordingTable} WHERE no IN (
        SELECT old.no FROM ${recordingTable} AS old
        JOIN kept ON kept.order_no = coalesce(old.order_no, 0)
        WHERE old.at_ms < :beforeMs AND old.no < kept.no LIMIT ${rowsAtOnce})`);
    this.#rows = sql.prepare(`
      SELECT no, at_ms, is_whole, state_json FROM ${recordingTable}
      WHERE order_no IS ${rowOf} AND at_ms <= :untilMs AND no >= coalesce((
        SELECT max(no) FROM ${recordingTable}
        WHERE order_no IS ${rowOf} AND is_whole = 1 AND at_ms <= :fromMs), 0)
      ORDER BY no`);
    // Of orders that are evicted now, those alone that may have been on the list then. A whole state and its
    // differences are read up to the next whole one.
    this.#rowsOfAll = sql.prepare(`
      WITH begun AS MATERIALIZED (
        SELECT watched.no AS order_no, (
          SELECT no FROM ${recordingTable} INDEXED BY recording_whole
          WHERE order_no = watched.no AND is_whole = 1 AND at_ms <= :atMs
          ORDER BY at_ms DESC, no DESC LIMIT 1) AS first_no
        FROM watched_orders AS watched
        WHERE watched.is_put_away = 0
          OR watched.no IN (SELECT order_no FROM archived_orders WHERE over_since_ms > :overMs)
          OR EXISTS (
            SELECT 1 FROM ${recordingTable} WHERE order_no = watched.no AND at_ms > :atMs))
      SELECT row.order_no, row.at_ms, row.is_whole, row.state_json
      FROM begun CROSS JOIN ${recordingTable} AS row
      WHERE row.order_no = begun.order_no AND row.at_ms <= :atMs AND row.no >= first_no
        AND row.no < coalesce((
          SELECT no FROM ${recordingTable} INDEXED BY recording_whole
          WHERE order_no = begun.order_no AND is_whole = 1 AND at_ms > :atMs AND no > first_no
          ORDER BY at_ms, no LIMIT 1), :noEnd)
      ORDER BY row.order_no, row.no`);
    this.#firstAfter = sql.prepare(
      `SELECT min(no) AS no FROM ${recordingTable} WHERE at_ms > :atMs HAVING no IS NOT NULL`,
    );
    this.#before = sql.prepare(`
      WITH begun AS MATERIALIZED (
        SELECT order_no, max(no) AS first_no FROM ${recordingTable}
        WHERE no < :firstNo AND is_whole = 1 GROUP BY order_no)
      SELECT row.* FROM begun
      JOIN ${recordingTable} AS row ON row.order_no IS begun.order_no
      WHERE row.no >= first_no AND row.no < :firstNo ORDER BY row.no`);
    this.#next = sql.prepare(
      `SELECT * FROM ${recordingTable} WHERE no > :afterNo ORDER BY no LIMIT ${momentsAtOnce}`,
    );
  }

  lastRun(): LastRun | null {
    const situation = this.situations(lastMs, lastMs).at(-1)?.state;
    // That nothing was new is not recorded, but the list knows when it was so.
    const row = this.#sql
      .prepare(
        `SELECT max(
          (SELECT max(at_ms) FROM ${recordingTable}),
          (SELECT coalesce(max(observed_at_ms), 0) FROM watched_orders WHERE is_put_away = 0),
          coalesce((SELECT CAST(value AS INTEGER) FROM facts WHERE name = '${showedFact}'), 0)) AS ms`,
      )
      .get();
    return situation === undefined ? null : { situation, lastSignMs: Number(row?.['ms']) };
  }

  append({ after, atMs, orderId, state }: RecordingEntry): number {
    const isNext = after !== null && this.#last.get({ orderId })?.['no'] === after.no;
    const json = JSON.stringify(isNext ? after.difference : state);
    const insert = () =>
      Number(this.#insert.run({ atMs, orderId, isWhole: isNext ? 0 : 1, json }).lastInsertRowid);
    // An order is recorded within the transaction that stores it.
    if (this.#sql.isTransaction) return insert();
    let no = 0;
    inTransaction(this.#sql, () => (no = insert()), 'askedAgain');
    return no;
  }

  showed(atMs: number): void {
    this.#showed.run({ atMs: String(atMs) });
  }

  last(orderId: OrderId): Written<RecordedOrder> | null {
    const rows = this.#rows.all({ orderId, fromMs: lastMs, untilMs: lastMs });
    const last = folded(rows).at(-1);
    const state = recordedOrder.safeParse(last?.state).data;
    return last === undefined || state === undefined
      ? null
      : { no: last.no, state, differences: rows.length - 1 };
  }

  prune(beforeMs: number): boolean {
    return this.#prune.run({ beforeMs }).changes === rowsAtOnce;
  }

  situations(fromMs: number, untilMs: number): readonly Recorded<Situation>[] {
    return this.#states(null, recordedSituation, fromMs, untilMs);
  }

  states<State>(
    id: OrderId,
    schema: z.ZodType<State>,
    fromMs: number,
    untilMs: number,
  ): readonly Recorded<State>[] {
    return this.#states(id, schema, fromMs, untilMs);
  }

  statesOfAll<State>(schema: z.ZodType<State>, atMs: number): readonly State[] {
    const rows = this.#rowsOfAll.all({
      atMs,
      overMs: atMs - finishedGraceMs,
      noEnd: Number.MAX_SAFE_INTEGER,
    });
    return [...Map.groupBy(rows, (row) => row['order_no']).values()].flatMap((ofOrder) => {
      const parsed = schema.safeParse(folded(ofOrder).at(-1)?.state);
      return parsed.success ? [parsed.data] : [];
    });
  }

  span(fromMs: number, untilMs: number): RecordedSpan | null {
    const first = this.situations(fromMs, untilMs)[0];
    if (first === undefined) return null;
    const startMs = Math.max(fromMs, first.atMs);
    const row = this.#firstAfter.get({ atMs: startMs });
    const firstNo = row === undefined ? lastMs : Number(row['no']);
    const states = new Map<unknown, unknown>();
    for (const each of this.#before.all({ firstNo })) fold(states, each);
    const orders = [...states].flatMap(([no, state]) =>
      no === null ? [] : (recordedOrder.safeParse(state).data ?? []),
    );
    return {
      fromMs: startMs,
      situation: first.state,
      orders,
      moments: this.#moments(states, firstNo, untilMs),
    };
  }

  *#moments(
    states: Map<unknown, unknown>,
    firstNo: number,
    untilMs: number,
  ): Generator<readonly RecordedMoment[]> {
    let afterNo = firstNo - 1;
    for (;;) {
      const rows = this.#next.all({ afterNo });
      const last = rows.at(-1);
      if (last === undefined) return;
      afterNo = Number(last['no']);
      const found = rows.map((row) => momentOf(row, fold(states, row)));
      yield found.filter((moment) => moment !== null);
      if (Number(last['at_ms']) > untilMs) return;
    }
  }

  #states<State>(
    orderId: OrderId | null,
    schema: z.ZodType<State>,
    fromMs: number,
    untilMs: number,
  ): readonly Recorded<State>[] {
    const found: Recorded<State>[] = [];
    for (const { atMs, state } of folded(this.#rows.all({ orderId, fromMs, untilMs }))) {
      const parsed = schema.safeParse(state);
      if (!parsed.success) continue;
      // Only the last one before the time counts.
      if (atMs <= fromMs) found.length = 0;
      found.push({ atMs, state: parsed.data });
    }
    return found;
  }
}

/** Changes all that is recorded of an order, such as when it ages. @param no the order's row */
export function rewriteRecorded(
  sql: DatabaseSync,
  no: number,
  next: (state: RecordedOrder) => RecordedOrder,
): void {
  const rows = sql
    .prepare(`SELECT * FROM ${recordingTable} WHERE order_no = ? ORDER BY no`)
    .all(no);
  const replace = sql.prepare(
    `UPDATE ${recordingTable} SET is_whole = ?, state_json = ? WHERE no = ?`,
  );
  const remove = sql.prepare(`DELETE FROM ${recordingTable} WHERE no = ?`);
  let before: RecordedOrder | undefined;
  for (const { isWhole: wasWhole, no: rowNo, state } of folded(rows)) {
    const parsed = recordedOrder.safeParse(state).data;
    const after = parsed && next(parsed);
    const found = after === undefined ? undefined : before && recordedDifference(before, after);
    const isWhole = after !== undefined && (wasWhole || before === undefined);
    // What cannot be read might hold what must go.
    if (after === undefined || (found === undefined && !isWhole)) remove.run(rowNo);
    else replace.run(isWhole ? 1 : 0, JSON.stringify(isWhole ? after : found), rowNo);
    before = after ?? before;
  }
}

/** Applies a row to the states before it, by the number of the order. @returns the state after it */
function fold(states: Map<unknown, unknown>, row: Row): unknown {
  const orderNo = row['order_no'];
  const said = jsonOf(row['state_json']);
  const before = states.get(orderNo) ?? null;
  const isLost = said === null || (before === null && row['is_whole'] !== 1);
  const state = isLost ? null : row['is_whole'] === 1 ? said : applied(before, said);
  states.set(orderNo, state);
  return state;
}

/** A row as what changed; null when it cannot be read. */
function momentOf(row: Row, state: unknown): RecordedMoment | null {
  const atMs = Number(row['at_ms']);
  if (row['order_no'] === null) {
    const situation = recordedSituation.safeParse(state).data;
    return situation === undefined ? null : { atMs, kind: 'situation', situation };
  }
  const order = recordedOrder.safeParse(state).data;
  return order === undefined ? null : { atMs, kind: 'order', order };
}

interface Folded {
  readonly no: number;
  readonly atMs: number;
  readonly isWhole: boolean;
  readonly state: unknown;
}

/** Rows as the states that they stand for. A difference without a state before it, or what is no JSON, is null. */
function folded(rows: readonly Row[]): readonly Folded[] {
  let state: unknown = null;
  return rows.map((row) => {
    const isWhole = row['is_whole'] === 1;
    const said = jsonOf(row['state_json']);
    state =
      said === null || (state === null && !isWhole) ? null : isWhole ? said : applied(state, said);
    return { no: Number(row['no']), atMs: Number(row['at_ms']), isWhole, state };
  });
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
