import { z } from 'zod';
import { orderIdSchema } from '../order/order-id-schema.ts';
import { storedServiceHealth, storedTimeMs } from '../watch/watched-order-schema.ts';
import { teamDeskSchema } from './desk.ts';
import { sharedTime } from './shared-order.ts';

/**
 * What a hub tells its desks every second or two beside the log, and keeps nowhere. Times are in milliseconds
 * since 1970, by the hub's clock.
 */
export const hubStatusSchema = z.object({
  /** The hub's clock, so that a desk whose own is wrong reads ages right. */
  nowMs: sharedTime.min(0),
  health: storedServiceHealth,
  pace: z.object({
    requestsLastMinute: z.number(),
    requestsPerMinute: z.number(),
    nextCheckAtMs: storedTimeMs,
    lastAnswerAtMs: storedTimeMs,
  }),
  desks: z.array(teamDeskSchema),
  /** Whether the hub's log is gone, so that nothing is written or checked until a person decides. */
  isLogGone: z.boolean().default(false),
  /** The addresses of all hubs of the team; a desk goes on at another one when its own is gone. */
  hubs: z.array(z.string().max(2000)).max(100).default([]),
  /**
   * Orders that were confirmed since the status before, changed or not: when, when they are checked next, and
   * the last entry of the log about it. It is the state of that entry which was confirmed, and no earlier one.
   */
  checked: z.array(z.tuple([orderIdSchema, sharedTime.min(0), sharedTime.nullable(), z.int()])),
});

export type HubStatus = z.infer<typeof hubStatusSchema>;
