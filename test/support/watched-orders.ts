import { newlyWatched } from '../../core/watch/newly-watched.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import type { Notification } from '../../core/notification/notification.ts';
import type { PortableOrder } from '../../core/transfer/portable-order.ts';
import type { OrderPreferences } from '../../core/watch/order-preferences.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/** A readable order id that differs for each index. */
export function orderIdAt(index: number): OrderId {
  const tail = index.toString(16).padStart(12, '0');
  return `00000000-0000-4000-8000-${tail}` as OrderId;
}

/** An order that waits for a courier, changed by `parts`. */
export function someOrder(id: OrderId, parts: Partial<Order> = {}): Order {
  return {
    id,
    status: { raw: 'pending', phase: 'searching' },
    vehicleType: 'van',
    paymentMethod: 'monthly',
    noteToCourier: 'Ring the bell',
    courier: null,
    pickup: {
      name: 'Sheung Wan florist',
      streetAddress: '上環 Bonham Strand 1',
      floorOrUnitNumber: '2/F',
      point: { latitudeDeg: 22.28, longitudeDeg: 114.15 },
      contact: { name: 'Ada', phoneNumber: '+85200000001', phoneExtension: null },
      scheduledAtMs: null,
    },
    destinations: [
      {
        name: 'Café',
        streetAddress: 'Queen’s Road 5',
        floorOrUnitNumber: null,
        point: { latitudeDeg: 22.29, longitudeDeg: 114.16 },
        contact: null,
      },
    ],
    price: { amount: 86, currency: 'HKD' },
    priceBreakdown: [{ key: 'base', amount: 86, quantity: 1, reason: null }],
    ...parts,
  };
}

/** An order on the watch list, without an answer unless `parts` has one. */
export function someWatched(id: OrderId, parts: Partial<WatchedOrder> = {}): WatchedOrder {
  return { ...newlyWatched(id, null, 1_000_000), ...parts };
}

/** Preferences of an order; null in all fields that `parts` does not set. */
export function somePreferences(parts: Partial<OrderPreferences> = {}): OrderPreferences {
  return {
    group: null,
    note: null,
    promisedAtMs: null,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: null,
    ...parts,
  };
}

/** An order of an exported watch list; empty in all fields that `parts` does not set. */
export function somePortable(id: OrderId, parts: Partial<PortableOrder> = {}): PortableOrder {
  return {
    id,
    label: null,
    note: null,
    group: null,
    promisedAtMs: null,
    isMuted: false,
    isPinned: false,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: null,
    unseenCount: 0,
    lastLookedAtMs: null,
    acknowledged: [],
    calls: [],
    state: null,
    problem: null,
    ...parts,
  };
}

/** An update of a status that changed from pending to active. */
export function someUpdate(id: OrderId, parts: Partial<OrderUpdate> = {}): OrderUpdate {
  return {
    orderId: id,
    source: 'poll',
    seenAtMs: 2_000_000,
    kinds: ['order_matched'],
    reasons: ['Order Matched'],
    changes: [
      {
        field: 'status',
        before: { raw: 'pending', phase: 'searching' },
        after: { raw: 'active', phase: 'assigned' },
      },
    ],
    move: null,
    ...parts,
  };
}

/** An update in which only the courier moved. */
export function someMove(id: OrderId, parts: Partial<OrderUpdate> = {}): OrderUpdate {
  const fix = { latitudeDeg: 22.282351, longitudeDeg: 114.157349, reportedAtMs: 1_999_000 };
  return someUpdate(id, {
    kinds: ['courier_moved'],
    reasons: ['Courier moved'],
    changes: [{ field: 'courier.location', before: null, after: fix }],
    ...parts,
  });
}

/** A notification about an order. Two with the same key are the same notification. */
export function someNotification(key: string, parts: Partial<Notification> = {}): Notification {
  const text = { title: `Title ${key}`, body: `Body ${key}` };
  return {
    key,
    orderId: orderIdAt(1),
    event: 'matched',
    isCritical: false,
    sound: 'none',
    decidedAtMs: 2_000_000,
    texts: { full: text, noNames: text, countOnly: { title: 'Changed', body: 'Order 00000000' } },
    ...parts,
  };
}
