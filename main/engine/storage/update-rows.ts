import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { updateSources } from '../../../core/order/order-update.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import { type KeptReason, storedKeptReason } from '../../../core/recording/kept-reason.ts';
import type { CourierFix } from '../../../core/order/order.ts';
import type { Row } from './sql.ts';
import {
  storedChanges,
  storedKinds,
  storedReasons,
} from '../../../core/watch/watched-order-schema.ts';

/** An update as it is stored. How far a courier moved follows from the positions. */
export interface StoredUpdate extends Pick<
  OrderUpdate,
  'source' | 'seenAtMs' | 'createdAtMs' | 'uncheckedSinceMs' | 'kinds' | 'reasons' | 'changes'
> {
  /** Why it was not notified; absent where it was, or where that was not kept. */
  readonly kept?: KeptReason;
}

const json = z.string().transform((text): unknown => JSON.parse(text));

const historyRow = z
  .object({
    seen_at_ms: z.number(),
    created_at_ms: z.number().nullish(),
    unchecked_since_ms: z.number().nullish(),
    source: z.enum(updateSources),
    kinds_json: json.pipe(storedKinds),
    reasons_json: json.pipe(storedReasons),
    changes_json: json.pipe(storedChanges),
    kept_json: json.pipe(storedKeptReason).nullish(),
  })
  .transform((row) => ({
    seenAtMs: row.seen_at_ms,
    ...(row.created_at_ms == null ? {} : { createdAtMs: row.created_at_ms }),
    ...(row.unchecked_since_ms == null ? {} : { uncheckedSinceMs: row.unchecked_since_ms }),
    source: row.source,
    kinds: row.kinds_json,
    reasons: row.reasons_json,
    changes: row.changes_json,
    ...(row.kept_json == null ? {} : { kept: row.kept_json }),
  }));

/** Reads a row of the view `history`. @throws when it cannot be read */
export function storedUpdate(row: unknown): StoredUpdate {
  return historyRow.parse(row);
}

/** {@link storedUpdate}; null when the row cannot be read. */
export function readableUpdate(row: unknown): StoredUpdate | null {
  try {
    return storedUpdate(row);
  } catch {
    return null;
  }
}

/** Whether an update says nothing but that the courier moved. */
export function isMoveAlone({ kinds }: StoredUpdate): boolean {
  return kinds.length === 1 && kinds[0] === 'courier_moved';
}

/** As SQL, whether an update of `updates` or `history` says where the courier was. */
export const hasPosition = `instr(changes_json, '"field":"courier.location"')`;

/** One number after the last of both tables, so that the updates of an order can be sorted. */
const nextNo = `1 + max(
  coalesce((SELECT max(no) FROM updates), 0),
  coalesce((SELECT max(no) FROM moves), 0))`;

/** Writes updates: plain moves as integers, the others as JSON. See schema.ts. */
export class UpdateRows {
  readonly #insertUpdate: StatementSync;
  readonly #insertMove: StatementSync;
  readonly #deleteUpdate: StatementSync;
  readonly #deleteMove: StatementSync;

  constructor(sql: DatabaseSync) {
    this.#insertUpdate = sql.prepare(`
      INSERT INTO updates
        (no, order_no, seen_at_ms, created_at_ms, unchecked_since_ms, source, kinds_json,
          reasons_json, changes_json, kept_json)
      VALUES (coalesce(?, ${nextNo}), ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#insertMove = sql.prepare(`
      INSERT INTO moves (no, order_no, seen_at_ms, kept_json, from_latitude_e7, from_longitude_e7,
        from_age_ms, latitude_e7, longitude_e7, age_ms)
      VALUES (coalesce(?, ${nextNo}), ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#deleteUpdate = sql.prepare('DELETE FROM updates WHERE no = ?');
    this.#deleteMove = sql.prepare('DELETE FROM moves WHERE no = ?');
  }

  append(orderNo: number, update: StoredUpdate): void {
    this.#insert(null, orderNo, update);
  }

  /**
   * Replaces what updates say. An update that cannot be read might hold what must go, so it is
   * deleted.
   *
   * @param rows from `history` or `updates`
   * @param next null when the update is to be deleted
   */
  rewrite(
    rows: readonly Row[],
    next: (update: StoredUpdate) => Partial<Pick<StoredUpdate, 'changes' | 'reasons'>> | null,
  ): void {
    for (const row of rows) {
      const no = Number(row['no']);
      const update = readableUpdate(row);
      const replaced = update === null ? null : next(update);
      this.#deleteUpdate.run(no);
      this.#deleteMove.run(no);
      if (update !== null && replaced !== null)
        this.#insert(no, Number(row['order_no']), { ...update, ...replaced });
    }
  }

  #insert(no: number | null, orderNo: number, update: StoredUpdate): void {
    const move = moveColumns(update);
    const kept = update.kept === undefined ? null : JSON.stringify(update.kept);
    if (move !== null) {
      this.#insertMove.run(no, orderNo, update.seenAtMs, kept, ...move);
      return;
    }
    this.#insertUpdate.run(
      no,
      orderNo,
      update.seenAtMs,
      update.createdAtMs ?? null,
      update.uncheckedSinceMs ?? null,
      update.source,
      JSON.stringify(update.kinds),
      JSON.stringify(update.reasons),
      JSON.stringify(update.changes),
      kept,
    );
  }
}

/** The columns of `moves` from `from_latitude_e7` on; null for an update that says more than a move. */
function moveColumns(update: StoredUpdate): readonly SQLInputValue[] | null {
  const [change, ...others] = update.changes;
  const isPlain = isMoveAlone(update) && update.source === 'poll' && others.length === 0;
  if (!isPlain || change?.field !== 'courier.location') return null;
  const { before, after } = change;
  // The same words as in the view `history`, which does not store them.
  const reason = after === null ? 'Courier position no longer given' : 'Courier moved';
  if (update.reasons.length !== 1 || update.reasons[0] !== reason) return null;
  const columns = [before, after].flatMap((fix) => fixColumns(fix, update.seenAtMs));
  return columns.every((value) => value === null || Number.isSafeInteger(value)) ? columns : null;
}

function fixColumns(fix: CourierFix | null, seenAtMs: number): readonly (number | null)[] {
  if (fix === null) return [null, null, null];
  const { latitudeDeg, longitudeDeg, reportedAtMs } = fix;
  const ageMs = reportedAtMs === null ? null : seenAtMs - reportedAtMs;
  return [Math.round(latitudeDeg * 1e7), Math.round(longitudeDeg * 1e7), ageMs];
}
