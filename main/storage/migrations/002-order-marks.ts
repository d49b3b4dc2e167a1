/** What updates left behind on an order, such as a release; null when nothing did. */
export const orderMarksMigration = 'ALTER TABLE watched_orders ADD COLUMN marks_json TEXT;';
