import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './transaction.ts';

/** So many rows, or the positions of so many orders, are looked through in one go: a few milliseconds. */
const rowsAtOnce = 2000;
const ordersAtOnce = 500;

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
  /** The orders up to this one have been looked through in this round. */
  #trailUpToNo = 0;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
  }

  /** @returns whether there may be more to erase: call it again soon */
  prune({ historyMs, trailMs }: PruneBefore): boolean {
    let isMore = false;
    inTransaction(this.#sql, () => {
      // The oldest rows have the lowest numbers, so there is no need to look through the others.
      const updates = this.#run(
        `DELETE FROM updates WHERE seen_at_ms < ?
          AND no < (SELECT min(no) FROM updates) + ${rowsAtOnce}`,
        historyMs,
      );
      const tellings = this.#run(
        `DELETE FROM tellings WHERE outcome <> 'showing' AND decided_at_ms < ?
          AND no < (SELECT min(no) FROM tellings WHERE outcome IS NOT NULL) + ${rowsAtOnce}`,
        historyMs,
      );
      this.#run('DELETE FROM damaged_rows WHERE found_at_ms < ?', historyMs);
      isMore = this.#pruneTrail(trailMs) || updates > 0 || tellings > 0;
    });
    return isMore;
  }

  #pruneTrail(beforeMs: number): boolean {
    const fromNo = this.#trailUpToNo;
    const last = this.#sql.prepare('SELECT max(no) AS no FROM watched_orders').get();
    this.#sql
      .prepare('DELETE FROM trail WHERE order_no > ? AND order_no <= ? AND at_ms < ?')
      .run(fromNo, fromNo + ordersAtOnce, beforeMs);
    const isDone = fromNo + ordersAtOnce >= Number(last?.['no'] ?? 0);
    this.#trailUpToNo = isDone ? 0 : fromNo + ordersAtOnce;
    return !isDone;
  }

  #run(statement: string, beforeMs: number): number {
    return Number(this.#sql.prepare(statement).run(beforeMs).changes);
  }
}
