/** What differs between services, beside the profile, and what reading their answers needed. */
export const connectionOptionsMigration = `
  ALTER TABLE profiles ADD COLUMN options_json TEXT;

  CREATE TABLE contract_notes (
    base_url TEXT NOT NULL,
    note TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_seen_at_ms INTEGER NOT NULL,
    last_seen_at_ms INTEGER NOT NULL,
    PRIMARY KEY (base_url, note)
  ) STRICT, WITHOUT ROWID;
`;
