import type { DatabaseSync } from 'node:sqlite';
import { watchListMigration } from './001-watch-list.ts';
import { orderMarksMigration } from './002-order-marks.ts';
import { connectionOptionsMigration } from './003-connection-options.ts';
import { linesMigration } from './004-lines.ts';
import { pinnedOrdersMigration } from './005-pinned-orders.ts';
import { wishesAndHeldMigration } from './006-wishes-and-held.ts';
import { privacyMigration } from './007-privacy.ts';
import { webhooksMigration } from './008-webhooks.ts';
import { archiveMigration } from './009-archive.ts';
import { toldOnceMigration } from './010-told-once.ts';
import { packedHistoryMigration } from './011-packed-history.ts';
import { pastesMigration } from './012-pastes.ts';

/** One step, as SQL or as what does it within the transaction that is open. */
export type Migration = string | ((sql: DatabaseSync) => void);

/**
 * Every schema that was ever released, as the steps between them: step n leads from version n - 1 to
 * version n. Steps are only ever added, never changed and never undone.
 */
export const migrations: readonly Migration[] = [
  watchListMigration,
  orderMarksMigration,
  connectionOptionsMigration,
  linesMigration,
  pinnedOrdersMigration,
  wishesAndHeldMigration,
  privacyMigration,
  webhooksMigration,
  archiveMigration,
  toldOnceMigration,
  packedHistoryMigration,
  pastesMigration,
];
