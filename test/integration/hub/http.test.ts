import { describe, expect, it } from 'vitest';
import { HubHttpBench } from '../../support/hub/hub-http-bench.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const id = orderIdAt(1);

describe('a desk', () => {
  it('joins, adds an order, and sees it', async () => {
    const hub = await HubHttpBench.start();
    const token = await hub.desk('Mei');
    const r = await hub.ask('POST', '/v1/orders', {
      token,
      key: 'a',
      body: { uuids: [id], labels: { [id]: 'Lunch' } },
    });
    expect(r.text).toBe('');
    const s = await hub.ask('GET', '/v1/orders', { token });
    expect(s.text).toBe('');
  });
});
