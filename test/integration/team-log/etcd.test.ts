import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EtcdAccess } from '../../../main/hub/log/etcd/etcd-client.ts';
import { beginEtcdLogAnew, restoreEtcdLog } from '../../../main/hub/log/etcd/etcd-recovery.ts';
import { openEtcdLog } from '../../../main/hub/log/etcd/open-etcd-log.ts';
import type { LogEntry, Missed, NewEntry, TeamLog } from '../../../main/hub/log/ports.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { makeCertificates } from '../../support/network/certificates.ts';
import { emptyEtcd, EtcdCluster, type EtcdOptions } from '../../support/team-log/etcd-cluster.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * What a hub does with real members of etcd that are gone, strange, closed or emptied.
 */

const soon = { timeout: 60_000, interval: 20 };
const open = { login: null, certificate: null };
const away = { name: 'LogUnavailable' };

async function cluster(count: 1 | 2 | 3 = 1, options: EtcdOptions = {}): Promise<EtcdCluster> {
  const started = await EtcdCluster.start(count, options);
  onTestFinished(() => started.stop());
  return started;
}

/** A log that one hub has opened. */
async function opened(
  members: readonly string[],
  access: Omit<EtcdAccess, 'members'> = open,
  tailPath = ':memory:',
): Promise<TeamLog> {
  const { log } = await openEtcdLog({ ...access, members }, tailPath, new SystemClock());
  onTestFinished(() => log.close());
  return log;
}

function entry(key: string, body = '{}', expectedSequence = 0): NewEntry {
  return { key, body, dedupeKey: `${key}.${Math.random()}`, expectedSequence };
}

/** Asks a member by its own interface, as an operator does. */
async function ask(member: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${member}/v3/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

test('refuses what waits when the only member is gone, and goes on by itself when it is back', async () => {
  const etcd = await cluster();
  const log = await opened(etcd.members);
  const received: string[] = [];
  log.follow(0, (entries) => received.push(...entries.map(({ body }) => body)));
  await log.append(entry('order.a', '1'));
  await vi.waitUntil(() => received.length === 1, soon);
  etcd.kill(0);
  const waiting = Array.from({ length: 20 }, (_, at) => log.append(entry(`order.${at}`)));
  await Promise.all(waiting.map((next) => expect(next).rejects.toMatchObject(away)));
  // What is here is read all the same.
  expect(await log.readSince(0, 10)).toMatchObject({ entries: [{ body: '1' }] });
  await etcd.restart(0);
  await vi.waitUntil(() => log.append(entry('order.b', '2')).catch(() => null), soon);
  await vi.waitUntil(() => received.includes('2'), soon);
});

test('asks another member when one hangs, for what is written and for what is told', async () => {
  const etcd = await cluster(3);
  const [log, other] = [await opened(etcd.members), await opened(etcd.members.toReversed())];
  const received: string[] = [];
  log.follow(0, (entries) => received.push(...entries.map(({ body }) => body)));
  await other.append(entry('order.a', '1'));
  await vi.waitUntil(() => received.length === 1, soon);
  // Its first address, which the watch runs at.
  etcd.kill(0, 'SIGSTOP');
  onTestFinished(() => etcd.kill(0, 'SIGCONT'));
  await vi.waitUntil(() => other.append(entry('order.b', '2')).catch(() => null), soon);
  await vi.waitUntil(() => received.includes('2'), soon);
  await vi.waitUntil(() => log.append(entry('order.c', '3')).catch(() => null), soon);
  await vi.waitUntil(() => received.includes('3'), soon);
  expect(received).toEqual(['1', '2', '3']);
});

test('what is forgotten by etcd while a hub was away is a gap there, and nothing else is lost', async () => {
  const etcd = await cluster();
  const path = join(temporaryFolder(), 'team-tail.db');
  const writer = await opened(etcd.members);
  const first = await writer.append(entry('order.a', '1'));
  const before = await openEtcdLog({ ...open, members: etcd.members }, path, new SystemClock());
  await before.log.readSince(0, 10);
  await before.log.close();
  const firstSequence = first.kind === 'appended' ? first.sequence : 0;
  const second = await writer.append(entry('order.a', '2', firstSequence));
  const secondSequence = second.kind === 'appended' ? second.sequence : 0;
  await writer.append(entry('order.b', '3'));
  await writer.append(entry('order.a', 'null', secondSequence));
  await writer.eraseBefore('order.a');
  const log = await opened(etcd.members, open, path);
  const told: LogEntry[] = [];
  const gaps: Missed[] = [];
  log.follow(firstSequence, (entries, missed) => {
    told.push(...entries);
    if (missed !== undefined) gaps.push(missed);
  });
  await vi.waitUntil(() => told.length === 2, soon);
  expect(told.map(({ body }) => body)).toEqual(['3', 'null']);
  expect(await log.readSince(firstSequence, 10)).toEqual({ kind: 'gap' });
  const part = await log.readSince(0, 10);
  expect(part.kind === 'entries' && part.entries.map(({ body }) => body)).toEqual(['3', 'null']);
  // The hub that was there all the time has no gap.
  expect(await writer.readSince(secondSequence, 10)).toMatchObject({ kind: 'entries' });
});

test('a log that was emptied is gone for the hub that knows it, and none is begun in its place', async () => {
  const etcd = await cluster();
  const path = join(temporaryFolder(), 'team-tail.db');
  const access = { ...open, members: etcd.members };
  const { log } = await openEtcdLog(access, path, new SystemClock());
  await log.append(entry('order.a', '1'));
  await log.readSince(0, 1);
  await emptyEtcd(etcd.members);
  const gone = { name: 'LogGone' };
  await expect(log.append(entry('order.b'))).rejects.toMatchObject(gone);
  expect(await log.readSince(0, 10)).toMatchObject({ entries: [{ body: '1' }] });
  await log.close();
  await expect(opened(etcd.members, open, path)).rejects.toMatchObject(gone);
});

/** Starts a hub's log on its own file, does something with it, and stops it. */
async function during<Value>(
  members: readonly string[],
  path: string,
  act: (log: TeamLog) => Promise<Value>,
): Promise<Value> {
  const { log } = await openEtcdLog({ ...open, members }, path, new SystemClock());
  try {
    return await act(log);
  } finally {
    await log.close();
  }
}

async function bodiesOf(log: TeamLog): Promise<readonly string[]> {
  return (await log.lastPerKey()).map(({ body }) => body).toSorted();
}

test('what a hub has left of a log makes it again, as another one for desks', async () => {
  const etcd = await cluster();
  const path = join(temporaryFolder(), 'team-tail.db');
  const other = join(temporaryFolder(), 'team-tail.db');
  const access = { ...open, members: etcd.members };
  const before = await during(etcd.members, path, async (log) => {
    await log.append(entry('order.a', '1'));
    await log.append(entry('desk.b', '2'));
    await during(etcd.members, other, bodiesOf);
    await bodiesOf(log);
    return log.id;
  });
  expect(await restoreEtcdLog(access, path, new SystemClock())).toEqual({ kind: 'nothingGone' });
  await emptyEtcd(etcd.members);
  expect(await restoreEtcdLog(access, ':memory:', new SystemClock())).toEqual({
    kind: 'nothingLeft',
  });
  expect(await restoreEtcdLog(access, path, new SystemClock())).toEqual({
    kind: 'restored',
    entries: 2,
  });
  // Every hub that knew the old log goes on with it.
  for (const tail of [path, other]) {
    await during(etcd.members, tail, async (log) => {
      expect(log.id).not.toBe(before);
      expect(await bodiesOf(log)).toEqual(['1', '2']);
    });
  }
});

test('a snapshot that was put back is not taken for the log, and what came after it is brought back by a hub', async () => {
  const folder = temporaryFolder();
  const etcd = await cluster();
  const path = join(folder, 'team-tail.db');
  const access = { ...open, members: etcd.members };
  const snapshot = join(folder, 'snapshot.db');
  await during(etcd.members, path, async (log) => {
    const first = await log.append(entry('order.a', '1'));
    etcd.control('snapshot', 'save', snapshot);
    const sequence = first.kind === 'appended' ? first.sequence : 0;
    await log.append(entry('order.a', '2', sequence));
    await log.append(entry('order.b', '3'));
    await bodiesOf(log);
  });
  etcd.kill(0);
  etcd.putBack(0, snapshot);
  await etcd.restart(0);
  await expect(opened(etcd.members, open, path)).rejects.toMatchObject({ name: 'LogGone' });
  expect(await restoreEtcdLog(access, path, new SystemClock())).toEqual({
    kind: 'restored',
    entries: 2,
  });
  await during(etcd.members, path, async (log) => {
    expect(await bodiesOf(log)).toEqual(['2', '3']);
  });
  // Begun anew it is empty, for every hub that knew one of them.
  const begin = (isForced: boolean) => beginEtcdLogAnew(access, path, new SystemClock(), isForced);
  expect(await begin(false)).toEqual({ kind: 'usable' });
  await during(etcd.members, path, async (log) => {
    expect(await bodiesOf(log)).toEqual(['2', '3']);
  });
  expect(await begin(true)).toEqual({ kind: 'begun', setAside: null });
  await during(etcd.members, path, async (log) => {
    expect(await bodiesOf(log)).toEqual([]);
    expect(await log.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
  });
});

test('where there never was a log none is begun anew', async () => {
  const etcd = await cluster();
  const access = { ...open, members: etcd.members };
  const clock = new SystemClock();
  expect(await beginEtcdLogAnew(access, ':memory:', clock, false)).toEqual({ kind: 'neverWas' });
});

test('does not start on an even number of members, on what is no etcd, or on half of its members', async () => {
  const two = await cluster(2);
  await expect(opened(two.members)).rejects.toMatchObject({ fault: 'evenSize' });
  const stranger = createServer((_request, response) => response.end('hello')).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void stranger.close());
  await once(stranger, 'listening');
  const address = stranger.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const one = await cluster();
  const named = [...one.members, `http://127.0.0.1:${port}`];
  await expect(opened(named)).rejects.toMatchObject({ fault: 'noEtcd' });
  const other = await cluster();
  const both = [...one.members, ...other.members];
  await expect(opened(both)).rejects.toMatchObject({ fault: 'severalClusters' });
  other.kill(0);
  await expect(opened(both)).rejects.toMatchObject(away);
});

test('logs in with a password, again when etcd forgets it, and says so when it may not', async () => {
  const etcd = await cluster();
  const [member = ''] = etcd.members;
  await ask(member, 'auth/role/add', { name: 'root' });
  for (const [name, password] of [
    ['root', 'r'],
    ['hub', 'a:b'],
  ]) {
    await ask(member, 'auth/user/add', { name, password });
  }
  await ask(member, 'auth/user/grant', { user: 'root', role: 'root' });
  await ask(member, 'auth/role/add', { name: 'team' });
  const below = { key: btoa('/waybell/'), range_end: btoa('/waybell0') };
  await ask(member, 'auth/role/grant', { name: 'team', perm: { permType: 'READWRITE', ...below } });
  await ask(member, 'auth/user/grant', { user: 'hub', role: 'team' });
  await ask(member, 'auth/enable', {});
  const login = { name: 'hub', password: 'a:b' };
  const log = await opened(etcd.members, { ...open, login });
  expect(await log.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
  // The tokens of a member go with its process.
  etcd.kill(0);
  await etcd.restart(0);
  await vi.waitUntil(() => log.append(entry('order.b')).catch(() => null), soon);
  for (const wrong of [null, { name: 'hub', password: 'wrong' }]) {
    await expect(opened(etcd.members, { ...open, login: wrong })).rejects.toMatchObject(away);
  }
});

test('speaks TLS to members whose certificate it trusts, and shows them its own', async () => {
  const { ca, good } = makeCertificates();
  const folder = temporaryFolder();
  const files = { 'ca.pem': ca, 'cert.pem': good.cert, 'key.pem': good.key };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const more = (): readonly string[] => [
    '--cert-file',
    join(folder, 'cert.pem'),
    '--key-file',
    join(folder, 'key.pem'),
    '--trusted-ca-file',
    join(folder, 'ca.pem'),
    '--client-cert-auth',
  ];
  const etcd = await cluster(1, { scheme: 'https', more });
  await expect(opened(etcd.members, { ...open, certificate: good })).rejects.toMatchObject(away);
  const before = getCACertificates();
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, ca]);
  await expect(opened(etcd.members)).rejects.toMatchObject(away);
  const log = await opened(etcd.members, { ...open, certificate: good });
  expect(await log.append(entry('order.a'))).toMatchObject({ kind: 'appended' });
});
