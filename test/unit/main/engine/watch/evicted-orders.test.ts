import { expect, test } from 'vitest';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';
import { startedBench, watchBench } from '../../../../support/watch/watch-bench.ts';

const id = orderIdAt(1);
const hourMs = 3_600_000;

/** An order that ended, and one that is under way. */
async function ended() {
  const bench = await startedBench([1, 2]);
  bench.source.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
  await bench.clock.advance(5 * 60_000);
  bench.watcher.relabel(id, 'Florist');
  return bench;
}

/** The same, evicted. */
async function evicted() {
  const bench = await ended();
  await bench.clock.advance(3 * hourMs);
  const before = bench.watcher.get(id);
  bench.watcher.evict([id]);
  return { ...bench, before };
}

test('an order that is still checked, or has a time ahead, is not evicted', async () => {
  const { clock, watcher } = await ended();
  watcher.evict([id, orderIdAt(2), orderIdAt(99)]);
  expect(watcher.count).toBe(2);
  await clock.advance(3 * hourMs);
  watcher.checkNow([id]);
  watcher.evict([id]);
  expect(watcher.count).toBe(2);
});

test('an order that is given up waits for its promise before it is evicted', async () => {
  const { clock, source, watcher } = await startedBench([2]);
  source.outcome = (each) => (each === id ? failure('order-gone') : null);
  await watcher.add([{ id, label: null, promisedAtMs: clock.wallMs() + hourMs }]);
  await clock.advance(60_000);
  expect(watcher.plan(id).checkEveryMs).toBeNull();
  watcher.evict([id]);
  expect(watcher.get(id)).toBeDefined();
  await clock.advance(hourMs);
  watcher.evict([id]);
  expect(watcher.get(id)).toBeUndefined();
});

test('an order at rest leaves the memory and is found as it was; a restart does not load it', async () => {
  const { before, clock, source, store, watcher } = await evicted();
  expect([watcher.count, watcher.get(id), watcher.list().length]).toEqual([1, undefined, 1]);
  expect(watcher.find(id)).toEqual(before);
  const asked = source.requestsOf(id).length;
  await clock.advance(24 * hourMs);
  expect(source.requestsOf(id)).toHaveLength(asked);
  await watcher.stop();
  const next = watchBench({ store, clock });
  next.watcher.start();
  expect(next.watcher.list().map((watched) => watched.id)).toEqual([orderIdAt(2)]);
  expect(next.watcher.find(id)).toEqual(before);
});

test('whatever is done to it loads it with all that is known of it, and it can be evicted again', async () => {
  const { before, clock, source, watcher } = await evicted();
  const acts = [
    () => watcher.relabel(id, 'Van'),
    () => watcher.mute([id], true),
    () => watcher.pin([id], true),
    () => watcher.setPreferences([id], { note: 'Call back' }),
    () => watcher.changeSeen([id], (seen) => ({ ...seen, unseenCount: 0, lastLookedAtMs: 7 })),
    () => watcher.load([id]),
  ];
  for (const act of acts) {
    act();
    expect(watcher.get(id)?.order).toEqual(before?.order);
    expect(watcher.plan(id).nextCheckAtMs).toBeNull();
    watcher.evict([id]);
    expect(watcher.get(id)).toBeUndefined();
  }
  expect(watcher.find(id)).toMatchObject({ label: 'Van', isMuted: true, isPinned: true });
  const asked = source.requestsOf(id).length;
  watcher.checkNow([id]);
  await clock.advance(1000);
  expect(source.requestsOf(id)).toHaveLength(asked + 1);
  watcher.evict([id]);
  expect(watcher.get(id)).toBeUndefined();
});

test('pasted again it is watched already, and keeps what is known of it', async () => {
  const { before, watcher } = await evicted();
  const report = await watcher.add([{ id, label: 'Other words' }]);
  expect(report).toEqual({ added: [], alreadyWatched: [id], changed: [] });
  expect(watcher.find(id)).toEqual(before);
});

test('a rewrite leaves it where it is, and removing it leaves nothing', async () => {
  const { store, watcher } = await evicted();
  watcher.rewrite([id], (watched) => ({ ...watched, label: null }));
  expect(watcher.get(id)).toBeUndefined();
  expect(watcher.find(id)?.label).toBeNull();
  watcher.remove([id]);
  expect(watcher.find(id)).toBeUndefined();
  expect(store.orders.has(id)).toBe(false);
});

test('while the disk refuses nothing is evicted', async () => {
  const { clock, store, watcher } = await ended();
  await clock.advance(3 * hourMs);
  store.isBroken = true;
  watcher.relabel(id, 'Van');
  watcher.evict([id]);
  expect(watcher.get(id)?.label).toBe('Van');
});
