import { z } from 'zod';
import { ownPaces, paceBounds } from './cadence.ts';

function within({ least, most }: { readonly least: number; readonly most: number }) {
  return z.int().min(least).max(most);
}

/** What each setting of the paces may be. */
export const paceValues = {
  /** How often an order on the way is checked; all other paces are multiples of it unless set. */
  activeEverySeconds: within(paceBounds.activeEverySeconds),
  /** Paces of their own, in seconds; null follows that of an order on the way. */
  paceSeconds: z.record(z.enum(ownPaces), within(paceBounds.ownPaceSeconds).nullable()),
};

/** Every pace follows that of an order on the way. */
export const followingPaces: z.infer<typeof paceValues.paceSeconds> = {
  pending: null,
  pendingLong: null,
  scheduledLater: null,
  standing: null,
  finished: null,
  notFoundYoung: null,
  notFound: null,
};
