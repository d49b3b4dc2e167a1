/**
 * The history in a fifth of its room: each update is a few bytes (main/storage/packed) in a table that
 * is ordered by order, so that no index is needed to read the history of one. Numbers count within an
 * order. The trail has no table of its own any more: it is the positions in the history.
 *
 * `packed_update` and `update_marks` are functions of old-updates.ts; they give null for what cannot be
 * read, which is kept where damaged rows go.
 */
export const packedHistoryMigration = `
  DROP INDEX updates_by_order;
  ALTER TABLE updates RENAME TO old_updates;

  CREATE TABLE updates (
    order_no INTEGER NOT NULL REFERENCES watched_orders (no) ON DELETE CASCADE,
    no INTEGER NOT NULL,
    seen_at_ms INTEGER NOT NULL,
    marks INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (order_no, no)
  ) STRICT, WITHOUT ROWID;

  INSERT OR IGNORE INTO updates (order_no, no, seen_at_ms, marks, packed)
  SELECT order_no, old_updates.no, seen_at_ms,
    update_marks(seen_at_ms, source, kinds_json, reasons_json, changes_json),
    packed_update(seen_at_ms, source, kinds_json, reasons_json, changes_json)
  FROM watched_orders CROSS JOIN old_updates ON order_no = watched_orders.no
  ORDER BY order_no, old_updates.no;

  INSERT INTO damaged_rows (found_at_ms, table_name, row_json, reason)
  SELECT unixepoch() * 1000, 'updates', json_object('id', id, 'no', old_updates.no,
    'seen_at_ms', seen_at_ms, 'source', source, 'kinds_json', kinds_json,
    'reasons_json', reasons_json, 'changes_json', changes_json), 'unreadable'
  FROM old_updates JOIN watched_orders ON watched_orders.no = order_no
  WHERE NOT EXISTS (
    SELECT 1 FROM updates WHERE updates.order_no = watched_orders.no AND updates.no = old_updates.no);

  DROP TABLE old_updates;
  DROP TABLE trail;

  CREATE INDEX updates_matched ON updates (seen_at_ms) WHERE marks & 24;
`;
