import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { orderIdSchema } from '../../core/order-id-schema.ts';
import type { PastMatch } from '../notify/ports.ts';

/** As many updates are looked through: a busy day's, and quickly done. */
const mostUpdates = 20_000;

const row = z.object({
  id: orderIdSchema,
  added_at_ms: z.number(),
  seen_at_ms: z.number(),
  is_match: z.number(),
});

/** Reads which orders were matched or released since a time, oldest first. What is damaged is left out. */
export function matchHistory(sql: DatabaseSync): (sinceMs: number) => readonly PastMatch[] {
  const matches = sql.prepare(`
    SELECT watched_orders.id, watched_orders.added_at_ms, updates.seen_at_ms,
      updates.kinds_json LIKE '%"order_matched"%' AS is_match
    FROM updates JOIN watched_orders ON watched_orders.no = updates.order_no
    WHERE updates.no > (SELECT coalesce(max(no), 0) FROM updates) - ${mostUpdates}
      AND updates.seen_at_ms >= ?
      AND (updates.kinds_json LIKE '%"order_matched"%'
        OR updates.kinds_json LIKE '%"order_released"%')
    ORDER BY updates.no`);
  return (sinceMs) =>
    matches.all(sinceMs).flatMap((found) => {
      const read = row.safeParse(found);
      if (!read.success) return [];
      const { id, added_at_ms, seen_at_ms, is_match } = read.data;
      return [
        { orderId: id, addedAtMs: added_at_ms, seenAtMs: seen_at_ms, isMatch: is_match === 1 },
      ];
    });
}
