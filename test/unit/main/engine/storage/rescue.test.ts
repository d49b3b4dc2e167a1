import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type OpenedDatabase } from '../../../../../main/engine/storage/database.ts';
import { memoryCopy } from '../../../../../main/engine/storage/rescue.ts';
import { releasedMigrations } from '../../../../../main/engine/storage/schema.ts';
import { WatchRepository } from '../../../../../main/engine/storage/watch-repository.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import {
  orderIdAt,
  someOrder,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';

const wallMs = (): number => Date.UTC(2026, 10, 21);

/** A profile with three orders, one of which has an update, open for as long as the test. */
function profile(): { readonly path: string; readonly opened: OpenedDatabase } {
  const folder = temporaryFolder();
  const opened = openDatabase(folder);
  const records = [0, 1, 2].map((index) => {
    const id = orderIdAt(index);
    const watched = someWatched(id, { order: someOrder(id) });
    return { watched, ...(index === 0 && { update: someUpdate(id) }), notifications: [] };
  });
  new WatchRepository(opened.sql, wallMs).save(records);
  return { path: join(folder, 'waybell.db'), opened };
}

function copied(path: string): DatabaseSync | null {
  const copy = memoryCopy(path, releasedMigrations.length);
  onTestFinished(() => copy?.close());
  return copy;
}

function everything(sql: DatabaseSync): unknown {
  const tables = sql
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name));
  return tables.map((name) => [name, sql.prepare(`SELECT * FROM "${name}"`).all()]);
}

test('a copy holds all of the database, what is still in its log included, and leaves it alone', () => {
  const { path, opened } = profile();
  onTestFinished(() => opened.close());
  const before = readFileSync(path);
  const copy = copied(path);
  expect(copy && everything(copy)).toEqual(everything(opened.sql));
  copy?.exec('DELETE FROM watched_orders');
  expect(readFileSync(path)).toEqual(before);
  expect(new WatchRepository(opened.sql, wallMs).load()).toHaveLength(3);
});

test('fault 54: where nothing can be made beside the database, its orders are watched from memory', () => {
  const { path, opened } = profile();
  opened.close();
  // SQLite needs this file to read or write a database that has a log.
  mkdirSync(`${path}-shm`);
  const again = openDatabase(join(path, '..'));
  onTestFinished(() => again.close());
  expect(again.fault).not.toBeNull();
  expect(again.setAside).toBeNull();
  expect(new WatchRepository(again.sql, wallMs).load()).toHaveLength(3);
});

test('what is not a whole database that we know gives none', () => {
  const { path, opened } = profile();
  opened.sql.exec(`PRAGMA user_version = ${releasedMigrations.length + 1}`);
  opened.close();
  expect(copied(path)).toBeNull();
  const notOne = join(temporaryFolder(), 'text.db');
  writeFileSync(notOne, 'no database at all, but a text of some length');
  expect(copied(notOne)).toBeNull();
  const absent = join(temporaryFolder(), 'absent.db');
  expect(copied(absent)).toBeNull();
  expect(existsSync(absent)).toBe(false);
});

test('a link is not followed', () => {
  const { path, opened } = profile();
  opened.close();
  const link = join(temporaryFolder(), 'waybell.db');
  symlinkSync(path, link);
  expect(copied(link)).toBeNull();
});
