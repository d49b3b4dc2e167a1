import type { OrderId } from '../order/order-id.ts';

/** Whose phone numbers an order can have, beside those of its destinations. */
export const namedPhoneOwners = ['courier', 'pickup'] as const;

/**
 * Whose phone number it is: the window gets each masked, and asks for a whole one by its owner. A
 * number is the n-th destination, counted from 1.
 */
export type PhoneOwner = (typeof namedPhoneOwners)[number] | number;

/** What is written down when it is done to personal data. */
export const privacyActs = ['phoneShown', 'orderErased'] as const;

/**
 * One time that personal data was looked up or erased on this computer. Whose number it was is said by
 * its place in the order, never by the number. `orderId` is null once the order was erased.
 */
export interface PrivacyEntry {
  readonly atMs: number;
  readonly act: (typeof privacyActs)[number];
  readonly orderId: OrderId | null;
  readonly owner: PhoneOwner | null;
}
