import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import { startCli } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someWatched } from '../../support/watched-orders.ts';

/*
 * What the command line says where something else stands in the place of one of its files. A pipe that no program writes
 * into, and a device without an end, would hold it up for ever: so a test gives up sooner here than elsewhere.
 */
const giveUp = { timeout: 120_000 };

const id = orderIdAt(1);
const isRoot = process.getuid?.() === 0;

/** A profile with an order and the log of a team. */
let profile: string;

beforeEach(async () => {
  profile = temporaryFolder();
  const database = openDatabase(profile);
  new WatchRepository(database.sql, () => 0).save([
    { watched: someWatched(id, { label: 'florist' }), notifications: [] },
  ]);
  database.close();
  const opened = await openTeamLog({ kind: 'sqlite', profileDir: profile }, new SystemClock());
  await opened.close();
});

function copyOfProfile(): string {
  const copy = temporaryFolder();
  for (const name of readdirSync(profile)) copyFileSync(join(profile, name), join(copy, name));
  return copy;
}

function makePipe(path: string): void {
  execFileSync('mkfifo', ['-m', '600', path]);
}

/** A socket that a server has bound until the end of the test. */
async function makeSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

const oddities = {
  'a pipe': makePipe,
  'a link to a pipe': (path: string) => {
    const pipe = join(temporaryFolder(), 'pipe');
    makePipe(pipe);
    symlinkSync(pipe, path);
  },
  'a link to a device': (path: string) => symlinkSync('/dev/zero', path),
  'a socket': makeSocket,
  'a folder': (path: string) => mkdirSync(path),
} as const;

type Oddity = keyof typeof oddities;

/** A copy of the profile with something else in the place of a file. */
async function withOdd(name: string, oddity: Oddity): Promise<string> {
  const copy = copyOfProfile();
  const path = join(copy, name);
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  await oddities[oddity](path);
  return copy;
}

async function run(...args: readonly string[]) {
  const started = startCli(args, { env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } });
  const code = await started.ended;
  return { code, text: started.lines.join('\n') + started.stderr() };
}

describe.skipIf(process.platform === 'win32')('in the place of the watch list', () => {
  test.each(Object.keys(oddities) as Oddity[])(
    '%s is told as what cannot be read',
    giveUp,
    async (oddity) => {
      const folder = await withOdd('waybell.db', oddity);
      const [why, doctor] = [
        await run('why', id, '--profile', folder),
        await run('doctor', '--profile', folder),
      ];
      expect(why).toEqual({
        code: 2,
        text: `There is no watch list in ${folder} that this Waybell can read.\n`,
      });
      expect(doctor.code).toBe(1);
      expect(doctor.text).toContain('BAD   Check: could not be read');
    },
  );

  test('a pipe stops no command that writes, and stays what it is', giveUp, async () => {
    const folder = await withOdd('waybell.db', 'a pipe');
    const list = join(temporaryFolder(), 'list.csv');
    writeFileSync(list, `uuid\n${orderIdAt(2)}\n`);
    expect(await run('import', '--profile', folder, list)).toEqual({
      code: 2,
      text: 'This computer’s disk takes nothing from Waybell, so nothing was imported.\n',
    });
    expect(await run('export', '--profile', folder)).toMatchObject({ code: 2 });
    expect(lstatSync(join(folder, 'waybell.db')).isFIFO()).toBe(true);
  });

  test.each(['waybell.db-wal', 'waybell.db-journal'])(
    'a pipe as %s is told, and the list is read without it',
    giveUp,
    async (name) => {
      const folder = await withOdd(name, 'a pipe');
      expect(await run('why', id, '--profile', folder)).toMatchObject({ code: 0 });
      const doctor = await run('doctor', '--profile', folder);
      expect(doctor.text).toContain('BAD   Check: could not be read');
    },
  );

  test.skipIf(isRoot)('a file that this user may not read is told the same', giveUp, async () => {
    chmodSync(join(profile, 'waybell.db'), 0o000);
    expect(await run('why', id, '--profile', profile)).toEqual({
      code: 2,
      text: `There is no watch list in ${profile} that this Waybell can read.\n`,
    });
  });
});

describe.skipIf(process.platform === 'win32')(
  'in the place of a file beside the watch list',
  () => {
    test.each(['a pipe', 'a link to a device'] as const)(
      '%s as waybell.db.sum goes, and the list is in use',
      giveUp,
      async (oddity) => {
        const folder = await withOdd('waybell.db.sum', oddity);
        const list = join(temporaryFolder(), 'list.csv');
        writeFileSync(list, `uuid\n${orderIdAt(2)}\n`);
        const imported = await run('import', '--profile', folder, list);
        expect(imported).toEqual({ code: 0, text: '1 order added, 0 orders changed.' });
      },
    );

    test.each(['logs/waybell.log', 'waybell.lock'])(
      'a pipe as %s holds up neither a look nor a change',
      giveUp,
      async (name) => {
        const folder = await withOdd(name, 'a pipe');
        expect((await run('doctor', '--profile', folder)).text).toContain('Orders: 1');
        const list = join(temporaryFolder(), 'list.csv');
        writeFileSync(list, `uuid\n${orderIdAt(2)}\n`);
        expect(await run('import', '--profile', folder, list)).toMatchObject({ code: 0 });
      },
    );
  },
);

describe.skipIf(process.platform === 'win32')('in the place of the log of a team', () => {
  test.each([
    ['team-log.db', 'a pipe'],
    ['team-log.db', 'a link to a device'],
    ['team-log.db', 'a socket'],
    ['team-log.db', 'a folder'],
    ['team-log.db-wal', 'a pipe'],
    ['team-log.id', 'a pipe'],
    ['team-log.id', 'a link to a device'],
  ] as const)(
    'of %s that is %s it is said that the log cannot be read',
    giveUp,
    async (name, oddity) => {
      const folder = await withOdd(name, oddity);
      const fault = 'The log of the team cannot be read or written: no such place, no plain file';
      const doctor = await run('doctor', '--hub', '--profile', folder);
      expect(doctor.code).toBe(1);
      expect(doctor.text).toContain(`BAD   Not looked at: ${fault}`);
      const [desks, restored] = [
        await run('hub', 'desks', '--profile', folder),
        await run('hub', 'restore', '--profile', folder),
      ];
      expect(desks).toMatchObject({ code: 4, text: expect.stringContaining(fault) as string });
      expect(restored).toMatchObject({ code: 4, text: expect.stringContaining(fault) as string });
    },
  );

  test('a pipe as the note of the hub is no note', giveUp, async () => {
    const folder = await withOdd('hub.json', 'a pipe');
    const { text } = await run('doctor', '--hub', '--profile', folder);
    expect(text).toContain('Hub: none runs on this profile');
  });
});
