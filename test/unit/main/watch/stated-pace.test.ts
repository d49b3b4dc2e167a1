import { expect, test } from 'vitest';
import type { CheckAnswer, StatedPace } from '../../../../main/watch/ports.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

const minuteMs = 60_000;
const silent: StatedPace = { pollEveryMs: null, pauseMs: null, perMinute: null, window: null };

/** A bench whose service says how much it wants to be asked with every good answer. */
async function statingBench(orderCount: number, stated: (atMs: number) => StatedPace | null) {
  const bench = watchBench({ limits: { requestsPerMinute: 6000, activeEverySeconds: 15 } });
  const { source, clock } = bench;
  const check = source.check.bind(source);
  source.check = async (id, signal): Promise<CheckAnswer> => {
    const answer = await check(id, signal);
    const pace = stated(clock.monotonicMs());
    return pace === null ? answer : { ...answer, stated: pace };
  };
  for (let index = 1; index <= orderCount; index += 1) {
    const id = orderIdAt(index);
    source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  bench.watcher.start();
  await bench.add(...Array.from({ length: orderCount }, (_, index) => index + 1));
  return bench;
}

test('an order is not asked for more often than the service wants', async () => {
  const { source, clock, watcher } = await statingBench(5, () => ({
    ...silent,
    pollEveryMs: minuteMs,
  }));
  await clock.advance(3 * minuteMs);
  const from = source.requests.length;
  await clock.advance(10 * minuteMs);
  expect(source.requests.length - from).toBeLessThanOrEqual(5 * 10);
  expect(source.requests.length - from).toBeGreaterThanOrEqual(5 * 9);
  expect(watcher.plan(orderIdAt(1)).checkEveryMs).toBe(minuteMs);
});

test('a rate that the service states is kept in every minute, and everyone is still asked', async () => {
  const { source, clock } = await statingBench(100, () => ({ ...silent, perMinute: 60 }));
  await clock.advance(2 * minuteMs);
  const later = source.requests.length;
  await clock.advance(20 * minuteMs);
  const asked = source.requests.slice(later);
  const windows = asked.map(
    ({ atMs }) =>
      asked.filter((other) => other.atMs > atMs - minuteMs && other.atMs <= atMs).length,
  );
  expect(Math.max(...windows)).toBeLessThanOrEqual(60);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(100);
});

test('what is left of a window is spread over its rest, and nothing leaves when nothing is left', async () => {
  let left = 30;
  const { source, clock } = await statingBench(100, (atMs) => {
    left = Math.max(left - 1, 0);
    const resetInMs = minuteMs - (atMs % minuteMs);
    if (resetInMs > minuteMs - 100) left = 30;
    return { ...silent, window: { remaining: left, resetInMs } };
  });
  await clock.advance(15 * minuteMs);
  const perWindow = new Map<number, number>();
  for (const { atMs } of source.requests) {
    const window = Math.floor(atMs / minuteMs);
    perWindow.set(window, (perWindow.get(window) ?? 0) + 1);
  }
  // The first requests leave before the service has said anything.
  const settled = [...perWindow].filter(([window]) => window > 0).map(([, count]) => count);
  expect(Math.max(...settled)).toBeLessThanOrEqual(40);
  expect(Math.min(...settled.slice(0, -1))).toBeGreaterThanOrEqual(1);
});

test('a pause that comes with a good answer is kept, and the pace comes back by itself', async () => {
  let pauseMs: number | null = null;
  const { source, clock } = await statingBench(20, () => ({ ...silent, pauseMs }));
  await clock.advance(minuteMs);
  pauseMs = 30_000;
  await clock.advance(3000);
  pauseMs = null;
  const from = source.requests.length;
  await clock.advance(20_000);
  expect(source.requests.length).toBe(from);
  await clock.advance(minuteMs);
  expect(source.requests.length - from).toBeGreaterThanOrEqual(40);
});
