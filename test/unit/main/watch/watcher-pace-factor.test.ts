import { expect, test } from 'vitest';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';

const minuteMs = 60_000;

async function underWay() {
  const bench = watchBench({ limits: { activeEverySeconds: 10 } });
  for (const index of [1, 2, 3]) {
    const id = orderIdAt(index);
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  bench.watcher.start();
  await bench.add(1, 2, 3);
  const asked = async (forMs: number): Promise<number> => {
    const before = bench.source.requests.length;
    await bench.clock.advance(forMs);
    return bench.source.requests.length - before;
  };
  return { ...bench, asked };
}

test('twice as slow asks half as often, and the row says so', async () => {
  const { watcher, asked } = await underWay();
  await asked(minuteMs);
  expect(await asked(10 * minuteMs)).toBe(180);
  watcher.setPaceFactor(2);
  expect(watcher.plan(orderIdAt(1)).checkEveryMs).toBe(20_000);
  await asked(minuteMs);
  expect(await asked(10 * minuteMs)).toBe(90);
});

test('going back to full pace takes effect within one interval, not after the slow one', async () => {
  const { watcher, asked, clock } = await underWay();
  watcher.setPaceFactor(20);
  await asked(10 * minuteMs);
  watcher.setPaceFactor(1);
  const dueAtMs = [1, 2, 3].map((index) => watcher.plan(orderIdAt(index)).nextCheckAtMs ?? 0);
  expect(Math.max(...dueAtMs) - clock.wallMs()).toBeLessThanOrEqual(10_000);
  expect(await asked(minuteMs)).toBeGreaterThanOrEqual(15);
});

test('the same factor again plans nothing anew', async () => {
  const { watcher, announced, asked } = await underWay();
  await asked(minuteMs);
  const { desk } = announced;
  watcher.setPaceFactor(1);
  expect(announced.desk).toBe(desk);
});

test('an order that is asked for by name is asked at once, however slow the pace', async () => {
  const { watcher, asked } = await underWay();
  watcher.setPaceFactor(20);
  await asked(minuteMs);
  watcher.checkNow([orderIdAt(2)]);
  expect(await asked(100)).toBe(1);
});

test('with nothing watched no timer waits, before the first order and after the last', async () => {
  const { watcher, clock } = watchBench();
  watcher.start();
  await clock.advance(minuteMs);
  expect(clock.waitingTimers).toBe(0);
  const busy = await underWay();
  await busy.asked(minuteMs);
  busy.watcher.remove([orderIdAt(1), orderIdAt(2), orderIdAt(3)]);
  await busy.clock.advance(minuteMs);
  expect(busy.clock.waitingTimers).toBe(0);
});
