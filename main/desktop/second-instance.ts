import { z } from 'zod';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { cleanLine } from '../../core/text/safe-text.ts';
import type { NamedOrder } from '../launch/named-orders.ts';

/** What a running app is asked to open: by another start of it, by a link, or by the dock. */
export interface OpenRequest {
  /** Named on the command line: watched at once. */
  readonly orders: readonly NamedOrder[];
  /** From links, which any web page can open: offered, never watched unasked. */
  readonly offeredIds: readonly OrderId[];
}

/** A request that only raises the window. */
export const nothingToOpen: OpenRequest = { orders: [], offeredIds: [] };

const schema = z.object({
  orders: z.array(z.object({ id: z.string(), label: z.string().max(1000).nullable() })).max(50_000),
  offeredIds: z.array(z.string()).max(50_000),
});

/** The longest label, in characters; the same as for a label that is typed in the window. */
const longestLabel = 200;

/**
 * Reads what another start of the app sent. It is trusted no more than an argument: data that does not
 * fit opens nothing, and what is no uuid is left out.
 */
export function readOpenRequest(data: unknown): OpenRequest {
  const parsed = schema.safeParse(data);
  if (!parsed.success) return nothingToOpen;
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
