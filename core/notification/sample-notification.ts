import { parseOrderId } from '../order/order-id.ts';
import { orderUpdate } from '../order/order-update.ts';
import type { OrderUpdate } from '../order/order-update.ts';
import type { Order } from '../order/order.ts';
import { newlyWatched } from '../watch/newly-watched.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';
import { updateNotification } from './update-notification.ts';
import type { NotificationDraft, WordingOptions } from './update-notification.ts';

const sampleId = parseOrderId('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');

/** A made-up order that is matched with a courier, and the update that says so. */
export function sampleUpdate(
  label: string | null,
  courierName: string | null,
  seenAtMs: number,
): { readonly update: OrderUpdate; readonly watched: WatchedOrder } | null {
  if (sampleId === null) return null;
  const before: Order = {
    id: sampleId,
    status: { raw: 'pending', phase: 'searching' },
    vehicleType: 'van',
    paymentMethod: null,
    noteToCourier: null,
    courier: null,
    pickup: null,
    destinations: [],
    price: null,
    priceBreakdown: [],
  };
  const order: Order = {
    ...before,
    status: { raw: 'active', phase: 'assigned' },
    courier: { name: courierName, phoneNumber: null, fix: null },
  };
  const update = orderUpdate(before, order, { source: 'poll', seenAtMs });
  if (update === null) return null;
  return { update, watched: { ...newlyWatched(sampleId, label, seenAtMs), order } };
}

/** A notification made by the same rules as every other, to preview what each privacy level shows. */
export function sampleNotification(
  label: string,
  courierName: string,
  options: WordingOptions,
): NotificationDraft | null {
  const sample = sampleUpdate(label, courierName, 0);
  return sample && updateNotification(sample.update, sample.watched, options);
}
