import { type OrderId, parseOrderId } from '../../core/order/order-id.ts';

/** A text as an order id. @throws Error when it is not a uuid */
export function orderIdOf(text: string): OrderId {
  const id = parseOrderId(text);
  if (id === null) throw new Error(`${text} is no uuid`);
  return id;
}
