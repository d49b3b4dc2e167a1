import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { request } from 'undici';
import { z } from 'zod';

/* The simulator as a program of its own, as the demo and the benchmarks start it. */

const program = fileURLToPath(new URL('../../index.ts', import.meta.url));
const children: ChildProcess[] = [];

const announcement = z.strictObject({
  baseUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  controlUrl: z.url(),
  orders: z.array(z.uuid()),
  labels: z.array(z.string().nullable()),
  orderCount: z.int(),
});

afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
});

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8');
  while (!text.includes('\n')) {
    const [piece] = (await once(child.stdout ?? child, 'data')) as [string];
    text += piece;
  }
  return announcement.parse(JSON.parse(text.slice(0, text.indexOf('\n'))));
}

async function call(
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  body?: unknown,
) {
  const answer = await request(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.statusCode, json: await answer.body.json() };
}

async function signIn({ baseUrl, clientId, clientSecret }: z.output<typeof announcement>) {
  const { json } = await call(`${baseUrl}/oauth/token`, 'POST', {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  });
  return z.object({ access_token: z.string() }).parse(json).access_token;
}

describe('the program', () => {
  test('says where it is in its first line, serves the day, and ends on SIGTERM', async () => {
    const child = start();
    const service = await firstLine(child);
    expect(service.orders.length).toBe(service.orderCount);
    expect(service.labels).toContain('Sheung Wan florist, two drops');
    const token = await signIn(service);
    const answer = await request(`${service.baseUrl}/api/v2/orders/${service.orders[0]}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(await answer.body.json()).toMatchObject({ uuid: service.orders[0] });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toStrictEqual([0, null]);
  });

  test('names at most a thousand orders and counts all of them', async () => {
    const { orders, labels, orderCount } = await firstLine(start('--orders', '2500'));
    expect([orders.length, labels.length, orderCount]).toStrictEqual([1000, 1000, 2500]);
  });

  test('ends when its standard input does, if asked to', async () => {
    const child = start('--exit-with-parent', '--orders', '1');
    await firstLine(child);
    child.stdin?.end();
    expect(await once(child, 'exit')).toStrictEqual([0, null]);
  });

  test('explains itself and refuses what it does not understand', async () => {
    const help = start('--help');
    expect(await once(help, 'exit')).toStrictEqual([0, null]);
    const wrong = spawn(process.execPath, [program, '--orders', 'many'], { stdio: 'ignore' });
    children.push(wrong);
    expect(await once(wrong, 'exit')).toStrictEqual([2, null]);
  });
});

describe('the control address', () => {
  test('does everything that a test needs, without ever telling a secret', async () => {
    const service = await firstLine(start('--manual-clock', '--scenario', 'straight-through'));
    const { controlUrl, baseUrl, clientSecret, orders } = service;
    const [first = ''] = orders;
    const token = await signIn(service);
    const ask = async (uuid: string) => {
      const answer = await request(`${baseUrl}/api/v2/orders/${uuid}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    };

    await call(`${controlUrl}/time`, 'POST', { advanceMs: 91_000 });
    expect((await ask(first)).text).toContain('"status":"active"');
    expect((await call(`${controlUrl}/events?afterMs=0`, 'GET')).json).toMatchObject([
      { uuid: first, happenings: [{ kind: 'order_matched', reason: 'Order Matched' }] },
    ]);

    const { json } = await call(`${controlUrl}/orders`, 'POST', { status: 'active' });
    const { uuid } = z.object({ uuid: z.uuid() }).parse(json);
    await call(`${controlUrl}/orders/${uuid}`, 'PUT', { courier: { name: 'Ho Yuet' } });
    await call(`${controlUrl}/orders/${uuid}`, 'PATCH', { pickup: { name: null } });
    const truth = (await call(`${controlUrl}/orders/${uuid}`, 'GET')).json;
    expect(truth).toMatchObject({ status: 'active', courier: { name: 'Ho Yuet' } });
    expect(truth).not.toHaveProperty('pickup.name');
    expect(JSON.parse((await ask(uuid)).text)).toStrictEqual(truth);

    const rule = { name: 'limit', action: { do: 'answer', status: 429, retryAfter: '7' } };
    expect((await call(`${controlUrl}/faults`, 'POST', [rule])).status).toBe(200);
    expect((await ask(uuid)).status).toBe(429);
    expect((await call(`${controlUrl}/faults`, 'GET')).json).toMatchObject([{ hits: 1 }]);
    await call(`${controlUrl}/faults?name=limit`, 'DELETE');
    expect((await ask(uuid)).status).toBe(200);
    expect((await call(`${controlUrl}/faults`, 'POST', [{ action: 7 }])).status).toBe(400);

    await call(`${controlUrl}/secret`, 'POST', { clientSecret: 'rotated' });
    await call(`${controlUrl}/tokens/lifetime`, 'POST', { seconds: 5 });
    await call(`${controlUrl}/tokens/revoke`, 'POST');
    expect((await ask(uuid)).status).toBe(401);
    await call(`${controlUrl}/orders/${uuid}`, 'DELETE');
    const state = JSON.stringify([
      (await call(`${controlUrl}/`, 'GET')).json,
      (await call(`${controlUrl}/requests`, 'GET')).json,
    ]);
    for (const secret of [clientSecret, 'rotated', token]) {
      expect(state).not.toContain(secret);
    }
    expect(JSON.parse(state)).toMatchObject([{ orderCount: 1, counts: { token: 1 } }, {}]);
  });

  test('sends webhooks where it is told to, signs them, and says what became of them', async () => {
    const { controlUrl, baseUrl } = await firstLine(start('--manual-clock', '--orders', '0'));
    const { json } = await call(`${controlUrl}/orders`, 'POST', { status: 'active' });
    const { uuid } = z.object({ uuid: z.uuid() }).parse(json);
    // The service itself has no such path: a receiver that refuses.
    const url = `${baseUrl}/nowhere`;
    const signing = { form: 'hmac', secret: 'hush' };
    expect((await call(`${controlUrl}/webhooks`, 'POST', { url, signing })).status).toBe(200);
    expect((await call(`${controlUrl}/webhooks`, 'POST', { url: 'file:///x' })).status).toBe(400);
    const rule = { name: 'gone', when: { times: 1 }, action: { do: 'drop' } };
    await call(`${controlUrl}/webhooks/faults`, 'POST', rule);
    const said = {
      fields: { status: 'completed' },
      happenings: [{ kind: 'order_completed', reason: 'Order Completed' }],
    };
    await call(`${controlUrl}/orders/${uuid}/events`, 'POST', said);
    await call(`${controlUrl}/orders/${uuid}/events`, 'POST', said.happenings);
    expect((await call(`${controlUrl}/orders/${uuid}`, 'GET')).json).toMatchObject(said.fields);
    const state = await call(`${controlUrl}/webhooks`, 'GET');
    expect(state.json).toMatchObject({
      counts: { events: 2, attempts: 1 },
      deliveries: [
        { uuid, outcome: 'dropped' },
        { uuid, outcome: 'waiting' },
      ],
    });
    expect(JSON.stringify(state.json)).not.toContain('hush');
    await call(`${controlUrl}/webhooks/faults?name=gone`, 'DELETE');
    expect((await call(`${controlUrl}/webhooks`, 'DELETE')).status).toBe(200);
  });

  test('cannot be found without its address', async () => {
    const { controlUrl } = await firstLine(start('--orders', '1'));
    const { origin } = new URL(controlUrl);
    for (const path of ['/', '/faults', '/orders']) {
      expect((await call(origin + path, 'GET')).status).toBe(404);
    }
  });
});
