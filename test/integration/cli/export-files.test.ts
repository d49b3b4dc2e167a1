import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { headLine } from '../../../core/transfer/order-list-file.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { canMountSmallDisk, startCli } from '../../support/cli/cli-run.ts';
import { everyFile } from '../../support/every-byte.ts';
import { someSituation } from '../../support/recorder/some-situation.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someWatched } from '../../support/watched-orders.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';

/* What an export does to the file that it is given: not on Windows, where links need an administrator. */

let profile: string;
let folder: string;

beforeEach(() => {
  profile = temporaryFolder();
  folder = temporaryFolder();
  const database = openDatabase(profile);
  new WatchRepository(database.sql, () => 0).save([
    { watched: someWatched(orderIdAt(1), { label: 'florist' }), notifications: [] },
  ]);
  const nowMs = Date.now();
  const state = someSituation({ startedAtMs: nowMs });
  new RecordingRepository(database.sql).append({ atMs: nowMs, orderId: null, state, after: null });
  database.close();
});

/** Exports, and says how it ended. */
async function exported(...args: readonly string[]) {
  const run = startCli(['export', '--profile', profile, ...args]);
  return { code: await run.ended, said: run.stderr(), lines: run.lines };
}

/** All that is in the profile, but for what SQLite makes beside its database to read it. */
const ownFiles = () => everyFile(profile).filter(({ path }) => !/-(?:wal|shm)$/.test(path));

describe.runIf(process.platform !== 'win32')('the profile’s own files', () => {
  beforeEach(() => {
    mkdirSync(join(profile, 'logs'));
    mkdirSync(join(profile, 'Network'));
    for (const name of ['window.json', 'logs/waybell.log', 'Network/Cookies']) {
      writeFileSync(join(profile, name), '{}');
    }
  });

  test('they are never written, whether they are there or not, with --force neither', async () => {
    const before = ownFiles();
    for (const name of [
      'waybell.db',
      'waybell.db-journal',
      'logs/waybell.log',
      'Network/Cookies',
      'Preferences',
      'SingletonLock',
      'list.json',
    ]) {
      for (const force of [[], ['--force']]) {
        const { code, said } = await exported(...force, join(profile, name));
        expect({ name, code, said }).toMatchObject({
          code: 2,
          said: expect.stringContaining('is a file of Waybell'),
        });
      }
    }
    expect(ownFiles()).toEqual(before);
  });

  test('they are known by what they are, not by their path', async () => {
    const database = join(profile, 'waybell.db');
    const [hard, soft] = [join(folder, 'hard'), join(folder, 'soft')];
    linkSync(database, hard);
    symlinkSync(database, soft);
    symlinkSync(profile, join(folder, 'profile'));
    const before = ownFiles();
    for (const path of [hard, soft, join(folder, 'profile/waybell.db')]) {
      expect(await exported('--force', path)).toMatchObject({ code: 2 });
      expect(await exported('--settings', path)).toMatchObject({ code: 2 });
    }
    expect(ownFiles()).toEqual(before);
  });

  test('an earlier export that lies in the folder of the profile may be written again', async () => {
    const path = join(profile, 'list.json');
    writeFileSync(path, headLine(0));
    expect(await exported(path)).toMatchObject({ code: 0 });
    expect(await exported(path)).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toContain(orderIdAt(1));
  });
});

test('a file that is no earlier export of its kind stays as it is, unless --force says otherwise', async () => {
  const kinds = [[], ['--settings'], ['--summary'], ['--recording']];
  const path = join(folder, 'file');
  for (const flags of kinds) {
    expect(await exported('--force', ...flags, path)).toMatchObject({ code: 0, said: '' });
    expect(await exported(...flags, path)).toMatchObject({ code: 0, said: '' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  for (const flags of kinds) {
    writeFileSync(path, '');
    expect(await exported(...flags, path)).toMatchObject({ code: 0, said: '' });
  }
  writeFileSync(path, 'a letter');
  for (const flags of kinds) {
    const refused = await exported(...flags, path);
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('--force') });
  }
  expect(readFileSync(path, 'utf8')).toBe('a letter');
  expect(readdirSync(folder)).toEqual(['file']);
});

test.runIf(process.platform !== 'win32')(
  'a link stays, and what it leads to is judged; one that leads nowhere is refused',
  async () => {
    const elsewhere = temporaryFolder();
    const target = join(elsewhere, 'target.json');
    const link = join(folder, 'list.json');
    symlinkSync(target, link);
    expect(await exported('--force', link)).toMatchObject({
      code: 2,
      said: expect.stringContaining('leads nowhere'),
    });
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, 'a letter');
    expect(await exported(link)).toMatchObject({ code: 2 });
    expect(readFileSync(target, 'utf8')).toBe('a letter');
    const done = await exported('--force', link);
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining(target) });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(lstatSync(target).isFile()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain(orderIdAt(1));
  },
);

test.runIf(process.platform === 'linux')('pipes and devices are written to directly', async () => {
  expect(await exported('/dev/null')).toMatchObject({ code: 0 });
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  expect((await exported('/dev/stdout')).lines.join('\n')).toContain(orderIdAt(1));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open for both, so that neither end waits for the other.
  const reader = openSync(pipe, 'r+');
  expect(await exported('--summary', pipe)).toMatchObject({ code: 0 });
  closeSync(reader);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  const outputFile = join(folder, 'redirected');
  const run = startCli(['export', '--profile', profile, '/dev/stdout'], { outputFile });
  expect(await run.ended).toBe(0);
  expect(readFileSync(outputFile, 'utf8')).toContain(orderIdAt(1));
  const errorFile = join(folder, 'log');
  for (const [name, force] of [
    ['/dev/stderr', []],
    ['/dev/fd/2', ['--force']],
  ] as const) {
    writeFileSync(errorFile, 'older lines\n');
    const said = startCli(['export', '--profile', profile, ...force, name], { errorFile });
    expect(await said.ended).toBe(0);
    expect(readFileSync(errorFile, 'utf8')).toMatch(/^older lines\n\{/);
    expect(readFileSync(errorFile, 'utf8')).toContain(orderIdAt(1));
  }
});

test('a folder that accepts no file leaves the older export as it is', async () => {
  const path = join(folder, 'list.json');
  await exported(path);
  const before = readFileSync(path);
  for (const other of [folder, join(folder, 'new/'), join(folder, 'gone/list.json')]) {
    expect(await exported('--force', other)).toMatchObject({ code: 2 });
  }
  expect(readdirSync(folder)).toEqual(['list.json']);
  expect(readFileSync(path).equals(before)).toBe(true);
});

describe.runIf(process.platform === 'linux')('where standard output takes not all of it', () => {
  test.each([['export', '--profile'], ['doctor', '--profile'], ['--help']])(
    'waybell %s says so and ends with 2',
    async (...words) => {
      const args = words.at(-1) === '--profile' ? [...words, profile] : words;
      const run = startCli(args, { outputFile: '/dev/full' });
      expect(await run.ended).toBe(2);
      expect(run.stderr()).toContain('Not all could be printed');
    },
  );

  test.for([
    {
      part: 'of a hand-over, which is printed order by order',
      diskKb: 8,
      words: ['--finished', 'all'],
    },
    { part: 'of the settings, which are printed at once', diskKb: 4, words: ['--settings'] },
  ])('a disk that takes a part $part is none that took it', async ({ diskKb, words }, context) => {
    const smallDisk = temporaryFolder();
    context.skip(!canMountSmallDisk(smallDisk), 'no file system can be mounted here');
    const database = openDatabase(profile);
    const orders = Array.from({ length: 60 }, (_, index) =>
      someWatched(orderIdAt(index + 2), { label: 'x'.repeat(100) }),
    );
    new WatchRepository(database.sql, () => 0).save(
      orders.map((watched) => ({ watched, notifications: [] })),
    );
    database.close();
    const outputFile = join(smallDisk, 'list.json');
    const disk = { smallDisk, diskKb, outputFile };
    const run = startCli(['export', ...words, '--profile', profile], disk);
    expect(await run.ended).toBe(2);
    expect(run.stderr()).toContain('Not all could be printed');
  });
});
