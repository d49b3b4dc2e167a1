import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Telling, TellingOutcome } from '../../core/telling.ts';
import type { HeldTelling, Outbox, RecentTelling } from '../notify/ports.ts';
import { DamagedRows } from './damaged-rows.ts';
import { storedHoldReason, storedOutcome, storedTelling } from './stored-json.ts';
import { inTransaction } from './transaction.ts';

type Row = Readonly<Record<string, unknown>>;

function tellingOf(row: Row): Telling {
  return storedTelling.parse(JSON.parse(String(row['telling_json'])));
}

/**
 * Notifications that were decided, with how each ended. A key is taken once and for ever: the same
 * telling put twice is there once.
 */
export class OutboxRepository implements Outbox {
  readonly #sql: DatabaseSync;
  readonly #damaged: DamagedRows;
  readonly #pending: StatementSync;
  readonly #held: StatementSync;
  readonly #recent: StatementSync;
  readonly #put: StatementSync;
  readonly #settle: StatementSync;

  /** @param wallMs dates what is found damaged */
  constructor(sql: DatabaseSync, wallMs: () => number) {
    this.#sql = sql;
    this.#damaged = new DamagedRows(sql, wallMs);
    this.#pending = sql.prepare('SELECT * FROM tellings WHERE outcome IS NULL ORDER BY no');
    this.#held = sql.prepare("SELECT * FROM tellings WHERE outcome = 'held' ORDER BY no");
    this.#recent = sql.prepare('SELECT * FROM tellings ORDER BY no DESC LIMIT ?');
    this.#put = sql.prepare(`
      INSERT INTO tellings (key, order_id, decided_at_ms, telling_json) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO NOTHING`);
    this.#settle = sql.prepare(`
      UPDATE tellings SET outcome = ?, outcome_reason = ?, settled_at_ms = ? WHERE key = ?`);
  }

  pending(): readonly Telling[] {
    return this.#read(this.#pending.all(), tellingOf);
  }

  held(): readonly HeldTelling[] {
    return this.#read(this.#held.all(), (row) => ({
      telling: tellingOf(row),
      reason: storedHoldReason.parse(row['outcome_reason']),
    }));
  }

  /** What was told last and what became of it, the newest first. */
  recent(limit: number): readonly RecentTelling[] {
    return this.#read(this.#recent.all(limit), (row) => ({
      telling: tellingOf(row),
      outcome: storedOutcome.parse({ kind: row['outcome'], reason: row['outcome_reason'] }),
    }));
  }

  put(telling: Telling): void {
    const json = JSON.stringify(telling);
    this.#put.run(telling.key, telling.orderId, telling.decidedAtMs, json);
  }

  settle(key: string, outcome: TellingOutcome, atMs: number): void {
    const reason = outcome.kind === 'shown' ? null : outcome.reason;
    this.#settle.run(outcome.kind, reason, atMs, key);
  }

  #read<Item>(rows: readonly Row[], parse: (row: Row) => Item): readonly Item[] {
    const items: Item[] = [];
    for (const row of rows) {
      try {
        items.push(parse(row));
      } catch (error) {
        this.#setAside(row, error);
      }
    }
    return items;
  }

  #setAside(row: Row, error: unknown): void {
    inTransaction(this.#sql, () => {
      this.#damaged.keep('tellings', row, error);
      this.#sql.prepare('DELETE FROM tellings WHERE no = ?').run(Number(row['no']));
    });
  }
}
