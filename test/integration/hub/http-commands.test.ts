import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { orderEventSchema } from '../../../core/team/team-event.ts';
import { routes } from '../../../main/hub/http/routes.ts';
import { SqliteTeamLog } from '../../../main/hub/log/sqlite-team-log.ts';
import { boardWith, HttpBench } from '../../support/hub/http-bench.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const path = `/v1/orders/${id}`;

/** What each change looks like when it is asked for rightly. */
const changes = [
  ['POST', '/v1/orders', { uuids: [orderIdAt(9)] }],
  ['PATCH', path, { label: 'Lunch' }],
  ['POST', `${path}/claim`, {}],
  ['DELETE', `${path}/claim`, {}],
  ['POST', `${path}/check`, undefined],
  ['POST', `${path}/reveals`, { owner: 'courier' }],
  ['PATCH', '/v1/settings', { activeEverySeconds: 20 }],
  ['DELETE', path, undefined],
] as const;

/** A hub with one order, and Mei's token. */
async function withOrder(): Promise<{ hub: HttpBench; token: string }> {
  const hub = await HttpBench.start();
  const token = await hub.desk('Mei');
  await hub.ask('POST', '/v1/orders', { token, key: 'first', body: { uuids: [id] } });
  return { hub, token };
}

describe('joining', () => {
  it('trades a code for a token, once', async () => {
    const hub = await HttpBench.start();
    const invited = await hub.one.hub.desks.invite('Mei', 'dispatcher');
    const code = invited === 'taken' ? '' : invited.code;
    const joined = await hub.ask('POST', '/v1/join', { body: { code } });
    expect(joined.json).toMatchObject({
      token: expect.any(String),
      desk: { name: 'Mei', role: 'dispatcher' },
      logId: 'memory',
    });
    const again = await hub.ask('POST', '/v1/join', { body: { code } });
    const wrong = await hub.ask('POST', '/v1/join', { body: { code: 'ABCD-EFGH-JKLM' } });
    expect(again.status).toBe(401);
    expect(again.text).toBe(wrong.text);
    expect(JSON.stringify(hub.log.lines)).not.toContain(code);
  });

  it('accepts ten guesses a minute from an address', async () => {
    const hub = await HttpBench.start();
    const guess = () => hub.ask('POST', '/v1/join', { body: { code: 'x' } });
    const statuses = [];
    for (let no = 0; no < 11; no += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await guess()).headers['retry-after']).toBe('60');
    await hub.bench.clock.advance(60_000);
    expect((await guess()).status).toBe(401);
  });
});

describe('changing orders', () => {
  it('adds orders with their words, which are cleaned', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    const upper = id.toUpperCase();
    const body = {
      uuids: [upper, orderIdAt(2), id],
      labels: { [upper]: ' Lunch\u0000 for\n 5F\u001B[31m ' },
      groups: { [id]: 'North' },
      promisedAt: { [id]: '2026-03-02T18:00:00+08:00' },
    };
    const added = await hub.ask('POST', '/v1/orders', { token, key: 'k', body });
    expect(added.json).toEqual({ added: [id, orderIdAt(2)], alreadyWatched: [] });
    const { json } = await hub.ask('GET', '/v1/orders', { token });
    expect(json).toMatchObject({
      logId: 'memory',
      sequence: hub.bench.engine.sequence,
      orders: [
        {
          id,
          label: 'Lunch for 5F[31m',
          group: 'North',
          promisedAtMs: Date.UTC(2026, 2, 2, 10),
          team: { addedBy: 'Mei' },
        },
        { id: orderIdAt(2), label: null },
      ],
    });
  });

  it('changes only the words that are named, and null takes one away', async () => {
    const { hub, token } = await withOrder();
    const edit = (key: string, body: object) => hub.ask('PATCH', path, { token, key, body });
    await edit('a', { note: 'ring\ntwice', group: 'North', promisedAt: '2026-03-02T10:00:00Z' });
    const second = await edit('b', { label: 'Lunch', group: null });
    expect(second.json).toMatchObject({
      label: 'Lunch',
      note: 'ring\ntwice',
      group: null,
      promisedAtMs: Date.UTC(2026, 2, 2, 10),
    });
  });

  it('says for all desks what is handled, by whom and how, at no later time than now; a viewer sees no number', async () => {
    const { hub, token } = await withOrder();
    const viewer = await hub.desk('Board', 'viewer');
    const claims = [{ reason: 'released', causeAtMs: 5 }];
    const call = { word: 'waits for 91234567' };
    const handled = (asker: string, key: string, body: object) =>
      hub.ask('POST', `${path}/handled`, { token: asker, key, body });
    const said = await handled(token, 'a', { atMs: Number.MAX_SAFE_INTEGER, call, claims });
    const nowMs = hub.bench.clock.wallMs();
    expect(said.json).toMatchObject({ team: { handled: { desk: 'Mei', call, claims } } });
    expect(said.json).toHaveProperty(
      'team.handled.atMs',
      expect.toSatisfy((atMs) => atMs <= nowMs),
    );
    const seen = await hub.ask('GET', '/v1/orders', { token: viewer });
    expect(seen.json).toHaveProperty('orders.0.team.handled.desk', 'Mei');
    expect(JSON.stringify(seen.json)).not.toContain('91234567');
    expect((await handled(viewer, 'b', { atMs: 1, claims: [] })).status).toBe(403);
    const ana = await hub.desk('Ana');
    const others = await handled(ana, 'c', { atMs: 1, claims: [] });
    expect(others.json).toHaveProperty('team.handled.desk', 'Mei');
    const back = await handled(token, 'd', { atMs: 1, claims: [] });
    expect(back.json).toHaveProperty('team.handled', null);
  });

  it('gives a claim to one desk, and says to the other who has it', async () => {
    const { hub, token } = await withOrder();
    const ana = await hub.desk('Ana');
    const claim = `${path}/claim`;
    const mine = await hub.ask('POST', claim, {
      token,
      key: 'a',
      body: { reason: 'on the phone' },
    });
    expect(mine.json).toMatchObject({ team: { claim: { desk: 'Mei', reason: 'on the phone' } } });
    const refused = await hub.ask('POST', claim, { token: ana, key: 'a' });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ error: { code: 'claimedBy', desk: 'Mei' } });
    const body = { takeOver: true };
    const claimed = await hub.ask('POST', claim, { token: ana, key: 'b', body });
    expect(claimed.json).toMatchObject({ team: { claim: { desk: 'Ana' } } });
    const unknown = await hub.ask('POST', claim, { token: ana, key: 'c', body: { desk: 'Zoe' } });
    expect(unknown.json).toMatchObject({ error: { code: 'unknownDesk' } });
    const released = await hub.ask('DELETE', claim, { token, key: 'd', body: { reason: 'home' } });
    expect(released.json).toMatchObject({ team: { claim: null } });
  });

  it('removes an order, also one that is gone', async () => {
    const { hub, token } = await withOrder();
    expect((await hub.ask('DELETE', path, { token, key: 'a' })).status).toBe(204);
    expect((await hub.ask('DELETE', path, { token, key: 'b' })).status).toBe(204);
    const edited = await hub.ask('PATCH', path, { token, key: 'c', body: {} });
    expect(edited.json).toMatchObject({ error: { code: 'unknownOrder' } });
  });

  it('has an order checked at once, and writes into the ledger who saw a number', async () => {
    const { hub, token } = await withOrder();
    await hub.bench.clock.advance(5000);
    const before = hub.one.source.requests.length;
    expect((await hub.ask('POST', `${path}/check`, { token, key: 'a' })).status).toBe(202);
    await hub.bench.clock.advance(1000);
    expect(hub.one.source.requests.length).toBe(before + 1);
    const reveal = (owner: string) =>
      hub.ask('POST', `${path}/reveals`, { token, key: owner, body: { owner } });
    expect((await reveal('pickup')).status).toBe(204);
    // Of what the order does not have no number can be shown.
    for (const owner of ['courier', '2', '999']) {
      expect((await reveal(owner)).json).toMatchObject({ error: { code: 'unknownOwner' } });
    }
    const ledger = hub.bench.engine.entries.filter(({ key }) => key.startsWith('reveal.'));
    expect(ledger.map((entry) => entry.body)).toEqual([
      expect.stringContaining('"owner":"pickup"'),
    ]);
  });

  it('accepts 10,000 orders and no more', async () => {
    const { hub, token } = await withOrder();
    // As full as it gets, without the time that ten thousand appends take.
    const { board, desks } = hub.one.hub;
    const full = { kind: 'full', most: 10_000 } as const;
    const other = await HttpBench.start({
      board: boardWith(board, { add: () => Promise.resolve(full) }),
      desks,
    });
    const body = { uuids: [orderIdAt(2)] };
    const refused = await other.ask('POST', '/v1/orders', { token, key: 'a', body });
    expect(refused.json).toMatchObject({ error: { code: 'full', most: 10_000 } });
  });
});

describe('a change that is sent again', () => {
  it.each(changes)('%s %s is made once and answered the same', async (method, where, body) => {
    const { hub, token } = await withOrder();
    const before = hub.bench.engine.sequence;
    const asked = { token, key: 'again', body };
    const answers = await Promise.all([
      hub.ask(method, where, asked),
      hub.ask(method, where, asked),
    ]);
    const sequence = hub.bench.engine.sequence;
    answers.push(await hub.ask(method, where, asked));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(hub.bench.engine.sequence).toBe(sequence);
    expect(sequence - before).toBeLessThanOrEqual(1);
  });

  it('is refused with another request for the same key', async () => {
    const { hub, token } = await withOrder();
    await hub.ask('PATCH', path, { token, key: 'k', body: { label: 'a' } });
    const other = await hub.ask('PATCH', path, { token, key: 'k', body: { label: 'b' } });
    expect(other.status).toBe(422);
    expect(other.json).toMatchObject({ error: { code: 'keyReused' } });
    const elsewhere = { token, key: 'k', body: { label: 'a' } };
    expect((await hub.ask('PATCH', `/v1/orders/${orderIdAt(2)}`, elsewhere)).status).toBe(422);
  });

  it('is another one when another desk uses the same key', async () => {
    const { hub, token } = await withOrder();
    const ana = await hub.desk('Ana');
    await hub.ask('PATCH', path, { token, key: 'k', body: { label: 'of Mei' } });
    const other = await hub.ask('PATCH', path, { token: ana, key: 'k', body: { label: 'of Ana' } });
    expect(other.json).toMatchObject({ label: 'of Ana' });
  });

  it('is refused for good where the log never accepts it, and another is made', async () => {
    const { hub, token } = await withOrder();
    hub.one.log.refuses = ({ body }) => body.includes('Lunch');
    const asked = { token, key: 'k', body: { label: 'Lunch' } };
    const { json, status } = await hub.ask('PATCH', path, asked);
    expect([status, json]).toMatchObject([413, { error: { code: 'orderTooLarge' } }]);
    const other = await hub.ask('PATCH', path, { token, key: 'k2', body: { label: 'Supper' } });
    expect(other.json).toMatchObject({ label: 'Supper' });
  });

  it('is made when it failed before, because the log was away', async () => {
    const { hub, token } = await withOrder();
    const asked = { token, key: 'k', body: { label: 'Lunch' } };
    hub.one.log.isAway = true;
    const failed = await hub.ask('PATCH', path, asked);
    expect(failed.json).toMatchObject({ error: { code: 'logAway' } });
    expect(failed.headers['retry-after']).toBe('2');
    hub.one.log.comeBack();
    expect((await hub.ask('PATCH', path, asked)).json).toMatchObject({ label: 'Lunch' });
  });

  it('is made once when the log accepted it and the answer was lost, also after the hub forgot', async () => {
    const { hub, token } = await withOrder();
    const asked = { token, key: 'k', body: { label: 'Lunch' } };
    await hub.ask('PATCH', path, asked);
    await hub.ask('PATCH', path, { token, key: 'k2', body: { label: 'Dinner' } });
    // Another hub of the team, which has not answered this key.
    const other = await HttpBench.start({ board: hub.one.hub.board, desks: hub.one.hub.desks });
    expect((await other.ask('PATCH', path, asked)).json).toMatchObject({ label: 'Dinner' });
    const reused = { token, key: 'k', body: { label: 'Tea' } };
    expect((await other.ask('PATCH', path, reused)).json).toMatchObject({
      error: { code: 'keyReused' },
    });
  });
});

describe('who may', () => {
  it('a viewer changes nothing', async () => {
    const { hub } = await withOrder();
    const viewer = await hub.desk('Wall', 'viewer');
    const before = hub.bench.engine.sequence;
    for (const [method, where, body] of changes) {
      const refused = await hub.ask(method, where, { token: viewer, key: 'k', body });
      expect([where, refused.status, refused.json]).toEqual([
        where,
        403,
        { error: { code: 'viewerMayNot', message: expect.any(String) } },
      ]);
    }
    expect(hub.bench.engine.sequence).toBe(before);
  });

  it('without a token that counts nothing is told, and a revoked one counts no more', async () => {
    const { hub, token } = await withOrder();
    const reading = [
      ['GET', '/v1/orders', undefined],
      ['GET', '/v1/events', undefined],
    ] as const;
    await hub.one.hub.desks.revoke('Mei');
    for (const [method, where, body] of [...reading, ...changes]) {
      const none = await hub.ask(method, where, { key: 'k', body });
      const forged = await hub.ask(method, where, { token: 'A'.repeat(43), key: 'k', body });
      const revoked = await hub.ask(method, where, { token, key: 'k', body });
      const basic = await hub.ask(method, where, { headers: { Authorization: `Basic ${token}` } });
      expect([none, forged, revoked, basic].map(({ json }) => json)).toMatchObject([
        { error: { code: 'revoked' } },
        { error: { code: 'revoked' } },
        { error: { code: 'revoked' } },
        { error: { code: 'revoked' } },
      ]);
    }
  });

  it('a change needs a key that fits', async () => {
    const { hub, token } = await withOrder();
    for (const [method, where, body] of changes) {
      for (const headers of [
        {},
        { 'Idempotency-Key': 'a b' },
        { 'Idempotency-Key': 'k'.repeat(129) },
      ]) {
        const refused = await hub.ask(method, where, { token, body, headers });
        expect(refused.json).toMatchObject({ error: { code: 'keyMissing' } });
      }
    }
  });

  it('a desk makes 600 changes a minute', async () => {
    const { hub, token } = await withOrder();
    const check = (no: number) => hub.ask('POST', `${path}/check`, { token, key: `k${no}` });
    const answers = [];
    for (let no = 0; no < 599; no += 1) answers.push(await check(no));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect((await check(600)).status).toBe(429);
    const other = await hub.desk('Ana');
    expect((await hub.ask('POST', `${path}/check`, { token: other, key: 'k' })).status).toBe(202);
  });
});

describe('metrics and health', () => {
  it('says that the hub cannot reach its log', async () => {
    const { hub } = await withOrder();
    expect((await hub.ask('GET', '/healthz')).json).toEqual({ status: 'ok' });
    hub.one.log.isAway = true;
    const { json, status } = await hub.ask('GET', '/healthz');
    expect([status, json]).toMatchObject([503, { error: { code: 'logAway' } }]);
  });

  it('says that what it found waits for the log, though the log can be read', async () => {
    const { hub } = await withOrder();
    await hub.bench.clock.advance(5000);
    hub.one.log.isFull = true;
    hub.bench.orders.set(id, someOrder(id, { noteToCourier: 'Knock' }));
    await hub.bench.clock.advance(30_000);
    expect(await hub.figure('waiting_answers')).toBe(1);
    expect(await hub.figure('waiting_seconds')).toBeGreaterThan(5);
    expect((await hub.ask('GET', '/healthz')).status).toBe(503);
    hub.one.log.isFull = false;
    await hub.bench.clock.advance(2000);
    expect((await hub.ask('GET', '/healthz')).json).toEqual({ status: 'ok' });
    expect(await hub.figure('waiting_answers')).toBe(0);
  });

  it('says so too while another process holds the file of the log, and goes on meanwhile', async () => {
    const file = join(temporaryFolder(), 'team-log.db');
    const hub = await HttpBench.start({}, (bench) => {
      const log = new SqliteTeamLog(file, bench.clock);
      onTestFinished(() => log.close());
      return bench.hub(true, { log });
    });
    const { clock } = hub.bench;
    const token = await hub.desk('Mei');
    await hub.ask('POST', '/v1/orders', { token, key: 'first', body: { uuids: [id] } });
    await clock.advance(5000);
    const holder = new DatabaseSync(file);
    onTestFinished(() => holder.close());
    holder.exec('BEGIN IMMEDIATE');
    hub.bench.orders.set(id, someOrder(id, { noteToCourier: 'Knock' }));
    await clock.advance(30_000);
    expect((await hub.ask('GET', '/healthz')).status).toBe(503);
    expect((await hub.ask('GET', '/v1/orders', { token })).status).toBe(200);
    holder.exec('COMMIT');
    await clock.advance(2000);
    expect((await hub.ask('GET', '/healthz')).status).toBe(200);
    expect(hub.hub.board.order(id)?.order?.noteToCourier).toBe('Knock');
  });

  it('gives metrics here without a token, and through a proxy with one', async () => {
    const hub = await HttpBench.start({ metricsText: () => 'waybell_orders 3\n' });
    await hub.ask('GET', '/v1/nothing');
    const { text } = await hub.ask('GET', '/metrics');
    expect(text).toContain('waybell_hub_orders 0\n');
    expect(text).toContain('waybell_hub_answers_total{method="any",path="other",status="404"} 1\n');
    expect(text).toContain('waybell_hub_refused_total{reason="notFound"} 1\n');
    expect(text).toContain('waybell_orders 3\n');
    const proxied = await HttpBench.start({ behindProxy: true });
    expect((await proxied.ask('GET', '/metrics')).status).toBe(401);
    const token = await proxied.desk('Wall', 'viewer');
    expect((await proxied.ask('GET', '/metrics', { token })).status).toBe(200);
  });

  it('answers HEAD as GET without a body where load balancers and collectors look, and nowhere else', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    const look = async (at: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await request(hub.server.url + at, { method: 'HEAD', headers });
      return [answer.statusCode, await answer.body.text()];
    };
    expect(await look('/healthz')).toEqual([200, '']);
    expect(await look('/metrics?x=1')).toEqual([200, '']);
    expect((await hub.ask('GET', '/metrics?x=1')).status).toBe(200);
    expect(await look('/v1/orders')).toEqual([404, '']);
    expect(await look('/v1/events')).toEqual([404, '']);
  });

  it('does all that the document says', async () => {
    const hub = await HttpBench.start();
    const answers = [];
    for (const { method, path: where } of Object.values(routes)) {
      answers.push((await hub.ask(method, where.replace('{uuid}', id))).text);
    }
    expect(answers.filter((text) => text.includes('notFound'))).toEqual([]);
  });
});

describe('what a viewer gets', () => {
  it('has no whole phone number anywhere, in orders and in events', async () => {
    const hub = await HttpBench.start();
    const token = await hub.desk('Mei');
    const viewer = await hub.desk('Wall', 'viewer');
    const number = '+85291234567';
    const courier = { name: `Bo ${number}`, phoneNumber: number, fix: null };
    const stop = {
      name: `Florist ${number}`,
      streetAddress: `1 Queen’s Road, ${number}`,
      floorOrUnitNumber: `2/F, ring ${number}`,
      point: null,
      contact: { name: `Ada ${number}`, phoneNumber: number, phoneExtension: '91234567' },
    };
    const texts = {
      pickup: { ...stop, scheduledAtMs: null },
      destinations: [stop],
      vehicleType: `van of ${number}`,
      paymentMethod: `cash from ${number}`,
      priceBreakdown: [{ key: `fee ${number}`, amount: 1, quantity: 1, reason: `by ${number}` }],
    };
    hub.bench.orders.set(id, someOrder(id, { noteToCourier: `call ${number}` }));
    const body = {
      uuids: [id],
      labels: { [id]: `Lunch ${number}` },
      groups: { [id]: `of ${number}` },
    };
    await hub.ask('POST', '/v1/orders', { token, key: 'a', body });
    await hub.bench.clock.advance(5000);
    const status = { raw: `with ${number}`, phase: 'assigned' } as const;
    const noteToCourier = `or ${number}`;
    hub.bench.orders.set(id, someOrder(id, { ...texts, courier, status, noteToCourier }));
    await hub.bench.clock.advance(60_000);
    await hub.ask('PATCH', path, { token, key: 'b', body: { note: `ring ${number}` } });
    await hub.ask('POST', `${path}/claim`, {
      token,
      key: 'c',
      body: { reason: `rings ${number}` },
    });
    await hub.ask('DELETE', `${path}/claim`, {
      token,
      key: 'd',
      body: { reason: `rang ${number}` },
    });
    const kinds = hub.bench.engine.entries
      .filter(({ key }) => key.startsWith('order.'))
      .map((entry) => orderEventSchema.parse(JSON.parse(entry.body)).change);
    expect(new Set(kinds)).toEqual(
      new Set(['added', 'observed', 'updated', 'edited', 'claimed', 'released']),
    );
    // A dispatcher gets them whole, so that there is something to hide.
    hub.received = '';
    await hub.ask('GET', '/v1/orders', { token });
    expect(hub.received).toContain('91234567');
    hub.received = '';
    const { json } = await hub.ask('GET', '/v1/orders', { token: viewer });
    expect(json).toMatchObject({
      orders: [{ id, order: { courier: { name: 'Bo +852 ••••••67' } } }],
    });
    const stream = await hub.stream(viewer, '?since=0');
    for (const change of kinds) expect(await stream.next()).toMatchObject({ data: { change } });
    stream.close();
    const digits = hub.received.replaceAll(/[^\d]+/g, '');
    expect(digits).not.toContain('91234567');
    expect(digits).not.toContain('85200000001');
    expect(hub.received).not.toContain('rawJson');
  });
});
