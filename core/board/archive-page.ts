import { z } from 'zod';
import { listSorts } from '../settings/list-sort.ts';
import { longestQuery, type SearchHit } from '../watch/order-search.ts';
import type { OrderRow } from './board.ts';

/** Which orders of the archive are looked for, of those that are evicted. */
export const archiveQuerySchema = z.strictObject({
  /** They hold every word of it. Default: all do. */
  text: z.string().trim().min(1).max(longestQuery).optional(),
  /** Their group, null for none. Default: any. */
  group: z.string().max(80).nullable().optional(),
  /** When their open promises lie, in milliseconds since 1970. Default: at any time, or there is none. */
  promised: z.strictObject({ fromMs: z.int(), untilMs: z.int() }).optional(),
  sort: z.enum(listSorts),
});

export type ArchiveQuery = z.infer<typeof archiveQuerySchema>;

/** After which order a page begins: the last one of the page before. Only main reads what is in it. */
export const archivePlaceSchema = z.strictObject({
  key: z.union([z.string().max(1000), z.number()]),
  no: z.int(),
});

export type ArchivePlace = Readonly<z.infer<typeof archivePlaceSchema>>;

/** The most orders of one page. */
export const largestArchivePage = 500;

/** Some of the orders that a query asks for. */
export interface ArchivePage {
  readonly rows: readonly OrderRow[];
  /** Where the text of the query stands in these. */
  readonly hits: readonly SearchHit[];
  /** How many orders the query asks for; null for a later page. */
  readonly total: number | null;
  /** Where the next page begins; null after the last one. */
  readonly next: ArchivePlace | null;
}
