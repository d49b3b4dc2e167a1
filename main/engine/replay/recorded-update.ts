import { diffOrders, orderUpdate, type OrderUpdate } from '../../../core/order/order-update.ts';
import type { RecordedOrder } from '../../../core/recording/recorded-state.ts';

/** What was found when an order was recorded; null for nothing. @param before what was recorded before it */
export function recordedUpdate(
  before: RecordedOrder | undefined,
  { found, watched }: RecordedOrder,
  atMs: number,
): OrderUpdate | null {
  const was = before?.watched.order ?? null;
  const is = watched.order;
  if (found !== undefined) {
    const changes = was === null || is === null ? [] : diffOrders(was, is);
    return { ...found, orderId: watched.id, seenAtMs: atMs, changes };
  }
  if (was === null || is === null || was === is) return null;
  const driven = orderUpdate(was, is, { source: 'poll', seenAtMs: atMs });
  // An edit without an update is none: its people were erased, or its positions made coarse.
  return driven?.kinds.every((kind) => kind === 'courier_moved') === true ? driven : null;
}
