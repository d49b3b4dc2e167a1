import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ToldUpdate } from '../../core/webhook/webhook-merge.ts';
import type {
  QueuedWebhook,
  ReceivedWebhook,
  SeenWebhook,
  WebhookStore,
} from '../webhooks/ports.ts';
import { inTransaction } from './sql.ts';
import { readableUpdate } from './update-rows.ts';

const queuedRow = z.object({
  no: z.number(),
  received_at_ms: z.number(),
  is_proven: z.number(),
  body: z.instanceof(Uint8Array),
});

/** Services repeat a webhook for minutes, and a signed time is good for an hour at most. */
const rememberedForMs = 7 * 24 * 60 * 60_000;
/** The most digests that are kept, some 5 MB: more than an hour brings for ten thousand orders. */
const mostRemembered = 20_000;
/** After how many new ones the oldest beyond that many go. */
const boundedEvery = 1000;

/**
 * The queue of webhooks in SQLite, and the digests by which a repeated one is recognised. However many
 * come, a bounded number of rows stays; the pages of those that went are used for the next ones.
 */
export class WebhookRepository implements WebhookStore {
  readonly #sql: DatabaseSync;
  readonly #remember: StatementSync;
  readonly #put: StatementSync;
  readonly #take: StatementSync;
  readonly #told: StatementSync;
  readonly #amend: StatementSync;
  readonly #bound: StatementSync;
  #sinceBounded = 0;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    this.#remember = sql.prepare(`
      INSERT INTO webhooks_seen (key, order_id, seen_at_ms) VALUES (?, ?, ?)
      ON CONFLICT (key) DO NOTHING`);
    this.#put = sql.prepare(
      'INSERT INTO webhook_queue (received_at_ms, is_proven, body) VALUES (?, ?, ?)',
    );
    this.#take = sql.prepare('DELETE FROM webhook_queue WHERE no = ?');
    this.#told = sql.prepare(`
      SELECT updates.* FROM updates JOIN watched_orders ON watched_orders.no = order_no
      WHERE id = ? AND seen_at_ms >= ? ORDER BY updates.no`);
    // The service's words do not come back to an order whose people were erased.
    this.#amend = sql.prepare(`
      UPDATE updates SET source = 'webhook', reasons_json = iif(
        order_no IN (SELECT order_no FROM privacy_steps WHERE erased_at_ms IS NOT NULL),
        reasons_json, ?)
      WHERE no = ? AND order_no = (SELECT no FROM watched_orders WHERE id = ?)`);
    this.#bound = sql.prepare(`
      DELETE FROM webhooks_seen WHERE key IN (
        SELECT key FROM webhooks_seen ORDER BY seen_at_ms DESC LIMIT -1 OFFSET ${mostRemembered})`);
  }

  put(
    { receivedAtMs, isProven, body }: ReceivedWebhook,
    { key, orderId }: SeenWebhook,
  ): number | null {
    let no: number | null = null;
    inTransaction(this.#sql, () => {
      if (this.#remember.run(key, orderId, receivedAtMs).changes === 0) return;
      no = Number(this.#put.run(receivedAtMs, isProven ? 1 : 0, body).lastInsertRowid);
      this.#sinceBounded += 1;
      if (this.#sinceBounded < boundedEvery) return;
      this.#sinceBounded = 0;
      this.#bound.run();
    });
    return no;
  }

  queued(): readonly QueuedWebhook[] {
    const rows = this.#sql.prepare('SELECT * FROM webhook_queue ORDER BY no').all();
    return rows.map((row) => {
      const { no, received_at_ms, is_proven, body } = queuedRow.parse(row);
      return { no, receivedAtMs: received_at_ms, isProven: is_proven === 1, body };
    });
  }

  waiting(): { readonly count: number; readonly bytes: number } {
    const row = this.#sql
      .prepare('SELECT count(*) AS count, total(length(body)) AS bytes FROM webhook_queue')
      .get();
    return { count: Number(row?.['count'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
  }

  settle(numbers: readonly number[]): void {
    inTransaction(this.#sql, () => {
      for (const no of numbers) this.#take.run(no);
    });
  }

  lastSeenAtMs(): number | null {
    const row = this.#sql.prepare('SELECT max(seen_at_ms) AS latest FROM webhooks_seen').get();
    const latest = row?.['latest'];
    return typeof latest === 'number' ? latest : null;
  }

  prune(nowMs: number): void {
    const beforeMs = nowMs - rememberedForMs;
    inTransaction(this.#sql, () => {
      // The clock was ahead when these came; they would stay for as long as it was, and count as the latest.
      this.#sql
        .prepare('UPDATE webhooks_seen SET seen_at_ms = ?1 WHERE seen_at_ms > ?1')
        .run(nowMs);
      this.#sql.prepare('DELETE FROM webhooks_seen WHERE seen_at_ms < ?').run(beforeMs);
      this.#sql.prepare('DELETE FROM webhook_queue WHERE received_at_ms < ?').run(beforeMs);
      this.#bound.run();
    });
  }

  /** Without plain moves, which no webhook reports. What cannot be read is left out. */
  toldUpdates(id: OrderId, sinceMs: number): readonly ToldUpdate[] {
    return this.#told.all(id, sinceMs).flatMap((row) => {
      const update = readableUpdate(row);
      if (update === null) return [];
      const { seenAtMs, source, kinds, reasons } = update;
      return [{ no: Number(row['no']), seenAtMs, source, kinds, reasons }];
    });
  }

  amend(id: OrderId, updateNo: number, reasons: readonly string[]): void {
    this.#amend.run(JSON.stringify(reasons), updateNo, id);
  }
}
