import { z } from 'zod';
import { orderIdSchema } from '../order/order-id-schema.ts';
import { longestQuery } from '../watch/order-search.ts';

/**
 * Where the dispatcher was in the window. A renderer hands it to main before it ends, and main gives it
 * to the next renderer. It is kept in main's memory only, until the program ends.
 */
export const windowViewSchema = z.strictObject({
  /** A view of the sidebar, which may be that of a group; the window knows the valid names. */
  view: z.string().max(100),
  filter: z.string().max(longestQuery),
  /** The width of the details, in px; null for the default width. */
  detailWidthPx: z.int().min(100).max(4000).nullable(),
  activeId: orderIdSchema.nullable(),
  /** `all` for every order of the view, however many they are. */
  selectedIds: z.union([z.literal('all'), z.array(orderIdSchema).max(50_000)]),
  /** The order whose details are open. */
  openId: orderIdSchema.nullable(),
  /** The first visible order, and how many px of its row are scrolled away; null at the top. */
  top: z.strictObject({ id: orderIdSchema, offsetPx: z.number().min(-1e7).max(1e7) }).nullable(),
});

/** Where the dispatcher was in the window. */
export type WindowView = Readonly<z.output<typeof windowViewSchema>>;
