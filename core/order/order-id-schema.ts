import { z } from 'zod';
import type { OrderId } from './order-id.ts';

/** An order's canonical id as it crosses the bridge: lower case, four hyphens. */
export const orderIdSchema = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .transform((text) => text as OrderId);
