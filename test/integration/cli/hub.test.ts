import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDeliveryService, type DeliveryService } from '../../../simulator/delivery-service.ts';
import { startCli, type CliRun } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Every test starts several programs, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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

/** The token of a new desk. */
async function joined(url: string, name: string): Promise<string> {
  const invited = await ran(['hub', 'invite', '--profile', profile, '--name', name]);
  const answer = await request(`${url}/v1/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: invited.out }),
  });
  expect(answer.statusCode).toBe(200);
  return String(Reflect.get(Object(await answer.body.json()), 'token'));
}

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

test('a desk that is revoked is told so, and can do nothing more', async () => {
  const hub = startHub();
  const url = await urlOf(hub);
  const token = await joined(url, 'Mei');
  const headers = { authorization: `Bearer ${token}` };
  const stream = await request(`${url}/v1/events`, { headers });
  const ended = once(stream.body.resume(), 'close');
  expect(await ran(['hub', 'revoke', '--profile', profile, 'Mei'])).toMatchObject({ code: 0 });
  await ended;
  const { body, statusCode } = await request(`${url}/v1/orders`, { headers });
  await body.dump();
  expect(statusCode).toBe(401);
});

test('what a hub cannot do ends it with a sentence', async () => {
  const hub = startHub();
  await urlOf(hub);
  const second = startHub();
  expect(await second.ended).toBe(2);
  expect(second.stderr()).toContain('Another Waybell is using this profile.');

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
