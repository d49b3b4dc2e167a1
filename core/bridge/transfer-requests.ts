import { z } from 'zod';
import { largestTransfer, transferKinds } from '../transfer/transfer.ts';

/** What importing a file would do; asked before anything is done. */
export type TransferOffer =
  | {
      readonly kind: 'handOver';
      readonly exportedAtMs: number | null;
      readonly orders: number;
      /** Not watched here yet. */
      readonly fresh: number;
      /** Watched already, and the file has words for them that are missing here. */
      readonly changed: number;
      /** Entries that are no orders. */
      readonly skipped: number;
    }
  | { readonly kind: 'settings'; readonly settings: number; readonly skipped: number };

/** What importing did. */
export type TransferReport =
  | { readonly kind: 'handOver'; readonly added: number; readonly changed: number }
  | { readonly kind: 'settings' };

export interface Cancelled {
  readonly kind: 'cancelled';
}

/** The window's requests about files for the next dispatcher or the next computer. */
export const transferRequests = {
  'transfer:save': z.strictObject({
    what: z.enum(transferKinds),
    /** Also what the service said last, with names, numbers and addresses. */
    withPersonalData: z.boolean(),
  }),
  /** Lets the dispatcher choose a file; nothing is imported yet. */
  'transfer:open': z.undefined(),
  /** The same for a text that was dropped. */
  'transfer:offer': z.strictObject({ text: z.string().max(largestTransfer) }),
  /** Imports what was offered last. */
  'transfer:accept': z.undefined(),
} as const;

/** Their answers, by channel. */
export interface TransferAnswers {
  'transfer:save': { readonly kind: 'saved'; readonly fileName: string } | Cancelled;
  'transfer:open': TransferOffer | Cancelled;
  'transfer:offer': TransferOffer;
  'transfer:accept': TransferReport;
}
