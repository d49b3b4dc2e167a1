import type { OrderId } from '../../core/order-id.ts';
import type { Telling, TellingOutcome } from '../../core/telling.ts';

/** Where decided notifications wait until they were shown. */
export interface Outbox {
  /** Tellings without an outcome, oldest first: after a crash they are still here. */
  pending(): readonly Telling[];
  /** For tellings that belong to no order's update, such as a lost connection. */
  put(telling: Telling): void;
  settle(key: string, outcome: TellingOutcome, atMs: number): void;
}

/** A notification ready to be shown. */
export interface DeskNotification {
  readonly key: string;
  /** Notifications with the same tag replace each other: at most one is live per order. */
  readonly tag: string;
  readonly orderId: OrderId | null;
  readonly title: string;
  readonly body: string;
  readonly isCritical: boolean;
  readonly hasSound: boolean;
}

/** What the system reported of a notification. */
export interface DeskNotificationEvents {
  shown(key: string): void;
  failed(key: string, reason: string): void;
  clicked(orderId: OrderId | null): void;
}

/** The system's notifications. The desktop keeps the handles until they are closed. */
export interface NotificationDesk {
  show(notification: DeskNotification, events: DeskNotificationEvents): void;
  /** Closes the live notification with this tag, if there is one. */
  close(tag: string): void;
  closeAll(): void;
}

/** What the dispatcher is looking at: an order that is open in front does not notify. */
export interface Gaze {
  readonly openOrderId: OrderId | null;
}
