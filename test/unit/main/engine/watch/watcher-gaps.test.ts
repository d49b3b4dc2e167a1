import { expect, test } from 'vitest';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';
import { lookAt } from '../../../../support/watch/look-at.ts';
import { watchBench, type WatchBench } from '../../../../support/watch/watch-bench.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

const intervalMs = 30_000;

const orderCount = 5000;

async function manyOrders(): Promise<WatchBench> {
  const bench = watchBench({ limits: { requestsPerMinute: 600_000, activeEverySeconds: 30 } });
  bench.source.latencyMs = 70;
  const indexes = Array.from({ length: orderCount }, (_, index) => index);
  bench.assign(indexes.map(orderIdAt));
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
  await clock.advance(intervalMs + 100);
  expect(new Set(source.requests.map(({ id }) => id)).size).toBe(orderCount);
  await clock.advance(4 * intervalMs);
  const gaps = gapsOf(bench, startedAtMs);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1.1 * intervalMs);
  const late = gapsOf(bench, startedAtMs + 2 * intervalMs).map((gap) => Math.abs(gap - intervalMs));
  const p99 = late.toSorted((one, other) => one - other)[Math.floor(late.length * 0.99)];
  expect(p99).toBeLessThanOrEqual(0.003 * intervalMs);
  const idealIn100Ms = orderCount / (intervalMs / 100);
  expect(source.mostWithin(100)).toBeLessThanOrEqual(1.3 * idealIn100Ms);
  expect(source.mostRunning).toBeLessThanOrEqual(64);
});

test('a sleep makes no order wait longer than itself and an interval, without a burst', async () => {
  const bench = await manyOrders();
  const { clock, source, watcher } = bench;
  await clock.advance(3 * intervalMs);
  lookAt(
    watcher,
    clock,
    Array.from({ length: orderCount }, (_, index) => orderIdAt((index * 7) % orderCount)),
  );
  const wokeAtMs = clock.monotonicMs();
  clock.sleepMachine(intervalMs);
  watcher.noticeWake();
  await clock.advance(intervalMs);
  // In the time of this clock, which stood still: the sleep itself is left out.
  expect(Math.max(...gapsOf(bench, wokeAtMs))).toBeLessThanOrEqual(1.1 * intervalMs);
  await clock.advance(3 * intervalMs);
  expect(Math.max(...gapsOf(bench, wokeAtMs + intervalMs))).toBeLessThanOrEqual(1.1 * intervalMs);
  expect(source.mostWithin(100)).toBeLessThanOrEqual(1.3 * (orderCount / (intervalMs / 100)));
});

test('after an outage no order waits longer than that and an interval, however long it was', async () => {
  const bench = await manyOrders();
  const { clock, watcher } = bench;
  await clock.advance(3 * intervalMs);
  for (const outageMs of [0.4 * intervalMs, intervalMs, 1.45 * intervalMs, 7.8 * intervalMs]) {
    const beganAtMs = clock.monotonicMs();
    watcher.pause(null);
    await clock.advance(outageMs);
    watcher.resume();
    await clock.advance(8 * intervalMs);
    const waited = Math.max(...gapsOf(bench, beganAtMs));
    expect(waited - outageMs).toBeLessThanOrEqual(1.15 * intervalMs);
  }
});

test('an answer that changes nothing sets no timer: a slot of requests costs one or two', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 600_000, activeEverySeconds: 30 } });
  const { clock, source, watcher } = bench;
  const ids = Array.from({ length: 1000 }, (_, index) => orderIdAt(index));
  bench.assign(ids);
  watcher.start();
  await watcher.add(ids.map((id) => ({ id, label: null })));
  await clock.advance(4 * intervalMs);
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
  await clock.advance(2 * intervalMs);
  expect(asked).toBeGreaterThanOrEqual(1990);
  // The source itself sets one for each answer.
  expect(timers - asked).toBeLessThanOrEqual(3 * ((2 * intervalMs) / 1000));
});

const limits = { requestsPerMinute: 600_000, activeEverySeconds: 15 };

const [activeCount, plannedCount] = [600, 5000];

const minuteMs = 60_000;

function idsFrom(count: number, from = 0): readonly OrderId[] {
  return Array.from({ length: count }, (_, index) => orderIdAt(from + index));
}

const active = idsFrom(activeCount);

const planned = idsFrom(plannedCount, activeCount);

/** Orders that are on their way, among many more that will be only tomorrow and are asked seldom. */
function mixed(parts: Parameters<typeof watchBench>[0] = {}): WatchBench {
  const bench = watchBench({ limits, ...parts });
  bench.assign(active);
  const scheduledAtMs = bench.clock.wallMs() + 48 * 60 * minuteMs;
  for (const id of planned) {
    const { pickup } = someOrder(id);
    if (pickup === null) throw new Error('some order has no pickup');
    bench.source.orders.set(id, someOrder(id, { pickup: { ...pickup, scheduledAtMs } }));
  }
  return bench;
}

/** All of them watched for a quarter of an hour. */
async function mixedUnderWay(): Promise<WatchBench> {
  const bench = mixed();
  bench.watcher.start();
  await bench.watcher.add([...active, ...planned].map((id) => ({ id, label: null })));
  await bench.clock.advance(15 * minuteMs);
  return bench;
}

/** For how many of its intervals an order waited at most between two requests since then. */
function longestWait({ source, watcher }: WatchBench, of: readonly OrderId[], sinceMs: number) {
  const asked = new Map(of.map((id) => [id, sinceMs]));
  let longest = 0;
  for (const { id, atMs } of source.requests) {
    const before = asked.get(id);
    if (before === undefined || atMs < sinceMs) continue;
    longest = Math.max(longest, (atMs - before) / (watcher.plan(id).checkEveryMs ?? 1));
    asked.set(id, atMs);
  }
  return longest;
}

test('when all are late after a sleep, those asked often do not wait for those asked seldom', async () => {
  const bench = await mixedUnderWay();
  const { clock, watcher } = bench;
  const wokeAtMs = clock.monotonicMs();
  clock.sleepMachine(8 * 60 * minuteMs);
  watcher.noticeWake();
  await clock.advance(6 * minuteMs);
  expect(longestWait(bench, active, wokeAtMs)).toBeLessThanOrEqual(1.15);
  expect(longestWait(bench, planned, wokeAtMs)).toBeLessThanOrEqual(1.15);
});

test('after a start with answers from long ago, orders asked often do not wait for those asked seldom', async () => {
  const first = await mixedUnderWay();
  // Killed: when orders were confirmed last is not written each time.
  const clock = new FakeClock(first.clock.wallMs() + 2000);
  const second = mixed({ clock, store: first.store });
  second.watcher.start();
  await clock.advance(6 * minuteMs);
  expect(longestWait(second, active, 0)).toBeLessThanOrEqual(1.15);
  expect(longestWait(second, planned, 0)).toBeLessThanOrEqual(1.15);
});

test('after a minute without contact both are caught up with, the rare ones a little late', async () => {
  const bench = await mixedUnderWay();
  const { clock, watcher } = bench;
  watcher.pause(null);
  await clock.advance(minuteMs);
  const resumedAtMs = clock.monotonicMs();
  watcher.resume();
  await clock.advance(6 * minuteMs);
  expect(longestWait(bench, active, resumedAtMs)).toBeLessThanOrEqual(1.15);
  expect(longestWait(bench, planned, resumedAtMs)).toBeLessThanOrEqual(1.15);
});

test('when the cap is low and orders leave or come, each keeps its place among the rest', async () => {
  const bench = mixed({ limits: { requestsPerMinute: 1200, activeEverySeconds: 15 } });
  const { clock, watcher } = bench;
  watcher.start();
  await watcher.add(active.map((id) => ({ id, label: null })));
  await clock.advance(10 * minuteMs);
  const paceMs = watcher.plan(orderIdAt(0)).checkEveryMs ?? 0;
  expect(paceMs).toBeGreaterThan(30_000);
  const [staying, leaving] = [active.slice(60), active.slice(0, 60)];
  for (const id of leaving) {
    const fromMs = clock.monotonicMs();
    watcher.remove([id]);
    await clock.advance(2000);
    expect(longestWait(bench, staying, fromMs)).toBeLessThanOrEqual(1.05);
  }
  expect(watcher.plan(orderIdAt(100)).checkEveryMs).toBeLessThan(paceMs * 0.95);
  const fromMs = clock.monotonicMs();
  await clock.advance(2 * minuteMs);
  expect(longestWait(bench, staying, fromMs)).toBeLessThanOrEqual(1.05);
});
