import type { OrderRow } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';

/** An order that was just added and has no answer yet. */
export function uncheckedRow(id: OrderId, nowMs: number): OrderRow {
  return {
    id,
    label: null,
    group: null,
    note: null,
    status: null,
    statusSinceMs: null,
    isStatusSinceBefore: false,
    attention: null,
    repeatedLoss: null,
    courierWait: null,
    pickupText: null,
    destinationText: null,
    moreStops: 0,
    scheduledAtMs: null,
    promisedAtMs: null,
    snoozedUntilMs: null,
    courier: { kind: 'none' },
    price: null,
    priceChange: null,
    observedAtMs: null,
    changedAtMs: null,
    nextCheckAtMs: nowMs,
    checkEveryMs: 15_000,
    isChecking: false,
    isUnseen: false,
    isMuted: false,
    tellsEveryMove: null,
    isPinned: false,
    isArchived: false,
    problem: null,
    addedAtMs: nowMs,
    claim: null,
  };
}
