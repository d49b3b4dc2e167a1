import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeDesks } from '../../../main/cli/commands/desks.ts';
import { startFault } from '../../../main/engine/board/start-fault.ts';
import { openProfile } from '../../../main/desktop/open-profile.ts';
import { FileWindowMemoryStore } from '../../../main/desktop/window/window-place.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { lockProfile } from '../../../main/engine/storage/profile-folder.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import { windowMemory, windowPath } from '../../support/interrupted/window-case.ts';
import { orderIdAt, someOrder, someWatched } from '../../support/watched-orders.ts';

/*
 * What docs/damage.md says of each file of a profile. Full and read-only disks, the keychain, a policy, files of TLS
 * and clocks are played by the tests that are named there.
 */

const clock = new SystemClock();
const count = 40;

// As root not in a folder of root's own: the ordinary user of these tests has to pass.
const base = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'waybell-damage-'));
chmodSync(base, 0o711);
afterAll(() => rmSync(base, { recursive: true }));

/** Where a desk's files are after it was closed, and after it was killed. */
let closed: string;
let killed: string;
/** A hub's, after it ended and after it was killed. */
let hub: string;
let killedHub: string;

/** Who the tests are for files of others, where root may read all. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

function copied(from: string, above = mkdtempSync(join(base, 'test-'))): string {
  const to = join(above, 'profile');
  mkdirSync(join(to, 'logs'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (statSync(join(from, name)).isFile()) copyFileSync(join(from, name), join(to, name));
  }
  return to;
}

beforeAll(async () => {
  const folder = join(base, 'desk');
  const database = openDatabase(folder);
  const orders = new WatchRepository(database.sql, Date.now);
  const relabel = (label: string): void =>
    orders.save(
      Array.from({ length: count }, (_, index) => ({
        watched: someWatched(orderIdAt(index), { label, order: someOrder(orderIdAt(index)) }),
        notifications: [],
      })),
    );
  relabel('Florist');
  new FileWindowMemoryStore(windowPath(folder)).save(windowMemory(7));
  writeFileSync(join(folder, 'waybell.lock'), '');
  database.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  relabel('Bakery');
  killed = copied(folder, join(base, 'killed'));
  database.close();
  closed = copied(folder, join(base, 'closed'));

  hub = join(base, 'hub');
  const opened = await openTeamLog({ kind: 'sqlite', profileDir: hub }, clock);
  for (let no = 0; no < 200; no += 1) {
    const body = JSON.stringify({ note: `Ring twice, and wait at door ${no} `.repeat(4) });
    const key = `order.${orderIdAt(no)}`;
    await opened.log.append({ key, body, dedupeKey: key, expectedSequence: 0 });
  }
  killedHub = copied(hub, join(base, 'killed-hub'));
  await opened.close();
});

/** Changes one bit of the last place where a text stands, or of the middle. */
function flip(path: string, text?: string): void {
  const bytes = readFileSync(path);
  const at = text === undefined ? bytes.length >> 1 : bytes.lastIndexOf(text);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const flipped = (path: string): void => flip(path);
const flippedLetter = (path: string): void => flip(path, 'Bakery');
const flippedNote = (path: string): void => flip(path, 'door');
/** In the third frame: what lies behind may be left of an older log. */
const flippedFrame = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[9000] = (bytes[9000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
const cutFrame = (path: string): void => truncateSync(path, 9000);
const cut = (path: string): void => truncateSync(path, Math.floor(statSync(path).size / 2) + 100);
const emptied = (path: string): void => truncateSync(path, 0);
const garbled = (path: string): void => writeFileSync(path, 'x'.repeat(5000));
const unreadable = (path: string): void => chmodSync(path, 0);
/** Root's own; to other users it is one that is unreadable. */
const ofAnother = (path: string): void => chmodSync(path, isRoot ? 0o600 : 0);
const readOnly = (path: string): void => {
  for (const name of readdirSync(dirname(path))) chmodSync(join(dirname(path), name), 0o444);
  chmodSync(dirname(path), 0o555);
};

/** Gives a folder to an ordinary user, apart from what is another's, and acts as that user. */
async function asOrdinaryUser<Value>(
  folder: string,
  others: string | null,
  act: () => Value | Promise<Value>,
): Promise<Value> {
  if (!isRoot) return act();
  for (const each of ['..', '.', 'logs', ...readdirSync(folder)]) {
    const path = join(folder, each);
    if (each !== others && existsSync(path)) chownSync(path, nobody, nobody);
  }
  process.seteuid?.(nobody);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}

/** What a start finds on a profile: what it tells, how many orders it has, and where the window was. */
async function started(folder: string, others: string | null) {
  return asOrdinaryUser(folder, others, () => {
    const profile = openProfile(folder, clock, () => undefined);
    try {
      const orders = new WatchRepository(profile.database.sql, Date.now).load();
      const { places } = new FileWindowMemoryStore(windowPath(folder)).load();
      const fault = startFault(profile.database);
      return {
        told: fault?.kind ?? null,
        orders: orders.length,
        window: places[0]?.place.bounds?.x ?? null,
        isLocked: lockProfile(folder).kind === 'taken',
      };
    } finally {
      profile.close();
    }
  });
}

const all = { orders: count, window: 7, isLocked: true };

/** The file, what is wrong with it, what it is called, and what a start finds. */
const ofDesk: readonly (readonly [
  file: string,
  word: string,
  damage: (path: string) => void,
  found: object,
])[] = [
  ['waybell.db', 'with a flipped bit in a label', flippedLetter, { ...all, told: 'altered' }],
  ['waybell.db', 'cut', cut, { ...all, told: 'setAside', orders: expect.any(Number) }],
  ['waybell.db', 'emptied', emptied, { ...all, told: 'setAside', orders: 0 }],
  ['waybell.db', 'unreadable', unreadable, { ...all, told: 'notKept', orders: 0 }],
  ['waybell.db', 'of another user', ofAnother, { ...all, told: 'notKept', orders: 0 }],
  [
    'waybell.db',
    'read-only with its folder',
    readOnly,
    { ...all, told: 'notKept', isLocked: false },
  ],
  ['waybell.db.sum', 'with a flipped bit', flipped, { ...all, told: 'altered' }],
  ['waybell.db.sum', 'cut', cut, { ...all, told: 'altered' }],
  ['waybell.db.sum', 'unreadable', unreadable, { ...all, told: null }],
  ['waybell.lock', 'garbled', garbled, { ...all, told: null }],
  ['waybell.lock', 'unreadable', unreadable, { ...all, told: null, isLocked: false }],
  ['window.json', 'with a flipped bit', flipped, { ...all, told: null, window: expect.anything() }],
  ['window.json', 'cut', cut, { ...all, told: null, window: null }],
  ['window.json', 'emptied', emptied, { ...all, told: null, window: null }],
  ['window.json', 'unreadable', unreadable, { ...all, told: null, window: null }],
  ['logs/waybell.log', 'garbled', garbled, { ...all, told: null }],
  ['logs/waybell.log', 'unreadable', unreadable, { ...all, told: null }],
];

/** The same after a run that was killed, so that its log was left. */
const ofKilled: typeof ofDesk = [
  ['waybell.db-wal', 'as it was left', () => undefined, { ...all, told: null }],
  ['waybell.db-wal', 'with a flipped bit', flippedFrame, { ...all, told: 'altered' }],
  ['waybell.db-wal', 'cut', cutFrame, { ...all, told: 'altered' }],
  ['waybell.db-wal', 'unreadable', unreadable, { ...all, told: 'notKept', orders: 0 }],
  ['waybell.db-shm', 'with a flipped bit', flipped, { ...all, told: null }],
  ['waybell.db-shm', 'emptied', emptied, { ...all, told: null }],
  ['waybell.db-shm', 'unreadable', unreadable, { ...all, told: 'notKept', orders: 0 }],
];

describe.runIf(process.platform === 'linux')('a damaged profile', () => {
  test.each([
    ...ofDesk.map((row) => [...row, 'closed'] as const),
    ...ofKilled.map((row) => [...row, 'killed'] as const),
  ])('%s %s: is told or costs nothing', async (file, _word, damage, found, after) => {
    const folder = copied(after === 'closed' ? closed : killed);
    if (file === 'logs/waybell.log') writeFileSync(join(folder, file), 'line\n');
    damage(join(folder, file));
    const others = damage === ofAnother ? file : null;
    expect(await started(folder, others)).toEqual(found);
  });

  test('what was told once is not told again', async () => {
    const folder = copied(closed);
    flip(join(folder, 'waybell.db'), 'Bakery');
    expect(await started(folder, null)).toMatchObject({ told: 'altered' });
    expect(await started(folder, null)).toMatchObject({ told: null, orders: count });
  });

  test('one flipped bit is noticed wherever it is in a closed database', () => {
    const whole = readFileSync(join(closed, 'waybell.db'));
    for (let at = 13; at < whole.length; at += whole.length >> 5) {
      const folder = copied(closed);
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(join(folder, 'waybell.db'), bytes);
      const database = openDatabase(folder);
      database.close();
      expect([at, startFault(database)]).not.toEqual([at, null]);
    }
  });
});

/** What a command about the desks ends with, and what it says. By default it lists them. */
async function saidOf(
  folder: string,
  others: string | null,
  asked: 'desks' | 'invite' = 'desks',
): Promise<readonly [number, string]> {
  const said: string[] = [];
  const store = { kind: 'sqlite', profileDir: folder } as const;
  const code = await asOrdinaryUser(folder, others, () =>
    changeDesks(
      asked === 'desks'
        ? { kind: 'desks', store, isJson: false }
        : { kind: 'invite', store, name: 'Mei', role: 'dispatcher' },
      { clock, print: async () => undefined, say: (text) => void said.push(text) },
    ),
  );
  return [code, said.join('')];
}

const damaged = /is damaged, so no hub starts with it: the file stays as it is/;
const away = /cannot be read or written/;

describe.runIf(process.platform === 'linux')('a damaged log of a team', () => {
  test.each([
    ['as it was left', () => undefined, 0, /^$/],
    [
      'with a flipped bit in a note',
      flippedNote,
      0,
      /^The log of the team is not what the hub left/,
    ],
    ['cut', cut, 4, damaged],
    ['garbled', garbled, 4, damaged],
    ['emptied', emptied, 4, /^The log of the team is gone/],
    ['unreadable', unreadable, 4, away],
    ['of another user', ofAnother, 4, away],
    ['read-only with its folder', readOnly, 0, /^$/],
  ])(
    '%s: the words are right, and nothing is made anew in silence',
    async (_word, damage, code, words) => {
      const folder = copied(hub);
      const path = join(folder, 'team-log.db');
      damage(path);
      const before = isRoot ? readFileSync(path).toString('latin1') : '';
      const ended = await saidOf(folder, damage === ofAnother ? 'team-log.db' : null);
      expect(ended).toEqual([code, expect.stringMatching(words)]);
      const isLeft = code === 0 || !isRoot || readFileSync(path).toString('latin1') === before;
      expect(isLeft).toBe(true);
    },
  );

  test('read-only with its folder: no desk is invited', async () => {
    const folder = copied(hub);
    readOnly(join(folder, 'team-log.db'));
    expect(await saidOf(folder, null, 'invite')).toEqual([4, expect.stringMatching(away)]);
  });

  test.each([
    ['as it was left', () => undefined, /^$/],
    ['with a flipped bit', flippedFrame, /^The log of the team is not what the hub left/],
    ['cut', cutFrame, /^The log of the team is not what the hub left/],
  ])('after a hub that was killed %s: the words are right', async (_word, damage, words) => {
    const folder = copied(killedHub);
    damage(join(folder, 'team-log.db-wal'));
    expect(await saidOf(folder, null)).toEqual([0, expect.stringMatching(words)]);
  });
});
