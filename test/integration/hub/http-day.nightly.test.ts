import { expect, it } from 'vitest';
import { type Answered, HttpBench } from '../../support/hub/http-bench.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const path = `/v1/orders/${id}`;

it('a desk writes 64 MB in 24 hours, is told so, and others go on', async () => {
  const hub = await HttpBench.start();
  const token = await hub.desk('Mei');
  const ana = await hub.desk('Ana');
  hub.bench.orders.set(id, someOrder(id, { noteToCourier: 'n'.repeat(100_000) }));
  await hub.ask('POST', '/v1/orders', { token, key: 'add', body: { uuids: [id] } });
  await hub.bench.clock.advance(5000);
  let last: Pick<Answered, 'status' | 'json'> = { status: 200, json: null };
  let count = 0;
  for (; last.status === 200 && count < 1000; count += 1) {
    if (count % 500 === 499) await hub.bench.clock.advance(60_000);
    last = await hub.ask('PATCH', path, { token, key: `k${count}`, body: { note: `${count}` } });
  }
  expect(count).toBeGreaterThan(600);
  expect(last).toMatchObject({ status: 429, json: { error: { code: 'dayFull' } } });
  const others = await hub.ask('PATCH', path, { token: ana, key: 'a', body: { note: 'a' } });
  expect(others.status).toBe(200);
  await hub.bench.clock.advance(25 * 60 * 60_000);
  const later = await hub.ask('PATCH', path, { token, key: 'later', body: { note: 'b' } });
  expect(later.status).toBe(200);
});
