import type { StopRef } from '../order/courier-move.ts';
import type { OrderId } from '../order/order-id.ts';

/** Whose phone number it is: the window gets each masked, and asks for a whole one by its owner. */
export type PhoneOwner = 'courier' | StopRef;

/**
 * One time that personal data was looked up or erased on this desk. Whose number it was is said by
 * its place in the order, never by the number. `orderId` is null once the order was erased.
 */
export interface PrivacyEntry {
  readonly atMs: number;
  readonly act: 'phoneShown' | 'orderErased';
  readonly orderId: OrderId | null;
  readonly owner: PhoneOwner | null;
}
