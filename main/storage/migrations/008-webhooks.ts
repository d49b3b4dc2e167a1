/**
 * Webhooks that wait to be dealt with, as received, and digests of those that were, to know them
 * again. A body is personal data and goes as soon as it was dealt with.
 */
export const webhooksMigration = `
  CREATE TABLE webhook_queue (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    received_at_ms INTEGER NOT NULL,
    is_trusted INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;

  CREATE TABLE webhooks_seen (
    key TEXT PRIMARY KEY,
    order_id TEXT NOT NULL,
    created_at_ms INTEGER,
    seen_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhooks_seen_by_order ON webhooks_seen (order_id, created_at_ms);
  CREATE INDEX webhooks_seen_by_time ON webhooks_seen (seen_at_ms);
`;
