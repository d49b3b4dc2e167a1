import { expect, it, onTestFinished } from 'vitest';
import type { OrderStatus } from '../../../core/order/order.ts';
import { HubBench } from '../../support/hub/hub-bench.ts';
import { invitedDesk } from '../../support/team/alarmed-desk.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const halfMinuteMs = 30_000;
const courier = { name: 'Sam', phoneNumber: null, fix: null };
const searching: OrderStatus = { raw: 'pending', phase: 'searching' };
const assigned: OrderStatus = { raw: 'assigned', phase: 'assigned' };
const atPickup: OrderStatus = { raw: 'arrived_at_pickup', phase: 'atPickup' };
const pickedUp: OrderStatus = { raw: 'picked_up', phase: 'pickedUp' };
const done: OrderStatus = { raw: 'completed', phase: 'done' };

/** The status of the n-th order after so many minutes: each has a pace of its own. */
function statusAfter(n: number, minutes: number): OrderStatus {
  const leaves = 7 + (n % 7);
  if (minutes < 2) return searching;
  if (minutes < 4 + (n % 3)) return assigned;
  if (minutes < leaves) return atPickup;
  return minutes < leaves + 5 + ((n * 5) % 11) ? pickedUp : done;
}

it('two desks of a team forecast alike, also one that joins when the orders are over that it learns from', async () => {
  const bench = new HubBench();
  const hub = bench.hub();
  await hub.start();
  onTestFinished(hub.stop);
  const mei = await invitedDesk(bench, hub, 'Mei');
  const ids = Array.from({ length: 24 }, (_, n) => orderIdAt(n + 1));
  for (const id of ids) bench.orders.set(id, someOrder(id, { status: searching }));
  await mei.watch.add(ids.map((id) => ({ id, label: null })));
  for (let minutes = 0; minutes < 30; minutes += 0.5) {
    for (const [n, id] of ids.entries()) {
      const status = statusAfter(n, minutes);
      if (bench.orders.get(id)?.status.raw === status.raw) continue;
      bench.orders.set(id, someOrder(id, { status, ...(status !== searching && { courier }) }));
    }
    await bench.clock.advance(halfMinuteMs);
  }
  const ana = await invitedDesk(bench, hub, 'Ana');
  await bench.clock.advance(10_000);
  const next = orderIdAt(99);
  bench.orders.set(next, someOrder(next, { status: searching }));
  const promisedAtMs = bench.clock.wallMs() + 15 * 60_000;
  await mei.watch.add([{ id: next, label: 'Next', promisedAtMs }]);
  for (const status of [assigned, atPickup]) {
    await bench.clock.advance(2 * 60_000);
    bench.orders.set(next, someOrder(next, { status, courier }));
  }
  await bench.clock.advance(60_000);
  const nowMs = bench.clock.wallMs();
  const [atMei, atAna] = [mei, ana].map(({ forecasts, watch }) => {
    const watched = watch.find(next);
    return watched && forecasts.of(watched, nowMs);
  });
  expect(atMei).toMatchObject({ kind: 'known', phase: 'atPickup', knownCount: 24 });
  expect(atMei).toHaveProperty('probability', expect.any(Number));
  expect(atAna).toEqual(atMei);
  expect([...mei.defects, ...ana.defects]).toEqual([]);
});
