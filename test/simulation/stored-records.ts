import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { Notification, NotificationEvent } from '../../core/notification/notification.ts';
import { storedUpdate } from '../../main/engine/storage/update-rows.ts';
import type { NotificationModel } from './laws/notification-model.ts';

/**
 * Triggers that record forbidden writes: stored history is only appended to, and a notification is never
 * reworded nor opened again after it was settled.
 */
const watchfulness = `
  CREATE TEMP TABLE shown (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE breaches (what TEXT NOT NULL) STRICT;
  CREATE TEMP TRIGGER history_is_not_erased AFTER DELETE ON updates
    WHEN EXISTS (SELECT 1 FROM watched_orders WHERE no = OLD.order_no)
    BEGIN INSERT INTO breaches VALUES ('a stored update was erased'); END;
  CREATE TEMP TRIGGER moves_are_not_erased AFTER DELETE ON moves
    WHEN EXISTS (SELECT 1 FROM watched_orders WHERE no = OLD.order_no)
    BEGIN INSERT INTO breaches VALUES ('a stored move was erased'); END;
  CREATE TEMP TRIGGER notifications_stay AFTER UPDATE ON notifications
    WHEN OLD.notification_json <> NEW.notification_json OR OLD.outcome IS NOT NULL AND NEW.outcome IS NULL
    BEGIN INSERT INTO breaches VALUES ('a notification was changed'); END;`;

/** Without webhooks a stored update never changes. A webhook may add its reasons to one. */
const unchanging = `
  CREATE TEMP TRIGGER history_is_not_changed AFTER UPDATE ON updates
    BEGIN INSERT INTO breaches VALUES ('a stored update was changed'); END;`;

/** Told of an order without an update of it. */
const withoutUpdate: ReadonlySet<NotificationEvent> = new Set([
  'notFound',
  'refused',
  'longWait',
  'probablyLate',
  'lateTakenBack',
  'promiseAhead',
  'promisePassed',
]);

/** Reads the database of one run and compares it with the model. */
export class StoredRecords {
  readonly #model: NotificationModel;
  readonly #sql: DatabaseSync;
  readonly #updates: StatementSync;
  readonly #notifications: StatementSync;
  readonly #order: StatementSync;
  readonly #show: StatementSync;

  constructor(sql: DatabaseSync, model: NotificationModel, hasWebhooks: boolean) {
    this.#sql = sql;
    this.#model = model;
    sql.exec(watchfulness);
    if (!hasWebhooks) sql.exec(unchanging);
    this.#updates = sql.prepare(
      `SELECT history.*
      FROM history JOIN watched_orders ON watched_orders.no = history.order_no
      WHERE watched_orders.id = ? ORDER BY history.no`,
    );
    this.#notifications = sql.prepare(
      'SELECT notification_json FROM notifications WHERE order_id = ? ORDER BY no',
    );
    this.#order = sql.prepare('SELECT order_json FROM watched_orders WHERE id = ?');
    this.#show = sql.prepare('INSERT INTO shown VALUES (?) ON CONFLICT DO NOTHING');
  }

  /** How many notifications were shown. */
  get shownCount(): number {
    return Number(this.#sql.prepare('SELECT count(*) AS count FROM shown').get()?.['count']);
  }

  /** Records that a notification was shown. @returns whether it is the first time */
  isShownFirst(key: string): boolean {
    return this.#show.run(key).changes === 1;
  }

  /** What is wrong with the records of one order. */
  of(id: OrderId): {
    readonly updateCount: number;
    readonly notFoundCount: number;
    readonly faults: readonly string[];
  } {
    const json = this.#order.get(id)?.['order_json'];
    const known: { noteToCourier: string } | null =
      typeof json === 'string' ? JSON.parse(json) : null;
    const updates = this.#updates
      .all(id)
      .map((row): OrderUpdate => ({ ...storedUpdate(row), orderId: id, move: null }));
    const notifications = this.#notifications
      .all(id)
      .map((row): Notification => JSON.parse(String(row['notification_json'])));
    const notified = notifications.filter(({ event }) => !withoutUpdate.has(event));
    return {
      updateCount: updates.length,
      notFoundCount: notifications.filter(({ event }) => event === 'notFound').length,
      faults: [
        ...this.#model.faultsIn(id, updates, known?.noteToCourier ?? null),
        ...this.#model.faultsInNotifications(updates, notified),
      ],
    };
  }

  /**
   * What is wrong with the database as a whole after the program has stopped.
   *
   * @param watchedCount how many orders must be on the watch list
   */
  faultsInAll(watchedCount: number): readonly string[] {
    const unsettled = this.#sql
      .prepare("SELECT key FROM notifications WHERE outcome IS NULL OR outcome = 'showing'")
      .all();
    const queued = this.#sql.prepare('SELECT count(*) AS count FROM webhook_queue').get();
    const listed = this.#sql.prepare('SELECT count(*) AS count FROM watched_orders').get();
    const breaches = this.#sql.prepare('SELECT what FROM breaches').all();
    return [
      ...unsettled.map((row) => `never settled: ${String(row['key'])}`),
      ...(listed?.['count'] === watchedCount
        ? []
        : [`${String(listed?.['count'])} on the list, ${watchedCount} watched`]),
      ...(queued?.['count'] === 0 ? [] : [`${String(queued?.['count'])} webhooks not dealt with`]),
      ...breaches.map((row) => String(row['what'])),
    ];
  }
}
