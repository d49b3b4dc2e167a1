import type { CourierFix, Money, OrderStatus, Pickup, PriceLine, Stop } from './order.ts';
import type { CourierMove } from './courier-move.ts';
import type { OrderId } from './order-id.ts';

/** The event kinds of the service's webhooks (seeds/contract.md, 6), derived here when only polling. */
export type ContractKind =
  | 'order_created'
  | 'order_matched'
  | 'order_released'
  | 'amendment_added'
  | 'order_completed'
  | 'order_cancelled';

/** Our own kinds, for changes that none of the contract's six describes. */
export type OwnKind = 'status_changed' | 'courier_changed' | 'courier_moved' | 'order_edited';

export type UpdateKind = ContractKind | OwnKind;

/** Who a courier is, without where: what must differ for the courier to be another one. */
export interface CourierIdentity {
  readonly name: string | null;
  readonly phoneNumber: string | null;
}

interface FieldChange<Field extends string, Value> {
  readonly field: Field;
  readonly before: Value;
  readonly after: Value;
}

/** One watched field that differs between two observations of the same order. */
export type OrderChange =
  | FieldChange<'status', OrderStatus>
  | FieldChange<'courier', CourierIdentity | null>
  | FieldChange<'courier.location', CourierFix | null>
  | FieldChange<'price', Money | null>
  | FieldChange<'price_breakdown', readonly PriceLine[]>
  | FieldChange<'pickup', Pickup | null>
  | FieldChange<'destinations', readonly Stop[]>
  | FieldChange<'note_to_courier', string | null>
  | FieldChange<'vehicle_type', string | null>
  | FieldChange<'payment_method', string | null>;

export type ChangedField = OrderChange['field'];

/** Who told us. */
export type UpdateSource = 'poll' | 'webhook';

/**
 * What changed between two accepted observations of one order, in the shape that the service's
 * webhook has: `kinds` and `reasons` have equal length (seeds/contract.md, 6 rule 2).
 */
export interface OrderUpdate {
  readonly orderId: OrderId;
  readonly source: UpdateSource;
  /** When Waybell saw it, in milliseconds since 1970. */
  readonly seenAtMs: number;
  readonly kinds: readonly UpdateKind[];
  readonly reasons: readonly string[];
  readonly changes: readonly OrderChange[];
  /** What the courier's move means, when `courier_moved` is among the kinds and it means something. */
  readonly move: CourierMove | null;
}
