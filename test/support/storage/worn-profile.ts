import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { releasedMigrations } from '../../../main/engine/storage/schema.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { OpenedDatabase } from '../../../main/engine/storage/database.ts';

/** A schema of the future. */
const later = [...releasedMigrations, 'CREATE TABLE later (no INTEGER)'];

/**
 * A profile folder that has been through everything that makes a copy of its database: an update, damage
 * and a newer Waybell. Its database is empty.
 *
 * @param fill puts into a database what every copy is to hold
 */
export function wornProfile(wallMs: () => number, fill: (opened: OpenedDatabase) => void): string {
  const folder = temporaryFolder();
  const first = openDatabase(folder, { wallMs });
  fill(first);
  first.close();
  // The update.
  openDatabase(folder, { wallMs, migrations: later }).close();
  damage(join(folder, 'waybell.db'));
  const second = openDatabase(folder, { wallMs, migrations: later });
  fill(second);
  second.close();
  // The newer one.
  openDatabase(folder, { wallMs }).close();
  return folder;
}

/** The last page is torn, and all others can be read. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, bytes.length - 4096);
  writeFileSync(path, bytes);
}
