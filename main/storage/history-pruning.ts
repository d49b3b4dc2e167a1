import type { DatabaseSync } from 'node:sqlite';
import { positionMark } from './packed/update-marks.ts';
import { isMoveAlone, updateColumns, UpdateRewriting } from './stored-update.ts';
import { inTransaction } from './transaction.ts';

/** So many rows, and the histories of so many orders, are looked through in one go: a few milliseconds. */
const rowsAtOnce = 2000;
const ordersAtOnce = 500;
/** Taking positions out of updates means reading and writing each. */
const rewrittenAtOnce = 300;

/** What is older than this goes; milliseconds since 1970. */
export interface PruneBefore {
  readonly historyMs: number;
  readonly trailMs: number;
}

/**
 * Erases what is too old, a bounded part of it in each go, so that neither a first clearing of a month
 * nor a million rows to look through holds up the checks. Notifications that were never told stay.
 */
export class HistoryPruning {
  readonly #sql: DatabaseSync;
  readonly #rewriting: UpdateRewriting;
  /** The orders up to this one have been looked through in this round. */
  #upToNo = 0;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    this.#rewriting = new UpdateRewriting(sql);
  }

  /** @returns whether there may be more to erase: call it again soon */
  prune({ historyMs, trailMs }: PruneBefore): boolean {
    let isMore = false;
    inTransaction(this.#sql, () => {
      const tellings = this.#run(
        `DELETE FROM tellings WHERE outcome <> 'showing' AND decided_at_ms < ?
          AND no < (SELECT min(no) FROM tellings WHERE outcome IS NOT NULL) + ${rowsAtOnce}`,
        historyMs,
      );
      this.#run('DELETE FROM damaged_rows WHERE found_at_ms < ?', historyMs);
      isMore = this.#pruneUpdates(historyMs, trailMs) || tellings > 0;
    });
    return isMore;
  }

  #pruneUpdates(historyMs: number, trailMs: number): boolean {
    const some = `order_no > ${this.#upToNo} AND order_no <= ${this.#upToNo + ordersAtOnce}`;
    const erased = this.#run(
      `DELETE FROM updates WHERE (order_no, no) IN (
        SELECT order_no, no FROM updates WHERE ${some} AND seen_at_ms < ? LIMIT ${rowsAtOnce})`,
      historyMs,
    );
    const positioned = this.#sql
      .prepare(
        `SELECT ${updateColumns} FROM updates
        WHERE ${some} AND seen_at_ms < ? AND marks & ${positionMark} LIMIT ${rewrittenAtOnce}`,
      )
      .all(trailMs);
    this.#rewriting.change(positioned, (update) =>
      isMoveAlone(update)
        ? null
        : update.changes.filter(({ field }) => field !== 'courier.location'),
    );
    // What was cut off is looked for among the same orders.
    if (erased === rowsAtOnce || positioned.length === rewrittenAtOnce) return true;
    this.#upToNo += ordersAtOnce;
    const last = this.#sql.prepare('SELECT max(no) AS no FROM watched_orders').get();
    const isDone = this.#upToNo >= Number(last?.['no'] ?? 0);
    if (isDone) this.#upToNo = 0;
    return !isDone || erased > 0;
  }

  #run(statement: string, beforeMs: number): number {
    return Number(this.#sql.prepare(statement).run(beforeMs).changes);
  }
}
