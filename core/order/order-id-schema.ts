import { z } from 'zod';
import { isOrderId } from './order-id.ts';

/** An order's canonical id as it crosses the bridge and as it is stored. */
export const orderIdSchema = z.string().refine(isOrderId);
