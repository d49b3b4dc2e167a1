import { z } from 'zod';
import type { StopRef } from '../order/courier-move.ts';
import type { OrderId } from '../order/order-id.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';

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
