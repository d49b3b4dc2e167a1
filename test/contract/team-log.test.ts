import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Leases,
  type LogEntry,
  longestBodyBytes,
  type NewEntry,
  type TeamLog,
} from '../../main/hub/log/ports.ts';
import { connectNats, type NatsLogin, type NatsTeam } from '../../main/hub/log/nats-team-log.ts';
import { SqliteTeamLog } from '../../main/hub/log/sqlite-team-log.ts';
import { SystemClock } from '../../main/engine/watch/system-clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { makeCertificates } from '../support/network/certificates.ts';
import { MemoryEngine, MemoryLeases, MemoryTeamLog } from '../support/team-log/memory-team-log.ts';
import { deleteStreams, NatsCluster } from '../support/team-log/nats-cluster.ts';
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
  /** Lets hours pass; null where the engine has a clock of its own. */
  readonly passHours: ((hours: number) => Promise<void>) | null;
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
    passHours: (hours) => {
      clock.sleepMachine(hours * 3_600_000);
      return clock.advance(300);
    },
  };
}

/** One server for all tests; each begins with a new stream. */
function nats(): Kind {
  const clock = new SystemClock();
  let cluster: NatsCluster | null = null;
  return {
    begin: async () => {
      cluster = await NatsCluster.start(1);
    },
    end: async () => {
      await cluster?.stop();
    },
    open: async () => {
      const servers = cluster?.servers ?? [];
      await deleteStreams(servers);
      const [one, two] = [
        await connectNats(servers, null, clock),
        await connectNats(servers, null, clock),
      ];
      return { log: one.log, other: two.log };
    },
    until: async (isSo) => {
      await vi.waitUntil(isSo, { timeout: 60_000 });
    },
    passHours: null,
  };
}

const kinds: readonly (readonly [string, () => Kind])[] = [
  ['memory', memory],
  ['SQLite', sqlite],
  ['NATS', nats],
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

  it.skipIf(kind.passHours === null)('forgets by age, and says that there is a gap', async () => {
    const { log } = await logs();
    const first = await appended(log, entry('order.a', { body: '1' }));
    const second = await appended(log, entry('order.b', { body: '2' }));
    await kind.passHours?.(3);
    const third = await appended(log, entry('order.b', { body: '3', expectedSequence: second }));
    await log.prune(new FakeClock().wallMs() + 3_600_000);
    expect(await log.readSince(first, 10)).toEqual({ kind: 'gap' });
    expect((await entriesSince(log, 0)).map(({ body }) => body)).toEqual(['3']);
    expect((await entriesSince(log, second)).map(({ body }) => body)).toEqual(['3']);
    expect(await appended(log, entry('order.a', { body: '4' }))).toBeGreaterThan(third);
  });

  it('keeps a body of 512 kB, and a dedupe key with names in it', async () => {
    const { log, other } = await logs();
    const body = '陳'.repeat(170_000);
    const dedupeKey = '陳大文 👩‍💼.add.1';
    expect(await log.append(entry('order.a', { body, dedupeKey }))).toMatchObject({
      kind: 'appended',
    });
    expect(await other.append(entry('order.a', { body, dedupeKey }))).toEqual({
      kind: 'duplicate',
    });
    expect((await other.last('order.a'))?.body === body).toBe(true);
  });

  it('refuses what not every engine can keep, and goes on', async () => {
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
    const longest = 'x'.repeat(longestBodyBytes - 2);
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

/** A server of its own, which goes with the test. */
async function server(access = ''): Promise<NatsCluster> {
  const cluster = await NatsCluster.start(1, access);
  onTestFinished(() => cluster.stop());
  return cluster;
}

async function connected(
  servers: readonly string[],
  login: NatsLogin | null = null,
): Promise<TeamLog> {
  const { log } = await connectNats(servers, login, new SystemClock());
  onTestFinished(() => log.close());
  return log;
}

describe('a team log in NATS', () => {
  it('leaves no byte of what was erased', async () => {
    const cluster = await server();
    const log = await connected(cluster.servers);
    const body = JSON.stringify({ courier: 'Lau Chi Keung' });
    const first = await appended(log, entry('order.a', { body }));
    const second = await appended(log, entry('order.a', { body, expectedSequence: first }));
    const kept = await appended(log, entry('order.b', { body: '"kept"' }));
    await appended(log, entry('order.a', { body: 'null', expectedSequence: second }));
    expect(cluster.filesWith('Lau Chi Keung')).toBe(1);
    await log.eraseBefore('order.a');
    expect(cluster.filesWith('Lau Chi Keung')).toBe(0);
    expect(await log.last('order.b')).toEqual({ sequence: kept, key: 'order.b', body: '"kept"' });
  });

  it('refuses all that waits when the server is gone, and goes on by itself when it is back', async () => {
    const cluster = await server();
    const log = await connected(cluster.servers);
    const received: string[] = [];
    log.follow(0, (entries) => received.push(...entries.map(({ body }) => body)));
    await appended(log, entry('order.a', { body: '1' }));
    cluster.kill(0);
    const waiting = Array.from({ length: 20 }, (_, at) => log.append(entry(`order.${at}`)));
    const unavailable = { name: 'LogUnavailable' };
    await Promise.all(waiting.map((next) => expect(next).rejects.toMatchObject(unavailable)));
    await cluster.restart(0);
    const next = entry('order.b', { body: '2' });
    await vi.waitUntil(() => log.append(next).catch(() => null), { timeout: 60_000 });
    await vi.waitUntil(() => received.includes('2'), { timeout: 60_000 });
    expect(received[0]).toBe('1');
  });

  it('does not take a log that one server holds for one of three', async () => {
    const { servers } = await server();
    const log = await connected(servers);
    expect(await log.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
    const [only = ''] = servers;
    await expect(connected([only, only, only])).rejects.toMatchObject({ name: 'LogUnavailable' });
  });

  it('does not accept a server that accepts no message as long as an entry', async () => {
    const { servers } = await server('max_payload: 500KB');
    await expect(connected(servers)).rejects.toMatchObject({
      name: 'LogUnavailable',
      cause: { message: expect.stringContaining('shorter than an entry') },
    });
  });

  it('logs in with a password or a token, and says so when it may not', async () => {
    const withPassword = await server('authorization { user: hub, password: "a:b" }');
    const log = await connected(withPassword.servers, { user: 'hub', pass: 'a:b' });
    expect(await log.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
    const withToken = await server('authorization { token: sesame }');
    const other = await connected(withToken.servers, { token: 'sesame' });
    expect(await other.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
    for (const login of [null, { user: 'hub', pass: 'wrong' }, { token: 'a:b' }]) {
      await expect(connected(withPassword.servers, login)).rejects.toMatchObject({
        name: 'LogUnavailable',
      });
    }
  });

  it('speaks TLS to a server whose certificate it trusts, and to no other', async () => {
    const { ca, good } = makeCertificates();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cert.pem'), good.cert);
    writeFileSync(join(folder, 'key.pem'), good.key);
    const files = `cert_file: "${join(folder, 'cert.pem')}", key_file: "${join(folder, 'key.pem')}"`;
    const safe = (await server(`tls { ${files} }`)).servers.map((address) => `tls://${address}`);
    const open = (await server()).servers.map((address) => `tls://${address}`);
    const away = { name: 'LogUnavailable' };
    await expect(connected(safe)).rejects.toMatchObject(away);
    const before = getCACertificates();
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, ca]);
    const log = await connected(safe);
    expect(await log.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
    await expect(connected(open)).rejects.toMatchObject(away);
  });
});

describe.each([
  ['memory', memoryLeases],
  ['NATS', natsLeases],
] as const)('leases in %s', (_name, make) => {
  const { begin, end, open, passTen } = make();
  beforeAll(begin);
  afterAll(end);

  it('one process has a lease, renews it and lets it go', async () => {
    const [one, two] = await open();
    expect(await one.acquire('partition.1', 'hub-1')).toBe('held');
    expect(await two.acquire('partition.1', 'hub-2')).toBe('taken');
    expect(await one.acquire('partition.1', 'hub-1')).toBe('held');
    expect(await two.acquire('partition.2', 'hub-2')).toBe('held');
    await two.release('partition.1', 'hub-2');
    expect(await two.acquire('partition.1', 'hub-2')).toBe('taken');
    await one.release('partition.1', 'hub-1');
    expect(await two.acquire('partition.1', 'hub-2')).toBe('held');
    expect(await one.acquire('partition.1', 'hub-1')).toBe('taken');
  });

  it('a holder hands a lease to another, who renews it', async () => {
    const [one, two] = await open();
    expect(await one.acquire('partition.9', 'hub-1')).toBe('held');
    await one.hand('partition.9', 'hub-1', 'hub-2');
    expect(await one.acquire('partition.9', 'hub-1')).toBe('taken');
    expect(await two.acquire('partition.9', 'hub-2')).toBe('given');
    expect(await two.acquire('partition.9', 'hub-2')).toBe('held');
  });

  it('a lease that is not renewed is free after ten seconds', async () => {
    const [one, two] = await open();
    expect(await one.acquire('partition.3', 'hub-1')).toBe('held');
    await passTen(async () => (await two.acquire('partition.3', 'hub-2')) === 'held');
    expect(await one.acquire('partition.3', 'hub-1')).toBe('taken');
  });
});

interface LeaseKind {
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
  readonly open: () => Promise<readonly [Leases, Leases]>;
  /** Resolves once this is so, ten seconds later at the least. */
  readonly passTen: (isSo: () => Promise<boolean>) => Promise<void>;
}

function memoryLeases(): LeaseKind {
  const clock = new FakeClock();
  const engine = new MemoryEngine(clock);
  return {
    begin: () => Promise.resolve(),
    end: () => Promise.resolve(),
    open: () => Promise.resolve([new MemoryLeases(engine), new MemoryLeases(engine)]),
    passTen: async (isSo) => {
      await clock.advance(9999);
      expect(await isSo()).toBe(false);
      await clock.advance(1);
      expect(await isSo()).toBe(true);
    },
  };
}

function natsLeases(): LeaseKind {
  let cluster: NatsCluster | null = null;
  const teams: NatsTeam[] = [];
  return {
    begin: async () => {
      cluster = await NatsCluster.start(1);
      const servers = cluster.servers;
      for (let count = 0; count < 2; count += 1) {
        teams.push(await connectNats(servers, null, new SystemClock()));
      }
    },
    end: async () => {
      await Promise.all(teams.map(({ log }) => log.close()));
      await cluster?.stop();
    },
    open: () => {
      const [one, two] = teams;
      if (one === undefined || two === undefined) throw new Error('not begun');
      return Promise.resolve([one.leases, two.leases]);
    },
    passTen: async (isSo) => {
      expect(await isSo()).toBe(false);
      await vi.waitUntil(isSo, { timeout: 15_000, interval: 250 });
    },
  };
}
