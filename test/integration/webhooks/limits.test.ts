import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDeliveryService } from '@waybell/simulator';
import { orderIdAt } from '../../support/watched-orders.ts';
import { webhookBench } from '../../support/webhooks/webhook-bench.ts';
import { portOf, secret, watchingProven } from '../../support/webhooks/watching-receiver.ts';

const event = JSON.stringify({ kinds: [], reasons: [], data: { uuid: orderIdAt(1) } });

describe('too many at once', () => {
  it('a body of 250 kB counts as sixteen requests, so that few of them keep the program busy', async () => {
    const bench = await webhookBench({ isOn: true });
    const body = event.replace('{', `{"filler":"${'x'.repeat(250_000)}",`);
    const statuses: number[] = [];
    for (let no = 0; no < 320; no += 1) statuses.push((await bench.post({ body })).status);
    // Five thousand may come at once.
    const acceptedCount = Math.floor(5000 / 16);
    expect(statuses.filter((status) => status === 202)).toHaveLength(acceptedCount);
    expect(new Set(statuses.slice(acceptedCount))).toEqual(new Set([429]));
    expect((await bench.post({ body })).headers).toMatchObject({ 'retry-after': '2' });
    await bench.clock.advance(1000);
    expect((await bench.post({ body })).status).toBe(202);
  });

  it('two hundred requests with wrong paths are answered, further ones are not', async () => {
    const bench = await webhookBench({ isOn: true });
    let answered = 0;
    for (let guess = 0; guess < 210; guess += 1) {
      const path = `/hooks/${String(guess).padStart(32, '0')}`;
      answered += await bench.post({ path }).then(
        () => 1,
        () => 0,
      );
    }
    expect(answered).toBe(200);
    expect((await bench.post({ body: event })).status).toBe(202);
  });
});

describe('a webhook that cannot be stored', () => {
  it('is refused with 503 and Retry-After, and accepted when it is sent again', async () => {
    const bench = await watchingProven();
    const sender = await startDeliveryService({ clock: 'manual' });
    onTestFinished(() => sender.close());
    const uuid = sender.addOrder({ uuid: orderIdAt(1) });
    sender.webhooks.sendTo({
      url: bench.service.address ?? '',
      signing: { form: 'header', secret },
    });
    const put = bench.queue.put.bind(bench.queue);
    bench.queue.put = () => {
      throw new Error('disk full');
    };
    expect(await bench.post({ body: event })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
    });
    sender.setOrder(uuid, {}, [{ kind: 'order_matched', reason: 'Order Matched' }]);
    await sender.webhooks.settled();
    expect(sender.webhooks.deliveries()).toMatchObject([{ outcome: 'waiting', status: 503 }]);
    expect(bench.service.state.rejected).toEqual({ 'not-stored': 2 });
    bench.queue.put = put;
    sender.advance(1000);
    await sender.webhooks.settled();
    expect(sender.webhooks.deliveries()).toMatchObject([{ outcome: 'delivered', status: 202 }]);
    expect(bench.queue.waiting().count).toBe(1);
    expect(bench.announced.defects).toHaveLength(2);
    bench.announced.defects.length = 0;
  });

  it.each([
    ['twenty thousand webhooks', { count: 20_000, bytes: 20_000 }],
    ['64 MiB', { count: 300, bytes: 64 * 1024 * 1024 }],
  ])('the queue takes %s, and again once some are dealt with', async (_name, full) => {
    const bench = await watchingProven({ isOn: false });
    const waiting = bench.queue.waiting.bind(bench.queue);
    bench.queue.waiting = () => full;
    await bench.change({ isOn: true });
    expect((await bench.post({ body: event })).status).toBe(503);
    bench.queue.waiting = waiting;
    expect((await bench.post({ body: event })).status).toBe(202);
  });
});

describe('where it listens', () => {
  it('on loopback unless chosen otherwise, and no other computer gets through', async () => {
    const bench = await webhookBench({ isOn: true });
    expect(bench.service.state.listening).toMatchObject({ address: '127.0.0.1' });
    expect(bench.service.address).toMatch(/^http:\/\/127\.0\.0\.1:2\d{4}\/hooks\/[0-9a-f]{32}$/);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
    const reached = (address: string): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = connect(portOf(bench).port, address);
        socket.on('connect', () => resolve(true));
        socket.on('error', () => resolve(false));
        socket.on('close', () => socket.destroy());
      });
    // A machine without a network has only loopback addresses, so another one of these is tried.
    expect(await reached(outside ?? '127.0.0.2')).toBe(false);
  });

  it('at another address by choice, with the Host check of that address', async () => {
    const bench = await webhookBench({ isOn: true, address: '127.0.0.2' });
    expect(bench.service.state.listening).toMatchObject({ address: '127.0.0.2' });
    await bench.change({ address: '0.0.0.0' });
    const at = async (host: string) => (await bench.post({ headers: { host } })).status;
    expect([await at('192.0.2.7'), await at('evil.example')]).toEqual([200, 421]);
    expect(new URL(bench.service.address ?? '').hostname).toBe('0.0.0.0');
    await bench.change({ publicUrl: 'https://hooks.example.com/' });
    expect(bench.service.address).toBe(`https://hooks.example.com${bench.path()}`);
    expect(await at('hooks.example.com')).toBe(200);
  });

  it('an address that this computer does not have is said, and so is a port that is taken', async () => {
    const bench = await webhookBench({ isOn: true, address: '192.0.2.1' });
    expect(bench.service.state.listening).toEqual({
      kind: 'failed',
      fault: 'address-unavailable',
    });
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => {
      other.close();
    });
    const occupied = other.address();
    const port = typeof occupied === 'object' && occupied !== null ? occupied.port : 0;
    await bench.change({ address: '127.0.0.1', port });
    expect(bench.service.state.listening).toEqual({ kind: 'failed', fault: 'port-taken' });
    await bench.change({ port: 0 });
    expect(bench.service.state.listening).toMatchObject({ kind: 'listening' });
  });

  it('is off by default', async () => {
    const bench = await webhookBench();
    expect(bench.service.state.listening).toEqual({ kind: 'off' });
    expect(bench.service.address).toBeNull();
    expect((await bench.service.test()).httpStatus).toBeNull();
  });
});

it('what is stored while the receiver ends waits for its next start', async () => {
  const bench = await watchingProven({ isOn: false });
  const { inbox } = bench.service;
  inbox.stop();
  bench.queued({ kinds: [], reasons: [], data: { uuid: orderIdAt(1) } });
  await bench.clock.advance(5000);
  expect(bench.queue.waiting().count).toBe(1);
  inbox.start();
  await bench.clock.advance(90_000);
  expect(bench.queue.waiting().count).toBe(0);
});
