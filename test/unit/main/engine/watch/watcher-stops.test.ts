import { expect, test } from 'vitest';
import type { WatchStore } from '../../../../../main/engine/watch/ports.ts';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';
import { startedBench, watchBench } from '../../../../support/watch/watch-bench.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';

const firstId = orderIdAt(1);

test('stopping before the start does nothing, and it can be started afterwards', async () => {
  const { watcher, add, clock, source } = watchBench();
  await watcher.stop();
  watcher.start();
  await add(1);
  await clock.advance(1000);
  expect(source.requests).toHaveLength(1);
});

test('stopping while waiting leaves no timer and asks no more', async () => {
  const { watcher, clock, source } = await startedBench([1]);
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
  expect(watcher.plan(firstId).isChecking).toBe(false);
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

test('a change that came while the program was closed is announced once after the restart', async () => {
  const first = await startedBench([1]);
  await first.watcher.stop();
  const second = watchBench({ store: first.store, clock: first.clock });
  const before = first.watcher.get(firstId)?.order;
  if (before == null) throw new Error('the first run saw nothing');
  const after = { ...before, status: { raw: 'active', phase: 'assigned' } } as const;
  second.source.orders.set(firstId, after);
  second.watcher.start();
  await second.clock.advance(60_000);
  await second.watcher.stop();
  const third = watchBench({ store: first.store, clock: first.clock });
  third.source.orders.set(firstId, after);
  third.watcher.start();
  await third.clock.advance(60_000);
  expect(first.store.updates).toHaveLength(1);
  expect(third.watcher.get(firstId)?.order).toEqual(after);
});

test('changes after stopping are still stored', async () => {
  const { watcher, add, store } = watchBench();
  watcher.start();
  await add(1);
  await watcher.stop();
  watcher.mute([firstId], true);
  expect(store.orders.get(firstId)?.isMuted).toBe(true);
});

test('what is rewritten without an update is stored when the call returns, however much it is', async () => {
  const { watcher, store } = watchBench();
  const ids = Array.from({ length: 250 }, (_, index) => orderIdAt(index));
  watcher.start();
  await watcher.add(ids.map((id) => ({ id, label: null })));
  watcher.rewrite(ids, (watched) => ({ ...watched, label: 'rewritten' }));
  const stored = ids.filter((id) => store.orders.get(id)?.label === 'rewritten');
  expect(stored).toHaveLength(250);
});

test('a watch list that cannot be read at the start is read as soon as it can be', async () => {
  const first = await startedBench([1]);
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
  expect(second.watcher.get(firstId)?.order).not.toBeNull();
});

test('an order that is added while the list cannot be read takes nothing from the stored one', async () => {
  const first = await startedBench([1]);
  first.watcher.relabel(firstId, 'Florist');
  first.watcher.setPreferences([firstId], { note: 'ring twice' });
  await first.watcher.stop();
  const stored = first.store.orders.get(firstId);
  let isReadable = false;
  const disk: WatchStore = {
    loadInParts() {
      if (!isReadable) throw new Error('disk I/O error');
      return first.store.loadInParts();
    },
    save: (records) => first.store.save(records),
    remove: (ids) => first.store.remove(ids),
  };
  const { announced, clock, source, watcher } = watchBench({ disk, clock: first.clock });
  source.orders.set(firstId, stored?.order ?? someOrder(firstId));
  watcher.start();
  await watcher.add([firstId, orderIdAt(2)].map((id) => ({ id, label: 'Other words' })));
  await clock.advance(20_000);
  expect(source.requests.length).toBeGreaterThan(0);
  expect([...first.store.orders.keys()]).toEqual([firstId]);
  isReadable = true;
  await clock.advance(60_000);
  expect(watcher.storageFault).toBeNull();
  for (const now of [watcher.get(firstId), first.store.orders.get(firstId)]) {
    expect(now).toMatchObject({ label: 'Florist', preferences: { note: 'ring twice' } });
    expect(now?.addedAtMs).toBe(stored?.addedAtMs);
  }
  // It is checked on, and the new one is stored as well.
  expect(watcher.get(firstId)?.observedAtMs).toBeGreaterThan(stored?.observedAtMs ?? Infinity);
  expect(first.store.orders.get(orderIdAt(2))?.label).toBe('Other words');
  expect(watcher.count).toBe(2);
  expect(announced.defects).toEqual([]);
});

const everyMs = 30_000;

const limits = { requestsPerMinute: 60_000, activeEverySeconds: 30 };

test('an order keeps its place in the interval over a restart, so no gap is longer or shorter', async () => {
  const first = watchBench({ limits });
  const ids = Array.from({ length: 300 }, (_, index) => orderIdAt(index));
  first.assign(ids);
  first.watcher.start();
  await first.watcher.add(ids.map((id) => ({ id, label: null })));
  await first.clock.advance(5 * everyMs);
  await first.watcher.stop();
  const askedAtMs = new Map(first.source.requests.map(({ id, atMs }) => [id, atMs]));
  const stoppedAtMs = first.clock.monotonicMs();

  // A new process: its monotonic clock begins anew, two seconds later.
  const clock = new FakeClock(first.clock.wallMs() + 2000);
  const second = watchBench({ limits, clock, store: first.store });
  for (const [id, order] of first.source.orders) second.source.orders.set(id, order);
  const startedAtMs = clock.monotonicMs();
  second.watcher.start();
  await clock.advance(everyMs);
  // Those that were due while Waybell was not running are asked at once; all others at their own time.
  const inTime = second.source.requests.filter(({ atMs }) => atMs - startedAtMs > 3000);
  const firstOnes = new Map(inTime.toReversed().map(({ id, atMs }) => [id, atMs]));
  const late = new Set(second.source.requests.map(({ id }) => id).slice(0, 60));
  for (const id of late) firstOnes.delete(id);
  expect(firstOnes.size).toBeGreaterThanOrEqual(230);
  for (const [id, atMs] of firstOnes) {
    const gapMs = stoppedAtMs + 2000 + atMs - startedAtMs - (askedAtMs.get(id) ?? 0);
    // At this rate requests leave in slots, those of one slot together.
    expect(Math.abs(gapMs - everyMs)).toBeLessThan(1000);
  }
  await second.watcher.stop();
});

const hourMs = 3_600_000;

test('an order that the service did not know yet is asked for after a night, and not given up unasked', async () => {
  const first = watchBench();
  first.source.outcome = () => failure('order-not-found');
  first.watcher.start();
  await first.add(0);
  await first.clock.advance(15 * 60_000);
  await first.watcher.stop();
  const clock = new FakeClock(first.clock.wallMs() + 10 * hourMs);
  const second = watchBench({ clock, store: first.store });
  second.watcher.start();
  await clock.advance(2000);
  expect(second.watcher.get(orderIdAt(0))).toMatchObject({
    order: { id: orderIdAt(0) },
    problem: null,
  });
  await second.watcher.stop();
});

test('an amendment after completion that came while the program was closed is announced; then checking ends', async () => {
  const status = { raw: 'completed', phase: 'done' } as const;
  const first = watchBench();
  first.source.orders.set(orderIdAt(0), someOrder(orderIdAt(0), { status }));
  first.watcher.start();
  await first.add(0);
  await first.clock.advance(60_000);
  await first.watcher.stop();
  const clock = new FakeClock(first.clock.wallMs() + 10 * hourMs);
  const second = watchBench({ clock, store: first.store });
  second.source.orders.set(
    orderIdAt(0),
    someOrder(orderIdAt(0), { status, noteToCourier: 'left at the door' }),
  );
  second.watcher.start();
  await clock.advance(hourMs);
  expect(second.announced.updates).toMatchObject([{ changes: [{ field: 'note_to_courier' }] }]);
  expect(second.source.requests).toHaveLength(1);
  await second.watcher.stop();
});
