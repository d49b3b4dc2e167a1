import { newlyWatched } from '../../../../core/watch/newly-watched.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { readOrderStatus } from '../../../../core/order/order-status.ts';
import type { Courier, CourierFix, GeoPoint, Order } from '../../../../core/order/order.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';

/** The uuid of every sample. */
export const sampleId = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418' as OrderId;

/** Noon of the day on which the samples play, in milliseconds since 1970. */
export const noonMs = Date.UTC(2025, 10, 21, 12);

/** An order as the service sends it, fresh for every test. */
export function wireOrder(): Record<string, unknown> {
  return {
    uuid: sampleId,
    vehicle_type: 'motorcycle',
    payment_method: 'account_credit',
    note_to_courier: 'Leave with the concierge at Tower 2.',
    courier: {
      name: 'Lau Chi Keung',
      phone_number: '+852 5555 0147',
      location: { lat: 22.28235, lon: 114.15735, location_updated_at: 1_763_706_668 },
    },
    status: 'active',
    pickup: {
      schedule_at: 1_763_704_800,
      name: 'Wing Lok Florist',
      street_address: '148 Wing Lok Street, Sheung Wan',
      floor_or_unit_number: 'Shop 3, G/F',
      location: { lat: 22.2868, lng: 114.1508 },
      contact: { name: 'Ms Yip', phone_number: '+852 5555 0118', phone_extension: '2' },
    },
    destinations: [
      {
        name: 'Lippo Centre, Tower 2',
        street_address: '89 Queensway, Admiralty',
        floor_or_unit_number: 'Unit 2304, 23/F',
        location: { lat: 22.2795, lng: 114.1637 },
        contact: { name: 'Reception', phone_number: '+852 5555 0160' },
      },
    ],
    price: { currency: 'HKD', amount: 86 },
    price_breakdown: [
      { key: 'base_fare', amount: 60, quantity: 1, reason: null },
      { key: 'toll', amount: 26, quantity: 1, reason: 'Harbour crossing' },
    ],
  };
}

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

/** An order of the internal model, with what the test cares about. */
export function order(changes: Partial<Order> & { readonly word?: string } = {}): Order {
  const { word = 'active', ...rest } = changes;
  return {
    id: sampleId,
    status: readOrderStatus(word),
    vehicleType: 'motorcycle',
    paymentMethod: 'account_credit',
    noteToCourier: null,
    courier: null,
    pickup: {
      scheduledAtMs: null,
      name: 'Wing Lok Florist',
      streetAddress: '148 Wing Lok Street',
      floorOrUnitNumber: null,
      point: pointAt(0),
      contact: null,
    },
    destinations: [
      {
        name: 'Lippo Centre',
        streetAddress: '89 Queensway',
        floorOrUnitNumber: null,
        point: pointAt(2000),
        contact: null,
      },
    ],
    price: { amount: 86, currency: 'HKD' },
    priceBreakdown: [],
    ...rest,
  };
}

/** A watched order, with what the test cares about. */
export function watched(changes: Partial<WatchedOrder> = {}): WatchedOrder {
  return {
    ...newlyWatched(sampleId, 'Sheung Wan florist', noonMs - 3_600_000),
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
