import { z } from 'zod';
import { orderIdSchema } from '../order/order-id-schema.ts';

/** In which order the list stands: in groups, or all orders together by one fact. */
export const sortNames = ['attention', 'latest', 'named'] as const;

export type SortName = (typeof sortNames)[number];

/**
 * Where the dispatcher was in the window, handed to main before the window's renderer goes and given
 * back to the one that comes next. It lives in main's memory alone and ends with the program.
 */
export const windowViewSchema = z.strictObject({
  /** A view of the sidebar; the window knows which there are. */
  view: z.string().max(40),
  filter: z.string().max(500),
  sort: z.enum(sortNames),
  /** The width of the details, in px; null for the usual one. */
  detailWidthPx: z.int().min(100).max(4000).nullable(),
  activeId: orderIdSchema.nullable(),
  selectedIds: z.array(orderIdSchema).max(50_000),
  /** The order whose details are open. */
  openId: orderIdSchema.nullable(),
  /** The first order in sight and how far its row is scrolled out of it, in px; null at the top. */
  top: z.strictObject({ id: orderIdSchema, offsetPx: z.number().min(-1e7).max(1e7) }).nullable(),
});

/** Where the dispatcher was. */
export type WindowView = Readonly<z.output<typeof windowViewSchema>>;
