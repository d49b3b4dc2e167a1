import { z } from 'zod';
import type { OrderId } from '../order/order-id.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';

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
 * One time that personal data was looked up or erased on this desk. Whose number it was is said by
 * its place in the order, never by the number. `orderId` is null once the order was erased.
 */
export interface PrivacyEntry {
  readonly atMs: number;
  readonly act: (typeof privacyActs)[number];
  readonly orderId: OrderId | null;
  readonly owner: PhoneOwner | null;
}

/** The window's requests about personal data. */
export const privacyRequests = {
  'orders:erase': z.strictObject({ ids: z.array(orderIdSchema).min(1).max(50_000) }),
  'privacy:erase-everything': z.undefined(),
  'privacy:ledger': z.undefined(),
} as const;

/** Their answers. */
export interface PrivacyAnswers {
  'orders:erase': null;
  'privacy:erase-everything': null;
  /** The newest first. */
  'privacy:ledger': readonly PrivacyEntry[];
}
