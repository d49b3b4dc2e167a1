import type { CourierMove } from './courier-move.ts';
import type { OrderId } from './order-id.ts';
import type {
  Courier,
  CourierFix,
  Money,
  Order,
  OrderStatus,
  Pickup,
  PriceLine,
  Stop,
} from './order.ts';
import {
  sameMoney,
  samePickup,
  samePlace,
  samePriceLines,
  sameStatus,
  sameStops,
} from './same-order-parts.ts';
import { updateKinds } from './update-kinds.ts';

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

/** Who a courier is, without where. */
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

/**
 * The watched fields that differ between two observations of the same order, in the order of the
 * contract. Values are compared as they were read: spelling, units and noise of the wire are gone.
 * A newer time for an unmoved position is not a change.
 *
 * @throws RangeError when the observations are of two orders
 */
export function diffOrders(before: Order, after: Order): readonly OrderChange[] {
  if (before.id !== after.id) throw new RangeError('two orders cannot be compared');
  const changes: OrderChange[] = [];
  if (!sameStatus(before.status, after.status)) {
    changes.push({ field: 'status', before: before.status, after: after.status });
  }
  if (before.courier !== after.courier) {
    changes.push(...courierChanges(before.courier, after.courier));
  }
  if (!sameMoney(before.price, after.price)) {
    changes.push({ field: 'price', before: before.price, after: after.price });
  }
  if (!samePriceLines(before.priceBreakdown, after.priceBreakdown)) {
    const [was, is] = [before.priceBreakdown, after.priceBreakdown];
    changes.push({ field: 'price_breakdown', before: was, after: is });
  }
  if (!samePickup(before.pickup, after.pickup)) {
    changes.push({ field: 'pickup', before: before.pickup, after: after.pickup });
  }
  if (!sameStops(before.destinations, after.destinations)) {
    const [was, is] = [before.destinations, after.destinations];
    changes.push({ field: 'destinations', before: was, after: is });
  }
  if (before.noteToCourier !== after.noteToCourier) {
    const [was, is] = [before.noteToCourier, after.noteToCourier];
    changes.push({ field: 'note_to_courier', before: was, after: is });
  }
  if (before.vehicleType !== after.vehicleType) {
    changes.push({ field: 'vehicle_type', before: before.vehicleType, after: after.vehicleType });
  }
  if (before.paymentMethod !== after.paymentMethod) {
    const [was, is] = [before.paymentMethod, after.paymentMethod];
    changes.push({ field: 'payment_method', before: was, after: is });
  }
  return changes;
}

function courierChanges(was: Courier | null, is: Courier | null): readonly OrderChange[] {
  const changes: OrderChange[] = [];
  if (!sameIdentity(was, is)) {
    changes.push({ field: 'courier', before: identity(was), after: identity(is) });
  }
  const [fixBefore, fixAfter] = [was?.fix ?? null, is?.fix ?? null];
  if (!samePlace(fixBefore, fixAfter)) {
    changes.push({ field: 'courier.location', before: fixBefore, after: fixAfter });
  }
  return changes;
}

function sameIdentity(a: Courier | null, b: Courier | null): boolean {
  if (a === null || b === null) return a === b;
  return a.name === b.name && a.phoneNumber === b.phoneNumber;
}

function identity(courier: Courier | null): CourierIdentity | null {
  return courier === null ? null : { name: courier.name, phoneNumber: courier.phoneNumber };
}

/**
 * What happened between two accepted observations, told in the contract's kinds and reasons as far
 * as they fit (seeds/contract.md, 6) and in our own otherwise; null when no watched field differs.
 * The meaning of a courier's move is not decided here: `move` is null.
 *
 * @throws RangeError when the observations are of two orders
 */
export function orderUpdate(
  before: Order,
  after: Order,
  seen: { readonly source: UpdateSource; readonly seenAtMs: number },
): OrderUpdate | null {
  const changes = diffOrders(before, after);
  if (changes.length === 0) return null;
  const told = updateKinds(before, after, new Set(changes.map((change) => change.field)));
  return {
    orderId: after.id,
    source: seen.source,
    seenAtMs: seen.seenAtMs,
    kinds: told.map(([kind]) => kind),
    reasons: told.map(([, reason]) => reason),
    changes,
    move: null,
  };
}
