import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Telling, TellingOutcome } from '../../core/telling.ts';
import type { Outbox } from '../notify/ports.ts';
import { DamagedRows } from './damaged-rows.ts';
import { storedTelling } from './stored-json.ts';
import { inTransaction } from './transaction.ts';

/**
 * Notifications that were decided, with how each ended. A key is taken once and for ever: the same
 * telling put twice is there once.
 */
export class OutboxRepository implements Outbox {
  readonly #sql: DatabaseSync;
  readonly #damaged: DamagedRows;
  readonly #pending: StatementSync;
  readonly #put: StatementSync;
  readonly #settle: StatementSync;

  /** @param wallMs dates what is found damaged */
  constructor(sql: DatabaseSync, wallMs: () => number) {
    this.#sql = sql;
    this.#damaged = new DamagedRows(sql, wallMs);
    this.#pending = sql.prepare('SELECT * FROM tellings WHERE outcome IS NULL ORDER BY no');
    this.#put = sql.prepare(`
      INSERT INTO tellings (key, order_id, decided_at_ms, telling_json) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO NOTHING`);
    this.#settle = sql.prepare(`
      UPDATE tellings SET outcome = ?, outcome_reason = ?, settled_at_ms = ? WHERE key = ?`);
  }

  pending(): readonly Telling[] {
    const tellings: Telling[] = [];
    for (const row of this.#pending.all()) {
      try {
        tellings.push(storedTelling.parse(JSON.parse(String(row['telling_json']))));
      } catch (error) {
        this.#setAside(row, error);
      }
    }
    return tellings;
  }

  put(telling: Telling): void {
    const json = JSON.stringify(telling);
    this.#put.run(telling.key, telling.orderId, telling.decidedAtMs, json);
  }

  settle(key: string, outcome: TellingOutcome, atMs: number): void {
    const reason = outcome.kind === 'shown' ? null : outcome.reason;
    this.#settle.run(outcome.kind, reason, atMs, key);
  }

  #setAside(row: Readonly<Record<string, unknown>>, error: unknown): void {
    inTransaction(this.#sql, () => {
      this.#damaged.keep('tellings', row, error);
      this.#sql.prepare('DELETE FROM tellings WHERE no = ?').run(Number(row['no']));
    });
  }
}
