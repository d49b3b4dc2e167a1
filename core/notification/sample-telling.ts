import { parseOrderId } from '../order/order-id.ts';
import { orderUpdate } from '../order/order-update.ts';
import type { Order } from '../order/order.ts';
import { placedOrder } from '../order/placed-order.ts';
import { updateTelling } from './telling-text.ts';
import type { TellingDraft } from './telling-text.ts';
import type { TellingOptions } from './telling-facts.ts';

const sampleId = parseOrderId('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418');

/**
 * A notification as it would come, made by the same rules as every other, to preview what each level
 * of privacy shows. The order and its courier are made up.
 */
export function sampleTelling(
  label: string,
  courierName: string,
  options: TellingOptions,
): TellingDraft | null {
  if (sampleId === null) return null;
  const before: Order = { ...placedOrder(sampleId), vehicleType: 'van' };
  const order: Order = {
    ...before,
    status: { raw: 'active', phase: 'assigned' },
    courier: { name: courierName, phoneNumber: null, fix: null },
  };
  const update = orderUpdate(before, order, { source: 'poll', seenAtMs: 0 });
  if (update === null) return null;
  const { courierTrace } = sampleState;
  return updateTelling(
    update,
    { ...sampleState, id: sampleId, label, order, courierTrace },
    options,
  );
}

const sampleState = {
  addedAtMs: 0,
  isMuted: false,
  isPinned: false,
  observedAtMs: 0,
  statusSinceMs: 0,
  changedAtMs: 0,
  courierTrace: { anchor: null, anchorAtMs: null, insideStop: null, claimedStop: null },
  marks: null,
  problem: null,
  wishes: null,
  unseenCount: 0,
  lastLookedAtMs: null,
} as const;
