import { courierChange, isSameCourier } from './courier-identity.ts';
import type { CourierChange } from './courier-identity.ts';
import type { CourierMove } from './courier-move.ts';
import type { OrderId } from './order-id.ts';
import { isFinished, isSameStatus, isSameWord } from './order-status.ts';
import type {
  Courier,
  CourierFix,
  Money,
  Order,
  OrderPhase,
  OrderStatus,
  Pickup,
  PriceLine,
  Stop,
} from './order.ts';
import { sameNumber, sameValue } from '../same-value.ts';

/** The event kinds of the service's webhooks (seeds/contract.md, 6), derived here when only polling. */
export const contractKinds = [
  'order_created',
  'order_matched',
  'order_released',
  'amendment_added',
  'order_completed',
  'order_cancelled',
] as const;

export type ContractKind = (typeof contractKinds)[number];

/**
 * Our own kinds: for changes that none of the contract's six describes, and `service_reported` for each text
 * of a proven webhook that is no reason of a kind that changed. An update may have several of these.
 */
export const ownKinds = [
  'status_changed',
  'courier_changed',
  'courier_moved',
  'order_edited',
  'service_reported',
] as const;

export type OwnKind = (typeof ownKinds)[number];

export type UpdateKind = ContractKind | OwnKind;

/** What is said of the kinds about which webhooks say more, where it is not known or was erased. */
export const plainReasons: Readonly<Record<ContractKind | 'service_reported', string>> = {
  order_created: 'Order Available on Platform',
  order_matched: 'Order Matched',
  order_released: 'Order was released',
  amendment_added: 'Price amendment added.',
  order_completed: 'Order Completed',
  order_cancelled: 'Order Cancelled',
  service_reported: 'Reported by the service',
};

/** A courier's name and number, without the position. */
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

/** How an update was learned: by a check or by a webhook. */
export const updateSources = ['poll', 'webhook'] as const;

export type UpdateSource = (typeof updateSources)[number];

/**
 * What changed between two accepted observations of one order, in the shape that the service's
 * webhook has: `kinds` and `reasons` have equal length (seeds/contract.md, 6 rule 2).
 */
export interface OrderUpdate {
  readonly orderId: OrderId;
  readonly source: UpdateSource;
  /** When Waybell saw it, in milliseconds since 1970. */
  readonly seenAtMs: number;
  /** When a proven webhook says that it happened, by the service's clock; absent without one. */
  readonly createdAtMs?: number;
  /**
   * When the order was checked last before, where that was long ago: it happened some time between then and
   * `seenAtMs`. Absent where it was seen about when it happened, and from courier's moves, which have times.
   */
  readonly uncheckedSinceMs?: number;
  readonly kinds: readonly UpdateKind[];
  readonly reasons: readonly string[];
  readonly changes: readonly OrderChange[];
  /** What the courier's move means, when `courier_moved` is among the kinds and it means something. */
  readonly move: CourierMove | null;
  /** How long the order had waited for its courier, in an update that ends such a wait; see `courierWaitMs`. */
  readonly courierWaitMs?: number;
  /** The courier's stay at a stop that the update ends; see `endedStay`. */
  readonly endedStay?: { readonly stop: 'pickup' | 'destination'; readonly sinceMs: number };
}

/**
 * The watched fields that differ between two observations of the same order, in the order of the
 * contract. Values are compared as they were read: spelling, units and noise of the wire are gone. A word
 * of the service is the same however it is written, and so are the lines of a price in whatever order.
 * A newer time for an unmoved position is not a change.
 *
 * @throws RangeError when the observations are of two orders
 */
export function diffOrders(before: Order, after: Order): readonly OrderChange[] {
  if (before.id !== after.id) throw new RangeError('two orders cannot be compared');
  return [
    ...changeOf('status', before.status, after.status, isSameStatus),
    ...courierChanges(before.courier, after.courier),
    ...changeOf('price', before.price, after.price),
    ...changeOf('price_breakdown', before.priceBreakdown, after.priceBreakdown, areSameLines),
    ...changeOf('pickup', before.pickup, after.pickup),
    ...changeOf('destinations', before.destinations, after.destinations),
    ...changeOf('note_to_courier', before.noteToCourier, after.noteToCourier),
    ...changeOf('vehicle_type', before.vehicleType, after.vehicleType, isSameWord),
    ...changeOf('payment_method', before.paymentMethod, after.paymentMethod, isSameWord),
  ];
}

function changeOf<Field extends ChangedField, Value>(
  field: Field,
  before: Value,
  after: Value,
  isSame: (before: Value, after: Value) => boolean = sameValue,
): readonly FieldChange<Field, Value>[] {
  return isSame(before, after) ? [] : [{ field, before, after }];
}

/** Lines of a price have no order. */
function areSameLines(before: readonly PriceLine[], after: readonly PriceLine[]): boolean {
  return before.length === after.length && addedLines(before, after).length === 0;
}

function courierChanges(was: Courier | null, is: Courier | null): readonly OrderChange[] {
  const [fixBefore, fixAfter] = [was?.fix ?? null, is?.fix ?? null];
  return [
    ...changeOf('courier', identity(was), identity(is)),
    ...(samePlace(fixBefore, fixAfter)
      ? []
      : [{ field: 'courier.location' as const, before: fixBefore, after: fixAfter }]),
  ];
}

/** Whether two positions are the same place; when each was reported does not matter. */
function samePlace(a: CourierFix | null, b: CourierFix | null): boolean {
  if (a === null || b === null) return a === b;
  return sameNumber(a.latitudeDeg, b.latitudeDeg) && sameNumber(a.longitudeDeg, b.longitudeDeg);
}

function identity(courier: Courier | null): CourierIdentity | null {
  return courier === null ? null : { name: courier.name, phoneNumber: courier.phoneNumber };
}

/**
 * What happened between two accepted observations, in the contract's kinds and reasons as far
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
  const withReasons = updateKinds(before, after, new Set(changes.map((change) => change.field)));
  return {
    orderId: after.id,
    source: seen.source,
    seenAtMs: seen.seenAtMs,
    kinds: withReasons.map(([kind]) => kind),
    reasons: withReasons.map(([, reason]) => reason),
    changes,
    move: null,
  };
}

/** The update by which an order begins: nothing stood there before that it could differ from. */
export function createdUpdate(
  orderId: OrderId,
  seen: Pick<OrderUpdate, 'source' | 'seenAtMs' | 'createdAtMs'>,
  reason: string,
): OrderUpdate {
  return { orderId, ...seen, kinds: ['order_created'], reasons: [reason], changes: [], move: null };
}

/** One kind of an update with its reason text. */
type KindWithReason = readonly [kind: UpdateKind, reason: string];

/**
 * The kinds of an update by the fields that differ: at least one, each at most once. Polling sees
 * states and not events, so matched, released and amended are derived.
 *
 * A courier who is replaced while the order is under way was released and matched between two
 * checks. A courier who comes, goes or is replaced brings a position along: that is no move.
 */
function updateKinds(
  before: Order,
  after: Order,
  fields: ReadonlySet<ChangedField>,
): readonly KindWithReason[] {
  const courier = courierChange(before.courier, after.courier);
  const kinds: KindWithReason[] = statusKinds(before, after, courier, fields.has('status'));
  const isExplained = kinds.length > 0;
  const amended = amendment(before, after, fields);
  if (amended !== null) kinds.push(['amendment_added', amended]);
  if (fields.has('courier') && !(isExplained && courier !== 'details')) {
    kinds.push(['courier_changed', courierReasons[courier]]);
  }
  if (fields.has('courier.location') && isSameCourier(before.courier, after.courier)) {
    const isGone = after.courier?.fix === null;
    kinds.push(['courier_moved', isGone ? 'Courier position no longer given' : 'Courier moved']);
  }
  const edited = editedFields.filter(
    (field) => fields.has(field) && !(amended !== null && priceFields.has(field)),
  );
  if (edited.length > 0) kinds.push(['order_edited', `Order edited: ${edited.join(', ')}`]);
  return kinds;
}

const underWay: ReadonlySet<OrderPhase> = new Set([
  'assigned',
  'atPickup',
  'pickedUp',
  'atDropoff',
]);

/** The kinds that follow from the status, or from a courier who comes, goes or is replaced. */
function statusKinds(
  before: Order,
  after: Order,
  courier: CourierChange,
  hasNewStatus: boolean,
): KindWithReason[] {
  const from = before.status.phase;
  const to = after.status.phase;
  if (hasNewStatus && to === 'done' && from !== 'done')
    return [['order_completed', plainReasons.order_completed]];
  if (hasNewStatus && to === 'cancelled' && from !== 'cancelled') {
    return [['order_cancelled', plainReasons.order_cancelled]];
  }
  const isOpen = !isFinished(from) && !isFinished(to);
  const isMatch = from === 'searching' && underWay.has(to);
  const isRelease = underWay.has(from) && to === 'searching';
  const kinds: KindWithReason[] = [];
  if (isOpen && (isRelease || courier === 'gone' || courier === 'another')) {
    kinds.push(['order_released', plainReasons.order_released]);
  }
  if (isOpen && (isMatch || (!isRelease && (courier === 'came' || courier === 'another')))) {
    kinds.push(['order_matched', plainReasons.order_matched]);
  }
  const isExplained = isOpen && kinds.length > 0 && (isMatch || isRelease || from === 'unknown');
  if (hasNewStatus && !isExplained) {
    kinds.push(['status_changed', `Status changed from ${wordOf(before)} to ${wordOf(after)}`]);
  }
  return kinds;
}

function wordOf(order: Order): string {
  return order.status.raw ?? 'none';
}

const courierReasons: Readonly<Record<CourierChange, string>> = {
  came: 'Courier given',
  gone: 'Courier no longer given',
  another: 'Another courier',
  details: 'Courier details changed',
  none: 'Courier details changed',
};

const editedFields = [
  'price',
  'price_breakdown',
  'pickup',
  'destinations',
  'note_to_courier',
  'vehicle_type',
  'payment_method',
] as const satisfies readonly ChangedField[];

/** The most reasons that one update names of several amendments. Its changes hold all of them. */
const maxReasons = 5;

const priceFields: ReadonlySet<ChangedField> = new Set(['price', 'price_breakdown']);

/**
 * The reason of a price amendment in the contract's words, or null when there is none. Amendments
 * are added to an order that is completed (seeds/contract.md, 6), at the earliest together with the
 * completion; a price that was not known before is no amendment.
 */
function amendment(before: Order, after: Order, fields: ReadonlySet<ChangedField>): string | null {
  if (after.status.phase !== 'done') return null;
  const hasNewPrice = fields.has('price') && before.price !== null && after.price !== null;
  const isLonger = fields.has('price_breakdown') && before.priceBreakdown.length > 0;
  if (!hasNewPrice && !isLonger) return null;
  const added = addedLines(before.priceBreakdown, after.priceBreakdown);
  const reasons = added.flatMap((line) => line.reason ?? line.key ?? []).slice(0, maxReasons);
  const amounts = added.flatMap((line) => line.amount ?? []);
  if (reasons.length > 0 && amounts.length > 0) {
    return `Price amendment added for: ${reasons.join(', ')} (price: ${plainSum(amounts)}).`;
  }
  const difference = (after.price?.amount ?? 0) - (before.price?.amount ?? 0);
  return hasNewPrice && difference !== 0
    ? `Price amendment added (price: ${plainSum([difference])}).`
    : plainReasons.amendment_added;
}

/** The lines that are new; a line that stands twice counts twice. */
function addedLines(
  before: readonly PriceLine[],
  after: readonly PriceLine[],
): readonly PriceLine[] {
  const known = [...before];
  return after.filter((line) => {
    const at = known.findIndex((one) => sameValue(one, line));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** The sum without the noise of binary fractions. */
function plainSum(amounts: readonly number[]): string {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return String(Number(sum.toPrecision(12)));
}

/**
 * Whether an update may notify: not the driving between two moves. A followed order notifies of each move of 200 m and
 * 60 s.
 */
export function mayNotify(update: OrderUpdate | null): boolean {
  if (update === null) return false;
  return update.move !== null || update.kinds.some((kind) => kind !== 'courier_moved');
}

/** Whether an update marks its order as unseen: a courier who only drives on does not, followed or not. */
export function isWorthALook(update: OrderUpdate | null): boolean {
  if (update === null || !mayNotify(update)) return false;
  return (
    update.move?.meaning !== 'movedOn' || update.kinds.some((kind) => kind !== 'courier_moved')
  );
}
