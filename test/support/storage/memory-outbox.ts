import type {
  Notification,
  NotificationEvent,
  NotificationOutcome,
} from '../../../core/notification/notification.ts';
import type { HeldNotification, Outbox } from '../../../main/notify/ports.ts';
import { storedOutcome, storedNotification } from '../../../main/storage/stored-json.ts';

/**
 * An outbox in memory whose disk can fail. It refuses values that the database could not read back.
 * test/contract/outbox.test.ts runs the same tests on it and on the database.
 */
export class MemoryOutbox implements Outbox {
  readonly notifications = new Map<string, Notification>();
  /** Keys that are about to be shown. */
  readonly showing = new Set<string>();
  readonly outcomes = new Map<string, NotificationOutcome>();
  isBroken = false;

  pending(known: ReadonlySet<string> = new Set()): readonly Notification[] {
    this.#work();
    return [...this.notifications.values()].filter(
      ({ key }) => !known.has(key) && !this.outcomes.has(key) && !this.showing.has(key),
    );
  }

  held(): readonly HeldNotification[] {
    this.#work();
    return [...this.notifications.values()].flatMap((notification) => {
      const outcome = this.outcomes.get(notification.key);
      return outcome?.kind === 'held' ? [{ notification, reason: outcome.reason }] : [];
    });
  }

  put(notification: Notification): void {
    this.#work();
    const stored = storedNotification.parse(notification);
    if (!this.notifications.has(stored.key)) this.notifications.set(stored.key, stored);
  }

  latestOf(events: readonly NotificationEvent[]): Notification | null {
    this.#work();
    const isWanted = ({ event, orderId }: Notification): boolean =>
      orderId === null && events.includes(event);
    return [...this.notifications.values()].findLast(isWanted) ?? null;
  }

  settle(keys: readonly string[], outcome: NotificationOutcome): void {
    this.#work();
    storedOutcome.parse(outcome);
    for (const key of this.#known(keys)) {
      this.showing.delete(key);
      this.outcomes.set(key, outcome);
    }
  }

  beginShowing(keys: readonly string[]): void {
    this.#work();
    for (const key of this.#known(keys)) {
      this.outcomes.delete(key);
      this.showing.add(key);
    }
  }

  inDoubt(): readonly Notification[] {
    this.#work();
    return [...this.notifications.values()].filter(({ key }) => this.showing.has(key));
  }

  #known(keys: readonly string[]): readonly string[] {
    return keys.filter((key) => this.notifications.has(key));
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}
