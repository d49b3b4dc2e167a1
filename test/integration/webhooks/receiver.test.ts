import { describe, expect, it } from 'vitest';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';
import {
  active,
  event,
  id,
  pending,
  portOf,
  raw,
  watching,
  watchingProven,
} from '../../support/webhooks/watching-receiver.ts';
import { webhookBench } from '../../support/webhooks/webhook-bench.ts';
import type { WebhookBench } from '../../support/webhooks/webhook-bench.ts';
import { wireOrder } from '../../support/wire-orders.ts';
import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';

describe('a webhook', () => {
  it('causes a check at once, whose update is announced with the webhook’s reason', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    const reasons = ['Order Matched by hand'];
    expect((await bench.post({ body: event(bench, { reasons }) })).status).toBe(202);
    await bench.clock.advance(500);
    expect(bench.updates).toMatchObject([{ source: 'webhook', kinds: ['order_matched'], reasons }]);
    expect(bench.history.timeline(id, 5)[0]).toMatchObject({ source: 'webhook', reasons });
    expect(bench.source.requests).toHaveLength(1);
  });

  it('about an order that another hub checks is handed to that one, and not kept here', async () => {
    const passed: string[] = [];
    const bench = await webhookBench(
      {},
      {
        isDeaf: true,
        passOn: (order) => {
          passed.push(order);
          return order === id;
        },
      },
    );
    bench.queued(JSON.parse(event(bench)));
    bench.queued(JSON.parse(event(bench, { data: { uuid: orderIdAt(77), status: 'active' } })));
    expect(passed).toEqual([id, orderIdAt(77)]);
    expect(bench.queue.queued()).toEqual([]);
    expect(bench.service.state).toMatchObject({ accepted: 2, unknownOrders: 1 });
  });

  it('of several events has each of its orders checked, and each is known when it comes again', async () => {
    const bench = await watchingProven();
    const other = orderIdAt(2);
    bench.source.orders.set(other, someOrder(other));
    await bench.add(2);
    await bench.clock.advance(6000);
    bench.source.orders.set(id, active);
    bench.source.orders.set(other, { ...active, id: other });
    const events = [event(bench), event(bench, { data: { uuid: other } }), '{}'];
    expect((await bench.post({ body: `[${events.join(',')}]` })).status).toBe(202);
    await bench.clock.advance(500);
    expect(bench.updates.map(({ orderId, source }) => [orderId, source])).toEqual([
      [id, 'webhook'],
      [other, 'webhook'],
    ]);
    await bench.post({ body: events[1] ?? '' });
    await bench.post({ body: new URLSearchParams({ payload: events[0] ?? '' }).toString() });
    expect(bench.service.state).toMatchObject({
      accepted: 2,
      duplicates: 2,
      rejected: { 'no-order': 1 },
    });
  });

  it('of more events than are kept at once has the other orders checked sooner', async () => {
    const bench = await watchingProven();
    const several = Array.from({ length: 101 }, (_, at) =>
      event(bench, { created_at: 1_772_442_000 + at }),
    );
    expect((await bench.post({ body: `{"events":[${several.join(',')}]}` })).status).toBe(202);
    expect(bench.service.state).toMatchObject({ accepted: 101 });
    expect(bench.queue.waiting().count).toBe(100);
  });

  it('49: the same event again is answered with 2xx and has no effect', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    const body = event(bench);
    for (let delivery = 0; delivery < 11; delivery += 1) {
      expect((await bench.post({ body })).status).toBe(202);
      await bench.clock.advance(2000);
    }
    expect(bench.updates).toHaveLength(1);
    expect(bench.service.state).toMatchObject({ accepted: 1, duplicates: 10 });
    expect(bench.source.requests).toHaveLength(1);
  });

  it('49: it is recognised after a restart, and with its keys in another order', async () => {
    const bench = await watchingProven();
    const created_at = Math.floor(bench.clock.wallMs() / 1000);
    await bench.post({ body: event(bench, { data: { uuid: id, note: 'a', status: 'active' } }) });
    await bench.clock.advance(70_000);
    await bench.change({ isOn: false });
    await bench.change({ isOn: true });
    expect(bench.service.state.lastEventAtMs).not.toBeNull();
    const again = { status: 'active', note: 'a', uuid: id };
    await bench.post({
      body: `{"data":${JSON.stringify(again)},"created_at":${created_at},"reasons":["Order Matched"],"kinds":["order_matched"]}`,
    });
    await bench.clock.advance(1000);
    expect(bench.service.state.duplicates).toBe(1);
  });

  it('50: an event that is older than the known state changes and tells nothing', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    await bench.post({ body: event(bench) });
    await bench.clock.advance(10_000);
    const created_at = Math.floor(bench.clock.wallMs() / 1000) - 600;
    const late = event(bench, {
      kinds: ['order_created'],
      reasons: ['Order Available on Platform'],
      created_at,
      data: wireOrder(id, { status: 'pending' }),
    });
    await bench.post({ body: late });
    await bench.clock.advance(10_000);
    expect(bench.watcher.get(id)?.order?.status.raw).toBe('active');
    expect(bench.updates).toHaveLength(1);
  });

  it('adds its reason to an update that a check found before, which is announced once', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    bench.watcher.checkNow([id]);
    await bench.clock.advance(1000);
    expect(bench.updates).toMatchObject([{ source: 'poll' }]);
    expect(bench.history.timeline(id, 5)[0]).not.toHaveProperty('createdAtMs');
    const created_at = Math.floor(bench.clock.wallMs() / 1000) - 1;
    await bench.post({ body: event(bench, { created_at, reasons: ['Order Matched nearby'] }) });
    await bench.clock.advance(1000);
    expect(bench.updates).toHaveLength(1);
    expect(bench.history.timeline(id, 5)[0]).toMatchObject({
      source: 'webhook',
      reasons: ['Order Matched nearby'],
      createdAtMs: created_at * 1000,
    });
  });

  it.each([
    ['behind', -3_600],
    ['ahead', 3_600],
  ])('a service whose clock is an hour %s has its reasons announced', async (_name, seconds) => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    const created_at = Math.floor(bench.clock.wallMs() / 1000) + seconds;
    await bench.post({ body: event(bench, { created_at, reasons: ['By hand'] }) });
    await bench.clock.advance(1000);
    expect(bench.updates).toMatchObject([{ source: 'webhook', reasons: ['By hand'] }]);
    expect(bench.history.timeline(id, 5)[0]).toMatchObject({ createdAtMs: created_at * 1000 });
  });

  it('52: an invented time costs one reason at most a minute, and none after that', async () => {
    const bench = await watchingProven();
    const created_at = Math.floor(bench.clock.wallMs() / 1000) + 365 * 86_400;
    await bench.post({ body: event(bench, { created_at, kinds: ['order_cancelled'] }) });
    await bench.clock.advance(120_000);
    bench.source.orders.set(id, active);
    await bench.post({ body: event(bench, { reasons: ['Order Matched by hand'] }) });
    await bench.clock.advance(65_000);
    expect(bench.updates).toMatchObject([{ source: 'poll' }]);
    expect(bench.history.timeline(id, 5)[0]).toMatchObject({ source: 'webhook' });
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
    const completed = { kinds: ['order_completed'], reasons: ['Order Completed in time'] };
    await bench.post({ body: event(bench, completed) });
    await bench.clock.advance(1000);
    expect(bench.updates.at(-1)).toMatchObject({ source: 'webhook', reasons: completed.reasons });
  });

  it.each([
    ['fewer reasons than kinds', { kinds: ['order_matched', 'order_released'] }],
    ['more reasons than kinds', { reasons: ['Order Matched', 'and', 'more'] }],
    ['no reasons', { reasons: null }],
    ['one kind as text', { kinds: 'order_matched', reasons: 'Order Matched' }],
    ['an unknown kind', { kinds: ['order_matched', 'order_polished'] }],
    ['a kind that the list of the contract omits', { kinds: ['order_cancelled'] }],
    ['a time as text', { created_at: '2026-03-02T09:00:00Z' }],
    ['no time', { created_at: null }],
  ])('51: %s does no harm', async (_name, parts) => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    expect((await bench.post({ body: event(bench, parts) })).status).toBe(202);
    await bench.clock.advance(1000);
    const [update] = bench.updates;
    expect(bench.updates).toHaveLength(1);
    expect(update?.kinds[0]).toBe('order_matched');
    expect(update?.reasons).toHaveLength(update?.kinds.length ?? 0);
    expect(bench.announced.defects).toEqual([]);
  });

  it.each([
    ['once, however often it comes', true, ['kind-unknown', 'field-unknown webhook.event_id']],
    ['not at all without a proof', false, []],
  ])('what its reading needed is counted %s', async (_name, isProven, notes) => {
    const bench = await (isProven ? watchingProven() : watching());
    const whole = { data: wireOrder(id), kinds: ['order_polished'], event_id: 7 };
    const body = event(bench, whole);
    await bench.post({ body });
    await bench.post({ body });
    expect(bench.notes).toEqual(notes);
  });

  it('has what it says beside its kinds in the history, also where nothing changed', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    const both = { kinds: ['order_matched', 'flat_tyre'], reasons: ['By hand', 'Flat tyre'] };
    await bench.post({ body: event(bench, both) });
    await bench.clock.advance(60_000);
    const unseen = bench.watcher.get(id)?.unseenCount ?? 0;
    const calling = { kinds: ['customer_called'], reasons: ['Ring at the gate'] };
    for (const nonce of [1, 2, 3]) {
      await bench.post({ body: event(bench, { ...calling, nonce }) });
      await bench.clock.advance(10 * 60_000);
    }
    const said = { source: 'webhook', kinds: ['service_reported'], reasons: ['Ring at the gate'] };
    const matched = {
      kinds: ['order_matched', 'service_reported'],
      reasons: ['By hand', 'Flat tyre'],
    };
    expect(bench.updates).toMatchObject([matched, said]);
    expect(bench.history.timeline(id, 5)).toMatchObject([said, matched, {}]);
    expect(bench.watcher.get(id)?.unseenCount).toBe(unseen + 1);
    // After more than an hour the same words count as news.
    await bench.clock.advance(60 * 60_000);
    await bench.post({ body: event(bench, { ...calling, nonce: 4 }) });
    await bench.clock.advance(10_000);
    expect(bench.updates.at(-1)).toMatchObject({ ...said, reasons: calling.reasons });
    expect(bench.updates).toHaveLength(3);
  });

  it('has its words announced after a pause of hours, and after a restart within it', async () => {
    const bench = await watchingProven();
    bench.watcher.pause(null);
    await bench.post({ body: event(bench, { kinds: ['flat_tyre'], reasons: ['Flat tyre'] }) });
    await bench.clock.advance(3 * 60 * 60_000);
    await bench.change({ isOn: false });
    await bench.change({ isOn: true });
    await bench.clock.advance(60 * 60_000);
    bench.watcher.resume();
    await bench.clock.advance(90_000);
    expect(bench.updates).toMatchObject([{ kinds: ['service_reported'], reasons: ['Flat tyre'] }]);
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('says nothing beside the kinds without a proof, and slows no check down by words alone', async () => {
    const said = { kinds: ['flat_tyre'], reasons: ['Flat tyre'] };
    const unproven = await watching();
    const proven = await watchingProven();
    for (const bench of [unproven, proven]) {
      await bench.post({ body: event(bench, said) });
      await bench.clock.advance(90_000);
      expect(bench.service.state).toMatchObject({ auditedCount: 0, silentSinceMs: null });
    }
    expect([unproven.updates, proven.updates.map(({ reasons }) => reasons)]).toEqual([
      [],
      [['Flat tyre']],
    ]);
  });

  it('52: an invented event costs one check of that order in 5 s and tells nothing', async () => {
    const bench = await watching();
    for (let index = 0; index < 100; index += 1) {
      const kinds = ['order_cancelled', 'amendment_added'];
      const body = event(bench, { kinds, reasons: [`Cancelled ${index}`, 'More'], nonce: index });
      expect((await bench.post({ body })).status).toBe(202);
      await bench.clock.advance(100);
    }
    await bench.clock.advance(10_000);
    // Two of them are the order's own: it is checked every 20 s.
    expect(bench.source.requests.length).toBeLessThanOrEqual(20_000 / 5000 + 2);
    expect(bench.updates).toEqual([]);
    expect(bench.service.state.auditedCount).toBe(0);
  });

  it('52: orders that are not watched cost no check, and are offered only if so set', async () => {
    const bench = await watchingProven();
    const stranger = orderIdAt(77);
    await bench.post({ body: event(bench, { data: { uuid: stranger } }) });
    await bench.clock.advance(1000);
    expect(bench.service.state).toMatchObject({ unknownOrders: 1, offered: [] });
    bench.intake.choose('offer');
    for (const index of [100, 101, 102, 100]) {
      const parts = { data: { uuid: orderIdAt(index) } };
      await bench.post({ body: event(bench, parts) });
    }
    await bench.clock.advance(1000);
    expect(bench.service.state.offered).toEqual([100, 102, 101].map(orderIdAt));
    expect(bench.source.requests).toEqual([]);
    expect(bench.watcher.list()).toHaveLength(1);
  });
});

describe('where unknown orders are watched', () => {
  it('the first proven webhook starts watching, and is announced with its reason', async () => {
    const bench = await watchingProven();
    bench.intake.choose('watch');
    const stranger = orderIdAt(77);
    bench.source.orders.set(
      stranger,
      someOrder(stranger, { status: { raw: 'pending', phase: 'searching' } }),
    );
    const parts = {
      kinds: ['order_created'],
      reasons: ['Created by the shop'],
      data: { uuid: stranger },
    };
    expect((await bench.post({ body: event(bench, parts) })).status).toBe(202);
    await bench.clock.advance(2000);
    expect(bench.watcher.get(stranger)?.order?.status.raw).toBe('pending');
    expect(bench.updates).toMatchObject([
      { orderId: stranger, kinds: ['order_created'], reasons: ['Created by the shop'] },
    ]);
    expect(bench.service.state).toMatchObject({ unknownOrders: 1, offered: [] });
  });
});

describe('how checks and webhooks go together', () => {
  it('an order with true webhooks is only audited, until a check finds an unreported change', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    await bench.post({ body: event(bench) });
    await bench.clock.advance(1000);
    expect(bench.service.state.auditedCount).toBe(1);
    expect(bench.watcher.plan(id).checkEveryMs).toBe(300_000);
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
    bench.watcher.checkNow([id]);
    await bench.clock.advance(1000);
    expect(bench.service.state.auditedCount).toBe(0);
  });

  it('without a webhook for 20 min although checks show changes, it says so until the next one', async () => {
    const bench = await watchingProven();
    await bench.post({ body: event(bench, { kinds: [], reasons: [] }) });
    await bench.clock.advance(1000);
    const lastEventAtMs = bench.service.state.lastEventAtMs;
    bench.source.orders.set(id, active);
    await bench.clock.advance(15 * 60_000);
    expect(bench.updates).toMatchObject([{ source: 'poll' }]);
    expect(bench.service.state.silentSinceMs).toBeNull();
    await bench.clock.advance(6 * 60_000);
    expect(bench.service.state.silentSinceMs).toBe(lastEventAtMs);
    await bench.post({ body: event(bench, { kinds: [] }) });
    await bench.clock.advance(1000);
    expect(bench.service.state.silentSinceMs).toBeNull();
  });

  it('when webhooks fall silent, checks take over for every order by themselves', async () => {
    const bench = await watchingProven();
    const other = orderIdAt(2);
    bench.source.orders.set(other, someOrder(other));
    await bench.add(2);
    await bench.clock.advance(1000);
    for (const each of [id, other]) {
      const status = { raw: 'active', phase: 'assigned' } as const;
      bench.source.orders.set(each, someOrder(each, { status }));
      await bench.post({ body: event(bench, { data: { uuid: each } }) });
    }
    await bench.clock.advance(1000);
    expect(bench.service.state.auditedCount).toBe(2);
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
    await bench.clock.advance(15 * 60_000);
    expect(bench.watcher.plan(other).checkEveryMs).toBe(300_000);
    await bench.clock.advance(10 * 60_000);
    expect(bench.service.state).toMatchObject({ auditedCount: 0 });
    expect(bench.service.state.silentSinceMs).not.toBeNull();
    expect(bench.watcher.plan(other).checkEveryMs).toBeLessThan(60_000);
  });

  it('an hour without changes is no silence', async () => {
    const bench = await watching();
    await bench.clock.advance(60 * 60_000);
    expect(bench.service.state.silentSinceMs).toBeNull();
  });

  it('turned off, it listens no more and every order has its own pace again', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    await bench.post({ body: event(bench) });
    await bench.clock.advance(1000);
    const { port } = portOf(bench);
    await bench.change({ isOn: false });
    expect(bench.service.state).toMatchObject({ listening: { kind: 'off' }, auditedCount: 0 });
    expect(bench.watcher.plan(id).checkEveryMs).toBeLessThan(60_000);
    await expect(raw(port, ['GET / HTTP/1.1\r\n\r\n'])).rejects.toThrow('ECONNREFUSED');
  });

  it('webhooks that were stored but not handled are handled after a restart', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    // The webhook is stored, and the receiver stops before it is handled.
    await bench.post({ body: event(bench, { reasons: ['Order Matched again'] }) });
    await bench.change({ isOn: false });
    expect(bench.queue.waiting().count).toBe(1);
    await bench.change({ isOn: true });
    await bench.clock.advance(3000);
    expect(bench.updates).toMatchObject([{ source: 'webhook', reasons: ['Order Matched again'] }]);
    expect(bench.queue.waiting().count).toBe(0);
  });
});

describe('the test event', () => {
  it.each(['none', 'hmac', 'header'] as const)(
    'is stored and has no other effect (%s)',
    async (proof) => {
      const bench = await watching({ proof, timestampHeader: 'x-time' }, { secret: 'abc' });
      expect((await bench.service.test()).httpStatus).toBe(202);
      expect(bench.queue.waiting().count).toBe(1);
      await bench.clock.advance(3000);
      expect(bench.queue.waiting().count).toBe(0);
      expect(bench.updates).toEqual([]);
      expect(bench.service.state).toMatchObject({
        accepted: 0,
        unknownOrders: 0,
        lastEventAtMs: null,
      });
    },
  );
});

it('its secrets are erased with everything else, and a new path is drawn afterwards', async () => {
  const bench = await webhookBench({ isOn: true });
  const before = bench.path();
  await bench.service.addSecret('whsec_canary', false);
  await bench.service.eraseSecrets();
  expect(bench.service.state).toMatchObject({ listening: { kind: 'off' }, secretCount: 0 });
  await bench.service.apply();
  expect(bench.path()).not.toBe(before);
  expect(bench.service.state.secretCount).toBe(0);
});

it('a keychain that does not let them be erased leaves everything as it was', async () => {
  const keychain = { isLocked: true };
  const bench = await webhookBench({ isOn: true }, { keychain });
  const before = bench.path();
  await expect(bench.service.eraseSecrets()).rejects.toThrow('locked');
  expect(bench.service.state.listening.kind).toBe('listening');
  expect((await bench.post({ method: 'GET', path: before })).status).toBe(200);
  keychain.isLocked = false;
  await bench.service.eraseSecrets();
  expect(bench.service.state.listening.kind).toBe('off');
});

describe('which requests are accepted', () => {
  it('52: without the secret path every request is answered with 404', async () => {
    const bench = await watching();
    expect(bench.path()).toMatch(/^\/hooks\/[0-9a-f]{32}$/);
    for (const path of ['/', '/hooks', '/hooks/', '/hooks/0123456789abcdef0123456789abcdef']) {
      expect((await bench.post({ path, body: event(bench) })).status).toBe(404);
    }
    expect(bench.service.state.rejected).toEqual({ path: 4 });
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('52: a foreign Host is refused, those of this computer and of the public URL are accepted', async () => {
    const bench = await watching({ publicUrl: 'https://hooks.example.com' });
    const at = async (host: string) => (await bench.post({ headers: { host } })).status;
    expect(await at('evil.example')).toBe(421);
    expect(await at('hooks.example.com.evil.example')).toBe(421);
    expect(await at('127.0.0.1.evil.example:80')).toBe(421);
    expect(await at('localhost:1234')).toBe(200);
    expect(await at('[::1]')).toBe(200);
    expect(await at('HOOKS.example.com')).toBe(200);
    expect(bench.service.state.rejected).toEqual({ host: 3 });
  });

  it('probes are answered and leave nothing behind', async () => {
    const bench = await watching();
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await bench.post({ method })).status).toBe(200);
    }
    expect((await bench.post({ method: 'DELETE' })).status).toBe(405);
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('52: a body of a gigabyte is refused by its length, and one without a length after 256 KiB', async () => {
    const bench = await watching();
    const { port } = portOf(bench);
    const start = `POST ${bench.path()} HTTP/1.1\r\nHost: localhost\r\n`;
    expect(await raw(port, [`${start}Content-Length: 1073741824\r\n\r\n`])).toContain(' 413 ');
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const chunks = Array.from({ length: 16 }, () => chunk);
    const answer = await raw(port, [`${start}Transfer-Encoding: chunked\r\n\r\n`, ...chunks]);
    expect(answer === '' || answer.includes(' 413 ')).toBe(true);
    expect(bench.service.state.rejected['too-large']).toBe(2);
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('52: a slow request loses its connection', async () => {
    const bench = await watching();
    const { port } = portOf(bench);
    const answer = await raw(port, [`POST ${bench.path()} HTTP/1.1\r\nHost: localhost\r\nX-A: `]);
    expect(answer.includes(' 200 ') || answer.includes(' 202 ')).toBe(false);
    expect(bench.service.state.rejected['too-slow']).toBe(1);
  });

  it('bytes that are no HTTP are dropped', async () => {
    const bench = await watching();
    await raw(portOf(bench).port, ['\u0016\u0003\u0001 not http at all\r\n\r\n']);
    expect(bench.service.state.rejected['malformed']).toBe(1);
  });
});

describe('proofs of the sender', () => {
  const secret = 'a secret of the portal';
  const sign = (body: string, key = secret) => createHmac('sha256', key).update(body);

  it('only signatures over the raw bytes, in hex or base64, are accepted', async () => {
    const bench = await watching({ proof: 'hmac' }, { secret });
    const body = event(bench);
    const status = async (signature?: string) => {
      const headers = signature === undefined ? {} : { 'x-signature': signature };
      return (await bench.post({ body, headers })).status;
    };
    expect(await status()).toBe(401);
    expect(await status(sign(body, 'another').digest('hex'))).toBe(401);
    expect(await status(sign(`${body} `).digest('hex'))).toBe(401);
    expect(await status(sign(body).digest('hex'))).toBe(202);
    expect(await status(`sha256=${sign(body).digest('hex')}`)).toBe(202);
    expect(await status(sign(body).digest('base64'))).toBe(202);
    expect(bench.service.state.rejected).toEqual({ signature: 3 });
  });

  it('a signature may be over the bytes before they were packed, too', async () => {
    const bench = await watching({ proof: 'hmac' }, { secret });
    const body = event(bench);
    const packed = gzipSync(body);
    const status = async (signature: string) =>
      (await bench.post({ body: packed, headers: { 'x-signature': signature } })).status;
    expect(await status(sign(body).digest('hex'))).toBe(202);
    expect(await status(createHmac('sha256', secret).update(packed).digest('hex'))).toBe(202);
    expect(await status(sign(body, 'another').digest('hex'))).toBe(401);
    expect(bench.service.state).toMatchObject({ accepted: 1, duplicates: 1 });
  });

  it('a secret can be replaced while the older one is still good', async () => {
    const bench = await watching({ proof: 'hmac' }, { secret });
    const body = event(bench);
    const status = async (key: string) => {
      const headers = { 'x-signature': sign(body, key).digest('hex') };
      return (await bench.post({ body, headers })).status;
    };
    await bench.service.addSecret('the next secret', true);
    expect([await status(secret), await status('the next secret')]).toEqual([202, 202]);
    await bench.service.addSecret('the last secret', false);
    expect([await status(secret), await status('the last secret')]).toEqual([401, 202]);
  });

  it('a signed time that is too old is refused', async () => {
    const rules = { proof: 'hmac', proofHeader: 'x-hook', timestampHeader: 'x-time' } as const;
    const bench = await watching(rules, { secret });
    const body = event(bench);
    const status = async (atSeconds: number) => {
      const headers = {
        'x-time': String(atSeconds),
        'x-hook': `v1=${sign(`${atSeconds}.${body}`).digest('hex')}`,
      };
      return (await bench.post({ body, headers })).status;
    };
    const nowSeconds = Math.floor(bench.clock.wallMs() / 1000);
    expect(await status(nowSeconds)).toBe(202);
    expect(await status(nowSeconds - 299)).toBe(202);
    expect(await status(nowSeconds - 400)).toBe(401);
    expect(await status(nowSeconds + 400)).toBe(401);
    expect(bench.service.state.rejected).toEqual({ timestamp: 2 });
  });

  it('a fixed value in a header is accepted as a proof', async () => {
    const bench = await watching({ proof: 'header', proofHeader: 'api-key' }, { secret });
    const status = async (key: string) =>
      (await bench.post({ body: event(bench), headers: { 'api-key': key } })).status;
    expect([await status('wrong'), await status(secret)]).toEqual([401, 202]);
  });

  it('without a secret for the required proof the receiver does not listen', async () => {
    const bench = await webhookBench({ isOn: true, proof: 'hmac' });
    expect(bench.service.state.listening).toEqual({ kind: 'failed', fault: 'no-proof' });
  });

  it('even a proven webhook does not set the state of its order: only a check does', async () => {
    const bench = await watching({ proof: 'header' }, { secret });
    await bench.clock.advance(5000);
    bench.source.requests.length = 0;
    const body = event(bench, { data: wireOrder(id, { status: 'active' }) });
    await bench.post({ body, headers: { 'x-signature': secret } });
    await bench.clock.advance(1000);
    expect(bench.source.requests).toHaveLength(1);
    expect(bench.watcher.get(id)?.order).toEqual(pending);
    expect(bench.updates).toEqual([]);
  });
});

/** A bench whose order earned a slower pace by a proven webhook, while two secrets were good. */
async function slowedDown(): Promise<WebhookBench> {
  const bench = await watchingProven();
  await bench.service.addSecret('next', true);
  bench.source.orders.set(id, active);
  await bench.post({ body: event(bench) });
  await bench.clock.advance(1000);
  expect(bench.service.state.auditedCount).toBe(1);
  return bench;
}

describe('the slower pace that an order earned by a proven webhook', () => {
  it.each<[string, (bench: WebhookBench) => Promise<void>]>([
    ['another secret takes the place of all', ({ service }) => service.addSecret('new', false)],
    ['the older secrets are forgotten', ({ service }) => service.forgetOlderSecrets()],
    ['no proof is asked for any more', ({ change }) => change({ proof: 'none' })],
  ])('is lost when %s', async (_name, change) => {
    const bench = await slowedDown();
    await change(bench);
    expect(bench.service.state.auditedCount).toBe(0);
    expect(bench.watcher.plan(id).checkEveryMs).toBeLessThan(60_000);
  });

  it.each<[string, (bench: WebhookBench) => Promise<void>]>([
    ['a secret is added beside the others', ({ service }) => service.addSecret('new', true)],
    ['something else is set', ({ change }) => change({ toleranceSeconds: 60 })],
  ])('is kept when %s', async (_name, change) => {
    const bench = await slowedDown();
    await change(bench);
    expect(bench.service.state.auditedCount).toBe(1);
    expect(bench.watcher.plan(id).checkEveryMs).toBe(300_000);
  });
});
