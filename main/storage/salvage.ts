import { DatabaseSync } from 'node:sqlite';
import { emptyCourierTrace } from '../../core/courier-move.ts';
import { isStoredOrderId, storedWishes } from './stored-json.ts';

/** A label that is longer than this was never one. */
const longestLabel = 1000;

/**
 * Takes the watch list over from a damaged database, as far as its pages can be read: which orders, and
 * what the dispatcher said of them. Answers and history are left where they are; the next check of each
 * order brings its state.
 *
 * @returns how many orders were taken over; never throws
 */
export function salvageWatchList(damagedPath: string, into: DatabaseSync): number {
  let count = 0;
  try {
    const damaged = new DatabaseSync(damagedPath, { readOnly: true });
    try {
      const insert = into.prepare(`
        INSERT INTO watched_orders (id, label, added_at_ms, is_muted, is_pinned, wishes_json, trace_json,
          unseen_count) VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING`);
      // Row by row: the first page that cannot be read ends it, and what came before is kept.
      for (const row of damaged.prepare('SELECT * FROM watched_orders ORDER BY no').iterate()) {
        const { id, label, added_at_ms: addedAtMs, wishes_json: wishes } = row;
        if (!isStoredOrderId(id) || typeof addedAtMs !== 'number') continue;
        const isLabel = typeof label === 'string' && label.length <= longestLabel;
        insert.run(
          id,
          isLabel ? label : null,
          addedAtMs,
          row['is_muted'] === 1 ? 1 : 0,
          row['is_pinned'] === 1 ? 1 : 0,
          readableWishes(wishes),
          JSON.stringify(emptyCourierTrace),
        );
        count += 1;
      }
    } finally {
      damaged.close();
    }
  } catch {
    // Nothing more of it can be read; it lies beside, and that is said.
  }
  return count;
}

function readableWishes(json: unknown): string | null {
  if (typeof json !== 'string') return null;
  try {
    storedWishes.parse(JSON.parse(json));
    return json;
  } catch {
    return null;
  }
}
