import { expect, test } from 'vitest';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';
import {
  active,
  completed,
  event,
  id,
  pending,
  watching,
  watchingProven,
} from '../../support/webhooks/watching-receiver.ts';
import type { WebhookBench } from '../../support/webhooks/webhook-bench.ts';

/* A service may send its webhook before it shows what the webhook says. */

const matched = { ...active, courier: { name: 'Lau', phoneNumber: null, fix: null } };
const released = {
  kinds: ['order_released'],
  reasons: ['Order was released because: flat tyre'],
};

/** After how many seconds the order was asked for. */
async function askedAfter(bench: WebhookBench, seconds: number): Promise<readonly number[]> {
  const asked: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const before = bench.source.requests.length;
    await bench.clock.advance(1000);
    for (let no = before; no < bench.source.requests.length; no += 1) asked.push(second);
  }
  return asked;
}

async function watchingMatched(open: typeof watching = watchingProven): Promise<WebhookBench> {
  const bench = await open();
  bench.source.orders.set(id, matched);
  bench.watcher.checkNow([id]);
  await bench.clock.advance(6000);
  bench.source.requests.length = 0;
  return bench;
}

test('a release that the service shows three seconds later is announced within fifteen', async () => {
  const bench = await watchingMatched();
  await bench.post({ body: event(bench, released) });
  await bench.clock.advance(3000);
  bench.source.orders.set(id, pending);
  await bench.clock.advance(12_000);
  expect(bench.updates.at(-1)).toMatchObject({ source: 'webhook', ...released });
  expect(bench.updates.filter(({ kinds }) => kinds.includes('order_released'))).toHaveLength(1);
  bench.source.requests.length = 0;
  expect(await askedAfter(bench, 6)).toEqual([]);
});

test('what is never shown is looked for after 2, 5 and 10 seconds more', async () => {
  const bench = await watchingMatched();
  await bench.post({ body: event(bench, { ...released, kinds: ['order_cancelled'] }) });
  // A tick is a second. What is after that is an ordinary check.
  expect((await askedAfter(bench, 20)).slice(0, 4)).toEqual([0, 2, 8, 19]);
});

test('a change that speaks against it, and the end of the order, end the looking', async () => {
  for (const other of [
    { ...active, status: { raw: 'picked_up', phase: 'pickedUp' as const } },
    completed,
  ]) {
    const bench = await watchingMatched();
    await bench.post({ body: event(bench, released) });
    await bench.clock.advance(1000);
    bench.source.orders.set(id, { ...other, courier: matched.courier });
    await bench.clock.advance(3000);
    bench.source.requests.length = 0;
    expect(await askedAfter(bench, 6)).toEqual([]);
  }
});

test.each([
  ['that the order shows already', { kinds: ['order_matched'], reasons: ['Order Matched'] }],
  ['of a creation', { kinds: ['order_created'], reasons: ['Order Available on Platform'] }],
  ['of no known kind', { kinds: ['order_polished'], reasons: ['Polished'] }],
])('a report %s is looked for once', async (_what, report) => {
  const bench = await watchingMatched();
  await bench.post({ body: event(bench, report) });
  expect(await askedAfter(bench, 6)).toEqual([0]);
});

test('a report without a proof is looked for once', async () => {
  const bench = await watchingMatched(watching);
  await bench.post({ body: event(bench, released) });
  expect(await askedAfter(bench, 6)).toEqual([0]);
});

test('a burst of reports that nothing confirms leaves room for other checks', async () => {
  const bench = await watchingProven();
  const ids = Array.from({ length: 40 }, (_, at) => orderIdAt(at + 1));
  for (const each of ids) bench.source.orders.set(each, someOrder(each));
  await bench.add(...ids.map((_id, at) => at + 1));
  await bench.clock.advance(20_000);
  for (const uuid of ids) {
    bench.queued(JSON.parse(event(bench, { kinds: ['order_cancelled'], data: { uuid } })));
  }
  await bench.clock.advance(1500);
  bench.source.requests.length = 0;
  const asked = await askedAfter(bench, 10);
  const most = Math.max(...asked.map((second) => asked.filter((each) => each === second).length));
  expect(asked.length).toBeGreaterThan(20);
  // Four, and those whose turn it is.
  expect(most).toBeLessThanOrEqual(10);
});
