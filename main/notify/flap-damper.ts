import { flappingNotification } from '../../core/notification/program-notifications.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { NotificationWords } from '../../core/notification/notification-english.ts';
import type { Notification, NotificationEvent } from '../../core/notification/notification.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Clock } from '../watch/clock.ts';
import { isReminder } from './reminders.ts';

/** What a {@link FlapDamper} needs. */
export interface FlapDamperParts {
  readonly clock: Clock;
  readonly watched: (id: OrderId) => WatchedOrder | undefined;
  /** Puts a notification into the outbox. */
  readonly notify: (notification: Notification) => void;
  readonly words: () => NotificationWords;
}

/** This many changes of an order within {@link windowMs} are shown; more are counted. */
const mostShown = 2;
const windowMs = 5 * 60_000;
/** An order has come to rest when it did not change for this time. */
const calmMs = 60_000;
/** The count is told this often while the order goes on changing. */
const countEveryMs = 5 * 60_000;

const backAndForth: ReadonlySet<NotificationEvent> = new Set([
  'matched',
  'released',
  'courierChanged',
  'statusChanged',
  'reopened',
]);

/** The state kept for an order that goes back and forth between states. Times are in milliseconds since 1970. */
interface Flapping {
  readonly firstAtMs: number;
  /** When the order changed, as far back as it still counts. */
  readonly recentAtMs: readonly number[];
  /** How often it was released since `firstAtMs`. */
  readonly releases: number;
  /** Since when changes are only counted; null while they are shown. */
  readonly dampedSinceMs: number | null;
  readonly cancel: () => void;
}

/**
 * Keeps an order that goes back and forth from notifying at each turn: the first two changes within
 * five minutes are shown, further ones are counted, and the count is told when it is over or every five
 * minutes. It forgets with the end of the program: after a restart two more are shown at most.
 */
export class FlapDamper {
  readonly #parts: FlapDamperParts;
  readonly #orders = new Map<OrderId, Flapping>();

  constructor(parts: FlapDamperParts) {
    this.#parts = parts;
  }

  /** Counts a notification. @returns whether it is only counted and not to be shown */
  isDamped(notification: Notification): boolean {
    const { orderId, event, decidedAtMs } = notification;
    if (orderId === null || !backAndForth.has(event) || isReminder(notification)) return false;
    const before = this.#orders.get(orderId);
    before?.cancel();
    const recent = (before?.recentAtMs ?? []).filter((pastMs) => decidedAtMs - pastMs < windowMs);
    const goesOn = before !== undefined && recent.length > 0;
    const isRelease = event === 'released' || event === 'courierChanged';
    const isDamped = recent.length >= mostShown;
    const dampedSinceMs = isDamped ? (before?.dampedSinceMs ?? decidedAtMs) : null;
    const countInMs =
      dampedSinceMs === null
        ? countEveryMs
        : Math.min(calmMs, Math.max(0, dampedSinceMs + countEveryMs - decidedAtMs));
    this.#orders.set(orderId, {
      firstAtMs: goesOn ? before.firstAtMs : decidedAtMs,
      recentAtMs: [...recent, decidedAtMs],
      releases: (goesOn ? before.releases : 0) + (isRelease ? 1 : 0),
      dampedSinceMs,
      cancel: this.#parts.clock.schedule(() => this.#count(orderId), countInMs),
    });
    return isDamped;
  }

  stop(): void {
    for (const { cancel } of this.#orders.values()) cancel();
    this.#orders.clear();
  }

  #count(id: OrderId): void {
    const known = this.#orders.get(id);
    this.#orders.delete(id);
    if (known === undefined || known.dampedSinceMs === null) return;
    const watched = this.#parts.watched(id);
    if (watched === undefined) return;
    const { clock, notify, words } = this.#parts;
    const { firstAtMs, recentAtMs, releases } = known;
    const nowMs = clock.wallMs();
    const lastAtMs = recentAtMs.at(-1) ?? nowMs;
    const isGoingOn = nowMs - lastAtMs < calmMs;
    // The record stays, so that changes after a rest are still damped.
    this.#orders.set(id, {
      ...known,
      dampedSinceMs: isGoingOn ? nowMs : null,
      cancel: clock.schedule(() => this.#count(id), isGoingOn ? calmMs : countEveryMs),
    });
    notify({
      ...flappingNotification(watched, releases, lastAtMs - firstAtMs, words()),
      key: `${id}:${firstAtMs}:flapping:${lastAtMs}`,
      orderId: id,
      decidedAtMs: nowMs,
    });
  }
}
