import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { OrderId } from '../../core/order/order-id.ts';
import type { ToldUpdate } from '../../core/webhook/webhook-merge.ts';
import type {
  QueuedWebhook,
  ReceivedWebhook,
  SeenWebhook,
  WebhookQueue,
} from '../webhooks/ports.ts';
import { inTransaction } from './sql.ts';
import { readableUpdate } from './update-rows.ts';

const queuedRow = z.object({
  no: z.number(),
  received_at_ms: z.number(),
  is_trusted: z.number(),
  body: z.instanceof(Uint8Array),
});

/** The queue of webhooks in SQLite, and the digests of those that were dealt with. */
export class WebhookRepository implements WebhookQueue {
  readonly #sql: DatabaseSync;
  readonly #put: StatementSync;
  readonly #after: StatementSync;
  readonly #take: StatementSync;
  readonly #remember: StatementSync;
  readonly #isSeen: StatementSync;
  readonly #latest: StatementSync;
  readonly #told: StatementSync;
  readonly #amend: StatementSync;

  constructor(sql: DatabaseSync) {
    this.#sql = sql;
    this.#put = sql.prepare(
      'INSERT INTO webhook_queue (received_at_ms, is_trusted, body) VALUES (?, ?, ?)',
    );
    this.#after = sql.prepare('SELECT * FROM webhook_queue WHERE no > ? ORDER BY no LIMIT ?');
    this.#take = sql.prepare('DELETE FROM webhook_queue WHERE no = ?');
    this.#remember = sql.prepare(`
      INSERT INTO webhooks_seen (key, order_id, created_at_ms, seen_at_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO NOTHING`);
    this.#isSeen = sql.prepare('SELECT 1 FROM webhooks_seen WHERE key = ?');
    this.#latest = sql.prepare(
      'SELECT max(created_at_ms) AS latest FROM webhooks_seen WHERE order_id = ?',
    );
    this.#told = sql.prepare(`
      SELECT updates.* FROM updates JOIN watched_orders ON watched_orders.no = order_no
      WHERE id = ? AND seen_at_ms >= ? ORDER BY updates.no`);
    this.#amend = sql.prepare(`
      UPDATE updates SET source = 'webhook', reasons_json = ?
      WHERE no = ? AND order_no = (SELECT no FROM watched_orders WHERE id = ?)`);
  }

  put(batch: readonly ReceivedWebhook[]): void {
    inTransaction(this.#sql, () => {
      for (const { receivedAtMs, isTrusted, body } of batch) {
        this.#put.run(receivedAtMs, isTrusted ? 1 : 0, body);
      }
    });
  }

  after(no: number, limit: number): readonly QueuedWebhook[] {
    return this.#after.all(no, limit).map((row) => {
      const queued = queuedRow.parse(row);
      return {
        no: queued.no,
        receivedAtMs: queued.received_at_ms,
        isTrusted: queued.is_trusted !== 0,
        body: queued.body,
      };
    });
  }

  settle(done: readonly { readonly no: number; readonly seen: SeenWebhook | null }[]): void {
    inTransaction(this.#sql, () => {
      for (const { no, seen } of done) {
        this.#take.run(no);
        if (seen === null) continue;
        this.#remember.run(seen.key, seen.orderId, seen.createdAtMs, seen.seenAtMs);
      }
    });
  }

  isSeen(key: string): boolean {
    return this.#isSeen.get(key) !== undefined;
  }

  latestCreatedAtMs(id: OrderId): number | null {
    const latest = this.#latest.get(id)?.['latest'];
    return typeof latest === 'number' ? latest : null;
  }

  waiting(): { readonly count: number; readonly bytes: number } {
    const row = this.#sql
      .prepare('SELECT count(*) AS count, total(length(body)) AS bytes FROM webhook_queue')
      .get();
    return { count: Number(row?.['count'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
  }

  lastSeenAtMs(): number | null {
    const row = this.#sql.prepare('SELECT max(seen_at_ms) AS latest FROM webhooks_seen').get();
    const latest = row?.['latest'];
    return typeof latest === 'number' ? latest : null;
  }

  prune(beforeMs: number): void {
    this.#sql.prepare('DELETE FROM webhooks_seen WHERE seen_at_ms < ?').run(beforeMs);
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
