import type {
  Notification,
  NotificationEvent,
  NotificationOutcome,
} from '../../../core/notification/notification.ts';
import type { HeldNotification } from '../../../main/engine/notify/ports.ts';
import { MemoryOutbox } from '../../../main/engine/replay/memory-outbox.ts';
import { storedOutcome, storedNotification } from '../../../main/engine/storage/stored-json.ts';

/**
 * An outbox in memory whose disk can fail. It refuses values that the database could not read back.
 * test/contract/outbox.test.ts runs the same tests on it and on the database.
 */
export class FailingOutbox extends MemoryOutbox {
  isBroken = false;

  override has(key: string): boolean {
    this.#work();
    return super.has(key);
  }

  override pending(known?: ReadonlySet<string>): readonly Notification[] {
    this.#work();
    return super.pending(known);
  }

  override held(): readonly HeldNotification[] {
    this.#work();
    return super.held();
  }

  override put(notification: Notification): void {
    this.#work();
    super.put(storedNotification.parse(notification));
  }

  override latestOf(events: readonly NotificationEvent[]): Notification | null {
    this.#work();
    return super.latestOf(events);
  }

  override settle(keys: readonly string[], outcome: NotificationOutcome, atMs: number): void {
    this.#work();
    storedOutcome.parse(outcome);
    super.settle(keys, outcome, atMs);
  }

  override beginShowing(keys: readonly string[]): void {
    this.#work();
    super.beginShowing(keys);
  }

  override inDoubt(): readonly Notification[] {
    this.#work();
    return super.inDoubt();
  }

  #work(): void {
    if (this.isBroken) throw new Error('database or disk is full');
  }
}
