import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { updateSources } from '../../../core/order/order-update.ts';
import { packUpdate } from '../packed/packed-update.ts';
import type { UpdateToPack } from '../packed/packed-update.ts';
import { storedChanges, storedKinds, storedReasons } from '../stored-json.ts';

const json = z.string().transform((text): unknown => JSON.parse(text));

const oldUpdate = z
  .object({
    seen_at_ms: z.number(),
    source: z.enum(updateSources),
    kinds_json: json.pipe(storedKinds),
    reasons_json: json.pipe(storedReasons),
    changes_json: json.pipe(storedChanges),
  })
  .transform((row) => ({
    seenAtMs: row.seen_at_ms,
    source: row.source,
    kinds: row.kinds_json,
    reasons: row.reasons_json,
    changes: row.changes_json,
  }));

/**
 * The history in an eighth of its room: each update is a few bytes (main/storage/packed) in a table that
 * is ordered by order, so that no index is needed to read the history of one. Numbers count within an
 * order. The trail has no table of its own any more: it is the positions in the history.
 *
 * Row by row, so that a history of years needs no more memory than one of a day. What cannot be read is
 * kept where damaged rows go.
 */
export function packedHistoryMigration(sql: DatabaseSync): void {
  sql.exec(`
    DROP INDEX updates_by_order;
    ALTER TABLE updates RENAME TO old_updates;

    CREATE TABLE updates (
      order_no INTEGER NOT NULL REFERENCES watched_orders (no) ON DELETE CASCADE,
      no INTEGER NOT NULL,
      seen_at_ms INTEGER NOT NULL,
      marks INTEGER NOT NULL,
      packed BLOB NOT NULL,
      PRIMARY KEY (order_no, no)
    ) STRICT, WITHOUT ROWID;`);
  const insert = sql.prepare(
    'INSERT INTO updates (order_no, no, seen_at_ms, marks, packed) VALUES (?, ?, ?, ?, ?)',
  );
  const setAside = sql.prepare(`
    INSERT INTO damaged_rows (found_at_ms, table_name, row_json, reason)
    VALUES (unixepoch() * 1000, 'updates', ?, 'unreadable')`);
  const old = sql.prepare(`
    SELECT old_updates.*, id
    FROM old_updates CROSS JOIN watched_orders ON watched_orders.no = order_no
    ORDER BY old_updates.no`);
  for (const row of old.iterate()) {
    const update = readable(row);
    if (update === null) {
      setAside.run(JSON.stringify(row));
      continue;
    }
    const { marks, packed } = packUpdate(update);
    insert.run(Number(row['order_no']), Number(row['no']), update.seenAtMs, marks, packed);
  }
  sql.exec(`
    DROP TABLE old_updates;
    DROP TABLE trail;
    CREATE INDEX updates_matched ON updates (seen_at_ms) WHERE marks & 24;`);
}

function readable(row: unknown): UpdateToPack | null {
  try {
    return oldUpdate.parse(row);
  } catch {
    // Neither JSON nor an update.
    return null;
  }
}
