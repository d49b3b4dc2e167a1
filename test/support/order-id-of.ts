import { type OrderId, parseOrderId } from '../../core/order/order-id.ts';

/** A uuid that a test is sure of. @throws Error when it is none */
export function orderIdOf(text: string): OrderId {
  const id = parseOrderId(text);
  if (id === null) throw new Error(`${text} is no uuid`);
  return id;
}
