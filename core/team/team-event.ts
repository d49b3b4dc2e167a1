import { z } from 'zod';
import { orderIdSchema } from '../order/order-id-schema.ts';
import { deskRecordSchema } from './desk.ts';
import { sharedOrderSchema, sharedTime, sharedUpdateSchema } from './shared-order.ts';

/*
 * The facts of a team's log. The last event of an order holds its whole shared state, so that the state of a
 * team is the last event of each order and of each desk. Times are in milliseconds since 1970.
 */

/** What an event of an order tells. */
const orderChanges = [
  'added',
  /** An answer, a refusal or an erasure of people that is no update. */
  'observed',
  'updated',
  /** Label, group, note or promised time. */
  'edited',
  'claimed',
  'released',
  /** Written again as it is, so that the log's age does not take it away. */
  'kept',
  'removed',
] as const;

export const orderEventSchema = z.object({
  change: z.enum(orderChanges),
  id: orderIdSchema,
  atMs: sharedTime,
  /** The hub that wrote it. */
  hub: z.string(),
  /** The name of the desk that did it; null for what the service did. */
  by: z.string().nullable(),
  /** All that is shared about it from now on; null once it is removed. */
  order: sharedOrderSchema.nullable(),
  /** In `updated` alone. */
  update: sharedUpdateSchema.optional(),
  /** The answer as it was received, where this event is about one. */
  rawJson: z.string().optional(),
  /** In `claimed` and `released`: why, in the words of the desk. */
  reason: z.string().nullable().optional(),
});

export type OrderEvent = z.infer<typeof orderEventSchema>;

export const deskEventSchema = z.object({ desk: deskRecordSchema });

export type DeskEvent = z.infer<typeof deskEventSchema>;

/** That a desk showed a whole phone number: a line of the hub's ledger. */
export const revealEventSchema = z.object({
  atMs: z.number(),
  by: z.string(),
  id: orderIdSchema,
  /** Whose number, such as `courier`, `pickup` or the number of a stop. */
  owner: z.string(),
});

export type RevealEvent = z.infer<typeof revealEventSchema>;
