import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { contactEvents, eventsOf, outcomesOf } from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type {
  Notification,
  NotificationEvent,
  NotificationFilter,
  NotificationKind,
  NotificationOutcome,
} from '../../../core/notification/notification.ts';
import type {
  HeldNotification,
  NotificationHistory,
  Outbox,
  StoredNotification,
} from '../notify/ports.ts';
import type { DecidedNotifications, PastNotifications } from '../recorder/ports.ts';
import { DamagedRows, inTransaction } from './sql.ts';
import { storedTimeMs } from '../../../core/watch/watched-order-schema.ts';
import type { Row } from './sql.ts';
import { storedHoldReason, storedOutcome, storedNotification } from './stored-json.ts';

/** In the place of an outcome, from before the system gets a notification until it is settled. */
const showing = 'showing';

/** As SQL, the event of a notification about the program: its key begins with it, as in "connectionLost:0". */
export const eventInKey = "substr(key, 1, instr(key, ':') - 1)";

/** As SQL, whether a notification is about contact with the service. */
const isAboutContact = `order_id IS NULL AND event IN (${contactEvents.map((event) => `'${event}'`).join()})`;

const nothingKnown: ReadonlySet<string> = new Set();

function notificationOf(row: Row): Notification {
  return storedNotification.parse(JSON.parse(String(row['notification_json'])));
}

/** Until when the rule holds that holds it back, where that is known. */
function untilOf({ held_until_ms: untilMs }: Row): { readonly untilMs?: number } {
  return typeof untilMs === 'number' ? { untilMs } : {};
}

function notificationFrom(row: Row): StoredNotification {
  const isShowing = row['outcome'] === showing;
  return {
    no: Number(row['no']),
    notification: notificationOf(row),
    outcome: isShowing
      ? null
      : storedOutcome.parse({
          kind: row['outcome'],
          reason: row['outcome_reason'],
          ...untilOf(row),
        }),
    heldBy: storedHoldReason.nullable().parse(row['held_by']),
    settledAtMs: isShowing ? null : storedTimeMs.parse(row['settled_at_ms']),
  };
}

/**
 * The conditions of a filter as SQL. Where they name no order, one small index answers them: SQLite takes it for a
 * kind, and for a fate alone where it is told to.
 */
function narrowing({ kind, order, fate }: NotificationFilter): string {
  const index = order === null && fate !== null;
  return [
    index ? 'INDEXED BY notifications_by_event WHERE no < :before' : 'WHERE no < :before',
    ...(order === null ? [] : ['order_id = :order']),
    ...(kind === null ? [] : ['event IN (SELECT value FROM json_each(:events))']),
    ...(fate === null ? [] : ['outcome IN (SELECT value FROM json_each(:outcomes))']),
  ].join(' AND ');
}

/**
 * Notifications that were decided, with the outcome of each. Keys are unique: putting the same
 * notification twice stores it once.
 */
export class OutboxRepository
  implements Outbox, NotificationHistory, PastNotifications, DecidedNotifications
{
  readonly #sql: DatabaseSync;
  readonly #damaged: DamagedRows;
  readonly #pendingKeys: StatementSync;
  readonly #notification: StatementSync;
  readonly #held: StatementSync;
  readonly #latestOfOrders: StatementSync;
  readonly #latestOfKind: StatementSync;
  readonly #latestOf: StatementSync;
  readonly #put: StatementSync;
  readonly #settle: StatementSync;
  readonly #begin: StatementSync;
  readonly #inDoubt: StatementSync;

  /** @param wallMs dates what is found damaged */
  constructor(sql: DatabaseSync, wallMs: () => number) {
    this.#sql = sql;
    this.#damaged = new DamagedRows(sql, wallMs);
    this.#pendingKeys = sql.prepare(
      'SELECT key FROM notifications WHERE outcome IS NULL ORDER BY no',
    );
    this.#notification = sql.prepare('SELECT * FROM notifications WHERE key = ?');
    this.#held = sql.prepare("SELECT * FROM notifications WHERE outcome = 'held' ORDER BY no");
    this.#latestOfOrders = sql.prepare(
      'SELECT * FROM notifications WHERE order_id IS NOT NULL ORDER BY no DESC LIMIT ?',
    );
    this.#latestOfKind = sql.prepare(`
      SELECT * FROM notifications INDEXED BY notifications_by_event
      WHERE event IN (SELECT value FROM json_each(?)) ORDER BY no DESC LIMIT ?`);
    this.#latestOf = sql.prepare(`
      SELECT * FROM notifications
      WHERE order_id IS NULL AND ${eventInKey} IN (SELECT value FROM json_each(?))
      ORDER BY no DESC LIMIT 1`);
    this.#put = sql.prepare(`
      INSERT INTO notifications (key, order_id, event, decided_at_ms, notification_json)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (key) DO NOTHING`);
    this.#begin = sql.prepare(
      `UPDATE notifications SET outcome = '${showing}', outcome_reason = NULL WHERE key = ?`,
    );
    this.#inDoubt = sql.prepare(
      `SELECT * FROM notifications WHERE outcome = '${showing}' ORDER BY no`,
    );
    this.#settle = sql.prepare(`
      UPDATE notifications SET outcome = :outcome, outcome_reason = :reason, settled_at_ms = :atMs,
        held_by = iif(:outcome = 'held', :reason, held_by), held_until_ms = :untilMs
      WHERE key = :key`);
  }

  beginShowing(keys: readonly string[]): void {
    inTransaction(this.#sql, () => {
      for (const key of keys) this.#begin.run(key);
    });
  }

  inDoubt(): readonly Notification[] {
    return this.#damaged.parsed('notifications', this.#inDoubt.all(), notificationOf);
  }

  pending(known: ReadonlySet<string> = nothingKnown): readonly Notification[] {
    // In a burst thousands of notifications wait for one card, and this runs at every write.
    const fresh = this.#pendingKeys.all().flatMap(({ key }) => {
      const row = known.has(String(key)) ? undefined : this.#notification.get(String(key));
      return row === undefined ? [] : [row];
    });
    return this.#damaged.parsed('notifications', fresh, notificationOf);
  }

  held(): readonly HeldNotification[] {
    return this.#damaged.parsed('notifications', this.#held.all(), (row) => ({
      notification: notificationOf(row),
      reason: storedHoldReason.parse(row['outcome_reason']),
      ...untilOf(row),
    }));
  }

  page(
    filter: NotificationFilter,
    beforeNo: number | null,
    limit: number,
  ): readonly StoredNotification[] {
    const { kind, order, fate } = filter;
    const rows = this.#sql
      .prepare(
        `SELECT * FROM notifications
        WHERE no IN (
          SELECT no FROM notifications ${narrowing(filter)} ORDER BY no DESC LIMIT :limit)
        ORDER BY no DESC`,
      )
      .all({
        before: beforeNo ?? Number.MAX_SAFE_INTEGER,
        limit,
        ...(order !== null && { order }),
        ...(kind !== null && { events: JSON.stringify(eventsOf(kind)) }),
        ...(fate !== null && { outcomes: JSON.stringify(outcomesOf[fate]) }),
      });
    return this.#damaged.parsed('notifications', rows, notificationFrom);
  }

  lastNotified(ids: readonly OrderId[], atMs: number): readonly StoredNotification[] {
    const isNotified = `outcome IN ('shown', 'digested') AND settled_at_ms <= :atMs`;
    const rows = this.#sql
      .prepare(
        `SELECT * FROM notifications WHERE no IN (
          SELECT max(no) FROM json_each(:ids) JOIN notifications ON order_id = value
          WHERE ${isNotified} GROUP BY order_id, event
          UNION ALL SELECT max(no) FROM notifications WHERE ${isAboutContact} AND ${isNotified})
        ORDER BY no DESC`,
      )
      .all({ ids: JSON.stringify(ids), atMs });
    return this.#damaged.parsed('notifications', rows, notificationFrom);
  }

  waiting(ids: readonly OrderId[], atMs: number): readonly StoredNotification[] {
    const waited = `decided_at_ms <= :atMs AND held_by IS NOT NULL
      AND (outcome = 'held' OR settled_at_ms > :atMs)`;
    const rows = this.#sql
      .prepare(
        `SELECT * FROM notifications WHERE no IN (
          SELECT no FROM json_each(:ids) JOIN notifications ON order_id = value WHERE ${waited}
          UNION ALL SELECT no FROM notifications WHERE ${isAboutContact} AND ${waited})
        ORDER BY no DESC`,
      )
      .all({ ids: JSON.stringify(ids), atMs });
    return this.#damaged.parsed('notifications', rows, notificationFrom);
  }

  decidedBetween(fromMs: number, untilMs: number): readonly StoredNotification[] {
    const rows = this.#sql
      .prepare(
        `SELECT * FROM notifications
        WHERE decided_at_ms <= :untilMs AND (
          decided_at_ms >= :fromMs OR settled_at_ms IS NULL OR outcome = 'held'
          OR settled_at_ms >= :fromMs)
        ORDER BY no`,
      )
      .all({ fromMs, untilMs });
    return this.#damaged.parsed('notifications', rows, notificationFrom);
  }

  latestOfOrders(limit: number): readonly Notification[] {
    const rows = this.#latestOfOrders.all(limit);
    return this.#damaged.parsed('notifications', rows, notificationOf);
  }

  latestOfKind(kind: NotificationKind, limit: number): readonly Notification[] {
    const rows = this.#latestOfKind.all(JSON.stringify(eventsOf(kind)), limit);
    return this.#damaged.parsed('notifications', rows, notificationOf);
  }

  latestOf(events: readonly NotificationEvent[]): Notification | null {
    const rows = this.#latestOf.all(JSON.stringify(events));
    return this.#damaged.parsed('notifications', rows, notificationOf)[0] ?? null;
  }

  has(key: string): boolean {
    return this.#notification.get(key) !== undefined;
  }

  put(notification: Notification): void {
    const json = JSON.stringify(notification);
    const { key, orderId, event, decidedAtMs } = notification;
    this.#put.run(key, orderId, event, decidedAtMs, json);
  }

  settle(keys: readonly string[], outcome: NotificationOutcome, atMs: number): void {
    const reason = outcome.kind === 'shown' ? null : outcome.reason;
    const untilMs = outcome.kind === 'held' ? (outcome.untilMs ?? null) : null;
    inTransaction(
      this.#sql,
      () => {
        for (const key of keys) {
          this.#settle.run({ outcome: outcome.kind, reason, untilMs, atMs, key });
        }
      },
      // What is in doubt is settled before its card is shown. All else is decided again, or is in doubt then.
      reason === 'inDoubt' ? 'kept' : 'askedAgain',
    );
  }
}
