import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TimelineEntry, TrailPoint } from '../../core/bridge/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { HistoryReader } from '../board/ports.ts';
import { DamagedRows } from './damaged-rows.ts';
import { HistoryPruning } from './history-pruning.ts';
import type { UpdateToPack } from './packed/packed-update.ts';
import { positionMark } from './packed/update-marks.ts';
import { storedUpdate, updateColumns } from './stored-update.ts';
import { inTransaction } from './transaction.ts';

const dayMs = 86_400_000;

const trailDaysAtLeast = 7;

type Row = Readonly<Record<string, unknown>>;

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
      SELECT id, ${updateColumns}
      FROM updates JOIN watched_orders ON watched_orders.no = updates.order_no
      WHERE watched_orders.id = ? ORDER BY updates.no DESC LIMIT ?`);
    this.#addedAt = sql.prepare('SELECT added_at_ms FROM watched_orders WHERE id = ?');
    this.#trail = sql.prepare(`
      SELECT id, ${updateColumns}
      FROM updates JOIN watched_orders ON watched_orders.no = updates.order_no
      WHERE watched_orders.id = ? AND marks & ${positionMark} ORDER BY updates.no DESC LIMIT ?`);
    this.#raw = sql.prepare(`
      SELECT raw_answers.body
      FROM raw_answers JOIN watched_orders ON watched_orders.no = raw_answers.order_no
      WHERE watched_orders.id = ?`);
  }

  timeline(id: OrderId, limit: number): readonly TimelineEntry[] {
    const entries: TimelineEntry[] = this.#read(this.#timeline.all(id, limit)).map(
      ({ seenAtMs, source, kinds, reasons, changes }) => ({
        kind: 'update',
        atMs: seenAtMs,
        source,
        kinds,
        reasons,
        changes,
      }),
    );
    const addedAtMs = this.#addedAt.get(id)?.['added_at_ms'];
    if (typeof addedAtMs === 'number' && entries.length < limit) {
      entries.push({ kind: 'watchingStarted', atMs: addedAtMs, source: 'you' });
    }
    return entries;
  }

  /** The positions that the updates brought. */
  trail(id: OrderId, limit: number): readonly TrailPoint[] {
    return this.#read(this.#trail.all(id, limit))
      .flatMap(({ seenAtMs, changes }) => {
        const moved = changes.find((change) => change.field === 'courier.location');
        if (moved?.after == null) return [];
        const { latitudeDeg, longitudeDeg } = moved.after;
        return [{ latitudeDeg, longitudeDeg, atMs: seenAtMs }];
      })
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

  #read(rows: readonly Row[]): readonly UpdateToPack[] {
    const updates: UpdateToPack[] = [];
    for (const row of rows) {
      try {
        updates.push(storedUpdate(row));
      } catch (error) {
        this.#setAside(row, error);
      }
    }
    return updates;
  }

  #setAside(row: Row, error: unknown): void {
    inTransaction(this.#sql, () => {
      this.#damaged.keep('updates', row, error);
      this.#sql
        .prepare('DELETE FROM updates WHERE order_no = ? AND no = ?')
        .run(Number(row['order_no']), Number(row['no']));
    });
  }
}
