import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EtcdClient } from '../../main/hub/log/etcd/etcd-client.ts';
import { EtcdLeases } from '../../main/hub/log/etcd/etcd-leases.ts';
import {
  leaseMs,
  type Leases,
  type LogEntry,
  type NewEntry,
  type TeamLog,
} from '../../main/hub/log/ports.ts';
import { openEtcdLog } from '../../main/hub/log/etcd/open-etcd-log.ts';
import { SqliteTeamLog } from '../../main/hub/log/sqlite-team-log.ts';
import { SystemClock } from '../../main/engine/watch/system-clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryEngine, MemoryLeases, MemoryTeamLog } from '../support/team-log/memory-team-log.ts';
import { emptyEtcd, EtcdCluster } from '../support/team-log/etcd-cluster.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runQuietly } from '../../tools/process/child-process.ts';

const writer = fileURLToPath(new URL('../support/team-log/ask-append.ts', import.meta.url));

/** How a kind of log is made for a test. */
interface Kind {
  readonly begin?: () => Promise<void>;
  readonly end?: () => Promise<void>;
  /** A log over a fresh engine, and a second one of another process over the same. */
  readonly open: () => Promise<{ readonly log: TeamLog; readonly other: TeamLog }>;
  /** Resolves once this is so; entries of another process take a moment. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  /** The time by which entries age. */
  readonly nowMs: () => number;
  readonly passHours: (hours: number) => Promise<void>;
}

function memory(): Kind {
  const clock = new FakeClock();
  return {
    open: () => {
      const engine = new MemoryEngine(clock);
      const logs = { log: new MemoryTeamLog(engine), other: new MemoryTeamLog(engine) };
      return Promise.resolve(logs);
    },
    until: () => clock.advance(300),
    nowMs: () => clock.wallMs(),
    passHours: (hours) => clock.advance(hours * 3_600_000),
  };
}

function sqlite(): Kind {
  const clock = new FakeClock();
  return {
    open: () => {
      const path = join(temporaryFolder(), 'team-log.db');
      const logs = { log: new SqliteTeamLog(path, clock), other: new SqliteTeamLog(path, clock) };
      return Promise.resolve(logs);
    },
    until: () => clock.advance(300),
    nowMs: () => clock.wallMs(),
    passHours: (hours) => {
      clock.sleepMachine(hours * 3_600_000);
      return clock.advance(300);
    },
  };
}

/** The time of this computer, hours later where a test says so. */
class LaterClock extends SystemClock {
  laterMs = 0;

  override wallMs(): number {
    return super.wallMs() + this.laterMs;
  }
}

/** One member for all tests; each begins with a new log. */
function etcd(): Kind {
  const clock = new LaterClock();
  let cluster: EtcdCluster | null = null;
  return {
    begin: async () => {
      cluster = await EtcdCluster.start(1);
    },
    end: async () => {
      await cluster?.stop();
    },
    open: async () => {
      const members = cluster?.members ?? [];
      await emptyEtcd(members);
      const access = { members, login: null, certificate: null };
      const tail = join(temporaryFolder(), 'team-tail.db');
      const one = await openEtcdLog(access, tail, clock);
      const two = await openEtcdLog(access, ':memory:', clock);
      return { log: one.log, other: two.log };
    },
    until: async (isSo) => {
      await vi.waitUntil(isSo, { timeout: 60_000 });
    },
    nowMs: () => clock.wallMs(),
    passHours: (hours) => {
      clock.laterMs += hours * 3_600_000;
      return Promise.resolve();
    },
  };
}

const kinds: readonly (readonly [string, () => Kind])[] = [
  ['memory', memory],
  ['SQLite', sqlite],
  ['etcd', etcd],
];

function entry(key: string, parts: Partial<NewEntry> = {}): NewEntry {
  return { key, body: '{}', dedupeKey: `${key}.${Math.random()}`, expectedSequence: 0, ...parts };
}

async function appended(log: TeamLog, next: NewEntry): Promise<number> {
  const result = await log.append(next);
  return result.kind === 'appended' ? result.sequence : Number.NaN;
}

async function entriesSince(log: TeamLog, sequence: number): Promise<readonly LogEntry[]> {
  const part = await log.readSince(sequence, 1000);
  return part.kind === 'entries' ? part.entries : [];
}

describe.each(kinds)('a team log in %s', (_name, makeKind) => {
  const kind = makeKind();
  const open: TeamLog[] = [];
  beforeAll(() => kind.begin?.());
  afterAll(() => kind.end?.());
  afterEach(async () => {
    await Promise.all(open.splice(0).map((log) => log.close()));
  });

  async function logs(): Promise<{ readonly log: TeamLog; readonly other: TeamLog }> {
    const both = await kind.open();
    open.push(both.log, both.other);
    return both;
  }

  it('gives growing sequences and reads on from any place', async () => {
    const { log } = await logs();
    const first = await appended(log, entry('order.a', { body: '"ä\u0000 \u{1f514}"' }));
    const second = await appended(log, entry('order.b', { body: '2' }));
    const third = await appended(log, entry('order.a', { body: '3', expectedSequence: first }));
    expect([first, second, third].toSorted((one, two) => one - two)).toEqual([
      first,
      second,
      third,
    ]);
    expect(await entriesSince(log, 0)).toEqual([
      { sequence: first, key: 'order.a', body: '"ä\u0000 \u{1f514}"' },
      { sequence: second, key: 'order.b', body: '2' },
      { sequence: third, key: 'order.a', body: '3' },
    ]);
    expect((await entriesSince(log, first)).map(({ body }) => body)).toEqual(['2', '3']);
    const part = await log.readSince(0, 2);
    expect(part.kind === 'entries' && part.entries).toHaveLength(2);
    expect(await entriesSince(log, third)).toEqual([]);
  });

  it('writes nothing when another entry of the key came first', async () => {
    const { log, other } = await logs();
    const first = await appended(log, entry('order.a'));
    expect(await other.append(entry('order.a'))).toEqual({ kind: 'conflict' });
    expect(await other.append(entry('order.a', { expectedSequence: first + 1 }))).toEqual({
      kind: 'conflict',
    });
    expect(await appended(other, entry('order.a', { expectedSequence: first }))).toBeGreaterThan(
      first,
    );
    expect(await entriesSince(log, 0)).toHaveLength(2);
  });

  it('lets one of many win that expect the same', async () => {
    const { log, other } = await logs();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? log : other).append(entry('order.a'))),
    );
    expect(results.filter(({ kind: result }) => result === 'appended')).toHaveLength(1);
    expect(await entriesSince(log, 0)).toHaveLength(1);
  });

  it('writes an entry once, whatever became of the answer, though others came since', async () => {
    const { log, other } = await logs();
    const once = entry('order.a', { dedupeKey: 'k' });
    const first = await appended(log, once);
    await appended(log, entry('order.a', { expectedSequence: first }));
    expect(await other.append(once)).toEqual({ kind: 'duplicate' });
    expect(await entriesSince(log, 0)).toHaveLength(2);
  });

  it('gives the last entry of each key, oldest first', async () => {
    const { log } = await logs();
    const first = await appended(log, entry('order.a', { body: '1' }));
    await appended(log, entry('order.b', { body: '2' }));
    await appended(log, entry('order.a', { body: '3', expectedSequence: first }));
    expect(await log.last('order.a')).toMatchObject({ key: 'order.a', body: '3' });
    expect(await log.last('order.none')).toBeNull();
    expect((await log.lastPerKey()).map(({ body, key }) => [key, body])).toEqual([
      ['order.b', '2'],
      ['order.a', '3'],
    ]);
  });

  it('tells a follower every entry after its place once, in order, by whichever writer', async () => {
    const { log, other } = await logs();
    const first = await appended(log, entry('order.a', { body: '1' }));
    await appended(log, entry('order.b', { body: '2' }));
    const received: string[] = [];
    const stop = log.follow(first, (entries) => received.push(...entries.map(({ body }) => body)));
    await kind.until(() => received.length === 1);
    await appended(log, entry('order.c', { body: '3' }));
    await appended(other, entry('order.d', { body: '4' }));
    await appended(log, entry('order.e', { body: '5' }));
    await kind.until(() => received.length === 4);
    expect(received).toEqual(['2', '3', '4', '5']);
    stop();
    const later: string[] = [];
    log.follow(0, (entries) => later.push(...entries.map(({ body }) => body)));
    await appended(log, entry('order.f', { body: '6' }));
    await kind.until(() => later.length === 6);
    expect(received).toHaveLength(4);
  });

  it('erases all of a key but its last entry', async () => {
    const { log, other } = await logs();
    const first = await appended(log, entry('order.a', { body: '"secret"' }));
    const last = await appended(log, entry('order.a', { body: 'null', expectedSequence: first }));
    await appended(log, entry('order.b', { body: '2' }));
    await log.eraseBefore('order.a');
    expect((await entriesSince(other, 0)).map(({ body }) => body)).toEqual(['null', '2']);
    expect(await other.append(entry('order.a', { expectedSequence: last }))).toMatchObject({
      kind: 'appended',
    });
  });

  it('is one log with one id for all processes', async () => {
    const { log, other } = await logs();
    expect(log.id).toBe(other.id);
    expect(log.id).not.toBe('');
  });

  it('forgets by age, and says that there is a gap', async () => {
    const { log } = await logs();
    const beganAtMs = kind.nowMs();
    const first = await appended(log, entry('order.a', { body: '1' }));
    const second = await appended(log, entry('order.b', { body: '2' }));
    await kind.passHours(3);
    const third = await appended(log, entry('order.b', { body: '3', expectedSequence: second }));
    await log.prune(beganAtMs + 3_600_000);
    expect(await log.readSince(first, 10)).toEqual({ kind: 'gap' });
    expect((await entriesSince(log, 0)).map(({ body }) => body)).toEqual(['3']);
    expect((await entriesSince(log, second)).map(({ body }) => body)).toEqual(['3']);
    expect(await appended(log, entry('order.a', { body: '4' }))).toBeGreaterThan(third);
  });

  it('keeps a body of its longest length, and a dedupe key with names in it', async () => {
    const { log, other } = await logs();
    const body = '陳'.repeat(Math.floor(log.longestBodyBytes / 3));
    const dedupeKey = '陳大文 👩‍💼.add.1';
    expect(await log.append(entry('order.a', { body, dedupeKey }))).toMatchObject({
      kind: 'appended',
    });
    expect(await other.append(entry('order.a', { body, dedupeKey }))).toEqual({
      kind: 'duplicate',
    });
    expect((await other.last('order.a'))?.body === body).toBe(true);
  });

  it('refuses what it cannot keep, and goes on', async () => {
    const { log } = await logs();
    for (const key of [
      '',
      'a b',
      'a.',
      '.a',
      'a..b',
      '*',
      'a.>',
      'a\n',
      'ä',
      `a${'b'.repeat(300)}`,
    ]) {
      await expect(log.append(entry(key))).rejects.toThrow(RangeError);
    }
    for (const body of ['x'.repeat(600_000), '陳'.repeat(200_000), '"\ud800"']) {
      await expect(log.append(entry('order.a', { body }))).rejects.toThrow(RangeError);
    }
    const longest = 'x'.repeat(log.longestBodyBytes - 2);
    const tooLong = log.append(entry('order.a', { body: `${longest}陳` }));
    await expect(tooLong).rejects.toMatchObject({ name: 'EntryRefused', fault: 'tooLong' });
    const fits = await log.append(entry('order.b', { body: `${longest}é` }));
    expect(fits).toMatchObject({ kind: 'appended' });
    for (const dedupeKey of ['', 'a\r\nNats-Expected-Stream: b', '\u0000', 'x'.repeat(401)]) {
      await expect(log.append(entry('order.a', { dedupeKey }))).rejects.toThrow(RangeError);
    }
    expect(await log.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
  });

  it('hands what is said to all that hear the topic', async () => {
    const { log } = await logs();
    const received: string[] = [];
    log.subscribe('status', (body) => received.push(body));
    log.subscribe('check', (body) => received.push(`check ${body}`));
    log.publish('other', '0');
    log.publish('status', '1');
    log.publish('check', '2');
    await kind.until(() => received.length === 2);
    expect(received).toEqual(['1', 'check 2']);
  });
});

/** A log into which nothing can be written, because another process holds its file. */
async function held() {
  const path = join(temporaryFolder(), 'team-log.db');
  const clock = new FakeClock();
  const log = new SqliteTeamLog(path, clock);
  onTestFinished(() => log.close());
  await appended(log, entry('order.a', { body: '1' }));
  const holder = new DatabaseSync(path);
  onTestFinished(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  return { clock, holder, log };
}

/** The commits in a write-ahead file: the frames that name a size, https://www.sqlite.org/fileformat2.html#walformat */
function commitsIn(path: string): number {
  const bytes = readFileSync(path);
  const frameBytes = 24 + bytes.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.readUInt32BE(at + 4) > 0) count += 1;
  }
  return count;
}

describe('a team log in SQLite', () => {
  it('leaves no byte of what was erased, or too old', async () => {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const log = new SqliteTeamLog(join(folder, 'team-log.db'), clock);
    const holds = (text: string): boolean =>
      readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
    const first = await appended(log, entry('order.a', { body: '"Lau Chi Keung"' }));
    await appended(log, entry('order.a', { body: 'null', expectedSequence: first }));
    await appended(log, entry('order.b', { body: '"Wong Siu Ming"' }));
    expect([holds('Lau Chi Keung'), holds('Wong Siu Ming')]).toEqual([true, true]);
    await log.eraseBefore('order.a');
    expect([holds('Lau Chi Keung'), holds('Wong Siu Ming')]).toEqual([false, true]);
    await log.prune(clock.wallMs() + 1);
    expect(holds('Wong Siu Ming')).toBe(false);
    await log.close();
  });

  it('what is written in one turn shares a commit, and so one wait for the disk', async () => {
    const path = join(temporaryFolder(), 'team-log.db');
    const log = new SqliteTeamLog(path, new FakeClock());
    const before = commitsIn(`${path}-wal`);
    const ids = Array.from({ length: 200 }, (_, index) => `order.${index}`);
    const all = await Promise.all(ids.map((id) => log.append(entry(id))));
    expect(all.map(({ kind }) => kind)).toEqual(ids.map(() => 'appended'));
    expect(commitsIn(`${path}-wal`) - before).toBe(1);
    await log.close();
  });

  it('says after ten seconds that another process keeps what was erased, and erases it then', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'team-log.db');
    const clock = new FakeClock();
    const log = new SqliteTeamLog(path, clock);
    const holds = (text: string): boolean =>
      readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));
    const first = await appended(log, entry('order.a', { body: '"Lau Chi Keung"' }));
    await appended(log, entry('order.a', { body: 'null', expectedSequence: first }));
    const reader = new DatabaseSync(path);
    const rows = reader.prepare('SELECT * FROM entries').iterate();
    rows.next();
    const erased = log.eraseBefore('order.a').catch((error: unknown) => String(error));
    // The deletion is committed before the file is emptied.
    await clock.advance(0);
    await clock.advance(11_000);
    expect(await erased).toMatch('another process keeps');
    expect(await log.last('order.a')).toMatchObject({ body: 'null' });
    reader.close();
    // Nothing is too old: what is left to erase is looked for all the same.
    await log.prune(0);
    expect(holds('Lau Chi Keung')).toBe(false);
    await log.close();
  });

  it('waits for the write of another process on the clock, in the order of the writes', async () => {
    const { clock, holder, log } = await held();
    const received: string[] = [];
    log.follow(0, (entries) => received.push(...entries.map(({ body }) => body)));
    const done: unknown[] = [];
    const writes = ['2', '3'].map((body) =>
      log.append(entry(`order.${body}`, { body })).then(({ kind }) => done.push(kind)),
    );
    writes.push(log.prune(0).then(() => done.push('pruned')));
    await clock.advance(3000);
    expect(done).toEqual([]);
    expect(await log.last('order.a')).toMatchObject({ body: '1' });
    expect(received).toEqual(['1']);
    holder.exec('COMMIT');
    await clock.advance(300);
    await Promise.all(writes);
    expect(done).toEqual(['appended', 'appended', 'pruned']);
    expect(received).toEqual(['1', '2', '3']);
  });

  it('gives up all writes that waited four seconds for another process, and goes on after it', async () => {
    const { clock, holder, log } = await held();
    const writes = [
      ...['2', '3'].map((body) => log.append(entry(`order.${body}`))),
      log.eraseBefore('order.a'),
      log.prune(clock.wallMs() + 1),
    ].map((write) => write.then(String, String));
    await clock.advance(4100);
    for (const said of await Promise.all(writes)) expect(said).toMatch('locked');
    holder.exec('COMMIT');
    expect(await log.append(entry('order.b'))).toMatchObject({ kind: 'appended' });
  });

  it('says what is wrong with a file that is damaged', async () => {
    const path = join(temporaryFolder(), 'team-log.db');
    writeFileSync(path, 'no database '.repeat(1000));
    expect(() => new SqliteTeamLog(path, new FakeClock())).toThrow(/file of the team log/);
    expect(readFileSync(path, 'utf8')).toMatch(/^no database/);
  });

  it('accepts what several processes write at once, and tells a follower of each once', async () => {
    const path = join(temporaryFolder(), 'team-log.db');
    const clock = new FakeClock();
    const log = new SqliteTeamLog(path, clock);
    const received: LogEntry[] = [];
    log.follow(0, (entries) => received.push(...entries));
    const writers = ['a', 'b', 'c', 'd', 'e'].map(async (name) => {
      const { code, output } = await runQuietly(process.execPath, [writer, path, name, '8']);
      expect(output).not.toMatch(/Error/);
      expect(code).toBe(0);
    });
    await Promise.all(writers);
    await clock.advance(300);
    expect(received.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const numbers = received.filter(({ key }) => key === `desk.${name}`).map(({ body }) => body);
      expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    }
    await log.close();
  });
});

describe.each([
  ['memory', memoryLeases],
  ['etcd', etcdLeases],
] as const)('leases in %s', (_name, make) => {
  const { begin, end, open, pass } = make();
  beforeAll(begin);
  afterAll(end);

  it('one process has a lease, renews it and lets it go', async () => {
    const [one, two] = await open();
    expect(await one.acquire('a', 'hub-1', () => '')).toMatchObject({ isHeld: true });
    expect(await two.acquire('a', 'hub-2', () => '')).toMatchObject({ isHeld: false });
    expect(await one.acquire('a', 'hub-1', () => '')).toMatchObject({ isHeld: true });
    expect(await two.acquire('b', 'hub-2', () => '')).toMatchObject({ isHeld: true });
    await two.release('a', 'hub-2');
    expect(await two.acquire('a', 'hub-2', () => '')).toMatchObject({ isHeld: false });
    await one.release('a', 'hub-1');
    expect(await two.acquire('a', 'hub-2', () => '')).toMatchObject({ isHeld: true });
    expect(await one.acquire('a', 'hub-1', () => '')).toMatchObject({ isHeld: false });
  });

  it('of many that want a free lease one has it', async () => {
    const [one, two] = await open();
    const states = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? one : two).acquire('c', `hub-${at}`, () => ''),
      ),
    );
    expect(states.filter(({ isHeld }) => isHeld)).toHaveLength(1);
  });

  it('a lease that is not renewed is free after six seconds, and its note is there', async () => {
    const [one, two] = await open();
    expect(await one.acquire('d', 'hub-1', () => 'first')).toEqual({ isHeld: true, note: null });
    expect(await one.acquire('d', 'hub-1', () => 'second')).toEqual({
      isHeld: true,
      note: 'first',
    });
    expect(await two.acquire('d', 'hub-2', () => 'mine')).toEqual({
      isHeld: false,
      note: 'second',
    });
    await pass(async () => (await two.acquire('d', 'hub-2', () => 'mine')).isHeld);
    expect(await one.acquire('d', 'hub-1', () => 'third')).toEqual({ isHeld: false, note: 'mine' });
  });

  it('a hub that says it is there is known to the others, with its address, until it leaves', async () => {
    const [one, two] = await open();
    const [first, second] = [
      { hubId: 'hub-1', url: null },
      { hubId: 'hub-2', url: 'https://two.example.com' },
    ];
    await one.sayPresent(first);
    await two.sayPresent(second);
    expect(await one.presentHubs()).toEqual([first, second]);
    await one.leave('hub-1');
    expect(await two.presentHubs()).toEqual([second]);
    await two.leave('hub-2');
  });
});

interface LeaseKind {
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
  readonly open: () => Promise<readonly [Leases, Leases]>;
  /** Resolves once this is so, when a lease has ended at the earliest. */
  readonly pass: (isSo: () => Promise<boolean>) => Promise<void>;
}

function memoryLeases(): LeaseKind {
  const clock = new FakeClock();
  const engine = new MemoryEngine(clock);
  return {
    begin: () => Promise.resolve(),
    end: () => Promise.resolve(),
    open: () => Promise.resolve([new MemoryLeases(engine), new MemoryLeases(engine)]),
    pass: async (isSo) => {
      await clock.advance(leaseMs - 1);
      expect(await isSo()).toBe(false);
      await clock.advance(1);
      expect(await isSo()).toBe(true);
    },
  };
}

function etcdLeases(): LeaseKind {
  const clock = new SystemClock();
  const clients: EtcdClient[] = [];
  let cluster: EtcdCluster | null = null;
  return {
    begin: async () => {
      cluster = await EtcdCluster.start(1);
      const access = { members: cluster.members, login: null, certificate: null };
      clients.push(new EtcdClient(access, clock), new EtcdClient(access, clock));
    },
    end: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await cluster?.stop();
    },
    open: () => {
      const [one, two] = clients;
      if (one === undefined || two === undefined) throw new Error('not begun');
      return Promise.resolve([new EtcdLeases(one), new EtcdLeases(two)]);
    },
    pass: async (isSo) => {
      expect(await isSo()).toBe(false);
      await vi.waitUntil(isSo, { timeout: 15_000, interval: 250 });
    },
  };
}
