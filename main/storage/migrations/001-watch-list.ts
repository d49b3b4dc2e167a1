/**
 * The first schema. All times are in milliseconds since 1970. What belongs to one order goes with it:
 * whoever stops watching an order erases its personal data in the same transaction.
 */
export const watchListMigration = `
  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE watched_orders (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    label TEXT,
    added_at_ms INTEGER NOT NULL,
    is_muted INTEGER NOT NULL,
    order_json TEXT,
    observed_at_ms INTEGER,
    status_since_ms INTEGER,
    changed_at_ms INTEGER,
    trace_json TEXT NOT NULL,
    problem_json TEXT,
    unseen_count INTEGER NOT NULL,
    last_looked_at_ms INTEGER
  ) STRICT;

  CREATE TABLE raw_answers (
    order_no INTEGER PRIMARY KEY REFERENCES watched_orders (no) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE updates (
    no INTEGER PRIMARY KEY,
    order_no INTEGER NOT NULL REFERENCES watched_orders (no) ON DELETE CASCADE,
    seen_at_ms INTEGER NOT NULL,
    service_at_ms INTEGER,
    source TEXT NOT NULL,
    kinds_json TEXT NOT NULL,
    reasons_json TEXT NOT NULL,
    changes_json TEXT NOT NULL,
    move_json TEXT
  ) STRICT;
  CREATE INDEX updates_by_order ON updates (order_no, no);

  CREATE TABLE trail (
    order_no INTEGER NOT NULL REFERENCES watched_orders (no) ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    latitude_deg REAL NOT NULL,
    longitude_deg REAL NOT NULL,
    PRIMARY KEY (order_no, at_ms)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tellings (
    no INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    order_id TEXT,
    decided_at_ms INTEGER NOT NULL,
    telling_json TEXT NOT NULL,
    outcome TEXT,
    outcome_reason TEXT,
    settled_at_ms INTEGER
  ) STRICT;
  CREATE INDEX tellings_pending ON tellings (no) WHERE outcome IS NULL;
  CREATE INDEX tellings_by_order ON tellings (order_id);

  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value_json TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE profiles (
    no INTEGER PRIMARY KEY CHECK (no = 1),
    base_url TEXT NOT NULL,
    client_id TEXT NOT NULL
  ) STRICT;

  CREATE TABLE damaged_rows (
    no INTEGER PRIMARY KEY,
    found_at_ms INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    row_json TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
`;
