import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startDeliveryService } from '@waybell/simulator';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';
import { secret } from '../../support/webhooks/watching-receiver.ts';
import { webhookBench } from '../../support/webhooks/webhook-bench.ts';

/*
 * Five thousand requests at once. `npm run bench -- webhooks` measures the speed; this test has the rules
 * that hold on every machine.
 */

const eventCount = 5000;
const watchedCount = 200;

test('a burst of five thousand webhooks is answered to the last, and each change is announced once', async () => {
  const bench = await webhookBench({ isOn: true, proof: 'header' }, { secret });
  const sender = await startDeliveryService({ clock: 'manual' });
  onTestFinished(() => sender.close());
  const ids = Array.from({ length: eventCount }, (_, index) => orderIdAt(index + 1));
  for (const id of ids) sender.addOrder({ uuid: id });
  const watched = ids.slice(0, watchedCount);
  for (const id of watched) bench.source.orders.set(id, someOrder(id));
  await bench.add(...watched.map((_, index) => index + 1));
  await bench.clock.advance(20_000);

  sender.webhooks.sendTo({ url: bench.service.address ?? '', signing: { form: 'header', secret } });
  for (const id of watched) {
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  for (const id of ids) {
    sender.setOrder(id, { status: 'active' }, [{ kind: 'order_matched', reason: 'In the burst' }]);
  }
  await sender.webhooks.settled();

  // Every webhook was stored and accepted at the first attempt.
  expect(sender.webhooks.counts).toEqual({
    events: eventCount,
    attempts: eventCount,
    delivered: eventCount,
    givenUp: 0,
  });
  expect(bench.service.state.rejected).toEqual({});
  // No time has passed yet, so all about watched orders are in the queue on the disk.
  expect(bench.queue.waiting().count).toBe(watchedCount);

  await bench.clock.advance(5 * 60_000);
  expect(bench.queue.waiting()).toEqual({ count: 0, bytes: 0 });
  const { accepted, duplicates, unknownOrders, offered } = bench.service.state;
  expect([accepted, duplicates, unknownOrders]).toEqual([eventCount, 0, eventCount - watchedCount]);
  expect(offered).toEqual([]);
  expect(bench.updates).toHaveLength(watchedCount);
  expect(new Set(bench.updates.map(({ orderId }) => orderId)).size).toBe(watchedCount);
  expect(new Set(bench.updates.flatMap(({ reasons }) => reasons))).toEqual(
    new Set(['In the burst']),
  );
  expect(bench.announced.defects).toEqual([]);

  // Repeated webhooks are recognised and cause no check.
  bench.source.requests.length = 0;
  for (const id of watched) {
    bench.queued({ kinds: ['order_matched'], reasons: ['x'], data: { uuid: id } });
    bench.queued({ kinds: ['order_matched'], reasons: ['x'], data: { uuid: id } });
  }
  await bench.clock.advance(2000);
  expect(bench.service.state.duplicates).toBe(watchedCount);
  expect(bench.source.requests.length).toBeLessThanOrEqual(watchedCount);
});

test('after five thousand requests at once the sender gets 429, and later 202 again', async () => {
  const bench = await webhookBench({ isOn: true });
  const url = bench.service.address ?? '';
  const statuses: number[] = [];
  for (let round = 0; round < 51; round += 1) {
    const posts = Array.from({ length: 100 }, async () => {
      const { statusCode, body, headers } = await request(url, { method: 'HEAD' });
      await body.dump();
      statuses.push(statusCode);
      return headers['retry-after'];
    });
    const waits = await Promise.all(posts);
    expect(new Set(waits)).toEqual(new Set([round < 50 ? undefined : '2']));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5000);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  expect(bench.service.state.rejected).toEqual({ 'too-many': 100 });
  // Five hundred a second are accepted from then on.
  await bench.clock.advance(20);
  const further: number[] = [];
  for (let no = 0; no < 12; no += 1) further.push((await bench.post()).status);
  expect(further).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  await bench.clock.advance(1000);
  const event = JSON.stringify({ kinds: [], reasons: [], data: { uuid: orderIdAt(1) } });
  expect((await bench.post({ body: event })).status).toBe(202);
});
