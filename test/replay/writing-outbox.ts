import type { Notification, NotificationOutcome } from '../../core/notification/notification.ts';
import type { NotificationHistory, ToldNotification } from '../../main/notify/ports.ts';
import { MemoryOutbox } from '../support/storage/memory-outbox.ts';

/** An outbox that reports every decision. */
export class WritingOutbox extends MemoryOutbox implements NotificationHistory {
  readonly #write: (line: object) => void;

  constructor(write: (line: object) => void) {
    super();
    this.#write = write;
  }

  override put(notification: Notification): void {
    if (this.notifications.has(notification.key)) return;
    this.#write({ decided: notification });
    super.put(notification);
  }

  override settle(keys: readonly string[], outcome: NotificationOutcome): void {
    this.#write({ settled: keys, outcome });
    super.settle(keys, outcome);
  }

  page(): readonly ToldNotification[] {
    return [];
  }

  latestOfOrders(): readonly Notification[] {
    return [];
  }
}
