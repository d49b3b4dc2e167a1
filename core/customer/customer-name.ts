import { withoutPhoneNumbers } from '../text/phone-numbers.ts';
import { cleanLine } from '../text/safe-text.ts';
import type { Order } from '../order/order.ts';

const longestNameGraphemes = 80;

/**
 * Whom an order is for, as the service says it: the contact of the first destination, or that place's
 * name, without a phone number in it. Null where neither is given. Personal data.
 */
export function customerName(order: Order | null): string | null {
  const destination = order?.destinations[0];
  const name = destination?.contact?.name ?? destination?.name ?? null;
  return name === null ? null : withoutPhoneNumbers(cleanLine(name, longestNameGraphemes)) || null;
}
