import type { OrderId } from '../order/order-id.ts';

/** Into how many parts the orders of a team are divided; each is checked by one hub. */
export const partitionCount = 64;

/** The part that an order belongs to, 0 to 63, by FNV-1a over its uuid: the same at every hub. */
export function partitionOf(id: OrderId): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % partitionCount;
}
