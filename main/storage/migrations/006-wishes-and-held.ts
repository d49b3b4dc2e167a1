/**
 * What the dispatcher wishes for an order (null when nothing), and a quick way to the notifications
 * that are held back.
 */
export const wishesAndHeldMigration = `
  ALTER TABLE watched_orders ADD COLUMN wishes_json TEXT;
  CREATE INDEX tellings_held ON tellings (no) WHERE outcome = 'held';
`;
