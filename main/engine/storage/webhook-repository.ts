import { createHash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { FileIntake } from '../../../core/board/order-folder.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import type { PastUpdate } from '../../../core/webhook/webhook-merge.ts';
import { unknownOrdersChoices } from '../../../core/webhook/webhook-state.ts';
import type { UnknownOrdersChoice } from '../../../core/webhook/webhook-state.ts';
import type { IntakeStore } from '../intake/ports.ts';
import type {
  QueuedWebhook,
  ReceivedWebhook,
  SeenWebhook,
  WebhookStore,
} from '../webhooks/ports.ts';
import { inTransaction, readFact, writeFact } from './sql.ts';
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
  readonly #settle: StatementSync;
  readonly #pastUpdates: StatementSync;
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
    this.#settle = sql.prepare('DELETE FROM webhook_queue WHERE no = ?');
    this.#pastUpdates = sql.prepare(`
      SELECT updates.* FROM updates JOIN watched_orders ON watched_orders.no = order_no
      WHERE id = ? AND seen_at_ms >= ? ORDER BY updates.no`);
    // The service's words do not come back to an order whose people were erased.
    this.#amend = sql.prepare(`
      UPDATE updates SET source = 'webhook', reasons_json = iif(
        order_no IN (SELECT order_no FROM privacy_steps WHERE erased_at_ms IS NOT NULL),
        reasons_json, ?1), created_at_ms = coalesce(max(created_at_ms, ?2), created_at_ms, ?2)
      WHERE no = ?3 AND order_no = (SELECT no FROM watched_orders WHERE id = ?4)`);
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
      for (const no of numbers) this.#settle.run(no);
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
  pastUpdates(id: OrderId, sinceMs: number): readonly PastUpdate[] {
    return this.#pastUpdates.all(id, sinceMs).flatMap((row) => {
      const update = readableUpdate(row);
      if (update === null) return [];
      const { seenAtMs, source, kinds, reasons } = update;
      return [{ no: Number(row['no']), seenAtMs, source, kinds, reasons }];
    });
  }

  amend(
    id: OrderId,
    updateNo: number,
    reasons: readonly string[],
    createdAtMs: number | null,
  ): void {
    this.#amend.run(JSON.stringify(reasons), createdAtMs, updateNo, id);
  }
}

const choiceRow = z.object({ choice: z.enum(unknownOrdersChoices) });
const offeredRow = z.object({ order_id: orderIdSchema });
const countFact = z.coerce.number().int().min(0);

/** In `facts`: what became of the last files that orders were read from, without their content. */
const fileIntakesFact = 'order_folder_takings';
const passedOver = z.object({
  finished: z.number(),
  repeated: z.number(),
  rejected: z.number(),
  // Not counted by versions before it.
  withoutUuid: z.number().default(0),
  timesUnread: z.number(),
  isGarbled: z.boolean(),
});
/** Of a file that was accepted before this was counted. */
const nothingPassedOver = {
  finished: 0,
  repeated: 0,
  rejected: 0,
  withoutUuid: 0,
  timesUnread: 0,
  isGarbled: false,
};
const storedFileIntakes: z.ZodType<FileIntake[]> = z.array(
  z.object({
    atMs: z.number(),
    fileName: z.string(),
    taken: z
      .object({
        found: z.number(),
        added: z.number(),
        changed: z.number(),
        leftOut: z.number(),
        isCutOff: z.boolean(),
        passedOver: passedOver.default(nothingPassedOver),
      })
      .nullable(),
  }),
);

/** The most digests that are kept, some 10 MB: a year of a large desk. */
const mostSettled = 200_000;
/** How much of a digest is kept, in bytes: no two of our names have the same by chance. */
const digestBytes = 16;

/** Orders that came by themselves, in SQLite. What is not to be accepted again is kept as salted digests. */
export class IntakeRepository implements IntakeStore {
  readonly #sql: DatabaseSync;
  readonly #salt: string;
  readonly #isSettled: StatementSync;
  #sinceBounded = 0;

  /** @param salt drawn once per installation, so that digests of two computers cannot be compared */
  constructor(sql: DatabaseSync, salt: string) {
    this.#sql = sql;
    this.#salt = salt;
    // A file can ask for 50,000.
    this.#isSettled = sql.prepare('SELECT 1 FROM settled_intake WHERE digest = ?');
  }

  choice(baseUrl: string): UnknownOrdersChoice | null {
    const row = this.#sql
      .prepare('SELECT choice FROM unknown_orders WHERE base_url = ?')
      .get(baseUrl);
    return choiceRow.safeParse(row).data?.choice ?? null;
  }

  choose(baseUrl: string, choice: UnknownOrdersChoice): void {
    this.#sql
      .prepare(
        `INSERT INTO unknown_orders (base_url, choice) VALUES (?, ?)
        ON CONFLICT (base_url) DO UPDATE SET choice = excluded.choice`,
      )
      .run(baseUrl, choice);
  }

  /** Rows that cannot be read are left out. */
  offered(): readonly OrderId[] {
    const rows = this.#sql.prepare('SELECT order_id FROM offered_orders ORDER BY no DESC').all();
    return rows.flatMap((row) => offeredRow.safeParse(row).data?.order_id ?? []);
  }

  offer(id: OrderId): void {
    this.#sql.prepare('INSERT OR REPLACE INTO offered_orders (order_id) VALUES (?)').run(id);
  }

  withdraw(ids: readonly OrderId[]): void {
    const remove = this.#sql.prepare('DELETE FROM offered_orders WHERE order_id = ?');
    inTransaction(this.#sql, () => {
      for (const id of ids) remove.run(id);
    });
  }

  notKeptCount(): number {
    return countFact.safeParse(readFact(this.#sql, 'offers_not_kept') ?? 0).data ?? 0;
  }

  setNotKeptCount(count: number): void {
    writeFact(this.#sql, 'offers_not_kept', String(count));
  }

  folder(): string | null {
    return readFact(this.#sql, 'order_folder');
  }

  setFolder(path: string | null): void {
    writeFact(this.#sql, 'order_folder', path);
  }

  fileIntakes(): readonly FileIntake[] {
    try {
      return storedFileIntakes.parse(JSON.parse(readFact(this.#sql, fileIntakesFact) ?? '[]'));
    } catch {
      return [];
    }
  }

  keepFileIntakes(fileIntakes: readonly FileIntake[]): void {
    writeFact(this.#sql, fileIntakesFact, JSON.stringify(fileIntakes));
  }

  isSettled(name: string): boolean {
    return this.#isSettled.get(this.#digest(name)) !== undefined;
  }

  settle(names: readonly string[], nowMs: number): void {
    const put = this.#sql.prepare(
      `INSERT INTO settled_intake (digest, at_ms) VALUES (?, ?)
      ON CONFLICT (digest) DO UPDATE SET at_ms = excluded.at_ms`,
    );
    inTransaction(this.#sql, () => {
      for (const name of names) put.run(this.#digest(name), nowMs);
      this.#sinceBounded += names.length;
      if (this.#sinceBounded < boundedEvery) return;
      this.#sinceBounded = 0;
      this.#sql.exec(`
        DELETE FROM settled_intake WHERE digest IN (
          SELECT digest FROM settled_intake ORDER BY at_ms DESC LIMIT -1 OFFSET ${mostSettled})`);
    });
  }

  #digest(name: string): Uint8Array {
    const digest = createHash('sha256').update(this.#salt).update('\0').update(name).digest();
    return digest.subarray(0, digestBytes);
  }
}
