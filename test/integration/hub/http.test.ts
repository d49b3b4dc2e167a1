import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { orderEventSchema } from '../../../core/team/team-event.ts';
import { UnencryptedHubError } from '../../../main/hub/http/hub-server.ts';
import { openApi } from '../../../main/hub/http/open-api.ts';
import { routes } from '../../../main/hub/http/routes.ts';
import { HttpBench, type OpenStream } from '../../support/hub/http-bench.ts';
import { mei } from '../../support/hub/hub-bench.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const whole = '+852 9123 4567';

async function until(isSo: () => boolean): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 10_000, interval: 5 });
}

function eventsIn(stream: OpenStream): readonly unknown[] {
  return [...stream.text.matchAll(/event: order\ndata: (.*)\n\n/g)].map(([, data]) =>
    JSON.parse(data ?? ''),
  );
}

/** Adds an order whose answer is known. */
async function withOrder(http: HttpBench, token: string): Promise<void> {
  http.bench.orders.set(
    id,
    someOrder(id, {
      courier: { name: 'Lau', phoneNumber: whole, fix: null },
      noteToCourier: `call ${whole}`,
    }),
  );
  await http.send('POST', '/v1/orders', {
    token,
    body: { uuids: [id], labels: { [id]: `Lunch ${whole}` } },
  });
  await http.bench.clock.advance(3000);
}

function silentSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => resolve(socket));
  });
}

describe('the interface of a hub', () => {
  it('is the one that docs/hub-openapi.json describes', () => {
    const file = new URL('../../../docs/hub-openapi.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(openApi());
  });

  it('answers as its schemas say, on every route', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    const promisedAt = '2026-03-02T12:00:00+08:00';
    const order = `/v1/orders/${id}`;
    const calls = [
      [
        'POST',
        '/v1/orders',
        { uuids: [id.toUpperCase()], labels: { [id]: 'Lunch' }, promisedAt: { [id]: promisedAt } },
      ],
      ['GET', '/v1/orders', undefined],
      ['PATCH', order, { label: null, note: 'ring twice', group: 'North', promisedAt }],
      ['POST', `${order}/claim`, { reason: 'on it' }],
      ['POST', `${order}/check`, undefined],
      ['POST', `${order}/reveals`, { owner: 'courier' }],
      ['DELETE', `${order}/claim`, { reason: 'done' }],
      ['DELETE', order, undefined],
      ['GET', '/healthz', undefined],
    ] as const;
    const called = new Set<string>();
    for (const [method, path, body] of calls) {
      const answer = await http.send(method, path, { token, ...(body !== undefined && { body }) });
      const route = routes.find(
        (each) => each.method === method && each.path === path.replace(id, '{uuid}'),
      );
      expect([method, path, answer.status]).toEqual([method, path, route?.status]);
      const fault = route?.answer?.safeParse(answer.body).error;
      expect(fault).toBeUndefined();
      called.add(`${method} ${route?.path}`);
    }
    const all = routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => name !== 'POST /v1/join');
    expect([...called].toSorted()).toEqual(all.toSorted());
  });

  it('keeps the words as they were sent, cleaned of what changes how they are read', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    await withOrder(http, token);
    const body = {
      label: '  Lunch \u0007box ',
      note: 'one\ntwo',
      promisedAt: '2026-03-02T12:00:00+08:00',
    };
    const answer = await http.send('PATCH', `/v1/orders/${id}`, { token, body });
    expect(answer.body).toMatchObject({
      label: 'Lunch box',
      note: 'one\ntwo',
      promisedAtMs: Date.UTC(2026, 2, 2, 4),
      team: { writers: { note: { by: 'Mei' } } },
    });
  });

  it('streams every event once, with its place, and goes on from there', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    await withOrder(http, token);
    const stream = await http.events(token);
    await until(() => eventsIn(stream).length === 2);
    await http.send('PATCH', `/v1/orders/${id}`, { token, body: { note: 'ring twice' } });
    await until(() => eventsIn(stream).length === 3);
    expect(eventsIn(stream).map((event) => orderEventSchema.parse(event).change)).toEqual([
      'added',
      'observed',
      'edited',
    ]);
    expect(stream.text).toContain(`event: log\ndata: {"logId":"memory"`);
    expect(stream.text).toContain('event: status\ndata: ');
    const places = [...stream.text.matchAll(/^id: (\d+)$/gm)].map(([, place]) => Number(place));
    stream.stop();
    const rest = await http.events(token, `?since=${places[1]}&log=memory`);
    await until(() => eventsIn(rest).length === 1);
    expect(orderEventSchema.parse(eventsIn(rest)[0]).order?.note).toBe('ring twice');
    rest.stop();
  });

  it('says 410 for another log, and for a place that is gone', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    await withOrder(http, token);
    expect((await http.send('GET', '/v1/events?since=1&log=other', { token })).status).toBe(410);
    http.bench.engine.prunedThrough = 3;
    const fresh = http.bench.hub();
    await fresh.start();
    const gone = await HttpBench.start({ board: fresh.hub.board, desks: http.hub.desks });
    expect((await gone.send('GET', '/v1/events?since=1', { token })).status).toBe(410);
    await fresh.stop();
  });

  it('gives figures to this computer, and to others with a token', async () => {
    const http = await HttpBench.start();
    const answer = await http.send('GET', '/metrics');
    expect(answer.text).toMatch(/^waybell_hub_orders 0$/m);
    const proxied = await HttpBench.start({ behindProxy: true });
    expect((await proxied.send('GET', '/metrics')).status).toBe(401);
    expect(
      (await proxied.send('GET', '/metrics', { token: await proxied.desk('Mei') })).status,
    ).toBe(200);
  });
});

describe('who may do what', () => {
  it('nobody without a token that counts', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    const forged = ['', 'x', `${token}x`, token.slice(1), 'null', '../../etc', "' or 1=1 --"];
    for (const each of forged) {
      expect((await http.send('GET', '/v1/orders', { token: each })).status).toBe(401);
      expect((await http.send('GET', '/v1/events', { token: each })).status).toBe(401);
    }
    expect((await http.send('GET', '/v1/orders')).body).toMatchObject({
      error: { code: 'revoked' },
    });
    await http.hub.desks.revoke('Mei');
    expect((await http.send('GET', '/v1/orders', { token })).status).toBe(401);
  });

  it('a revoked desk’s stream ends at once', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    const stream = await http.events(token);
    await until(() => stream.text.includes('event: log'));
    await http.hub.desks.revoke('Mei');
    await until(() => stream.isEnded);
    expect(stream.isEnded).toBe(true);
  });

  it('a viewer changes nothing', async () => {
    const http = await HttpBench.start();
    await withOrder(http, await http.desk('Mei'));
    const token = await http.desk('Board', 'viewer');
    const before = http.bench.engine.sequence;
    for (const { access, method, path } of routes) {
      if (access !== 'change') continue;
      const answer = await http.send(method, path.replace('{uuid}', id), { token });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect(http.bench.engine.sequence).toBe(before);
  });

  it('a viewer never gets a whole number, whatever it stands in', async () => {
    const http = await HttpBench.start();
    const dispatcher = await http.desk('Mei');
    await withOrder(http, dispatcher);
    await http.send('PATCH', `/v1/orders/${id}`, {
      token: dispatcher,
      body: { note: `ring ${whole}`, group: whole },
    });
    await http.send('POST', `/v1/orders/${id}/claim`, {
      token: dispatcher,
      body: { reason: `ring ${whole}` },
    });
    http.bench.orders.set(
      id,
      someOrder(id, { courier: { name: 'Ho', phoneNumber: '+852 6123 4567', fix: null } }),
    );
    await http.bench.clock.advance(60_000);
    const token = await http.desk('Board', 'viewer');
    const stream = await http.events(token);
    await until(() => eventsIn(stream).length === 5);
    const list = await http.send('GET', '/v1/orders', { token });
    for (const text of [stream.text, list.text]) {
      expect(text).toContain('Lunch');
      for (const number of [whole, '+852 6123 4567']) {
        expect(text).not.toContain(number);
        expect(text.replaceAll(/\D/g, '')).not.toContain(number.replaceAll(/\D/g, '').slice(3));
      }
    }
    const own = await http.send('GET', '/v1/orders', { token: dispatcher });
    expect(own.text).toContain('+852 6123 4567');
    stream.stop();
  });

  it('a code is guessed ten times a minute, and then not at all', async () => {
    const http = await HttpBench.start();
    const answers = [];
    for (let tries = 0; tries < 12; tries += 1) {
      answers.push(
        (await http.send('POST', '/v1/join', { body: { code: `GUESS${tries}` } })).status,
      );
    }
    expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('another desk’s order is not taken by accident', async () => {
    const http = await HttpBench.start();
    const [one, two] = [await http.desk('Mei'), await http.desk('Ana')];
    await withOrder(http, one);
    await http.send('POST', `/v1/orders/${id}/claim`, { token: one });
    const refused = await http.send('POST', `/v1/orders/${id}/claim`, { token: two });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { code: 'claimedBy', desk: 'Mei' } },
    ]);
    const taken = await http.send('POST', `/v1/orders/${id}/claim`, {
      token: two,
      body: { takeOver: true },
    });
    expect(taken.body).toMatchObject({ team: { claim: { desk: 'Ana' } } });
    const nobody = await http.send('POST', `/v1/orders/${id}/claim`, {
      token: two,
      body: { desk: 'Zoe' },
    });
    expect(nobody.status).toBe(404);
  });
});

describe('what is hostile or careless', () => {
  it('a key that comes twice changes nothing, and one for something else is refused', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    await withOrder(http, token);
    const path = `/v1/orders/${id}`;
    const first = { token, key: 'once', body: { note: 'one' } };
    const before = http.bench.engine.sequence;
    const answers = await Promise.all([1, 2, 3].map(() => http.send('PATCH', path, first)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(http.bench.engine.sequence).toBe(before + 1);
    expect((await http.send('PATCH', path, { ...first, body: { note: 'two' } })).status).toBe(422);
    for (const key of [null, '', 'a b', 'x'.repeat(129), 'ä']) {
      const answer = await http
        .send('PATCH', path, { token, key, body: { note: 'three' } })
        .catch(() => null);
      expect([key, answer?.status ?? 400]).toEqual([key, 400]);
    }
  });

  it('bodies that are none are refused with a clear code, and change nothing', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    await withOrder(http, token);
    const before = http.bench.engine.sequence;
    const texts = [
      '{',
      '[]',
      'null',
      '"x"',
      '{"label":1}',
      '{"label":"x","isAdmin":true}',
      '{"__proto__":{"label":"x"}}',
      '{"constructor":{"prototype":{}}}',
      '{"promisedAt":"soon"}',
      '{"promisedAt":"2026-03-02"}',
      `{"note":"${'x'.repeat(30_000)}"}`,
      '['.repeat(100_000),
    ];
    for (const text of texts) {
      const answer = await http.send('PATCH', `/v1/orders/${id}`, { token, text });
      expect([text.slice(0, 40), answer.status]).toEqual([text.slice(0, 40), 400]);
      expect(answer.body).toMatchObject({ error: { code: 'badRequest' } });
    }
    const large = await http.send('POST', '/v1/orders', {
      token,
      text: `"${'x'.repeat(3_000_000)}"`,
    });
    expect(large.status).toBe(413);
    const many = { uuids: Array.from({ length: 1001 }, (_, index) => orderIdAt(index + 1)) };
    expect((await http.send('POST', '/v1/orders', { token, body: many })).status).toBe(400);
    expect((await http.send('PATCH', '/v1/orders/not-a-uuid', { token, body: {} })).status).toBe(
      400,
    );
    expect((await http.send('GET', '/v1/events?since=-1', { token })).status).toBe(400);
    expect((await http.send('GET', '/v2/orders', { token })).status).toBe(404);
    expect(http.bench.engine.sequence).toBe(before);
  });

  it('pages of browsers and foreign names are turned away', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    const get = (headers: Readonly<Record<string, string>>) =>
      http.send('GET', '/v1/orders', { token, headers });
    expect((await get({ origin: 'https://evil.example' })).status).toBe(421);
    expect((await get({ host: 'evil.example' })).status).toBe(421);
    expect((await get({ host: 'localhost:1' })).status).toBe(200);
  });

  it('a hub does not listen to others in the clear', async () => {
    const listen = { address: '0.0.0.0', port: 0 };
    await expect(HttpBench.start({ listen })).rejects.toThrow(UnencryptedHubError);
    await HttpBench.start({ listen, behindProxy: true });
  });

  it('answers say nothing of what is secret, and nothing of it is logged', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    await withOrder(http, token);
    http.one.log.isAway = true;
    const answer = await http.send('PATCH', `/v1/orders/${id}`, {
      token,
      body: { note: 'secret words' },
    });
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'logAway' } }]);
    expect((await http.send('GET', '/healthz')).status).toBe(503);
    const said = answer.text + http.warnings.join(' ');
    expect(said).not.toContain('secret words');
    expect(said).not.toContain(token);
  });

  it('a desk that does not read holds nothing up', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    await withOrder(http, token);
    const slow = await new Promise<Socket>((resolve) => {
      const socket = connect(http.server.port, '127.0.0.1', () => resolve(socket));
    });
    slow.pause();
    slow.write(
      `GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    const quick = await http.events(token);
    const { board } = http.hub;
    for (let count = 0; count < 20_000; count += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          board.edit(mei, id, { note: `n${count + index}` }, `n${count + index}`),
        ),
      );
    }
    const newest = board.sequence;
    await until(() => quick.text.includes(`id: ${newest}\n`));
    expect(eventsIn(quick).length).toBeGreaterThan(20_000);
    slow.destroy();
    quick.stop();
  }, 60_000);

  it('silent connections by the thousand leave room for a desk', async () => {
    const http = await HttpBench.start();
    const token = await http.desk('Mei');
    const sockets: Socket[] = [];
    // As many at once as a system's queue of connections holds.
    for (let count = 0; count < 2000; count += 100) {
      const some = Array.from({ length: 100 }, () => silentSocket(http.server.port));
      sockets.push(...(await Promise.all(some)));
    }
    expect((await http.send('GET', '/v1/orders', { token })).status).toBe(200);
    const figures = await http.send('GET', '/metrics');
    const count = Number(/^waybell_hub_connections (\d+)$/m.exec(figures.text)?.[1]);
    expect(count).toBeGreaterThan(1500);
    for (const socket of sockets) socket.destroy();
  }, 30_000);
});
