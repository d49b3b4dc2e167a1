/** What the dispatcher put into the archive or took out of it by hand. */
export const archiveMigration = `
  CREATE TABLE archive_choices (
    order_no INTEGER PRIMARY KEY REFERENCES watched_orders (no) ON DELETE CASCADE,
    choice TEXT NOT NULL
  ) STRICT;`;
