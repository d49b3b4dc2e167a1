/**
 * What the command line has to print, written with the state that it tells of. An update's row goes
 * once it was printed; a first answer's stays without its text, so that it is told once.
 */
export const linesMigration = `
  CREATE TABLE lines (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES watched_orders (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    json TEXT
  ) STRICT;
  CREATE INDEX lines_pending ON lines (no) WHERE json IS NOT NULL;
  CREATE INDEX lines_by_order ON lines (order_id, event);
`;
