/**
 * What was added by the thousand, until each order of it has a row of its own. A number is never given
 * twice: somebody may still have that of a paste that was erased.
 */
export const pastesMigration = `
  CREATE TABLE pastes (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    added_at_ms INTEGER NOT NULL,
    ids TEXT NOT NULL,
    labels_json TEXT NOT NULL
  ) STRICT;`;
