import { expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import type { WatchBench } from '../../../support/watch/watch-bench.ts';

const limits = { requestsPerMinute: 600_000, activeEverySeconds: 15 };
const [activeCount, plannedCount] = [600, 5000];
const minuteMs = 60_000;

function ids(count: number, from = 0): readonly OrderId[] {
  return Array.from({ length: count }, (_, index) => orderIdAt(from + index));
}

const active = ids(activeCount);
const planned = ids(plannedCount, activeCount);

/** Orders that are on their way, among many more that will be only tomorrow and are asked seldom. */
function mixed(parts: Parameters<typeof watchBench>[0] = {}): WatchBench {
  const bench = watchBench({ limits, ...parts });
  for (const id of active) {
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  const scheduledAtMs = bench.clock.wallMs() + 48 * 60 * minuteMs;
  for (const id of planned) {
    const { pickup } = someOrder(id);
    if (pickup === null) throw new Error('some order has no pickup');
    bench.source.orders.set(id, someOrder(id, { pickup: { ...pickup, scheduledAtMs } }));
  }
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
  const bench = mixed();
  const { clock, watcher } = bench;
  watcher.start();
  await watcher.add([...active, ...planned].map((id) => ({ id, label: null })));
  await clock.advance(15 * minuteMs);
  const wokeAtMs = clock.monotonicMs();
  clock.sleepMachine(8 * 60 * minuteMs);
  watcher.noticeWake();
  await clock.advance(6 * minuteMs);
  expect(longestWait(bench, active, wokeAtMs)).toBeLessThanOrEqual(1.15);
  expect(longestWait(bench, planned, wokeAtMs)).toBeLessThanOrEqual(1.15);
});

test('nor after a start that knows of all only when they were answered long ago', async () => {
  const first = mixed();
  first.watcher.start();
  await first.watcher.add([...active, ...planned].map((id) => ({ id, label: null })));
  await first.clock.advance(15 * minuteMs);
  // Killed: when orders were confirmed last is not written each time.
  const clock = new FakeClock(first.clock.wallMs() + 2000);
  const second = mixed({ clock, store: first.store });
  second.watcher.start();
  await clock.advance(6 * minuteMs);
  expect(longestWait(second, active, 0)).toBeLessThanOrEqual(1.15);
  expect(longestWait(second, planned, 0)).toBeLessThanOrEqual(1.15);
});

test('after a minute without contact both are caught up with, the rare ones a little late', async () => {
  const bench = mixed();
  const { clock, watcher } = bench;
  watcher.start();
  await watcher.add([...active, ...planned].map((id) => ({ id, label: null })));
  await clock.advance(15 * minuteMs);
  watcher.pause(null);
  await clock.advance(minuteMs);
  const resumedAtMs = clock.monotonicMs();
  watcher.resume();
  await clock.advance(6 * minuteMs);
  expect(longestWait(bench, active, resumedAtMs)).toBeLessThanOrEqual(1.15);
  expect(longestWait(bench, planned, resumedAtMs)).toBeLessThanOrEqual(1.15);
});

test('when the cap is short and others leave or come, each keeps its place among the rest', async () => {
  const bench = mixed({ limits: { requestsPerMinute: 1200, activeEverySeconds: 15 } });
  const { clock, watcher } = bench;
  watcher.start();
  await watcher.add(active.map((id) => ({ id, label: null })));
  await clock.advance(10 * minuteMs);
  const everyMs = watcher.plan(orderIdAt(0)).checkEveryMs ?? 0;
  expect(everyMs).toBeGreaterThan(30_000);
  const [staying, leaving] = [active.slice(60), active.slice(0, 60)];
  for (const id of leaving) {
    const fromMs = clock.monotonicMs();
    watcher.remove([id]);
    await clock.advance(2000);
    expect(longestWait(bench, staying, fromMs)).toBeLessThanOrEqual(1.05);
  }
  expect(watcher.plan(orderIdAt(100)).checkEveryMs).toBeLessThan(everyMs * 0.95);
  const fromMs = clock.monotonicMs();
  await clock.advance(2 * minuteMs);
  expect(longestWait(bench, staying, fromMs)).toBeLessThanOrEqual(1.05);
});
