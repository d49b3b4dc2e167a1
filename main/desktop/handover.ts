import { z } from 'zod';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { cleanLine } from '../../core/text/safe-text.ts';
import type { NamedOrder } from '../launch/named-orders.ts';

/** Orders that come from outside a running app. */
export interface Handover {
  /** Named by whoever started the app, or started it once more: watched at once. */
  readonly orders: readonly NamedOrder[];
  /** From links: offered for a look first. */
  readonly offeredIds: readonly OrderId[];
}

/** Nobody is named: the window is raised. */
export const emptyHandover: Handover = { orders: [], offeredIds: [] };

const schema = z.object({
  orders: z.array(z.object({ id: z.string(), label: z.string().max(1000).nullable() })).max(50_000),
  offeredIds: z.array(z.string()).max(50_000),
});

/** As long as a label may be that is typed in the window. */
const longestLabel = 200;

/**
 * What another start of ours left. It is no more trusted than an argument: anything that does not fit
 * is an empty handover, and what is no uuid is left out.
 */
export function readHandover(data: unknown): Handover {
  const parsed = schema.safeParse(data);
  if (!parsed.success) return emptyHandover;
  const orders = parsed.data.orders.flatMap(({ id, label }) => {
    const read = parseOrderId(id);
    return read === null ? [] : [{ id: read, label: cleanLabel(label) }];
  });
  const offeredIds = parsed.data.offeredIds.map(parseOrderId).filter((id) => id !== null);
  return { orders, offeredIds };
}

function cleanLabel(label: string | null): string | null {
  const clean = cleanLine(label ?? '', longestLabel);
  return clean === '' ? null : clean;
}
