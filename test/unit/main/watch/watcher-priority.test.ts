import { expect, test } from 'vitest';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import type { WatchBench } from '../../../support/watch/watch-bench.ts';

const minuteMs = 60_000;

async function fill(bench: WatchBench, count: number): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index + 1);
  for (const index of indexes) {
    const id = orderIdAt(index);
    bench.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  await bench.add(...indexes);
}

async function awakened(look: (bench: WatchBench) => void) {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  bench.watcher.start();
  await fill(bench, 300);
  await bench.clock.advance(2 * minuteMs);
  look(bench);
  // A slot ends each second; its answers are there by then.
  await bench.clock.advance(1300);
  const from = bench.source.requests.length;
  bench.clock.sleepMachine(8 * 60 * minuteMs);
  bench.watcher.noticeWake();
  await bench.clock.advance(30_000);
  return { ...bench, after: bench.source.requests.slice(from).map((request) => request.id) };
}

test('after a sleep the rows on the screen come first, then the pinned, then the rest', async () => {
  const { after } = await awakened(({ watcher }) => {
    watcher.pin([orderIdAt(200), orderIdAt(201)], true);
    watcher.setInView([orderIdAt(100), orderIdAt(101)]);
    watcher.markSeen([orderIdAt(50)]);
  });
  expect(new Set(after.slice(0, 2))).toEqual(new Set([orderIdAt(100), orderIdAt(101)]));
  expect(new Set(after.slice(2, 4))).toEqual(new Set([orderIdAt(200), orderIdAt(201)]));
  expect(after.indexOf(orderIdAt(50))).toBeLessThanOrEqual(5);
});

test('with a short cap the rows on the screen and the pinned are in time, and nobody is left out', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60, activeEverySeconds: 15 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  await fill(bench, 300);
  const inView = Array.from({ length: 10 }, (_, index) => orderIdAt(index + 100));
  watcher.setInView(inView);
  watcher.pin([orderIdAt(7)], true);
  await clock.advance(30 * minuteMs);
  const front = [...inView, orderIdAt(7)];
  for (const id of front) {
    const everyMs = watcher.plan(id).checkEveryMs ?? 0;
    const asked = source.requestsOf(id).slice(1);
    const gaps = asked.slice(1).map((atMs, index) => atMs - (asked[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(everyMs * 1.5);
  }
  const asked = new Set(source.requests.map((request) => request.id));
  expect(asked.size).toBe(300);
  expect(source.mostWithin(minuteMs)).toBeLessThanOrEqual(60);
});

test('a pin is stored, and what nobody watches is neither pinned nor in view', async () => {
  const { watcher, store, add, clock } = watchBench();
  watcher.start();
  await add(1);
  watcher.pin([orderIdAt(1), orderIdAt(2)], true);
  watcher.setInView([orderIdAt(2)]);
  await clock.advance(1000);
  expect(store.orders.get(orderIdAt(1))?.isPinned).toBe(true);
  expect(watcher.get(orderIdAt(2))).toBeUndefined();
});
