import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDeliveryService } from '@waybell/simulator';
import type { HubDiagnosis } from '../../../core/delivery/diagnosis.ts';
import { EtcdLeases } from '../../../main/hub/log/etcd/etcd-leases.ts';
import { EtcdClient } from '../../../main/hub/log/etcd/etcd-client.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { TeamRepository } from '../../../main/engine/storage/team/team-repository.ts';
import { openTeamLog } from '../../../main/hub/log/open-team-log.ts';
import { checkingLease } from '../../../main/hub/log/ports.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { type CliRun, startCli } from '../../support/cli/cli-run.ts';
import { makeCertificates } from '../../support/network/certificates.ts';
import { EtcdCluster } from '../../support/team-log/etcd-cluster.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* What the doctor says of a hub, by real members of etcd and real files. */

const clock = new SystemClock();

async function doctor(...args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const run = startCli(['doctor', '--hub', ...args]);
  const code = await run.ended;
  return { code, text: run.lines.join('\n') };
}

async function cluster(count: 1 | 2 | 3): Promise<EtcdCluster> {
  const started = await EtcdCluster.start(count);
  onTestFinished(() => started.stop());
  return started;
}

/** A hub begins the log, and another has the lease to check until the test ends. */
async function begun(members: readonly string[]): Promise<void> {
  const store = {
    kind: 'etcd',
    members,
    login: null,
    certificate: null,
    profileDir: null,
  } as const;
  const opened = await openTeamLog(store, clock);
  await opened.close();
  const client = new EtcdClient({ members, login: null, certificate: null }, clock);
  const leases = new EtcdLeases(client);
  await leases.acquire(checkingLease, 'hub-one', () => '');
  // As a hub does, each second; without members it is in vain.
  const renewal = setInterval(() => {
    void leases.acquire(checkingLease, 'hub-one', () => '').catch(() => undefined);
  }, 1000);
  onTestFinished(async () => {
    clearInterval(renewal);
    await client.close();
  });
}

test('of a cluster that is well it says so, and who checks', async () => {
  const etcd = await cluster(3);
  await begun(etcd.members);
  const { code, text } = await doctor('--store', etcd.store);
  expect(
    text.match(/ok {4}127\.0\.0\.1:\d+: etcd 3\.\d+\.\d+, (?:leads|follows) \(\d+ ms\)/g),
  ).toHaveLength(3);
  expect(text).toContain('ok    Members: 3, of one cluster');
  expect(text).toContain('ok    Checking: hub-one has the lease');
  expect(text).toContain('ok    Clock of');
  expect(text).toContain('ok    Log: can be read');
  expect(code).toBe(0);
});

test('a member that is gone, a majority that is gone, and one that is not named are told', async () => {
  const etcd = await cluster(3);
  await begun(etcd.members);
  etcd.kill(0);
  const one = await doctor('--store', etcd.store, '--json');
  expect(one.code).toBe(1);
  const { findings } = JSON.parse(one.text) as HubDiagnosis;
  expect(findings.filter(({ state }) => state === 'bad')).toMatchObject([
    { area: 'cluster', value: 'does not answer (ECONNREFUSED)' },
  ]);
  const [, , last = ''] = etcd.store.split(',');
  expect((await doctor('--store', last)).text).toContain(
    'note  Named: 1 of 3 are named in --store',
  );
  etcd.kill(1);
  const most = await doctor('--store', etcd.store);
  expect(most.code).toBe(1);
  expect(most.text).toContain('BAD   Majority: only 1 of 3 answer');
  expect(most.text).toContain('BAD   Log: cannot be asked for');
});

/** A hub on a service, until the test ends. */
async function runningHub(...args: readonly string[]): Promise<CliRun> {
  const service = await startDeliveryService({ clock: 'manual' });
  onTestFinished(() => service.close());
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId];
  const hub = startCli(['hub', '--listen', '0', ...connection, ...args], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret },
  });
  await hub.until(() => true);
  return hub;
}

/** How a hub is named in the report: by its first line. */
function reported(hub: CliRun): string {
  const first: unknown = JSON.parse(hub.lines[0] ?? '');
  const [hubId, url] = ['hubId', 'url'].map((name) => String(Reflect.get(Object(first), name)));
  return `Hub ${hubId}: ${url}; Waybell 0.1.0; checks, had `;
}

test('of hubs on etcd it says where they are, which Waybell, and which one checks', async () => {
  const etcd = await cluster(1);
  const hub = await runningHub('--store', etcd.store);
  await vi.waitUntil(
    async () => (await doctor('--store', etcd.store)).text.includes('; checks, '),
    {
      timeout: 60_000,
    },
  );
  const { text } = await doctor('--store', etcd.store);
  expect(text).toContain(`ok    ${reported(hub)}no answer of the service yet`);
});

test('of the hub on a profile it says that it runs, that it ended, or that it was killed', async () => {
  const profile = ['--profile', join(temporaryFolder(), 'hub')];
  const hub = await runningHub(...profile);
  const running = await doctor(...profile);
  expect(running.text).toContain(`ok    ${reported(hub)}no answer of the service yet`);
  hub.kill('SIGTERM');
  await hub.ended;
  expect((await doctor(...profile)).text).toMatch(/note {2}Hub: none runs on this profile$/m);
  const killed = await runningHub(...profile);
  killed.kill('SIGKILL');
  await killed.ended;
  expect((await doctor(...profile)).text).toMatch(
    /note {2}Hub: none runs on this profile; the last one, hub-[\da-f]+, did not end by itself/,
  );
});

test('an even number of members, and addresses of several clusters, are told', async () => {
  const [two, other] = [await cluster(2), await cluster(1)];
  const even = await doctor('--store', two.store);
  expect([even.code, even.text]).toEqual([
    1,
    expect.stringContaining('BAD   Members: 2, an even number'),
  ]);
  const several = await doctor('--store', `${two.store},${other.store}`);
  expect([several.code, several.text]).toEqual([
    1,
    expect.stringContaining('BAD   Members: they belong to several clusters'),
  ]);
});

test('of files it says whether others may read them, and until when a certificate is good', async () => {
  const profileDir = temporaryFolder();
  const opened = await openTeamLog({ kind: 'sqlite', profileDir }, clock);
  await opened.close();
  const { good } = makeCertificates();
  const [cert, key] = [join(profileDir, 'cert.pem'), join(profileDir, 'key.pem')];
  writeFileSync(cert, good.cert);
  writeFileSync(key, good.key, { mode: 0o600 });
  const files = ['--profile', profileDir, '--tls-cert', cert, '--tls-key', key];
  const well = await doctor(...files);
  expect(well.text).toMatch(/ok {4}team-log\.db: .* MB, for its user alone/);
  expect(well.text).toMatch(/(?:ok|note) +--tls-cert: good until \d{4}-\d\d-\d\d/);
  expect(well.text).toMatch(/Room on its disk: \d+\.\d GB/);
  expect(well.text).toContain('Desks: 0 with a token, 0 invited');
  expect(well.code).toBe(0);
  chmodSync(join(profileDir, 'team-log.db'), 0o644);
  chmodSync(key, 0o644);
  const open = await doctor(...files);
  expect(open.text).toMatch(/BAD {3}team-log\.db: .*other users of this computer may read it/);
  expect(open.text).toContain('BAD   --tls-cert: every user of this computer may read the key');
  expect(open.code).toBe(1);
});

/** What the files of a folder hold, but what SQLite makes anew. */
function held(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

/** A log in a folder, and the same as a hub leaves it that is killed. */
async function leftLogs(): Promise<{ readonly closed: string; readonly killed: string }> {
  const [closed, killed] = [temporaryFolder(), temporaryFolder()];
  const opened = await openTeamLog({ kind: 'sqlite', profileDir: closed }, clock);
  const body = JSON.stringify({ note: 'Ring twice' });
  await opened.log.append({ key: 'order.a', body, dedupeKey: 'a', expectedSequence: 0 });
  for (const name of readdirSync(closed)) copyFileSync(join(closed, name), join(killed, name));
  await opened.close();
  return { closed, killed };
}

test('of a log that was altered it says so each time, changes nothing, and a hub still tells', async () => {
  const { closed, killed } = await leftLogs();
  const whole = readFileSync(join(closed, 'team-log.db'), 'latin1');
  writeFileSync(join(closed, 'team-log.db'), whole.replace('Ring twice', 'Ring never'), 'latin1');
  const log = join(killed, 'team-log.db-wal');
  appendFileSync(log, readFileSync(log).subarray(32, 2000));
  for (const profileDir of [closed, killed]) {
    const before = held(profileDir);
    for (let looks = 0; looks < 2; looks += 1) {
      const { text } = await doctor('--profile', profileDir);
      expect(text).toContain('note  Log: The log of the team is not what the hub left on the disk');
    }
    expect(held(profileDir)).toEqual(before);
    const opened = await openTeamLog({ kind: 'sqlite', profileDir }, clock);
    expect(opened.isAltered).toBe(true);
    await opened.close();
  }
});

test('of a log that cannot be read it says so, and leaves it to a hub to say it too', async () => {
  const { closed } = await leftLogs();
  const bytes = readFileSync(join(closed, 'team-log.db'));
  writeFileSync(join(closed, 'team-log.db'), bytes.fill('x', 4096));
  const before = held(closed);
  const { code, text } = await doctor('--profile', closed);
  expect(text).toContain('BAD   Not looked at: The log of the team is damaged');
  expect(code).toBe(1);
  expect(held(closed)).toEqual(before);
});

test('of the profile of a desk it says so, and which command looks at it', async () => {
  const profileDir = temporaryFolder();
  const database = openDatabase(profileDir);
  const hubUrl = 'https://user:s3cret@hub.example.com/?token=s3cret';
  const desk = { hubUrl, deskId: 'd1', deskName: 'Mei', role: 'dispatcher' } as const;
  new TeamRepository(database.sql).save(desk);
  database.close();
  const { text } = await doctor('--profile', profileDir);
  expect(text).toContain(
    'note  Log: none: this profile is that of a desk, whose team is at https://hub.example.com. "waybell doctor" without --hub looks at it',
  );
  expect(text).not.toMatch(/s3cret|first hub/);
});

test('a profile that is not there, or is a file, is told and not made', async () => {
  const missing = join(temporaryFolder(), 'missing');
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const [none, plain] = [await doctor('--profile', missing), await doctor('--profile', file)];
  expect(none.text).toMatch(/BAD {3}Profile folder: .*missing: there is no such folder$/m);
  expect(plain.text).toMatch(/BAD {3}Profile folder: .*file: this is no folder$/m);
  expect([none.code, plain.code, existsSync(missing)]).toEqual([1, 1, false]);
});
