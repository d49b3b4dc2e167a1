import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { TimelineEntry, TrailPoint } from '../../core/board.ts';
import type { OrderId } from '../../core/order-id.ts';
import type { HistoryReader } from '../board/ports.ts';
import { DamagedRows } from './damaged-rows.ts';
import { HistoryPruning } from './history-pruning.ts';
import { storedChanges, storedKinds, storedReasons } from './stored-json.ts';
import { inTransaction } from './transaction.ts';

const dayMs = 86_400_000;

const trailDaysAtLeast = 7;

const updateRow = z.object({
  seen_at_ms: z.number(),
  source: z.enum(['poll', 'webhook']),
  kinds_json: z.string(),
  reasons_json: z.string(),
  changes_json: z.string(),
});

const trailRow = z.object({
  at_ms: z.number(),
  latitude_deg: z.number(),
  longitude_deg: z.number(),
});

/** What was stored of an order beside its present state. It is only ever appended to, and pruned by age. */
export class HistoryRepository implements HistoryReader {
  readonly #sql: DatabaseSync;
  readonly #damaged: DamagedRows;
  readonly #pruning: HistoryPruning;
  readonly #timeline: StatementSync;
  readonly #addedAt: StatementSync;
  readonly #trail: StatementSync;
  readonly #raw: StatementSync;

  /** @param wallMs dates what is found damaged */
  constructor(sql: DatabaseSync, wallMs: () => number) {
    this.#sql = sql;
    this.#damaged = new DamagedRows(sql, wallMs);
    this.#pruning = new HistoryPruning(sql);
    this.#timeline = sql.prepare(`
      SELECT updates.* FROM updates JOIN watched_orders ON watched_orders.no = updates.order_no
      WHERE watched_orders.id = ? ORDER BY updates.no DESC LIMIT ?`);
    this.#addedAt = sql.prepare('SELECT added_at_ms FROM watched_orders WHERE id = ?');
    this.#trail = sql.prepare(`
      SELECT trail.at_ms, trail.latitude_deg, trail.longitude_deg
      FROM trail JOIN watched_orders ON watched_orders.no = trail.order_no
      WHERE watched_orders.id = ? ORDER BY trail.at_ms DESC LIMIT ?`);
    this.#raw = sql.prepare(`
      SELECT raw_answers.body
      FROM raw_answers JOIN watched_orders ON watched_orders.no = raw_answers.order_no
      WHERE watched_orders.id = ?`);
  }

  timeline(id: OrderId, limit: number): readonly TimelineEntry[] {
    const entries: TimelineEntry[] = [];
    for (const row of this.#timeline.all(id, limit)) {
      try {
        const update = updateRow.parse(row);
        entries.push({
          kind: 'update',
          atMs: update.seen_at_ms,
          source: update.source,
          kinds: storedKinds.parse(JSON.parse(update.kinds_json)),
          reasons: storedReasons.parse(JSON.parse(update.reasons_json)),
          changes: storedChanges.parse(JSON.parse(update.changes_json)),
        });
      } catch (error) {
        this.#setAside(row, error);
      }
    }
    const addedAtMs = this.#addedAt.get(id)?.['added_at_ms'];
    if (typeof addedAtMs === 'number' && entries.length < limit) {
      entries.push({ kind: 'watchingStarted', atMs: addedAtMs, source: 'you' });
    }
    return entries;
  }

  trail(id: OrderId, limit: number): readonly TrailPoint[] {
    return this.#trail
      .all(id, limit)
      .map((row) => trailRow.parse(row))
      .map((row) => ({
        latitudeDeg: row.latitude_deg,
        longitudeDeg: row.longitude_deg,
        atMs: row.at_ms,
      }))
      .toReversed();
  }

  rawJson(id: OrderId): string | null {
    const body = this.#raw.get(id)?.['body'];
    return typeof body === 'string' ? body : null;
  }

  /**
   * Erases a part of what is older than it may be kept; see {@link HistoryPruning}.
   *
   * @param keepDays for updates and notifications, and for positions after their order is over; older
   *   positions go also while it is under way, though never within a week
   * @returns whether there may be more to erase
   */
  prune(nowMs: number, keepDays: { readonly history: number; readonly trail: number }): boolean {
    return this.#pruning.prune({
      historyMs: nowMs - keepDays.history * dayMs,
      trailMs: nowMs - Math.max(keepDays.trail, trailDaysAtLeast) * dayMs,
    });
  }

  #setAside(row: Readonly<Record<string, unknown>>, error: unknown): void {
    inTransaction(this.#sql, () => {
      this.#damaged.keep('updates', row, error);
      this.#sql.prepare('DELETE FROM updates WHERE no = ?').run(Number(row['no']));
    });
  }
}
