/*
 * What packed values name by a number. The numbers are in files of dispatchers: entries are only ever
 * added at the end, never changed, moved or removed. What is not in here is written out.
 */

/** Texts that come again and again; at most 128. */
export const words: readonly string[] = [
  // Phases of an order.
  'searching',
  'assigned',
  'atPickup',
  'pickedUp',
  'atDropoff',
  'done',
  'failed',
  'cancelled',
  'unknown',
  // Status words of services (docs/adr/0006-status-words.md).
  'pending',
  'active',
  'completed',
  'canceled',
  'scheduled',
  'created',
  'accepted',
  'matched',
  'on_going',
  'in_progress',
  'arrived_at_pickup',
  'picked_up',
  'delivering',
  'on_the_way',
  'arrived_at_dropoff',
  'complete',
  'delivered',
  'finished',
  'returning',
  'returned',
  'rejected',
  'expired',
  // Currencies.
  'HKD',
  'SGD',
  'TWD',
  'CNY',
  'VND',
  'THB',
  'MYR',
  'IDR',
  'PHP',
  'USD',
  'EUR',
  // Reasons that Waybell gives.
  'Courier given',
  'Courier no longer given',
  'Another courier',
  'Courier details changed',
  'Courier position no longer given',
];

/** Objects by their properties; at most 32, none with the properties of another. */
export const shapes: readonly (readonly string[])[] = [
  ['raw', 'phase'],
  ['name', 'phoneNumber'],
  ['latitudeDeg', 'longitudeDeg', 'reportedAtMs'],
  ['amount', 'currency'],
  ['key', 'amount', 'quantity', 'reason'],
  ['latitudeDeg', 'longitudeDeg'],
  ['name', 'phoneNumber', 'phoneExtension'],
  ['name', 'streetAddress', 'floorOrUnitNumber', 'point', 'contact'],
  ['name', 'streetAddress', 'floorOrUnitNumber', 'point', 'contact', 'scheduledAtMs'],
];

/** Fields of a change; at most 64. */
export const fields: readonly string[] = [
  'status',
  'courier',
  'courier.location',
  'price',
  'price_breakdown',
  'pickup',
  'destinations',
  'note_to_courier',
  'vehicle_type',
  'payment_method',
];
