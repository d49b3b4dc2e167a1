import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ProfileFiles, profileFiles } from '../../../../../main/engine/storage/profile-files.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nowMs = Date.UTC(2026, 10, 21, 9, 41, 7);
const copy = 'waybell-before-update-2026-11-14T09-41-07.db';

/** A profile folder with files of these names and ages. */
function folderWith(files: Readonly<Record<string, number>>): string {
  const folder = temporaryFolder();
  for (const [name, ageMs] of Object.entries(files)) {
    writeFileSync(join(folder, name), 'a stranger');
    date(folder, name, ageMs);
  }
  return folder;
}

function date(folder: string, name: string, ageMs: number): void {
  const madeAtSeconds = (nowMs - ageMs) / 1000;
  utimesSync(join(folder, name), madeAtSeconds, madeAtSeconds);
}

test('a copy goes once it is as old as it may be, with what SQLite put beside it', () => {
  const folder = folderWith({
    'waybell.db': 90 * dayMs,
    [copy]: 7 * dayMs,
    [`${copy}-wal`]: 7 * dayMs,
    [`${copy}-shm`]: hourMs,
    'waybell-damaged-2026-11-20T09-41-07.db': dayMs,
    'waybell-newer-2026-11-13T09-41-07.db': 8 * dayMs,
  });
  const files = new ProfileFiles(folder);
  files.removeCopies(nowMs, 7 * dayMs);
  expect(readdirSync(folder)).toEqual(['waybell-damaged-2026-11-20T09-41-07.db', 'waybell.db']);
  expect(files.hasCopies).toBe(true);
  files.removeCopies(nowMs, 0);
  expect(files.hasCopies).toBe(false);
});

test('a copy that lies ahead of the clock goes as one that was made now', () => {
  const folder = folderWith({ [copy]: -400 * dayMs });
  const files = new ProfileFiles(folder);
  files.removeCopies(nowMs, 7 * dayMs);
  expect(files.hasCopies).toBe(true);
  files.removeCopies(nowMs + 7 * dayMs, 7 * dayMs);
  expect(files.hasCopies).toBe(false);
});

test('a link in the place of a copy goes, and what it leads to stays', () => {
  const theirs = folderWith({ theirs: 400 * dayMs });
  const folder = temporaryFolder();
  symlinkSync(join(theirs, 'theirs'), join(folder, copy));
  symlinkSync(theirs, join(folder, 'waybell-damaged-folder.db'));
  symlinkSync(join(theirs, 'nothing'), join(folder, 'waybell-newer-nothing.db'));
  const files = new ProfileFiles(folder);
  files.removeCopies(nowMs, 0);
  expect(readdirSync(folder)).toEqual([]);
  expect(readFileSync(join(theirs, 'theirs'), 'utf8')).toBe('a stranger');
});

test('erasing an order removes what has the name of a copy and cannot be read', () => {
  const theirs = folderWith({ theirs: 0 });
  const folder = temporaryFolder();
  symlinkSync(join(theirs, 'theirs'), join(folder, copy));
  mkdirSync(join(folder, 'waybell-damaged-folder.db'));
  writeFileSync(join(folder, 'waybell-damaged-folder.db', 'inner'), 'a stranger');
  writeFileSync(join(folder, 'waybell-newer-other.db'), `only ${orderIdAt(2)}`);
  new ProfileFiles(folder).eraseOrders([orderIdAt(1)]);
  expect(readdirSync(folder)).toEqual(['waybell-newer-other.db']);
  expect(existsSync(join(theirs, 'theirs'))).toBe(true);
});

test('a folder in the place of a copy goes with all in it', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, copy));
  writeFileSync(join(folder, copy, 'inner'), 'a stranger');
  date(folder, copy, 7 * dayMs);
  new ProfileFiles(folder).removeCopies(nowMs, 7 * dayMs);
  expect(readdirSync(folder)).toEqual([]);
});

test('a copy that cannot be removed keeps no other one, is said, and goes when it can', () => {
  const folder = folderWith({ [copy]: 7 * dayMs, 'waybell-newer-2026.db': 7 * dayMs });
  let isHeld = true;
  const files = new ProfileFiles(folder, (path) => {
    if (isHeld && path.endsWith(copy)) throw new Error('EBUSY');
    rmSync(path, { force: true });
  });
  expect(() => files.removeCopies(nowMs, 7 * dayMs)).toThrow('EBUSY');
  expect(readdirSync(folder)).toEqual([copy]);
  isHeld = false;
  files.removeCopies(nowMs, 7 * dayMs);
  expect(files.hasCopies).toBe(false);
});

test('an order is found in a copy wherever it stands, also across two parts that are read', () => {
  const folder = temporaryFolder();
  const partBytes = 4 * 1024 * 1024;
  const id = orderIdAt(1);
  for (const [index, before] of [0, partBytes - 20, 2 * partBytes - 1, 3 * partBytes].entries())
    writeFileSync(join(folder, `waybell-damaged-${index}.db`), `${'x'.repeat(before)}${id}`);
  new ProfileFiles(folder).eraseOrders([id]);
  expect(readdirSync(folder)).toEqual([]);
});

test('erasing everything leaves nothing but the database and the lock', () => {
  const folder = folderWith({
    'waybell.db': 0,
    'waybell.lock': 0,
    'window.json': 0,
    'window.json.new': 0,
    [copy]: 0,
    [`${copy}-journal`]: 0,
    'waybell-newer-2026.db-wal': 0,
  });
  mkdirSync(join(folder, 'logs'));
  mkdirSync(join(folder, 'Crashpad'));
  for (const name of ['waybell.log', 'waybell.log.1', 'waybell.log.new', 'waybell.log.1.new'])
    writeFileSync(join(folder, 'logs', name), '{}');
  new ProfileFiles(folder).eraseEverything();
  expect(readdirSync(folder)).toEqual(['logs', 'waybell.db', 'waybell.lock']);
  expect(readdirSync(join(folder, 'logs'))).toEqual([]);
});

test('a profile folder that is not there has no copies', () => {
  const files = new ProfileFiles(join(temporaryFolder(), 'none'));
  expect(files.hasCopies).toBe(false);
  files.removeCopies(nowMs, 0);
  expect(profileFiles.filter(({ people }) => people === 'byAge')).toHaveLength(1);
});
