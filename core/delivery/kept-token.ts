import { z } from 'zod';

/** An access token as it is kept over a restart. */
export const keptTokenSchema = z.strictObject({
  /** The whole value of its header: printable ASCII, so that it can begin no other header. */
  authorization: z.string().regex(/^[\x20-\x7e]{1,1200}$/),
  /** When it was asked for, in milliseconds since 1970. */
  issuedAtMs: z.int().nonnegative(),
  /** How long it counts as valid from then on. */
  lifetimeMs: z
    .number()
    .positive()
    .max(24 * 60 * 60_000),
  /** What the service said in seconds; null when it said nothing. */
  statedSeconds: z.number().nullable(),
});

export type KeptToken = z.infer<typeof keptTokenSchema>;
