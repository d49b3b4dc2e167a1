import type { OrderId } from '../../core/order/order-id.ts';
import { repeatedKey } from '../../core/notification/notification-key.ts';
import type { Notification } from '../../core/notification/notification.ts';
import type { Clock } from '../watch/clock.ts';

/** What {@link Reminders} need. */
export interface RemindersParts {
  readonly clock: Clock;
  /** How often a critical notification is shown again until the order was looked at; 0 is never. */
  readonly remindEveryMinutes: () => number;
  /** Puts a notification into the outbox. */
  readonly notify: (notification: Notification) => void;
  /** Holds back everything about an order until then, in milliseconds since 1970. */
  readonly snooze: (id: OrderId, untilMs: number) => void;
}

/** How long the button on a notification snoozes an order. */
const snoozeMs = 15 * 60_000;

interface Shown {
  readonly notification: Notification;
  readonly cancel: () => void;
}

/**
 * Repeats notifications: a snoozed one when its time is over, a critical one as often as the dispatcher
 * chose until the order was looked at. Each repetition is a notification with a key of its own, so that it
 * too is shown once.
 */
export class Reminders {
  readonly #parts: RemindersParts;
  readonly #last = new Map<OrderId, Shown>();

  constructor(parts: RemindersParts) {
    this.#parts = parts;
  }

  /** A notification about an order is on the screen. */
  shown(notification: Notification): void {
    const { orderId } = notification;
    if (orderId === null) return;
    this.#last.get(orderId)?.cancel();
    this.#last.set(orderId, { notification, cancel: this.#remind(orderId, notification) });
  }

  /** The dispatcher looked at the order, or stopped watching it. */
  seen(id: OrderId): void {
    this.#last.get(id)?.cancel();
    this.#last.delete(id);
  }

  /** Snoozes an order, and repeats what was shown of it last when that is over. */
  snooze(id: OrderId): void {
    const shown = this.#last.get(id);
    this.seen(id);
    this.#parts.snooze(id, this.#parts.clock.wallMs() + snoozeMs);
    if (shown !== undefined) this.#again(shown.notification, false);
  }

  stop(): void {
    for (const { cancel } of this.#last.values()) cancel();
    this.#last.clear();
  }

  #remind(id: OrderId, notification: Notification): () => void {
    const minutes = this.#parts.remindEveryMinutes();
    if (!notification.isCritical || minutes === 0) return () => undefined;
    return this.#parts.clock.schedule(() => {
      this.#last.delete(id);
      this.#again(notification, true);
    }, minutes * 60_000);
  }

  #again(notification: Notification, isCritical: boolean): void {
    const decidedAtMs = this.#parts.clock.wallMs();
    const key = repeatedKey(notification.key, decidedAtMs);
    this.#parts.notify({ ...notification, key, isCritical, decidedAtMs });
  }
}
