import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderStatus } from '../../../core/order/order.ts';
import { type BenchHub, HubBench } from '../../support/hub/hub-bench.ts';
import { type AlarmedDesk, invitedDesk } from '../../support/team/alarmed-desk.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

/*
 * When a courier counts as silent is learned from the team's orders, at the desks, which tell it, and at the hub,
 * which says that one moves again: by the same limit. When one is too long at a stop the desks alone tell.
 */

const minuteMs = 60_000;
const pickedUp: OrderStatus = { raw: 'picked_up', phase: 'pickedUp' };
const assigned: OrderStatus = { raw: 'assigned', phase: 'assigned' };
const done: OrderStatus = { raw: 'completed', phase: 'done' };

let bench: HubBench;
beforeEach(() => {
  bench = new HubBench();
});

async function started(isAlone: boolean): Promise<BenchHub> {
  const hub = bench.hub(isAlone);
  await hub.start();
  onTestFinished(hub.stop);
  return hub;
}

/** The courier of an order reports a place, so many steps of 400 m on the way, far from the stops. */
function report(id: OrderId, steps: number): void {
  const fix = {
    latitudeDeg: 22.4 + steps * 0.0036,
    longitudeDeg: 114.3,
    reportedAtMs: bench.clock.wallMs(),
  };
  const courier = { id: null, name: 'Sam', phoneNumber: null, vehicle: null, fix };
  bench.orders.set(id, someOrder(id, { status: pickedUp, courier }));
}

/** Orders come whose couriers are silent on the way for this long, then go on and arrive. */
async function silentWays(desk: AlarmedDesk, ids: readonly OrderId[], minutes: number) {
  for (const id of ids) bench.orders.set(id, someOrder(id, { status: assigned }));
  await desk.watch.add(ids.map((id) => ({ id, label: null })));
  await bench.clock.advance(30_000);
  for (const id of ids) report(id, 0);
  await bench.clock.advance(minutes * minuteMs);
  for (const id of ids) report(id, 1);
  await bench.clock.advance(30_000);
  const courier = { id: null, name: 'Sam', phoneNumber: null, vehicle: null, fix: null };
  for (const id of ids) bench.orders.set(id, someOrder(id, { status: done, courier }));
  await bench.clock.advance(30_000);
}

/** What the log says of the moves of an order. */
function movesOf(id: OrderId): readonly string[] {
  return bench.engine.entries.flatMap(({ body, key }) => {
    const [, meaning] = /"move":\{"meaning":"(\w+)"/.exec(body) ?? [];
    return key === `order.${id}` && meaning !== undefined ? [meaning] : [];
  });
}

it.each([1, 2] as const)(
  'a courier who is as long silent as most is silent at no desk and moves on, at the %i. hub that checks',
  async (hubNo) => {
    const first = await started(hubNo === 1);
    const mei = await invitedDesk(bench, first, 'Mei');
    const learnedFrom = Array.from({ length: 24 }, (_, n) => orderIdAt(n + 1));
    await silentWays(mei, learnedFrom, 6);
    let hub = first;
    if (hubNo === 2) {
      hub = await started(false);
      await first.stop();
      mei.hub = hub;
      await bench.clock.advance(10_000);
    }
    const ana = await invitedDesk(bench, hub, 'Ana');
    await bench.clock.advance(10_000);
    const [usual, long] = [orderIdAt(98), orderIdAt(99)];
    for (const [id, minutes] of [
      [usual, 5],
      [long, 8],
    ] as const) {
      await silentWays(mei, [id], minutes);
    }
    const limits = [mei, ana].map((desk) => {
      const watched = desk.watch.find(long);
      return watched && desk.restsOf(watched).silentMs;
    });
    expect(limits).toEqual([6 * minuteMs, 6 * minuteMs]);
    expect(movesOf(usual)).toEqual(['firstFix', 'movedOn']);
    expect(movesOf(long)).toEqual(['firstFix', 'movesAgain']);
    expect([...mei.defects, ...ana.defects, ...hub.defects]).toEqual([]);
  },
);

it('a courier may be at a stop as long as others were, at each desk, the one that joined later too', async () => {
  const hub = await started(true);
  const mei = await invitedDesk(bench, hub, 'Mei');
  const ids = Array.from({ length: 24 }, (_, n) => orderIdAt(n + 1));
  await mei.watch.add(ids.map((id) => ({ id, label: null })));
  await bench.clock.advance(30_000);
  const courier = { id: null, name: 'Sam', phoneNumber: null, vehicle: null, fix: null };
  for (const [phase, minutes] of [
    ['assigned', 5],
    ['atPickup', 22.5],
    ['pickedUp', 8],
    ['atDropoff', 11.5],
    ['done', 1],
  ] as const) {
    for (const id of ids) {
      bench.orders.set(id, someOrder(id, { status: { raw: phase, phase }, courier }));
    }
    await bench.clock.advance(minutes * minuteMs);
  }
  const ana = await invitedDesk(bench, hub, 'Ana');
  await bench.clock.advance(10_000);
  const limits = [mei, ana].map((desk) => {
    const next = desk.watch.find(orderIdAt(1));
    if (next === undefined) return null;
    const { destinationStayMs, pickupStayMs } = desk.restsOf(next);
    return [pickupStayMs / minuteMs, destinationStayMs / minuteMs];
  });
  expect(limits).toEqual([
    [23, 12],
    [23, 12],
  ]);
});
