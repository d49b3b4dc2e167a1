import { orderUpdate } from '../order/order-update.ts';
import type { Order } from '../order/order.ts';
import { placedOrder } from '../order/placed-order.ts';
import { explained } from './webhook-merge.ts';
import type { WebhookEvent } from './wire-webhook.ts';

/** What a test event says happened. */
export const rehearsedClaim = { kind: 'order_matched', reason: 'Order Matched' } as const;

/**
 * Whether a test event, joined with what a check of a made-up order would have found, gives one update
 * with the event's own reason: by the same rules as every other webhook.
 */
export function isMergedAsExpected(event: WebhookEvent, nowMs: number): boolean {
  const before = placedOrder(event.orderId);
  const courier = { name: 'Test', phoneNumber: null, fix: null };
  const after: Order = { ...before, status: { raw: 'active', phase: 'assigned' }, courier };
  const found = orderUpdate(before, after, { source: 'poll', seenAtMs: nowMs });
  const report = { no: 0, receivedAtMs: nowMs, ...event };
  const { update, used } = explained(before, after, found, [report], nowMs);
  const at = update?.kinds.indexOf(rehearsedClaim.kind) ?? -1;
  return (
    used.length === 1 &&
    update?.source === 'webhook' &&
    update.reasons[at] === rehearsedClaim.reason
  );
}
