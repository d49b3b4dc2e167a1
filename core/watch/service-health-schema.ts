import { z } from 'zod';
import { isFailureCode } from '../delivery/delivery-failure.ts';
import type { ServiceHealth } from './service-health.ts';

/** Whether the service answers, as it comes from a team's hub or from the disk. */
export const storedServiceHealth: z.ZodType<ServiceHealth> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('reachable') }),
  z.object({
    state: z.literal('unreachable'),
    cause: z.string().refine(isFailureCode),
    httpStatus: z.number().nullable(),
    sinceMs: z.number(),
    retryAtMs: z.number().nullable(),
  }),
]);
