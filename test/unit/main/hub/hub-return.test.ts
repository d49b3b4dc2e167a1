import { expect, it } from 'vitest';
import { HubBench, mei } from '../../../support/hub/hub-bench.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';

const weekMs = 7 * 24 * 3_600_000;

it('a whole number that is shown stands in the ledger once, though the hub died before it answered', async () => {
  const bench = new HubBench();
  const first = bench.hub();
  await first.start();
  const id = orderIdAt(1);
  await first.hub.board.add(mei, [{ id }], 'k1');
  await first.hub.board.revealed(mei, id, 'courier', 'k2');
  await first.stop();
  await bench.clock.advance(5000);
  const second = bench.hub();
  await second.start();
  await second.hub.board.revealed(mei, id, 'courier', 'k2');
  expect(bench.engine.entries.filter(({ key }) => key.startsWith('reveal.'))).toHaveLength(1);
});

it('no order ages away of a hub that comes back after more than a week and dies soon, however many there are', async () => {
  const bench = new HubBench();
  const first = bench.hub();
  await first.start();
  const ids = Array.from({ length: 1200 }, (_, index) => orderIdAt(index));
  // What is over is not asked for, so that no answer writes it again.
  const status = { raw: 'completed', phase: 'done' } as const;
  for (const id of ids) bench.orders.set(id, someOrder(id, { status }));
  await first.hub.board.add(
    mei,
    ids.map((id) => ({ id, label: 'Lunch' })),
    'k1',
  );
  await bench.clock.advance(60_000);
  await first.stop();
  bench.clock.sleepMachine(weekMs + 3_600_000);
  const second = bench.hub();
  await second.start();
  // It dies before it has written all of them again.
  await bench.clock.advance(1000);
  await second.stop();
  const third = bench.hub();
  await third.start();
  expect(third.hub.board.orders()).toHaveLength(1200);
});

it.each([
  ['ahead', 366],
  ['back', -366],
])(
  'a clock that is set a year %s takes no order that is under way from the team',
  async (_name, days) => {
    const bench = new HubBench();
    const first = bench.hub();
    await first.start();
    const ids = Array.from({ length: 20 }, (_, index) => orderIdAt(index));
    for (const id of ids) bench.orders.set(id, someOrder(id));
    await first.hub.board.add(
      mei,
      ids.map((id) => ({ id, label: 'Lunch' })),
      'k1',
    );
    for (const byDays of [days, -days]) {
      bench.clock.setWall(bench.clock.wallMs() + (byDays * weekMs) / 7);
      await bench.clock.advance(130_000);
    }
    await first.stop();
    const second = bench.hub();
    await second.start();
    expect(second.hub.board.orders().map(({ order }) => order.label)).toEqual(
      ids.map(() => 'Lunch'),
    );
  },
);

it('a hub whose clock is in doubt lets nothing age away, and does so once it is believed', async () => {
  const bench = new HubBench();
  const { hub, start } = bench.hub();
  await start();
  const id = orderIdAt(1);
  bench.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
  await hub.board.add(mei, [{ id, label: 'Lunch' }], 'k1');
  await bench.clock.advance(60_000);
  const before = bench.engine.entries.length;
  bench.isClockBelieved = false;
  bench.clock.setWall(bench.clock.wallMs() + 366 * 86_400_000);
  await bench.clock.advance(3_600_000);
  expect(hub.board.orders()).toHaveLength(1);
  expect(bench.engine.entries.length).toBeGreaterThanOrEqual(before);
  bench.isClockBelieved = true;
  await bench.clock.advance(3_600_000);
  expect(hub.board.orders()).toEqual([]);
});
