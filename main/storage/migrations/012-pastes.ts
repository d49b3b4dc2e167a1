/** What was added by the thousand, until each order of it has a row of its own. */
export const pastesMigration = `
  CREATE TABLE pastes (
    no INTEGER PRIMARY KEY,
    added_at_ms INTEGER NOT NULL,
    ids TEXT NOT NULL,
    labels_json TEXT NOT NULL
  ) STRICT;`;
