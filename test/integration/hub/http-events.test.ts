import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OrderEvent } from '../../../core/team/team-event.ts';
import { sharedOrder } from '../../../core/team/shared-order.ts';
import { settle } from '../../support/fake-clock.ts';
import { HttpBench } from '../../support/hub/http-bench.ts';
import { orderIdAt, someOrder, someWatched } from '../../support/watched-orders.ts';

const id = orderIdAt(1);

async function withDesk(): Promise<{ hub: HttpBench; token: string }> {
  const hub = await HttpBench.start();
  const token = await hub.desk('Mei');
  return { hub, token };
}

/** Adds an order, or changes its label. */
async function label(hub: HttpBench, token: string, text: string): Promise<void> {
  const key = text.replaceAll(' ', '-');
  const body = { uuids: [id], labels: { [id]: text } };
  const { json } = await hub.ask('POST', '/v1/orders', { token, key: `add-${key}`, body });
  if (JSON.stringify(json).includes(`"added":["${id}"]`)) return;
  await hub.ask('PATCH', `/v1/orders/${id}`, { token, key, body: { label: text } });
}

/** Lets many entries pass at once, as after a night. */
function pass(hub: HttpBench, count: number): void {
  const { engine } = hub.bench;
  const order = sharedOrder(someWatched(id, { order: someOrder(id) }));
  const event: OrderEvent = { change: 'observed', id, atMs: 1, hub: 'h', by: null, order };
  const body = JSON.stringify({ ...event, rawJson: 'x'.repeat(500) });
  for (let no = 0; no < count; no += 1) {
    engine.sequence += 1;
    engine.entries.push({
      sequence: engine.sequence,
      key: `order.${id}`,
      body,
      atMs: engine.nowMs,
    });
  }
  hub.one.log.comeBack();
}

/** A stream that is asked for and of which nothing is read. */
async function deafStream(hub: HttpBench, token: string): Promise<Socket> {
  const socket = connect(hub.server.port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write(
    `GET /v1/events?since=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await expect.poll(() => hub.figure('streams')).toBeGreaterThan(0);
  return socket;
}

describe('a stream', () => {
  it('begins with the log and how the hub is, and goes on with what happens', async () => {
    const { hub, token } = await withDesk();
    const stream = await hub.stream(token);
    const { sequence } = hub.bench.engine;
    expect((await stream.next('log'))?.data).toEqual({ logId: 'memory', sequence: 0 });
    expect((await stream.next('status'))?.data).toMatchObject({
      desks: [{ name: 'Mei', isHere: true }],
    });
    await label(hub, token, 'Lunch');
    const added = await stream.next();
    expect(added).toMatchObject({
      id: String(sequence + 1),
      data: { change: 'added', by: 'Mei', order: { label: 'Lunch' } },
    });
    await label(hub, token, 'Dinner');
    expect(await stream.next()).toMatchObject({ data: { change: 'edited' } });
  });

  it('tells every second how the hub is, and shows every 15 seconds that it is there', async () => {
    const { hub, token } = await withDesk();
    const stream = await hub.stream(token);
    const first = await stream.next('status');
    await hub.bench.clock.advance(1000);
    const second = await stream.next('status');
    expect(first?.data).not.toEqual(second?.data);
    await hub.bench.clock.advance(15_000);
    expect(await stream.next('comment')).not.toBeNull();
  });

  it('goes on from a place, and what was seen last counts more than where it began', async () => {
    const { hub, token } = await withDesk();
    for (const text of ['one', 'two', 'three']) await label(hub, token, text);
    const { sequence } = hub.bench.engine;
    const read = async (query: string, headers = {}) => {
      const stream = await hub.stream(token, query, headers);
      const { id: first, data } = (await stream.next()) ?? {};
      stream.close();
      return [Number(first), data];
    };
    const three = [sequence, expect.objectContaining({ change: 'edited' })];
    expect(await read(`?since=${sequence - 1}&log=memory`)).toEqual(three);
    expect(await read('?since=0')).toEqual([
      sequence - 2,
      expect.objectContaining({ change: 'added' }),
    ]);
    expect(await read('?since=0', { 'Last-Event-ID': String(sequence - 1) })).toEqual(three);
  });

  it('is refused where the log does not go on, or is another one', async () => {
    const { hub, token } = await withDesk();
    for (const text of ['one', 'two']) await label(hub, token, text);
    const { engine } = hub.bench;
    const gap = async (query: string) => {
      const { json, status } = await hub.ask('GET', `/v1/events${query}`, { token });
      return [status, json];
    };
    const refused = [410, { error: { code: 'gap', message: expect.any(String) } }];
    expect(await gap('?since=1&log=another')).toEqual(refused);
    // After a restart, so that the log is asked and not the memory of the hub.
    engine.prunedThrough = engine.sequence - 1;
    const one = hub.bench.hub();
    await one.start();
    const { board } = one.hub;
    const other = await HttpBench.start({ board, desks: hub.one.hub.desks });
    expect((await other.ask('GET', '/v1/events?since=1', { token })).status).toBe(410);
    await one.stop();
    const odd = await hub.ask('GET', '/v1/events?since=-1', { token });
    expect(odd.json).toMatchObject({ error: { code: 'badRequest' } });
  });

  it('ends at once when its desk is revoked, and those of others stay', async () => {
    const { hub, token } = await withDesk();
    const ana = await hub.desk('Ana');
    const stream = await hub.stream(token);
    const other = await hub.stream(ana);
    await other.next('status');
    await hub.one.hub.desks.revoke('Mei');
    expect(await stream.next()).toBeNull();
    await label(hub, ana, 'Lunch');
    expect(await other.next()).not.toBeNull();
    await expect.poll(() => hub.one.hub.desks.hereIds).toHaveLength(1);
  });

  it('ends at a hub that is cut off from the others, which has none until it is back', async () => {
    const hub = await HttpBench.start({}, (bench) => bench.hub(false));
    const token = await hub.desk('Mei');
    const stream = await hub.stream(token);
    hub.one.leases.isAway = true;
    await hub.bench.clock.advance(3 * 60_000);
    expect(await hub.figure('streams')).toBe(1);
    await hub.bench.clock.advance(2 * 60_000);
    expect(await stream.next()).toBeNull();
    expect(await hub.ask('GET', '/v1/events?since=0', { token })).toMatchObject({
      status: 503,
      json: { error: { code: 'logAway' } },
    });
    hub.one.leases.isAway = false;
    await hub.bench.clock.advance(20_000);
    const again = await hub.stream(token);
    expect(await again.next('log')).toMatchObject({ data: { logId: 'memory' } });
  });

  it('is one of at most twenty of a desk', async () => {
    const { hub, token } = await withDesk();
    const streams = [];
    for (let no = 0; no < 20; no += 1) streams.push(await hub.stream(token));
    const refused = await hub.ask('GET', '/v1/events', { token });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
    const other = await hub.desk('Ana');
    streams.push(await hub.stream(other));
    streams[0]?.close();
    await expect.poll(() => hub.figure('streams')).toBe(20);
    await hub.stream(token);
  });

  it('ends with the hub', async () => {
    const { hub, token } = await withDesk();
    const stream = await hub.stream(token);
    await stream.next('status');
    await hub.server.close();
    expect(await stream.next()).toBeNull();
    expect(hub.one.hub.desks.hereIds).toEqual([]);
  });
});

describe('a desk that reads nothing while 20,000 entries pass', () => {
  it('costs little memory, and the others get all of them', async () => {
    const { hub, token } = await withDesk();
    const ana = await hub.desk('Ana');
    await label(hub, token, 'Lunch');
    const from = hub.bench.engine.sequence;
    const deaf = await deafStream(hub, token);
    const stream = await hub.stream(ana, `?since=${from}`);
    for (let part = 0; part < 10; part += 1) {
      pass(hub, 2000);
      for (let no = 1; no <= 2000; no += 1) {
        const event = await stream.next();
        expect(Number(event?.id)).toBe(from + part * 2000 + no);
      }
      expect(await hub.figure('queued_bytes')).toBeLessThan(400_000);
    }
    const queuedBytes = await hub.figure('queued_bytes');
    expect(queuedBytes).toBeGreaterThan(0);
    stream.close();
    await expect.poll(() => hub.figure('streams')).toBe(1);
    // Nor do statuses wait for it. It gets the rest when it reads again, since a minute has not passed.
    await hub.bench.clock.advance(59_000);
    expect(await hub.figure('queued_bytes')).toBe(queuedBytes);
    let text = '';
    deaf.setEncoding('latin1').on('data', (more: string) => (text = (text + more).slice(-8000)));
    deaf.resume();
    await expect.poll(() => text).toContain(`id: ${from + 20_000}\n`);
  });

  it('is sent away after a minute', async () => {
    const { hub, token } = await withDesk();
    await label(hub, token, 'Lunch');
    await deafStream(hub, token);
    pass(hub, 20_000);
    await expect.poll(() => hub.figure('queued_bytes')).toBeGreaterThan(200_000);
    await hub.bench.clock.advance(61_000);
    await settle();
    await expect.poll(() => hub.figure('streams')).toBe(0);
    expect(await hub.figure('queued_bytes')).toBeLessThan(100_000);
    expect(hub.one.hub.desks.hereIds).toEqual([]);
  });
});
