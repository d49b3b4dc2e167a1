import { expect, test } from 'vitest';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import type { WatchBench } from '../../../support/watch/watch-bench.ts';

const everyMs = 30_000;
const count = 5000;

async function manyOrders(): Promise<WatchBench> {
  const bench = watchBench({ limits: { requestsPerMinute: 600_000, activeEverySeconds: 30 } });
  bench.source.latencyMs = 70;
  const indexes = Array.from({ length: count }, (_, index) => index);
  for (const index of indexes) {
    const id = orderIdAt(index);
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  bench.watcher.start();
  await bench.add(...indexes);
  return bench;
}

/** Between one request for an order and the next, as far as the later one left from `fromMs` on. */
function gapsOf({ source }: WatchBench, fromMs: number): readonly number[] {
  const lastAt = new Map<string, number>();
  return source.requests.flatMap(({ id, atMs }) => {
    const before = lastAt.get(id);
    lastAt.set(id, atMs);
    return before === undefined || atMs < fromMs ? [] : [atMs - before];
  });
}

test('from the very start no order waits longer than 1.1 intervals, and soon each exactly one', async () => {
  const bench = await manyOrders();
  const { clock, source } = bench;
  const startedAtMs = clock.monotonicMs();
  // The last place comes at the end of the interval.
  await clock.advance(everyMs + 100);
  expect(new Set(source.requests.map(({ id }) => id)).size).toBe(count);
  await clock.advance(4 * everyMs);
  const gaps = gapsOf(bench, startedAtMs);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1.1 * everyMs);
  const late = gapsOf(bench, startedAtMs + 2 * everyMs).map((gap) => Math.abs(gap - everyMs));
  const p99 = late.toSorted((one, other) => one - other)[Math.floor(late.length * 0.99)];
  expect(p99).toBeLessThanOrEqual(0.003 * everyMs);
  const idealIn100Ms = count / (everyMs / 100);
  expect(source.mostWithin(100)).toBeLessThanOrEqual(1.3 * idealIn100Ms);
  expect(source.mostRunning).toBeLessThanOrEqual(64);
}, 60_000);

test('a sleep makes no order wait longer than itself and an interval, without a burst', async () => {
  const bench = await manyOrders();
  const { clock, source, watcher } = bench;
  await clock.advance(3 * everyMs);
  watcher.markSeen(Array.from({ length: count }, (_, index) => orderIdAt((index * 7) % count)));
  const wokeAtMs = clock.monotonicMs();
  clock.sleepMachine(everyMs);
  watcher.noticeWake();
  await clock.advance(everyMs);
  // In the time of this clock, which stood still: the sleep itself is left out.
  expect(Math.max(...gapsOf(bench, wokeAtMs))).toBeLessThanOrEqual(1.1 * everyMs);
  await clock.advance(3 * everyMs);
  expect(Math.max(...gapsOf(bench, wokeAtMs + everyMs))).toBeLessThanOrEqual(1.1 * everyMs);
  expect(source.mostWithin(100)).toBeLessThanOrEqual(1.3 * (count / (everyMs / 100)));
}, 60_000);

test('after an outage no order waits longer than that and an interval, however long it was', async () => {
  const bench = await manyOrders();
  const { clock, watcher } = bench;
  await clock.advance(3 * everyMs);
  for (const outageMs of [0.4 * everyMs, everyMs, 1.45 * everyMs, 7.8 * everyMs]) {
    const beganAtMs = clock.monotonicMs();
    watcher.pause(null);
    await clock.advance(outageMs);
    watcher.resume();
    await clock.advance(8 * everyMs);
    const waited = Math.max(...gapsOf(bench, beganAtMs));
    expect(waited - outageMs).toBeLessThanOrEqual(1.15 * everyMs);
  }
}, 60_000);

test('an answer that changes nothing sets no timer: a slot of requests costs one or two', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 600_000, activeEverySeconds: 30 } });
  const { clock, source, watcher } = bench;
  const ids = Array.from({ length: 1000 }, (_, index) => orderIdAt(index));
  for (const id of ids) {
    source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  watcher.start();
  await watcher.add(ids.map((id) => ({ id, label: null })));
  await clock.advance(4 * everyMs);
  // Answers come one by one, as from a real service.
  const check = source.check.bind(source);
  let asked = 0;
  source.check = async (id, signal) => {
    asked += 1;
    source.latencyMs = 20 + ((asked * 37) % 100);
    return check(id, signal);
  };
  const schedule = clock.schedule.bind(clock);
  let timers = 0;
  clock.schedule = (run, delayMs) => {
    timers += 1;
    return schedule(run, delayMs);
  };
  await clock.advance(2 * everyMs);
  expect(asked).toBeGreaterThanOrEqual(1990);
  // The source itself sets one for each answer.
  expect(timers - asked).toBeLessThanOrEqual(3 * ((2 * everyMs) / 1000));
});
