import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { changeDesks } from '../../../main/cli/commands/desks.ts';
import { recoverLog } from '../../../main/cli/commands/recover.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { lockProfile } from '../../../main/engine/storage/profile-folder.ts';
import { openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * The log of a hub that is alone, whose file is lost, put back from a backup, or another one. That of several hubs is
 * in test/integration/team-log/etcd.test.ts.
 */

const clock = new FakeClock();
let profileDir = '';
let said = '';
beforeEach(() => {
  profileDir = temporaryFolder();
  said = '';
});

const say = (text: string): void => {
  said += text;
};

const path = (): string => join(profileDir, 'team-log.db');

/** Opens the log, adds an entry, and closes it as a hub does that ends. @returns its id */
async function logged(key: string): Promise<string> {
  const opened = await openTeamLog({ kind: 'sqlite', profileDir }, clock);
  const { log } = opened;
  await log.append({ key, body: '{}', dedupeKey: key, expectedSequence: 0 });
  await opened.close();
  return log.id;
}

async function keys(): Promise<readonly string[]> {
  const { log } = await openTeamLog({ kind: 'sqlite', profileDir }, clock);
  const entries = await log.lastPerKey();
  await log.close();
  return entries.map(({ key }) => key);
}

/** `waybell hub restore`, or `begin-anew`. */
function recover(kind: 'restore' | 'beginAnew', isForced = false): Promise<number> {
  const store = { kind: 'sqlite', profileDir } as const;
  return recoverLog({ kind, profileDir, store, isForced }, { clock, say });
}

/** What the files of the profile hold. */
function held(): Readonly<Record<string, string>> {
  const names = readdirSync(profileDir).filter((name) => name !== 'waybell.lock');
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(profileDir, name), 'latin1')]),
  );
}

/** A disk that writes over the middle of the log. */
function damage(): void {
  const bytes = readFileSync(path());
  writeFileSync(path(), bytes.fill('x', 4096));
}

function lose(): void {
  for (const name of readdirSync(profileDir)) {
    if (name.startsWith('team-log.db')) rmSync(join(profileDir, name));
  }
}

test('a log whose file is lost is not begun anew by itself, and the terminal says what to do', async () => {
  await logged('order.a');
  lose();
  await expect(logged('order.b')).rejects.toMatchObject({ name: 'LogGone' });
  const store = { kind: 'sqlite', profileDir } as const;
  const surroundings = { clock, say, print: () => Promise.resolve() };
  expect(await changeDesks({ kind: 'desks', isJson: false, store }, surroundings)).not.toBe(0);
  expect(said).toContain('"waybell hub restore"');
  expect(await recover('restore')).not.toBe(0);
  expect(said).toContain('Put a backup back first');
});

test('a backup that was put back is another log for desks, with all that was in it', async () => {
  const before = await logged('order.a');
  const backup = join(temporaryFolder(), 'backup.db');
  copyFileSync(path(), backup);
  await logged('order.b');
  lose();
  copyFileSync(backup, path());
  expect(await recover('restore')).toBe(0);
  expect(await keys()).toEqual(['order.a']);
  expect(await logged('order.c')).not.toBe(before);
});

test('a log that is begun anew is empty, and the old file stays beside it', async () => {
  const before = await logged('order.a');
  damage();
  expect(await recover('beginAnew')).toBe(0);
  const [name = ''] = /team-log\.db\.\d+/.exec(said) ?? [];
  expect(said).toContain(`The old file is kept as ${name}.`);
  expect(existsSync(join(profileDir, name))).toBe(true);
  expect(await keys()).toEqual([]);
  expect(await logged('order.b')).not.toBe(before);
});

test('a log that hubs can use is begun anew only where that is forced', async () => {
  await logged('order.a');
  const before = held();
  expect(await recover('beginAnew')).toBe(2);
  expect(said).toContain('"begin-anew --force"');
  expect(held()).toEqual(before);
  expect(await recover('beginAnew', true)).toBe(0);
  expect(said).toMatch(/The old file is kept as team-log\.db\.\d+\./);
  expect(await keys()).toEqual([]);
});

test.each(['restore', 'beginAnew'] as const)(
  '%s in a folder in which no log ever was makes nothing',
  async (kind) => {
    profileDir = join(profileDir, 'mistyped');
    expect(await recover(kind)).toBe(2);
    expect(existsSync(profileDir)).toBe(false);
    mkdirSync(profileDir);
    expect(await recover(kind)).toBe(2);
    expect(readdirSync(profileDir)).toEqual([]);
    expect(said).not.toMatch(/is begun|is there again/);
  },
);

describe('nothing is restored, and no byte is changed, of', () => {
  test('a damaged file that was left in place', async () => {
    await logged('order.a');
    damage();
    const before = held();
    expect(await recover('restore')).not.toBe(0);
    expect(said).toContain('The log of the team is damaged');
    expect(held()).toEqual(before);
    await expect(keys()).rejects.toMatchObject({ name: 'DamagedLogError' });
    expect(held()).toEqual(before);
  });

  test('a file that is no log of a team, also after a hub was started on it', async () => {
    await logged('order.a');
    lose();
    openDatabase(profileDir).close();
    copyFileSync(join(profileDir, 'waybell.db'), path());
    const before = held();
    expect(await recover('restore')).toBe(2);
    expect(said).toContain('is no log of a team');
    await expect(keys()).rejects.toMatchObject({ name: 'LogGone' });
    expect(await recover('restore')).toBe(2);
    expect(readFileSync(path(), 'latin1')).toBe(before['team-log.db']);
  });

  test('a log that is where it was', async () => {
    const id = await logged('order.a');
    const before = held();
    expect(await recover('restore')).toBe(2);
    expect(said).toContain('nothing is to be restored');
    expect(held()).toEqual(before);
    expect(await logged('order.b')).toBe(id);
  });
});

test('a hub begins no log in a file of something else', async () => {
  openDatabase(profileDir).close();
  copyFileSync(join(profileDir, 'waybell.db'), path());
  const before = readFileSync(path(), 'latin1');
  await expect(keys()).rejects.toMatchObject({ name: 'LogGone' });
  expect(readFileSync(path(), 'latin1')).toBe(before);
});

/** What stands in the place of the lock, so that no one knows whether a hub runs. */
const locks: Readonly<Record<string, (at: string) => void>> = {
  'that another program holds': () => {
    const lock = lockProfile(profileDir);
    onTestFinished(() => void (lock.kind === 'held' && lock.release()));
  },
  'that is a link': (at) => symlinkSync(join(temporaryFolder(), 'elsewhere'), at),
  'that is no file': (at) => mkdirSync(at),
};

test.each(Object.keys(locks))('no log is touched behind a lock %s', async (lock) => {
  await logged('order.a');
  damage();
  locks[lock]?.(join(profileDir, 'waybell.lock'));
  const log = readFileSync(path(), 'latin1');
  for (const kind of ['restore', 'beginAnew'] as const) {
    expect(await recover(kind, true)).toBe(2);
  }
  expect(readFileSync(path(), 'latin1')).toBe(log);
  const names = readdirSync(profileDir).filter((name) => name.startsWith('team-log'));
  expect(names.toSorted()).toEqual(['team-log.db', 'team-log.db.sum', 'team-log.id']);
});
