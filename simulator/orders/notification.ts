import type { OrderEvent } from './order-store.ts';
import type { EventKind, Json } from './wire.ts';

/** The webhook notification object (seeds/contract.md, 2.6), with the order as it travels. */
export interface WireNotification {
  readonly kinds: readonly EventKind[];
  /** One for each kind, in their order. */
  readonly reasons: readonly string[];
  /** In seconds since 1970, our reading. */
  readonly created_at: number;
  readonly data: Json;
}

/** The notification of an event. @param stampMs when it happened, in milliseconds since 1970 */
export function notificationOf(event: OrderEvent, order: Json, stampMs: number): WireNotification {
  return {
    kinds: event.happenings.map(({ kind }) => kind),
    reasons: event.happenings.map(({ reason }) => reason),
    created_at: Math.floor(stampMs / 1000),
    data: order,
  };
}
