import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSink } from '../../../main/engine/log/log.ts';
import { FileWindowMemoryStore } from '../../../main/desktop/window/window-place.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { lockProfile } from '../../../main/engine/storage/profile-folder.ts';
import { everyFile } from '../../support/every-byte.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const memory = { places: [], knowsTray: true };

/** A profile folder with a symbolic link to a file outside of it. */
function withLink(name: string): { readonly folder: string; readonly victim: string } {
  const folder = temporaryFolder();
  const victim = join(temporaryFolder(), 'victim');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  symlinkSync(victim, join(folder, name));
  return { folder, victim };
}

test.each(['waybell.db', 'waybell.db-wal', 'waybell.db-shm'])(
  'a link in the place of %s is refused, and nothing is kept',
  (name) => {
    const { folder, victim } = withLink(name);
    const database = openDatabase(folder);
    expect(database.fault).not.toBeNull();
    database.sql.exec("INSERT INTO facts (name, value) VALUES ('x', 'y')");
    database.close();
    expect(existsSync(victim)).toBe(false);
  },
);

test('a link to another program’s database is not opened', () => {
  const theirs = temporaryFolder();
  openDatabase(theirs).close();
  const before = readFileSync(join(theirs, 'waybell.db'));
  const folder = temporaryFolder();
  symlinkSync(join(theirs, 'waybell.db'), join(folder, 'waybell.db'));
  const database = openDatabase(folder);
  expect(database.fault).not.toBeNull();
  database.close();
  expect(readFileSync(join(theirs, 'waybell.db')).equals(before)).toBe(true);
});

test('the log is never written through a link', () => {
  const { folder, victim } = withLink('logs/waybell.log');
  writeFileSync(victim, 'theirs', { mode: 0o644 });
  const sink = fileSink(join(folder, 'logs/waybell.log'));
  sink('{"event":"x"}\n');
  expect(readFileSync(victim, 'utf8')).toBe('theirs');
  expect(statSync(victim).mode & 0o777).toBe(0o644);
});

test.each(['window.json', 'window.json.new'])(
  'the window’s place is never written through %s',
  (name) => {
    const { folder, victim } = withLink(name);
    new FileWindowMemoryStore(join(folder, 'window.json')).save(memory);
    expect(existsSync(victim)).toBe(false);
    expect(new FileWindowMemoryStore(join(folder, 'window.json')).load()).toEqual(memory);
  },
);

test('the lock is not taken through a link', () => {
  const { folder, victim } = withLink('waybell.lock');
  expect(lockProfile(folder).kind).toBe('link');
  expect(existsSync(victim)).toBe(false);
});

test('a lock that is held needs no room on the disk: nothing is written beside it', () => {
  const folder = temporaryFolder();
  const lock = lockProfile(folder);
  expect(lock.kind).toBe('held');
  expect([readdirSync(folder), statSync(join(folder, 'waybell.lock')).size]).toEqual([
    ['waybell.lock'],
    0,
  ]);
  if (lock.kind === 'held') lock.release();
});

test.runIf(process.platform !== 'win32')(
  'every file of a profile is its owner’s alone, whatever it was before',
  () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'waybell.db'), '', { mode: 0o666 });
    mkdirSync(join(folder, 'logs'));
    writeFileSync(join(folder, 'logs/waybell.log'), '{}\n');
    chmodSync(join(folder, 'logs/waybell.log'), 0o644);
    chmodSync(folder, 0o755);
    const database = openDatabase(folder);
    const lock = lockProfile(folder);
    fileSink(join(folder, 'logs/waybell.log'))('{"event":"x"}\n');
    new FileWindowMemoryStore(join(folder, 'window.json')).save(memory);
    database.sql.exec("INSERT INTO facts (name, value) VALUES ('x', 'y')");
    const open = everyFile(folder).filter(({ mode }) => mode !== 0o600);
    expect(open.map(({ path, mode }) => `${path} ${mode.toString(8)}`)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    database.close();
    if (lock.kind === 'held') lock.release();
  },
);
