import { appendFileSync, mkdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startDeliveryService } from '@waybell/simulator';
import { canMountSmallDisk, startCli } from '../../support/cli/cli-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt } from '../../support/watched-orders.ts';

const soon = { timeout: 30_000, interval: 100 };

/** Fills the file system to the last byte. */
function fill(filler: string): void {
  for (let size = 65_536; size >= 1; size /= 2) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}

test('a full disk under a hub: what was said to be stored is there, health says it, and it goes on with space', async (context) => {
  const disk = join(temporaryFolder(), 'disk');
  mkdirSync(disk);
  context.skip(!canMountSmallDisk(disk), 'no file system can be mounted here');
  const service = await startDeliveryService();
  onTestFinished(() => service.close());
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '1'];
  const hub = startCli(['hub', '--profile', join(disk, 'hub'), '--listen', '0', ...connection], {
    smallDisk: disk,
    env: { WAYBELL_CLIENT_SECRET: clientSecret },
  });
  await hub.until(({ event }) => event === 'hub');
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(hub.lines[0] ?? ''));
  const inviting = ['hub', 'invite', '--profile', join(disk, 'hub'), '--name', 'Mei'];
  const invited = startCli(inviting, { besideDiskOf: hub.pid });
  expect(await invited.ended).toBe(0);
  const ask = async (method: 'GET' | 'POST', path: string, token: string, body?: object) => {
    const answer = await request(url + path, {
      method,
      headers: {
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'Content-Type': 'application/json',
          'Idempotency-Key': JSON.stringify(body)
            .replaceAll(/[^\w-]/g, '')
            .slice(0, 100),
        }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.statusCode, json: await answer.body.json() };
  };
  const joined = await ask('POST', '/v1/join', '', { code: invited.lines[0] });
  const { token } = z.object({ token: z.string() }).parse(joined.json);
  const listed = async (): Promise<readonly string[]> => {
    const { json } = await ask('GET', '/v1/orders', token);
    const orders = z.object({ orders: z.array(z.object({ id: z.string() })) });
    return orders.parse(json).orders.map(({ id }) => id);
  };
  const id = service.addOrder({ status: 'pending' });
  expect((await ask('POST', '/v1/orders', token, { uuids: [id] })).status).toBe(200);
  // The disk of the hub as another process sees it.
  const filler = join('/proc', String(hub.pid), 'root', disk, 'filler');
  fill(filler);
  const stored: string[] = [id];
  let refused = '';
  const statuses = new Set<number>();
  for (let no = 1; no < 3000 && refused === ''; no += 1) {
    const next = orderIdAt(no);
    const { status } = await ask('POST', '/v1/orders', token, { uuids: [next] });
    statuses.add(status);
    if (status === 200) stored.push(next);
    else refused = next;
  }
  expect(refused).not.toBe('');
  expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
  expect(await listed()).toEqual(stored);
  // What the hub finds cannot be stored either, and the one who watches the hub is told.
  service.setOrder(id, { status: 'active' });
  await vi.waitUntil(async () => (await ask('GET', '/healthz', '')).status === 503, soon);
  truncateSync(filler, 0);
  rmSync(filler);
  await vi.waitUntil(async () => (await ask('GET', '/healthz', '')).status === 200, soon);
  expect((await ask('POST', '/v1/orders', token, { uuids: [refused] })).status).toBe(200);
  expect(await listed()).toEqual([...stored, refused]);
  const entry = z.object({ orders: z.array(z.object({ order: z.unknown() })) });
  await vi.waitUntil(async () => {
    const { json } = await ask('GET', '/v1/orders', token);
    return JSON.stringify(entry.parse(json).orders[0]).includes('"raw":"active"');
  }, soon);
});
