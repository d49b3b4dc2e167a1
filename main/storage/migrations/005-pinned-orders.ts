/** Which orders the dispatcher wants checked before others. */
export const pinnedOrdersMigration =
  'ALTER TABLE watched_orders ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;';
