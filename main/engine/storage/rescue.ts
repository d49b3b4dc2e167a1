import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { openDatabaseFile, refuseOddDatabase } from './file/plain-file.ts';
import { refuseLink } from './profile-folder.ts';
import { schemaVersion } from './schema.ts';
import { inTransaction, isWhole } from './sql.ts';
import type { Row } from './sql.ts';
import { isOrderId } from '../../../core/order/order-id.ts';
import { storedPreferences } from '../../../core/watch/watched-order-schema.ts';

/** Labels are far shorter, so a longer text in a damaged file is not one. */
const longestLabel = 1000;

/**
 * Takes the watch list over from a damaged database, up to the first page that cannot be read: the
 * orders, with the dispatcher's label and choices for each. Answers and history stay in the damaged one;
 * the next check of each order brings its state.
 *
 * @returns how many orders were taken over; never throws
 */
export function salvageWatchList(damagedPath: string, into: DatabaseSync): number {
  let count = 0;
  try {
    const damaged = openDatabaseFile(damagedPath, { readOnly: true });
    try {
      const insert = into.prepare(`
        INSERT INTO watched_orders (id, label, added_at_ms, is_muted, is_pinned, preferences_json,
          unseen_count) VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING`);
      for (const row of damaged.prepare('SELECT * FROM watched_orders ORDER BY no').iterate()) {
        const { id, added_at_ms: addedAtMs } = row;
        // Without its state an order that was evicted would be asked for again.
        if (row['is_put_away'] === 1) continue;
        if (!isOrderId(id) || typeof addedAtMs !== 'number') continue;
        const [isMuted, isPinned] = [row['is_muted'] === 1 ? 1 : 0, row['is_pinned'] === 1 ? 1 : 0];
        const label = readableLabel(row);
        const { changes } = insert.run(
          id,
          label,
          addedAtMs,
          isMuted,
          isPinned,
          readablePreferences(row),
        );
        count += Number(changes);
      }
    } finally {
      damaged.close();
    }
  } catch {
    // Nothing more of it can be read. It stays beside the new database, and the window says so.
  }
  return count;
}

function readableLabel({ label }: Row): string | null {
  return typeof label === 'string' && label.length <= longestLabel ? label : null;
}

function readablePreferences({ preferences_json: json }: Row): string | null {
  if (typeof json !== 'string') return null;
  try {
    storedPreferences.parse(JSON.parse(json));
    return json;
  } catch {
    return null;
  }
}

/**
 * A copy in memory of a database that may be read and not written, because its disk is full or
 * read-only: its orders go on being watched, though nothing new of them can be kept.
 *
 * @param newestVersion the newest schema that can be read; a newer one is left alone
 * @returns null when there is nothing there, or nothing that can be read whole; never throws
 */
export function memoryCopy(path: string, newestVersion: number): DatabaseSync | null {
  for (const address of readableAddresses(path)) {
    const sql = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
    try {
      sql.prepare('ATTACH ? AS disk').run(address);
      const { version, isReleased } = schemaVersion(sql, 'disk');
      if (version > 0 && version <= newestVersion && isReleased && isWhole(sql, 'disk')) {
        inTransaction(sql, () => copyAll(sql, version));
        sql.exec('DETACH disk');
        return sql;
      }
    } catch {
      // Not at this address.
    }
    sql.close();
  }
  return null;
}

/**
 * Reading a database that has a log needs two files beside it, which a read-only disk does not let
 * SQLite make. A database that was closed as it should be has no log, and can be read as a file that
 * does not change (https://www.sqlite.org/wal.html#read_only_databases).
 */
function readableAddresses(path: string): readonly string[] {
  try {
    refuseLink(path);
    refuseOddDatabase(path, true);
    statSync(path);
  } catch {
    return [];
  }
  const { href } = pathToFileURL(path);
  const asClosed = `${href}?immutable=1`;
  try {
    refuseOddDatabase(path);
  } catch {
    // Nothing of it is in what stands in the place of a log.
    return [asClosed];
  }
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const hasLog = log !== undefined && log.size > 0;
  return hasLog ? [`${href}?mode=ro`] : [`${href}?mode=ro`, asClosed];
}

function copyAll(sql: DatabaseSync, version: number): void {
  const things = sql
    .prepare(
      "SELECT type, name, sql FROM disk.sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )
    .all()
    .map(({ type, name, sql: made }) => ({ type, name: String(name), made: String(made) }));
  const tables = things.filter(({ type }) => type === 'table');
  for (const { made } of tables) sql.exec(made);
  for (const { name } of tables) {
    sql.exec(`INSERT INTO main."${name}" SELECT * FROM disk."${name}"`);
  }
  for (const { type, made } of things) if (type !== 'table') sql.exec(made);
  sql.exec(`PRAGMA main.user_version = ${version}`);
}
