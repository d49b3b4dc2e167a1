import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { seeded } from '../../support/seeded.ts';
import { mutatedBytes, mutatedPayload } from '../../support/service/payload-mutations.ts';
import {
  active,
  event,
  id,
  portOf,
  secret,
  watchingProven,
} from '../../support/webhooks/watching-receiver.ts';
import type { WebhookBench } from '../../support/webhooks/webhook-bench.ts';
import { wireOrder } from '../../support/wire-orders.ts';

/** `WAYBELL_FUZZ_COUNT` is the number of bodies. */
const bodyCount = Math.min(Number(process.env['WAYBELL_FUZZ_COUNT'] ?? 1500), 100_000);

/** Nothing but words of the service was announced so far, and a good webhook is announced. */
async function expectWell(bench: WebhookBench): Promise<void> {
  await bench.clock.advance(3 * 60_000);
  expect(bench.announced.defects).toEqual([]);
  const allKinds = new Set(bench.updates.flatMap(({ kinds }) => kinds));
  expect([...allKinds].filter((kind) => kind !== 'service_reported')).toEqual([]);
  expect(bench.queue.waiting().count).toBe(0);
  bench.source.orders.set(id, active);
  expect((await bench.post({ body: event(bench, { reasons: ['Good'] }) })).status).toBe(202);
  await bench.clock.advance(6000);
  expect(bench.updates.at(-1)).toMatchObject({ source: 'webhook', reasons: ['Good'] });
}

test(`${bodyCount} damaged bodies are answered, tell of no change and leave the queue empty`, async () => {
  const bench = await watchingProven();
  const random = seeded(7);
  const statuses = new Map<number, number>();
  const kinds = ['order_matched', 'order_cancelled', 'order_completed', 'amendment_added'];
  for (let count = 0; count < bodyCount; count += 1) {
    const good = { kinds, reasons: kinds, created_at: count, data: wireOrder(id) };
    const body = mutatedBytes(mutatedPayload(good, random), random);
    const { status } = await bench.post({ body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (count % 100 === 0) await bench.clock.advance(1000);
  }
  // Every body is stored first and read later, so the answer tells a stranger nothing.
  expect([...statuses.keys()].filter((status) => status !== 202 && status !== 200)).toEqual([]);
  const { accepted, duplicates, rejected, unknownOrders } = bench.service.state;
  expect(accepted + duplicates).toBeGreaterThan(bodyCount / 4);
  expect(rejected['not-json'] ?? 0).toBeGreaterThan(0);
  expect(unknownOrders).toBeLessThan(bodyCount);
  await expectWell(bench);
});

test('bytes that are hardly HTTP end their connection and nothing else', async () => {
  const bench = await watchingProven();
  const { port } = portOf(bench);
  const random = seeded(11);
  const good = `POST ${bench.path()} HTTP/1.1\r\nHost: localhost\r\nX-Signature: ${secret}\r\nContent-Length: 2\r\n\r\n{}`;
  const damaged = Array.from({ length: 300 }, () => {
    const bytes = Buffer.from(good.repeat(1 + Math.floor(random() * 2)), 'latin1');
    const hits = 1 + Math.floor(random() * 8);
    for (let hit = 0; hit < hits; hit += 1) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    return bytes.subarray(0, Math.ceil(random() * bytes.length));
  });
  for (const bytes of damaged) await sent(port, bytes);
  expect(bench.service.state.rejected['malformed'] ?? 0).toBeGreaterThan(0);
  await expectWell(bench);
});

/** Sends bytes, says that there is no more, and waits until the connection is over. */
function sent(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}
