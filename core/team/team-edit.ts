import { z } from 'zod';
import { orderIdSchema } from '../order/order-id-schema.ts';

const text = z.string().nullable().exactOptional();

/** What is said of the words of an order; only what is named changes. Times are in milliseconds since 1970. */
const saidWords = z.object({
  id: orderIdSchema,
  label: text,
  group: text,
  note: text,
  promisedAtMs: z.number().nullable().exactOptional(),
});

export type SaidWords = z.infer<typeof saidWords>;

/** What a desk does to what its team shares, and may do while the hub is away. */
export const teamEditSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), orders: z.array(saidWords) }),
  z.object({ kind: z.literal('words'), orders: z.array(saidWords) }),
  z.object({ kind: z.literal('remove'), ids: z.array(orderIdSchema) }),
  /** A whole number was shown: for the hub's ledger. */
  z.object({ kind: z.literal('reveal'), id: orderIdSchema, owner: z.string() }),
]);

export type TeamEdit = z.infer<typeof teamEditSchema>;
