import type { WatchedOrder } from './watched-order.ts';

/**
 * How often an order is still checked while webhooks report its changes. They say nothing of where the
 * courier is (seeds/contract.md, 6), so an order with a courier is looked at more often than one that
 * waits. The numbers are ours: docs/adr/0008-webhooks.md.
 */
const auditMs = { withCourier: 120_000, waiting: 300_000 } as const;

/** @param everyMs the order's interval without webhooks, which is never made shorter */
export function auditEveryMs(watched: WatchedOrder, everyMs: number): number {
  const hasCourier = (watched.order?.courier ?? null) !== null;
  return Math.max(everyMs, hasCourier ? auditMs.withCourier : auditMs.waiting);
}
