import {
  exportedOrder,
  mostPortableOrders,
  orderListText,
} from '../../core/transfer/order-list-file.ts';
import { largestTransfer } from '../../core/transfer/transfer.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';

/**
 * The watch list as a file for the next dispatcher: what is exported can be imported.
 *
 * @param withPersonalData adds the service's last answers
 * @returns null when the file would be too large to be imported
 */
export function orderListExport(
  orders: readonly WatchedOrder[],
  withPersonalData: boolean,
  nowMs: number,
): string | null {
  if (orders.length > mostPortableOrders) return null;
  const exported = orders.map((watched) => exportedOrder(watched, withPersonalData));
  const text = orderListText(exported, nowMs);
  return Buffer.byteLength(text) > largestTransfer ? null : text;
}
