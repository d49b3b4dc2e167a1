import { courierChange, isSameCourier } from './courier-identity.ts';
import type { CourierChange } from './courier-identity.ts';
import { isFinished } from './order-status.ts';
import type { ChangedField, UpdateKind } from './order-update.ts';
import type { Order, OrderPhase, PriceLine } from './order.ts';
import { sameValue } from './same-value.ts';

/** One kind of an update with its reason text. */
export type KindWithReason = readonly [kind: UpdateKind, reason: string];

/**
 * What the differing fields between two observations say happened, at least one kind, each at most
 * once. Polling sees states and not events, so matched, released and amended are derived.
 *
 * A courier who is replaced while the order is under way was released and matched between two
 * checks. A courier who comes, goes or is replaced brings a position along: that is no move.
 */
export function updateKinds(
  before: Order,
  after: Order,
  fields: ReadonlySet<ChangedField>,
): readonly KindWithReason[] {
  const courier = courierChange(before.courier, after.courier);
  const told: KindWithReason[] = statusKinds(before, after, courier, fields.has('status'));
  const isExplained = told.length > 0;
  const amended = amendment(before, after, fields);
  if (amended !== null) told.push(['amendment_added', amended]);
  if (fields.has('courier') && !(isExplained && courier !== 'details')) {
    told.push(['courier_changed', courierReasons[courier]]);
  }
  if (fields.has('courier.location') && isSameCourier(before.courier, after.courier)) {
    const isGone = after.courier?.fix === null;
    told.push(['courier_moved', isGone ? 'Courier position no longer given' : 'Courier moved']);
  }
  const edited = editedFields.filter(
    (field) => fields.has(field) && !(amended !== null && priceFields.has(field)),
  );
  if (edited.length > 0) told.push(['order_edited', `Order edited: ${edited.join(', ')}`]);
  return told;
}

const underWay: ReadonlySet<OrderPhase> = new Set([
  'assigned',
  'atPickup',
  'pickedUp',
  'atDropoff',
]);

/** The kinds that the status word, or the coming and going of a courier, gives rise to. */
function statusKinds(
  before: Order,
  after: Order,
  courier: CourierChange,
  hasNewStatus: boolean,
): KindWithReason[] {
  const from = before.status.phase;
  const to = after.status.phase;
  if (hasNewStatus && to === 'done' && from !== 'done')
    return [['order_completed', 'Order Completed']];
  if (hasNewStatus && to === 'cancelled' && from !== 'cancelled') {
    return [['order_cancelled', 'Order Cancelled']];
  }
  const isOpen = !isFinished(from) && !isFinished(to);
  const isMatch = from === 'searching' && underWay.has(to);
  const isRelease = underWay.has(from) && to === 'searching';
  const told: KindWithReason[] = [];
  if (isOpen && (isRelease || courier === 'gone' || courier === 'another')) {
    told.push(['order_released', 'Order was released']);
  }
  if (isOpen && (isMatch || (!isRelease && (courier === 'came' || courier === 'another')))) {
    told.push(['order_matched', 'Order Matched']);
  }
  const isTold = isOpen && told.length > 0 && (isMatch || isRelease || from === 'unknown');
  if (hasNewStatus && !isTold) {
    told.push(['status_changed', `Status changed from ${wordOf(before)} to ${wordOf(after)}`]);
  }
  return told;
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

/** So many reasons are named when several amendments come at once; the changes hold them all. */
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
    : 'Price amendment added.';
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
