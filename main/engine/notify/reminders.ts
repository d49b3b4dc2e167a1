import type { OrderId } from '../../../core/order/order-id.ts';
import { repeatedKey } from '../../../core/notification/notification-key.ts';
import type { OrderNotification } from '../../../core/notification/notification.ts';
import type { Clock } from '../../../core/clock.ts';

/** What {@link Reminders} need. */
export interface RemindersParts {
  readonly clock: Clock;
  /** How often a critical notification is shown again until the order was looked at; 0 is never. */
  readonly remindEveryMinutes: () => number;
  /** The calls about an order that stand on a card. */
  readonly standing: (id: OrderId) => readonly OrderNotification[];
  /** Puts a notification into the outbox. */
  readonly notify: (notification: OrderNotification) => void;
  /** Holds back everything about an order until then, in milliseconds since 1970. */
  readonly snooze: (id: OrderId, untilMs: number) => void;
}

/** How long the button on a notification snoozes an order. */
const snoozeMs = 15 * 60_000;

/**
 * Repeats notifications: when a snooze is over, all that stands open of its order; a critical call as often as the
 * dispatcher chose until the order was looked at. Each repetition is a notification with a key of its own, so that
 * it too is shown once.
 */
export class Reminders {
  readonly #parts: RemindersParts;
  /** What was shown last of each order. */
  readonly #last = new Map<OrderId, OrderNotification>();
  readonly #cancels = new Map<OrderId, () => void>();

  constructor(parts: RemindersParts) {
    this.#parts = parts;
  }

  /** A notification about an order is on the screen. */
  shown(notification: OrderNotification): void {
    const { isCritical, orderId } = notification;
    this.#last.set(orderId, notification);
    if (isCritical) this.#remind(orderId);
  }

  /** The dispatcher looked at the order, or stopped watching it. */
  seen(id: OrderId): void {
    this.#last.delete(id);
    this.#cancels.get(id)?.();
    this.#cancels.delete(id);
  }

  /** Snoozes an order, and repeats when that is over what its card says: the calls on it, else its news. */
  snooze(id: OrderId): void {
    const calls = this.#parts.standing(id);
    const last = this.#last.get(id);
    this.seen(id);
    this.#parts.snooze(id, this.#parts.clock.wallMs() + snoozeMs);
    if (calls.length > 0) this.#again(calls, false);
    else if (last !== undefined) this.#again([last], false);
  }

  stop(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
    this.#last.clear();
  }

  #remind(id: OrderId): void {
    const minutes = this.#parts.remindEveryMinutes();
    this.#cancels.get(id)?.();
    if (minutes === 0) return;
    const cancel = this.#parts.clock.schedule(() => {
      this.#cancels.delete(id);
      this.#again(
        this.#parts.standing(id).filter(({ isCritical }) => isCritical),
        true,
      );
    }, minutes * 60_000);
    this.#cancels.set(id, cancel);
  }

  #again(notifications: readonly OrderNotification[], isCritical: boolean): void {
    const decidedAtMs = this.#parts.clock.wallMs();
    for (const notification of notifications) {
      const key = repeatedKey(notification.key, decidedAtMs);
      this.#parts.notify({ ...notification, key, isCritical, decidedAtMs });
    }
  }
}
