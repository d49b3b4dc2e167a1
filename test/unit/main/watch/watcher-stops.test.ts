import { expect, test } from 'vitest';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

const id = orderIdAt(1);

test('stopping before the start does nothing, and it can be started afterwards', async () => {
  const { watcher, add, clock, source } = watchBench();
  await watcher.stop();
  watcher.start();
  await add(1);
  await clock.advance(1000);
  expect(source.requests).toHaveLength(1);
});

test('stopping while waiting leaves no timer and asks no more', async () => {
  const { watcher, add, clock, source } = watchBench();
  watcher.start();
  await add(1);
  await clock.advance(1000);
  await watcher.stop();
  expect(clock.waitingTimers).toBe(0);
  const count = source.requests.length;
  await clock.advance(600_000);
  expect(source.requests).toHaveLength(count);
});

test('stopping during a request aborts it and waits until it let go', async () => {
  const { watcher, add, clock, source } = watchBench();
  watcher.start();
  source.latencyMs = 5000;
  await add(1);
  await clock.advance(1000);
  expect(source.running).toBe(1);
  await watcher.stop();
  expect(source.running).toBe(0);
  expect(watcher.plan(id).isChecking).toBe(false);
  expect(clock.waitingTimers).toBe(0);
});

test('a request that does not let go is waited for a moment and no longer, so that a quit keeps its two seconds', async () => {
  const { watcher, add, clock, source, announced } = watchBench();
  watcher.start();
  source.latencyMs = 600_000;
  source.obeysAbort = false;
  await add(1);
  await clock.advance(1000);
  let hasStopped = false;
  const stopped = watcher.stop().then(() => {
    hasStopped = true;
  });
  await clock.advance(600);
  expect(hasStopped).toBe(false);
  await clock.advance(200);
  await stopped;
  announced.changed.length = 0;
  await clock.advance(700_000);
  expect(announced.changed).toEqual([]);
});

test('stopping twice and starting twice is as good as once', async () => {
  const { watcher, add, clock, source } = watchBench();
  watcher.start();
  watcher.start();
  await add(1);
  await clock.advance(1000);
  await Promise.all([watcher.stop(), watcher.stop()]);
  await watcher.stop();
  expect(clock.waitingTimers).toBe(0);
  watcher.start();
  await clock.advance(60_000);
  expect(source.mostRunningPerOrder).toBe(1);
  expect(source.requests.length).toBeGreaterThan(1);
});

test('a change is told after a restart when it came while nobody ran, and only once', async () => {
  const first = watchBench();
  first.watcher.start();
  await first.add(1);
  await first.clock.advance(1000);
  await first.watcher.stop();
  const second = watchBench({ store: first.store, clock: first.clock });
  const before = first.watcher.get(id)?.order;
  if (before == null) throw new Error('the first run saw nothing');
  const after = { ...before, status: { raw: 'active', phase: 'assigned' } } as const;
  second.source.orders.set(id, after);
  second.watcher.start();
  await second.clock.advance(60_000);
  await second.watcher.stop();
  const third = watchBench({ store: first.store, clock: first.clock });
  third.source.orders.set(id, after);
  third.watcher.start();
  await third.clock.advance(60_000);
  expect(first.store.updates).toHaveLength(1);
  expect(third.watcher.get(id)?.order).toEqual(after);
});

test('what is done after stopping is still stored', async () => {
  const { watcher, add, store } = watchBench();
  watcher.start();
  await add(1);
  await watcher.stop();
  watcher.mute([id], true);
  expect(store.orders.get(id)?.isMuted).toBe(true);
});

test('a watch list that cannot be read at the start is read as soon as it can be', async () => {
  const first = watchBench();
  first.watcher.start();
  await first.add(1);
  await first.clock.advance(1000);
  await first.watcher.stop();
  first.store.isBroken = true;
  const second = watchBench({ store: first.store, clock: first.clock });
  second.watcher.start();
  expect(second.watcher.storageFault).toBe('database or disk is full');
  await second.clock.advance(10_000);
  first.store.isBroken = false;
  await second.clock.advance(60_000);
  expect(second.watcher.storageFault).toBeNull();
  expect(second.source.requests.length).toBeGreaterThan(0);
  expect(second.watcher.get(id)?.order).not.toBeNull();
});
