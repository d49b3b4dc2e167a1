import { describe, expect, it, test } from 'vitest';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';
import {
  active,
  completed,
  event,
  id,
  watching,
  watchingProven,
} from '../../support/webhooks/watching-receiver.ts';
import { webhookBench } from '../../support/webhooks/webhook-bench.ts';
import type { WebhookBench } from '../../support/webhooks/webhook-bench.ts';

/* A stranger who learns the path can send. Without a proof an event has its order checked sooner, and no more. */

const reason = 'Call +85255123047 at once';

/** What is in the tables of the receiver. */
function rowsOf({ queue }: WebhookBench): unknown {
  return { waiting: queue.waiting().count, lastSeenAtMs: queue.lastSeenAtMs() };
}

describe('an event without a proof', () => {
  it('has its order checked at once, and what the check finds is announced in our words as a check’s', async () => {
    const bench = await watching();
    bench.source.orders.set(id, active);
    expect((await bench.post({ body: event(bench, { reasons: [reason] }) })).status).toBe(202);
    await bench.clock.advance(500);
    expect(bench.source.requests).toHaveLength(1);
    const reasons = ['Order Matched'];
    expect(bench.updates).toMatchObject([{ source: 'poll', kinds: ['order_matched'], reasons }]);
    expect(bench.history.timeline(id, 5)[0]).toMatchObject({ source: 'poll', reasons });
  });

  it('slows no check down, not even when the check shows what it says', async () => {
    const bench = await watching();
    const paceMs = bench.watcher.plan(id).checkEveryMs;
    bench.source.orders.set(id, active);
    const calm = await watching();
    calm.source.orders.set(id, active);
    calm.watcher.checkNow([id]);
    await bench.post({ body: event(bench) });
    await Promise.all([bench.clock.advance(1000), calm.clock.advance(1000)]);
    expect(bench.service.state.auditedCount).toBe(0);
    expect(bench.watcher.plan(id).checkEveryMs).toBe(calm.watcher.plan(id).checkEveryMs);
    expect(bench.watcher.plan(id).checkEveryMs).toBeLessThanOrEqual(paceMs ?? 0);
  });

  it('rewrites no update that a check announced before it', async () => {
    const bench = await watching();
    bench.source.orders.set(id, active);
    bench.watcher.checkNow([id]);
    await bench.clock.advance(1000);
    const timeline = bench.history.timeline(id, 5);
    await bench.post({ body: event(bench, { reasons: [reason] }) });
    await bench.clock.advance(70_000);
    expect(bench.history.timeline(id, 5)).toEqual(timeline);
  });

  it('tells no creation of an order that was just added', async () => {
    const bench = await watching();
    const added = orderIdAt(2);
    bench.source.orders.set(added, someOrder(added));
    await bench.add(2);
    const kinds = ['order_created'];
    await bench.post({ body: event(bench, { kinds, reasons: [reason], data: { uuid: added } }) });
    await bench.clock.advance(10_000);
    expect(bench.watcher.get(added)?.order).not.toBeNull();
    expect(bench.updates).toEqual([]);
  });

  it('leaves nothing on the disk, whatever it is about', async () => {
    const bench = await watching();
    for (const uuid of [id, orderIdAt(77)]) {
      await bench.post({ body: event(bench, { data: { uuid } }) });
      expect(rowsOf(bench)).toEqual({ waiting: 0, lastSeenAtMs: null });
    }
  });

  it.each(['offer', 'watch'] as const)(
    'starts nothing where the choice is to %s',
    async (unknown) => {
      const bench = await watching({}, { unknown });
      await bench.post({ body: event(bench, { data: { uuid: orderIdAt(77) } }) });
      expect(bench.service.state).toMatchObject({ unknownOrders: 1, offered: [] });
      expect(bench.watcher.list()).toHaveLength(1);
    },
  );

  it('counts as a report of the change that its check finds, so that webhooks are not called silent', async () => {
    const bench = await watching();
    bench.source.orders.set(id, active);
    await bench.post({ body: event(bench) });
    await bench.clock.advance(30 * 60_000);
    expect(bench.updates).toHaveLength(1);
    expect(bench.service.state.silentSinceMs).toBeNull();
    bench.source.orders.set(id, completed);
    await bench.clock.advance(2 * 60_000);
    expect(bench.service.state.silentSinceMs).not.toBeNull();
  });

  it('does not make the order be asked for more often than the service allows', async () => {
    const bench = await watching();
    bench.source.stated = { pollEveryMs: 60_000, pauseMs: null, perMinute: null, window: null };
    bench.watcher.checkNow([id]);
    await bench.clock.advance(1000);
    bench.source.requests.length = 0;
    for (let nonce = 0; nonce < 60; nonce += 1) {
      await bench.post({ body: event(bench, { nonce }) });
      await bench.clock.advance(5000);
    }
    expect(bench.source.requests.length).toBeGreaterThanOrEqual(3);
    expect(bench.source.requests.length).toBeLessThanOrEqual(5);
  });
});

it('an order that the service does not find is not refused sooner or more often by events about it', async () => {
  const refusals: number[] = [];
  for (const isForged of [false, true]) {
    const bench = await watching();
    bench.source.outcome = () => new DeliveryError('order-not-found', { httpStatus: 404 });
    await bench.clock.advance(21_000);
    expect(bench.watcher.get(id)?.problem).not.toBeNull();
    for (let nonce = 0; nonce < 24; nonce += 1) {
      if (isForged) await bench.post({ body: event(bench, { nonce }) });
      await bench.clock.advance(5000);
    }
    refusals.push(bench.watcher.get(id)?.problem?.failureCount ?? 0);
  }
  expect(refusals[1]).toBe(refusals[0]);
});

describe('what was proven and what was not', () => {
  it('an event that an earlier run stored without a proof has its order checked, and lends nothing', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    await bench.change({ isOn: false });
    const body = Buffer.from(event(bench, { reasons: [reason] }));
    const receivedAtMs = bench.clock.wallMs();
    bench.queue.put({ receivedAtMs, isProven: false, body }, { key: 'old', orderId: id });
    await bench.change({ isOn: true });
    await bench.clock.advance(3000);
    expect(bench.source.requests).toHaveLength(1);
    expect(bench.updates).toMatchObject([{ source: 'poll', reasons: ['Order Matched'] }]);
    expect(bench.service.state.auditedCount).toBe(0);
    expect(bench.queue.waiting().count).toBe(0);
  });

  it('once no proof is asked for any more, every order has its own pace again, and keeps it', async () => {
    const bench = await watchingProven();
    bench.source.orders.set(id, active);
    await bench.post({ body: event(bench) });
    await bench.clock.advance(1000);
    expect(bench.watcher.plan(id).checkEveryMs).toBe(300_000);
    // Proven, and still to be confirmed when the proof is dropped.
    const kinds = ['order_completed'];
    await bench.post({ body: event(bench, { kinds, reasons: ['Order Completed in time'] }) });
    await bench.change({ proof: 'none' });
    expect(bench.service.state.auditedCount).toBe(0);
    expect(bench.watcher.plan(id).checkEveryMs).toBeLessThan(60_000);
    await bench.clock.advance(6000);
    bench.source.orders.set(id, completed);
    await bench.clock.advance(20_000);
    expect(bench.updates.at(-1)).toMatchObject({ source: 'webhook', kinds });
    expect(bench.service.state.auditedCount).toBe(0);
  });
});

const forgedCount = 450;
const orderCount = 500;
const forgedForMs = 10 * 60_000;

/** Lets ten minutes pass. @returns for each order the longest time between two of its checks */
async function longestWaits(
  requestsPerMinute: number,
  forge: (bench: WebhookBench, nonce: number) => void,
): Promise<{ longest: ReadonlyMap<OrderId, number>; mostInAMinute: number }> {
  const bench = await webhookBench({}, { isDeaf: true });
  bench.watcher.setLimits({ requestsPerMinute, activeEverySeconds: 15 });
  const indexes = Array.from({ length: orderCount }, (_, index) => index);
  const ids = indexes.map(orderIdAt);
  bench.assign(ids);
  await bench.add(...indexes);
  await bench.clock.advance(5 * 60_000);
  bench.source.requests.length = 0;
  const startedMs = bench.clock.monotonicMs();
  for (let passedMs = 0; passedMs < forgedForMs; passedMs += 5000) {
    forge(bench, passedMs);
    await bench.clock.advance(5000);
  }
  const longest = new Map<OrderId, number>();
  const lastMs = new Map<OrderId, number>();
  for (const { id: asked, atMs } of bench.source.requests) {
    const waitMs = atMs - (lastMs.get(asked) ?? startedMs);
    lastMs.set(asked, atMs);
    longest.set(asked, Math.max(longest.get(asked) ?? 0, waitMs));
  }
  const mostInAMinute = bench.source.mostWithin(60_000);
  return { longest, mostInAMinute };
}

test.each([300, 6000])(
  'at %i requests a minute, events about 450 orders every 5 s delay the checks of no order',
  async (requestsPerMinute) => {
    const calm = await longestWaits(requestsPerMinute, () => undefined);
    const flooded = await longestWaits(requestsPerMinute, (bench, nonce) => {
      for (let index = 0; index < forgedCount; index += 1) {
        const data = { uuid: orderIdAt(index) };
        bench.queued({ kinds: ['order_cancelled'], created_at: nonce, data }, false);
      }
    });
    expect(flooded.mostInAMinute).toBeLessThanOrEqual(requestsPerMinute);
    expect(flooded.longest.size).toBe(orderCount);
    // A tenth of the requests is all that such events get while the cap is too low for the list.
    const longestCalmMs = Math.max(...calm.longest.values());
    for (const [, waitMs] of flooded.longest) {
      expect(waitMs).toBeLessThanOrEqual(longestCalmMs * 1.15);
    }
  },
);
