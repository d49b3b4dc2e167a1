import type { OrderId } from '../order/order-id.ts';
import type { TellingEvent, TellingOutcome } from './telling.ts';

/** The hops of a notification on its way to the screen, in their order. */
export const notificationHops = ['update', 'policy', 'outbox', 'system', 'shown', 'click'] as const;

/** One hop of the way: what it is called, whether it was reached, and how long after the beginning. */
export interface NotificationHop {
  readonly name: (typeof notificationHops)[number];
  readonly state: 'waiting' | 'passed' | 'failed';
  readonly afterMs: number | null;
  /** The system's own words, when it failed. */
  readonly reason: string | null;
}

/** A notification that was sent the whole way to see whether it arrives. */
export interface NotificationTest {
  readonly startedAtMs: number;
  readonly hops: readonly NotificationHop[];
  /** Nothing more is waited for. */
  readonly isOver: boolean;
}

/** A notification of the history: what was told, or why it was not. */
export interface ToldEntry {
  readonly key: string;
  readonly orderId: OrderId | null;
  readonly event: TellingEvent;
  readonly atMs: number;
  /** As it may be shown now. */
  readonly title: string;
  readonly body: string;
  /** Null while it waits to be shown. */
  readonly outcome: TellingOutcome | null;
}
