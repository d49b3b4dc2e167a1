import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startDeliveryService, type DeliveryService } from '@waybell/simulator';
import { startCli, type CliEvent, type CliRun } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let service: DeliveryService;
let profile: string;
beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual' });
  profile = join(temporaryFolder(), 'hub');
});
afterEach(() => service.close());

function startHub(...args: readonly string[]): CliRun {
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '1'];
  return startCli(['hub', '--profile', profile, '--listen', '0', ...connection, ...args], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret },
  });
}

/** Where a hub listens, by its first line. */
async function urlOf(hub: CliRun): Promise<string> {
  await hub.until(() => true);
  const first: unknown = JSON.parse(hub.lines[0] ?? '');
  expect(first).toEqual({
    event: 'hub',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    hubId: expect.stringMatching(/^hub-[\da-f]{12}$/),
  });
  return String(Reflect.get(Object(first), 'url'));
}

/** Runs a command to its end. */
async function ran(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const run = startCli(args, { env });
  const code = await run.ended;
  return { code, out: run.lines.join('\n'), said: run.stderr() };
}

/** The token of a new desk, as a script gets it. */
async function joined(url: string, name: string, ...more: readonly string[]): Promise<string> {
  const invited = await ran(['hub', 'invite', '--profile', profile, '--name', name, ...more]);
  expect(invited.code).toBe(0);
  const { code, out } = await ran(['join', '--print', url], { WAYBELL_JOIN_CODE: invited.out });
  expect(code).toBe(0);
  return out;
}

function watch(url: string, token: string, ...args: readonly string[]): CliRun {
  return startCli(['watch', '--hub', url, '--json', ...args], {
    env: { WAYBELL_DESK_TOKEN: token },
  });
}

const withoutTimes = ({ at: _at, ...line }: CliEvent): CliEvent => line;

test('a desk of a hub prints what a run without one prints', async () => {
  const courier = { name: 'Chan Tai Man', phone_number: '+852 9123 4567' };
  const id = service.addOrder({ status: 'pending' });
  const hub = startHub();
  const url = await urlOf(hub);
  const token = await joined(url, 'Script');
  const desk = watch(url, token, id);
  const { clientId, clientSecret } = service.credentials;
  const alone = startCli(
    ['watch', '--json', '--base-url', service.baseUrl, '--client-id', clientId, '--interval=1', id],
    { env: { WAYBELL_CLIENT_SECRET: clientSecret } },
  );
  const runs = [desk, alone];
  const first = await Promise.all(runs.map((run) => run.until(({ event }) => event === 'order')));
  service.setOrder(id, { status: 'active', courier });
  const second = await Promise.all(runs.map((run) => run.until(({ event }) => event === 'update')));
  for (const [ofDesk, ofAlone] of [first, second]) {
    expect(withoutTimes(ofDesk ?? { event: '' })).toEqual(withoutTimes(ofAlone ?? { event: '' }));
  }
  expect(JSON.stringify(second)).not.toContain('9123');
  await hub.until(({ event, state }) => event === 'desk' && state === 'here');
  desk.kill('SIGTERM');
  expect(await desk.ended).toBe(143);
  await hub.until(({ event, state }) => event === 'desk' && state === 'away');
});

test('an order that a desk may not add is said to be refused, and ends a run of it', async () => {
  const hub = startHub();
  const url = await urlOf(hub);
  const viewer = await joined(url, 'Mei', '--viewer');
  const run = watch(url, viewer, '--once', service.addOrder({ status: 'active' }));
  expect(await run.ended).toBe(5);
  expect(run.stderr()).toContain('The hub did not take an order. This desk looks on');
});

test('a desk that looks on prints the orders of the team', async () => {
  const id = service.addOrder({ status: 'active' });
  const hub = startHub();
  const url = await urlOf(hub);
  const token = await joined(url, 'Script');
  expect(await watch(url, token, '--once', id).ended).toBe(0);
  const viewer = await joined(url, 'Mei', '--viewer');
  const run = watch(url, viewer, '--once');
  expect(await run.ended).toBe(0);
  expect(run.lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'order', uuid: id }]);
});

test('an order that another desk removes ends a run that waits for its end', async () => {
  const id = service.addOrder({ status: 'active' });
  const hub = startHub();
  const url = await urlOf(hub);
  const token = await joined(url, 'Script');
  const run = watch(url, token, '--until-done', id);
  await run.until(({ event }) => event === 'order');
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'removal' };
  await fetch(`${url}/v1/orders/${id}`, { method: 'DELETE', headers });
  expect(await run.ended).toBe(5);
});

test('orders that are named limit what is printed, and join the list of the team', async () => {
  const [one, other] = [
    service.addOrder({ status: 'active' }),
    service.addOrder({ status: 'active' }),
  ];
  const hub = startHub();
  const url = await urlOf(hub);
  const token = await joined(url, 'Script');
  const first = watch(url, token, '--once', one);
  expect(await first.ended).toBe(0);
  expect(first.lines.map((line) => JSON.parse(line).uuid)).toEqual([one]);
  const second = watch(url, token, '--once', other);
  expect(await second.ended).toBe(0);
  expect(second.lines.map((line) => JSON.parse(line).uuid)).toEqual([other]);
  const all = watch(url, token, '--once');
  expect(await all.ended).toBe(0);
  expect(new Set(all.lines.map((line) => JSON.parse(line).uuid))).toEqual(new Set([one, other]));
});

test('a hub that is asked to end lets its desks go, and a new one goes on with its list', async () => {
  const id = service.addOrder({ status: 'active' });
  const hub = startHub();
  const url = await urlOf(hub);
  const token = await joined(url, 'Script');
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'k1' };
  const added = await request(`${url}/v1/orders`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ uuids: [id], labels: { [id]: 'Lunch' } }),
  });
  expect(added.statusCode).toBe(200);
  await added.body.dump();
  const stream = await request(`${url}/v1/events`, { headers });
  const heard = stream.body.text();
  hub.kill('SIGTERM');
  expect(await hub.ended).toBe(143);
  expect(await heard).toContain('event: log');
  const again = startHub();
  const listed = await request(`${await urlOf(again)}/v1/orders`, { headers });
  expect(await listed.body.json()).toMatchObject({ orders: [{ id, label: 'Lunch' }] });
});

test('which desks are there is printed as they come and go', async () => {
  const hub = startHub();
  const url = await urlOf(hub);
  const headers = { authorization: `Bearer ${await joined(url, 'Mei')}` };
  const stream = await request(`${url}/v1/events`, { headers });
  const here = await hub.until(({ event, state }) => event === 'desk' && state === 'here');
  expect(here).toMatchObject({ name: 'Mei' });
  stream.body.destroy();
  await hub.until(({ event, state }) => event === 'desk' && state === 'away');
});

test('a code counts once, and a wrong one is refused without a token', async () => {
  const hub = startHub();
  const url = await urlOf(hub);
  const { out: code } = await ran(['hub', 'invite', '--profile', profile, '--name', 'Mei']);
  expect(await ran(['join', '--print', url], { WAYBELL_JOIN_CODE: code })).toMatchObject({
    code: 0,
  });
  const again = await ran(['join', '--print', url], { WAYBELL_JOIN_CODE: code });
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.said).toContain('code');
});

test('what a hub cannot do ends it with a sentence', async () => {
  const hub = startHub();
  await urlOf(hub);
  const second = startHub();
  expect(await second.ended).toBe(2);
  expect(second.stderr()).toContain('Another Waybell is using this profile.');
  // Behind a link the lock may be another file than the one that the hub holds.
  rmSync(join(profile, 'waybell.lock'));
  symlinkSync(join(profile, 'elsewhere'), join(profile, 'waybell.lock'));
  const linked = startHub();
  expect(await linked.ended).toBe(2);
  expect(linked.stderr()).toContain('A link stands in the place of waybell.lock');

  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const address = busy.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  profile = join(temporaryFolder(), 'other');
  const third = startHub('--listen', String(port));
  expect(await third.ended).toBe(2);
  expect(third.stderr()).toContain('The hub cannot listen there');
  busy.close();
});

test('silent strangers shut no desk out where the system lets a hub open few files', async () => {
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '1'];
  const hub = startCli(['hub', '--profile', profile, '--listen', '0', ...connection], {
    fileLimit: 160,
    env: { WAYBELL_CLIENT_SECRET: clientSecret },
  });
  const url = await urlOf(hub);
  const token = await joined(url, 'Script');
  const strangers: Socket[] = [];
  onTestFinished(() => {
    for (const socket of strangers) socket.destroy();
  });
  for (let no = 0; no < 300; no += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    strangers.push(socket);
    await once(socket, 'connect');
  }
  const headers = { Authorization: `Bearer ${token}` };
  for (let no = 0; no < 8; no += 1) {
    const { body, statusCode } = await request(`${url}/v1/orders`, { headers });
    await body.dump();
    expect(statusCode).toBe(200);
  }
});
