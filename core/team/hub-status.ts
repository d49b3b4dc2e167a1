import { z } from 'zod';
import { isFailureCode } from '../delivery/delivery-failure.ts';
import { orderIdSchema } from '../order/order-id-schema.ts';
import type { ServiceHealth } from '../watch/service-health.ts';
import { teamDeskSchema } from './desk.ts';

const health: z.ZodType<ServiceHealth> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('reachable') }),
  z.object({
    state: z.literal('unreachable'),
    cause: z.string().refine(isFailureCode),
    httpStatus: z.number().nullable(),
    sinceMs: z.number(),
    retryAtMs: z.number().nullable(),
  }),
]);

/**
 * What a hub tells its desks every second or two beside the log, and keeps nowhere. Times are in milliseconds
 * since 1970, by the hub's clock.
 */
export const hubStatusSchema = z.object({
  /** The hub's clock, so that a desk whose own is wrong reads ages right. */
  nowMs: z.number(),
  health,
  pace: z.object({
    requestsLastMinute: z.number(),
    requestsPerMinute: z.number(),
    nextCheckAtMs: z.number().nullable(),
    lastAnswerAtMs: z.number().nullable(),
  }),
  desks: z.array(teamDeskSchema),
  /** Orders that were confirmed since the status before, changed or not: when, and when they are checked next. */
  checked: z.array(z.tuple([orderIdSchema, z.number(), z.number().nullable()])),
});

export type HubStatus = z.infer<typeof hubStatusSchema>;
