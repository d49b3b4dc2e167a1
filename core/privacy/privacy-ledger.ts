import type { OrderId } from '../order/order-id.ts';

/** The people with a phone number in an order, beside those at its destinations. */
export const namedPhoneOwners = ['courier', 'pickup'] as const;

/**
 * The owner of a phone number. The window gets every number masked and asks for a whole one by its
 * owner. A whole number n means the n-th destination, counted from 1.
 */
export type PhoneOwner = (typeof namedPhoneOwners)[number] | number;

/** The unmasked number and extension of an owner; either may not be given. */
export interface WholePhone {
  readonly phoneNumber: string | null;
  readonly phoneExtension: string | null;
}

/** The acts on personal data that are written down. */
export const privacyActs = ['phoneShown', 'orderErased'] as const;

/**
 * One time that personal data was looked up or erased on this computer. `owner` says where in the order
 * the phone number stands, never the number itself. `orderId` is null once the order was erased.
 */
export interface PrivacyEntry {
  readonly atMs: number;
  readonly act: (typeof privacyActs)[number];
  readonly orderId: OrderId | null;
  readonly owner: PhoneOwner | null;
}
