/**
 * What was made coarse and erased of orders that are over, and a ledger of who was looked up. The
 * ledger names an order only as long as the order is kept.
 */
export const privacyMigration = `
  CREATE TABLE privacy_steps (
    order_no INTEGER PRIMARY KEY REFERENCES watched_orders (no) ON DELETE CASCADE,
    coarse_at_ms INTEGER,
    erased_at_ms INTEGER
  ) STRICT;

  CREATE TABLE privacy_ledger (
    no INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    act TEXT NOT NULL,
    order_id TEXT,
    owner TEXT
  ) STRICT;
`;
