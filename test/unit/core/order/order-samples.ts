import { someOrder, someWatched } from '../../../support/watched-orders.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { readOrderStatus } from '../../../../core/order/order-status.ts';
import type { Courier, CourierFix, GeoPoint, Order } from '../../../../core/order/order.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';

/** The uuid of every sample. */
export const sampleId = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418' as OrderId;

/** Noon of the day on which the samples play, in milliseconds since 1970. */
export const noonMs = Date.UTC(2025, 10, 21, 12);

/** A point of the samples' town, metres east and north of the pickup. */
export function pointAt(eastMeters: number, northMeters = 0): GeoPoint {
  return {
    latitudeDeg: 22.2868 + northMeters / 111_195,
    longitudeDeg: 114.1508 + eastMeters / (111_195 * Math.cos((22.2868 * Math.PI) / 180)),
  };
}

/** The position of a courier, metres east and north of the pickup. */
export function fixAt(eastMeters: number, northMeters = 0): CourierFix {
  return { ...pointAt(eastMeters, northMeters), reportedAtMs: noonMs };
}

/** A courier with a name, at a position or without one. */
export function courier(fix: CourierFix | null, name = 'Lau Chi Keung'): Courier {
  return { name, phoneNumber: '+852 5555 0147', fix };
}

/** An order from a pickup to a destination 2,000 m east of it, with what the test cares about. */
export function order(changes: Partial<Order> & { readonly word?: string } = {}): Order {
  const { word = 'active', ...rest } = changes;
  const { destinations, pickup, ...sample } = someOrder(sampleId);
  if (pickup === null) throw new Error('the sample has a pickup');
  return {
    ...sample,
    status: readOrderStatus(word),
    noteToCourier: null,
    pickup: { ...pickup, point: pointAt(0) },
    destinations: destinations.map((stop) => ({ ...stop, point: pointAt(2000) })),
    priceBreakdown: [],
    ...rest,
  };
}

/** A watched order, with what the test cares about. */
export function watched(changes: Partial<WatchedOrder> = {}): WatchedOrder {
  return {
    ...someWatched(sampleId, { label: 'Sheung Wan florist', addedAtMs: noonMs - 3_600_000 }),
    order: order(),
    observedAtMs: noonMs,
    statusSinceMs: noonMs - 600_000,
    changedAtMs: noonMs - 600_000,
    ...changes,
  };
}

/** A pending order whose pickup is planned for a time. */
export function plannedAt(scheduledAtMs: number): Order {
  const pending = order({ word: 'pending' });
  return pending.pickup === null
    ? pending
    : { ...pending, pickup: { ...pending.pickup, scheduledAtMs } };
}
