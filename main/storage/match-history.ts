import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { orderIdSchema } from '../../core/order/order-id-schema.ts';
import type { PastMatch } from '../notify/ports.ts';
import { markOfKind } from './packed/update-marks.ts';

/** So many are enough: of several days, and quickly read. */
const mostMatches = 2000;

const matched = markOfKind('order_matched');
const released = markOfKind('order_released');

const row = z.object({
  id: orderIdSchema,
  added_at_ms: z.number(),
  seen_at_ms: z.number(),
  is_match: z.number(),
});

/** Reads which orders were matched or released since a time, oldest first. What is damaged is left out. */
export function matchHistory(sql: DatabaseSync): (sinceMs: number) => readonly PastMatch[] {
  const matches = sql.prepare(`
    SELECT id, added_at_ms, seen_at_ms, marks & ${matched} <> 0 AS is_match
    FROM updates JOIN watched_orders ON watched_orders.no = updates.order_no
    WHERE marks & ${matched + released} AND seen_at_ms >= ?
    ORDER BY seen_at_ms DESC, updates.no DESC LIMIT ${mostMatches}`);
  return (sinceMs) =>
    matches
      .all(sinceMs)
      .toReversed()
      .flatMap((found) => {
        const read = row.safeParse(found);
        if (!read.success) return [];
        const { id, added_at_ms, seen_at_ms, is_match } = read.data;
        return [
          { orderId: id, addedAtMs: added_at_ms, seenAtMs: seen_at_ms, isMatch: is_match === 1 },
        ];
      });
}
