/*
 * The reasons that follow from the kind and the changes of an update, and are therefore not stored.
 * They are part of the form of the file: a reason that is worded anew elsewhere is written out, these
 * stay as they are.
 */

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['order_created', 'Order Available on Platform'],
  ['order_matched', 'Order Matched'],
  ['order_released', 'Order was released'],
  ['order_completed', 'Order Completed'],
  ['order_cancelled', 'Order Cancelled'],
  ['courier_moved', 'Courier moved'],
]);

/** The fields that are named when they were edited, in this order. */
const edited: ReadonlySet<unknown> = new Set([
  'price',
  'price_breakdown',
  'pickup',
  'destinations',
  'note_to_courier',
  'vehicle_type',
  'payment_method',
]);

/** The usual reason of a kind, as far as there is one; null otherwise. */
export function usualReason(kind: unknown, changes: readonly unknown[]): string | null {
  if (kind === 'status_changed') {
    const change = changes.find((one) => propertyOf(one, 'field') === 'status');
    return change === undefined
      ? null
      : `Status changed from ${wordOf(change, 'before')} to ${wordOf(change, 'after')}`;
  }
  if (kind === 'order_edited') {
    const names = changes.map((one) => propertyOf(one, 'field')).filter((name) => edited.has(name));
    return `Order edited: ${names.join(', ')}`;
  }
  return reasons.get(kind) ?? null;
}

function wordOf(change: unknown, end: 'before' | 'after'): string {
  const raw = propertyOf(propertyOf(change, end), 'raw');
  return typeof raw === 'string' ? raw : 'none';
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
