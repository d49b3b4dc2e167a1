import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { BoardChange, TimelineEntry, TrailPoint } from '../../../core/board/board.ts';
import { type FinishedJourney, storedJourney } from '../../../core/forecast/journey.ts';
import { orderIdSchema } from '../../../core/order/order-id-schema.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { MatchedWait } from '../../../core/watch/learned-waits.ts';
import { finishedJourney } from '../../../core/board/order-journey.ts';
import type { WatchOrigin } from '../../../core/watch/watched-order.ts';
import type { DayRecords, DaySpan, EndedStay } from '../../../core/board/day-summary.ts';
import type { DayReader, HistoryReader } from '../board/ports.ts';
import type { JourneyHistory, LearnedHistory } from '../notify/ports.ts';
import type { UpdateTimes } from '../recorder/ports.ts';
import { eventInKey } from './outbox-repository.ts';
import { DamagedRows, inTransaction, noteErasedBytes } from './sql.ts';
import type { Row } from './sql.ts';
import { storedOrigin, storedPreferences } from '../../../core/watch/watched-order-schema.ts';
import { hasPosition, isMoveAlone, storedUpdate, UpdateRows } from './update-rows.ts';

const dayMs = 86_400_000;

const trailDaysAtLeast = 7;

/** Later than anything that happened. */
const lastMs = Number.MAX_SAFE_INTEGER;

/** The most rows that one call of {@link HistoryRepository.prune} looks through in each table: some ms. */
const rowsAtOnce = 2000;
/** The most updates of one call that lose their positions: each is read and written again. */
const rewrittenAtOnce = 300;

/**
 * Of notifications: neither waiting, nor held back for later, nor in the system's hands, nor the latest of
 * its kind about the program as a whole, which says what was notified of a loss of contact that may last.
 */
const mayGo = `outcome NOT IN ('held', 'showing') AND (order_id IS NOT NULL OR no NOT IN (
  SELECT max(no) FROM notifications WHERE order_id IS NULL GROUP BY ${eventInKey}))`;

/** The most notifications that are kept: a week of a desk with a thousand orders a day. */
const mostNotifications = 50_000;

/** How many of the latest updates are looked through for the changes since a time. */
const recentAtMost = 5000;

/** How many updates of a day are read at once, which takes a laptop some 10 ms. */
const dayUpdatesAtOnce = 300;

/** How many finished orders forecasts are made and graded from. */
const mostJourneys = 1000;

const idRow = z.object({ id: orderIdSchema });

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

/** The way of a courier beside the preferences for the order; what cannot be read is left out. */
const journeyRow = z
  .object({
    id: orderIdSchema,
    journey_json: jsonText.pipe(storedJourney),
    preferences_json: jsonText.pipe(storedPreferences).nullable().catch(null),
  })
  .transform(({ id, journey_json: journey, preferences_json: preferences }) => ({
    id,
    journey,
    preferences,
    // It has a time of arrival in the row, so it was not cancelled.
    order: null,
  }));

/** A journey that had arrived by a time, as it was known then. */
function journeyUntil(journey: FinishedJourney, untilMs: number): FinishedJourney {
  const { endedAtMs = -Infinity, ...before } = journey;
  return endedAtMs > untilMs ? before : journey;
}

/** What started watching, as far as it can be read. */
function originOf(json: unknown): WatchOrigin | null {
  try {
    return storedOrigin.parse(JSON.parse(String(json)));
  } catch {
    return null;
  }
}

function storedChange(row: unknown): BoardChange {
  const { seenAtMs, ...update } = storedUpdate(row);
  return { id: idRow.parse(row).id, entry: { kind: 'update', atMs: seenAtMs, ...update } };
}

function storedDayUpdate(row: unknown): DayRecords['updates'][number] {
  const { kinds, changes } = storedUpdate(row);
  return { orderId: idRow.parse(row).id, kinds, changes };
}

/** The history of each order beside its present state. Rows are appended, and pruned by age. */
export class HistoryRepository
  implements DayReader, HistoryReader, JourneyHistory, LearnedHistory, UpdateTimes
{
  readonly #sql: DatabaseSync;
  readonly #damaged: DamagedRows;
  readonly #updates: UpdateRows;
  readonly #timeline: StatementSync;
  readonly #added: StatementSync;
  readonly #trail: StatementSync;
  readonly #raw: StatementSync;
  readonly #recent: StatementSync;
  readonly #recentOf: StatementSync;
  readonly #ofDay: StatementSync;
  readonly #courierWaits: StatementSync;
  readonly #positionAges: StatementSync;
  readonly #journeys: StatementSync;

  /** @param wallMs dates what is found damaged */
  constructor(sql: DatabaseSync, wallMs: () => number) {
    this.#sql = sql;
    this.#damaged = new DamagedRows(sql, wallMs);
    this.#updates = new UpdateRows(sql);
    // A damaged row is set aside with its uuid, so that erasing the order finds it. A join in place of the
    // subquery would make SQLite read the history of all orders.
    const ofOrder = `
      SELECT *, ?1 AS id FROM history
      WHERE order_no = (SELECT no FROM watched_orders WHERE id = ?1)`;
    this.#timeline = sql.prepare(`${ofOrder} ORDER BY no DESC LIMIT ?2`);
    this.#trail = sql.prepare(`${ofOrder} AND ${hasPosition} ORDER BY no DESC LIMIT ?2`);
    this.#added = sql.prepare('SELECT added_at_ms, origin_json FROM watched_orders WHERE id = ?');
    this.#raw = sql.prepare(`
      SELECT body FROM raw_answers JOIN watched_orders ON watched_orders.no = order_no
      WHERE id = ?`);
    this.#recent = sql.prepare(`
      SELECT latest.*, id
      FROM (SELECT * FROM updates ORDER BY no DESC LIMIT ${recentAtMost}) AS latest
      JOIN watched_orders ON watched_orders.no = order_no
      WHERE seen_at_ms >= ? AND kinds_json <> '["courier_moved"]'
      ORDER BY latest.no DESC LIMIT ?`);
    this.#recentOf = sql.prepare(`
      SELECT updates.*, id FROM watched_orders CROSS JOIN updates ON order_no = watched_orders.no
      WHERE id IN (SELECT value FROM json_each(?))
        AND seen_at_ms >= ? AND kinds_json <> '["courier_moved"]'
      ORDER BY updates.no DESC LIMIT ?`);
    this.#ofDay = sql.prepare(`
      SELECT updates.*, id FROM updates JOIN watched_orders ON watched_orders.no = order_no
      WHERE (seen_at_ms, updates.no) > (?, ?) AND seen_at_ms < ? AND (
        instr(kinds_json, 'order_released')
        OR instr(changes_json, '"field":"status"')
        OR instr(changes_json, '"field":"price"'))
      ORDER BY seen_at_ms, updates.no LIMIT ${dayUpdatesAtOnce}`);
    this.#courierWaits = sql.prepare(
      'SELECT ended_at_ms, wait_ms FROM courier_waits WHERE ended_at_ms <= ? ORDER BY no',
    );
    this.#journeys = sql.prepare(`
      SELECT id, journey_json, preferences_json FROM watched_orders
      WHERE arrived_at_ms <= ? AND id NOT IN (SELECT order_id FROM erasing_orders)
      ORDER BY arrived_at_ms DESC LIMIT ?`);
    // Moves are not indexed by time; the next update of another kind says where those of later begin.
    const latest = 'ORDER BY seen_at_ms DESC, no DESC LIMIT :limit';
    this.#positionAges = sql.prepare(`
      SELECT age_ms FROM (
        SELECT * FROM (
          SELECT seen_at_ms, no, age_ms FROM moves
          WHERE age_ms IS NOT NULL AND seen_at_ms <= :untilMs AND no < coalesce((
            SELECT no FROM updates WHERE seen_at_ms > :untilMs ORDER BY seen_at_ms LIMIT 1), :noEnd)
          ORDER BY no DESC LIMIT :limit)
        UNION ALL
        SELECT * FROM (
          SELECT seen_at_ms, no, seen_at_ms - (
            SELECT json_extract(value, '$.after.reportedAtMs') FROM json_each(changes_json)
            WHERE json_extract(value, '$.field') = 'courier.location') AS age_ms
          FROM updates
          WHERE ${hasPosition} AND json_valid(changes_json) AND seen_at_ms <= :untilMs
            AND age_ms IS NOT NULL ${latest}))
      ${latest}`);
  }

  timeline(id: OrderId, limit: number): readonly TimelineEntry[] {
    const rows = this.#timeline.all(id, limit);
    const entries: TimelineEntry[] = this.#damaged
      .parsed('updates', rows, storedUpdate)
      .map(({ seenAtMs, ...update }) => ({ kind: 'update', atMs: seenAtMs, ...update }));
    const { added_at_ms: atMs, origin_json: json } = this.#added.get(id) ?? {};
    if (typeof atMs === 'number' && entries.length < limit) {
      entries.push({ kind: 'watchingStarted', atMs, source: 'you', origin: originOf(json) });
    }
    return entries;
  }

  /** The positions that the updates brought. */
  trail(id: OrderId, limit: number): readonly TrailPoint[] {
    const rows = this.#trail.all(id, limit);
    return this.#damaged
      .parsed('updates', rows, storedUpdate)
      .flatMap(({ seenAtMs, changes }) => {
        const moved = changes.find((change) => change.field === 'courier.location');
        if (moved?.after == null) return [];
        const { latitudeDeg, longitudeDeg } = moved.after;
        return [{ latitudeDeg, longitudeDeg, atMs: seenAtMs }];
      })
      .toReversed();
  }

  recentChanges(
    sinceMs: number,
    limit: number,
    ids: readonly OrderId[] | null,
  ): readonly BoardChange[] {
    const rows =
      ids === null
        ? this.#recent.all(sinceMs, limit)
        : this.#recentOf.all(JSON.stringify(ids), sinceMs, limit);
    return this.#damaged.parsed('updates', rows, storedChange);
  }

  updateTimesMs(fromMs: number, untilMs: number): readonly number[] {
    return this.#sql
      .prepare(
        `SELECT DISTINCT seen_at_ms FROM updates
        WHERE seen_at_ms BETWEEN ? AND ? AND kinds_json <> '["courier_moved"]'
        ORDER BY seen_at_ms`,
      )
      .all(fromMs, untilMs)
      .map((row) => Number(row['seen_at_ms']));
  }

  /** The changes of status, courier and price in a time, in parts of some milliseconds; oldest first. */
  *dayUpdates({ startMs, endMs }: DaySpan): Generator<DayRecords['updates'], void> {
    let [afterMs, afterNo] = [startMs, -1];
    for (;;) {
      const rows: readonly Row[] = this.#ofDay.all(afterMs, afterNo, endMs);
      yield this.#damaged.parsed('updates', rows, storedDayUpdate);
      const last = rows.at(-1);
      if (last === undefined || rows.length < dayUpdatesAtOnce) return;
      [afterMs, afterNo] = [Number(last['seen_at_ms']), Number(last['no'])];
    }
  }

  /** How long the orders that were matched in a time had waited for their couriers. */
  courierWaitsMs({ startMs, endMs }: DaySpan): readonly number[] {
    return this.#sql
      .prepare('SELECT wait_ms FROM courier_waits WHERE ended_at_ms >= ? AND ended_at_ms < ?')
      .all(startMs, endMs)
      .map((row) => Number(row['wait_ms']));
  }

  /** The stays at stops that lie in a time, wholly or in part. */
  stays({ startMs, endMs }: DaySpan): readonly EndedStay[] {
    return this.#sql
      .prepare(
        'SELECT stop, since_ms, until_ms FROM stop_stays WHERE until_ms > ? AND since_ms < ?',
      )
      .all(startMs, endMs)
      .map((row) => ({
        stop: row['stop'] === 'pickup' ? 'pickup' : 'destination',
        sinceMs: Number(row['since_ms']),
        untilMs: Number(row['until_ms']),
      }));
  }

  rawJson(id: OrderId): string | null {
    const body = this.#raw.get(id)?.['body'];
    return typeof body === 'string' ? body : null;
  }

  courierWaits(untilMs = lastMs): readonly MatchedWait[] {
    return this.#courierWaits.all(untilMs).map((row) => ({
      atMs: Number(row['ended_at_ms']),
      waitMs: Number(row['wait_ms']),
    }));
  }

  positionAgesMs(limit: number, untilMs = lastMs): readonly number[] {
    return this.#positionAges
      .all({ limit, untilMs, noEnd: lastMs })
      .map((row) => Number(row['age_ms']))
      .toReversed();
  }

  finishedJourneys(untilMs = lastMs): readonly FinishedJourney[] {
    return this.#journeys.all(untilMs, mostJourneys).flatMap((row) => {
      const read = journeyRow.safeParse(row).data;
      const journey = read === undefined ? null : finishedJourney(read);
      return journey === null ? [] : [journeyUntil(journey, untilMs)];
    });
  }

  /**
   * Deletes a bounded part of what is older than it may be kept, and of the oldest notifications where
   * there are too many. Those that were never shown stay, and those of the last day: the outbox knows by
   * them what was told.
   *
   * @param keepDays for updates and notifications, and for people in orders that are over; older positions
   *   go also while an order is under way, though never within a week
   * @returns whether there may be more to delete
   */
  prune(nowMs: number, keepDays: { readonly history: number; readonly people: number }): boolean {
    const historyMs = nowMs - keepDays.history * dayMs;
    const trailMs = nowMs - Math.max(keepDays.people, trailDaysAtLeast) * dayMs;
    let isMore = false;
    inTransaction(this.#sql, () => {
      const deleted =
        this.#deleteOld('notifications', `${mayGo} AND decided_at_ms`, historyMs) +
        this.#deleteOld(
          'notifications',
          `${mayGo} AND no <= (SELECT max(no) FROM notifications) - ${mostNotifications} AND decided_at_ms`,
          nowMs - dayMs,
        ) +
        this.#deleteOld('updates', 'seen_at_ms', historyMs) +
        this.#deleteOld('stop_stays', 'until_ms', historyMs) +
        this.#deleteOld('moves', 'seen_at_ms', Math.max(historyMs, trailMs));
      // A row that cannot be read may name people, and its order is unknown.
      const peopleMs = nowMs - Math.min(keepDays.history, keepDays.people) * dayMs;
      const damaged = this.#sql.prepare(
        'DELETE FROM damaged_rows WHERE found_at_ms <= ? OR found_at_ms > ?',
      );
      const damagedCount = Number(damaged.run(peopleMs, nowMs).changes);
      isMore = this.#rewriteWithoutPositions(trailMs) || deleted > 0;
      if (isMore || damagedCount > 0) noteErasedBytes(this.#sql);
    });
    return isMore;
  }

  /** Looks at the oldest rows of a table only: they were written in the order of time. */
  #deleteOld(table: string, column: string, beforeMs: number): number {
    const statement = this.#sql.prepare(`
      DELETE FROM ${table} WHERE ${column} < ?
        AND no IN (SELECT no FROM ${table} ORDER BY no LIMIT ${rowsAtOnce})`);
    return Number(statement.run(beforeMs).changes);
  }

  /** @returns whether there may be more */
  #rewriteWithoutPositions(trailMs: number): boolean {
    const rows = this.#sql
      .prepare(
        `SELECT * FROM updates
        WHERE ${hasPosition} AND seen_at_ms < ?
        LIMIT ${rewrittenAtOnce}`,
      )
      .all(trailMs);
    this.#updates.rewrite(rows, (update) =>
      isMoveAlone(update)
        ? null
        : { changes: update.changes.filter(({ field }) => field !== 'courier.location') },
    );
    return rows.length === rewrittenAtOnce;
  }
}
