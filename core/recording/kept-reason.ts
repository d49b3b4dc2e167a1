import { z } from 'zod';

/** Why an update is in the history alone: decided when it was seen, and stored with it. */
export type KeptReason =
  /** An ordinary move, and every move was not wanted. */
  | { readonly reason: 'movesNotWanted' }
  /** Since the last move that was notified. */
  | {
      readonly reason: 'moveTooShort';
      readonly movedMeters: number;
      readonly wantedMeters: number;
    }
  /** It happened before this desk joined its team. */
  | { readonly reason: 'beforeJoining' }
  /** Nothing that ever notifies. */
  | { readonly reason: 'historyOnly' };

/** A reason as it is stored. */
export const storedKeptReason: z.ZodType<KeptReason> = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('movesNotWanted') }),
  z.object({
    reason: z.literal('moveTooShort'),
    movedMeters: z.number(),
    wantedMeters: z.number(),
  }),
  z.object({ reason: z.literal('beforeJoining') }),
  z.object({ reason: z.literal('historyOnly') }),
]);
