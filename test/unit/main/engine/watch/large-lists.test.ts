import { expect, test } from 'vitest';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import type { WatchStore } from '../../../../../main/engine/watch/ports.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { MemoryWatchStore } from '../../../../support/storage/memory-watch-store.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { ChangePublisher } from '../../../../../main/engine/watch/change-publisher.ts';

/** A store that gives its list in parts of a hundred, on a disk that can refuse. */
class PartingStore implements WatchStore {
  readonly orders: readonly WatchedOrder[];
  partsRead = 0;
  isBroken = false;

  constructor(count: number) {
    this.orders = Array.from({ length: count }, (_, index) => someWatched(orderIdAt(index)));
  }

  *loadInParts(): Generator<readonly WatchedOrder[], void> {
    for (let from = 0; from < this.orders.length; from += 100) {
      if (this.isBroken) throw new Error('disk I/O error');
      this.partsRead += 1;
      yield this.orders.slice(from, from + 100);
    }
  }

  save(): void {}

  remove(): void {}
}

test('a long list is read in turns, and then every order is asked for', async () => {
  const disk = new PartingStore(1000);
  const { watcher, clock, source } = watchBench({ disk, limits: { requestsPerMinute: 60_000 } });
  watcher.start();
  expect([disk.partsRead, watcher.count, watcher.known().length]).toEqual([1, 100, 100]);
  await clock.advance(5);
  expect(disk.partsRead).toBeGreaterThan(1);
  expect(disk.partsRead).toBeLessThan(10);
  await clock.advance(60_000);
  expect(watcher.count).toBe(1000);
  expect(new Set(source.requests.map(({ id }) => id)).size).toBe(1000);
});

test('the whole list, or an order that is not read yet, is there at once when asked for', async () => {
  const whole = watchBench({ disk: new PartingStore(1000) });
  whole.watcher.start();
  expect(whole.watcher.list()).toHaveLength(1000);
  const one = watchBench({ disk: new PartingStore(1000) });
  one.watcher.start();
  expect(one.watcher.get(orderIdAt(50))).toBeDefined();
  expect(one.watcher.count).toBe(100);
  expect(one.watcher.get(orderIdAt(950))).toBeDefined();
  const { alreadyWatched } = await one.watcher.add([{ id: orderIdAt(990), label: null }]);
  expect(alreadyWatched).toHaveLength(1);
});

test('a list that was asked for in the middle of reading is checked like any other', async () => {
  const { watcher, clock, source } = watchBench({ disk: new PartingStore(300) });
  watcher.start();
  watcher.list();
  await clock.advance(60_000);
  expect(new Set(source.requests.map(({ id }) => id)).size).toBe(300);
});

test('a disk that fails in the middle is said, and the rest is read once it works', async () => {
  const disk = new PartingStore(500);
  const { watcher, clock } = watchBench({ disk });
  watcher.start();
  disk.isBroken = true;
  await clock.advance(500);
  expect(watcher.storageFault).toBe('disk I/O error');
  disk.isBroken = false;
  await clock.advance(5000);
  expect(watcher.storageFault).toBeNull();
  expect(watcher.count).toBe(500);
});

test('stopping in the middle of reading leaves no timer, and starting reads on', async () => {
  const disk = new PartingStore(1000);
  const { watcher, clock } = watchBench({ disk });
  watcher.start();
  await watcher.stop();
  expect(clock.waitingTimers).toBe(0);
  watcher.start();
  await clock.advance(1000);
  expect(watcher.count).toBe(1000);
});

const limits = { requestsPerMinute: 60_000, activeEverySeconds: 30 };

const manyIds = Array.from({ length: 2000 }, (_, index) => orderIdAt(index));

const pasted = manyIds.map((id) => ({ id, label: null }));

test('adding thousands resolves when all are stored, in bounded transactions', async () => {
  const { store, watcher } = watchBench({ limits });
  watcher.start();
  const { added } = await watcher.add(pasted);
  expect(added).toHaveLength(manyIds.length);
  expect([...store.orders.keys()]).toEqual(manyIds);
  expect(Math.max(...store.batches)).toBeLessThanOrEqual(100);
});

test('thousands that were just added are stored by a quit, and none that was removed meanwhile', async () => {
  const { store, watcher } = watchBench({ limits });
  watcher.start();
  void watcher.add(pasted);
  watcher.remove(manyIds.slice(0, 500));
  await watcher.stop();
  expect(new Set(store.orders.keys())).toEqual(new Set(manyIds.slice(500)));
});

test('changes to thousands of orders that were just added are stored', async () => {
  const { clock, store, watcher } = watchBench({ limits });
  watcher.start();
  void watcher.add(pasted);
  watcher.relabel(orderIdAt(7), 'Flowers');
  await clock.advance(1000);
  expect(store.orders.get(orderIdAt(7))?.label).toBe('Flowers');
});

const nothing = () => undefined;

function makePublisher() {
  const clock = new FakeClock();
  const announced: (readonly OrderId[])[] = [];
  const publisher = new ChangePublisher(
    clock,
    new MemoryWatchStore(),
    {
      ordersChanged: (ids) => announced.push(ids),
      ordersRemoved: nothing,
      orderUpdated: nothing,
      notificationsStored: nothing,
      serviceHealthChanged: nothing,
      stateChanged: nothing,
    },
    (run) => run(),
  );
  const publish = () =>
    publisher.publish(
      { serviceHealth: { state: 'reachable' }, requestsLastMinute: 0, lastAnswerAtMs: null },
      true,
    );
  return { publisher, clock, announced, publish };
}

test('when all orders change at once they are announced in several parts, each order once and soon', async () => {
  const { publisher, clock, announced, publish } = makePublisher();
  const ids = Array.from({ length: 10_000 }, (_, index) => orderIdAt(index));
  const startedAtMs = clock.monotonicMs();
  publisher.touchAll(ids);
  while (publisher.nextPublishMs !== null) {
    await clock.advance(publisher.nextPublishMs - clock.monotonicMs());
    publish();
  }
  expect(Math.max(...announced.map((some) => some.length))).toBeLessThanOrEqual(250);
  expect(announced.flat()).toEqual(ids);
  expect(clock.monotonicMs() - startedAtMs).toBeLessThanOrEqual(2000);
});

test('after a start a list of thousands can be had whole at once and is announced in parts', async () => {
  const store = new MemoryWatchStore();
  for (let index = 0; index < 3000; index += 1) {
    store.orders.set(orderIdAt(index), someWatched(orderIdAt(index)));
  }
  const { watcher, announced, clock } = watchBench({ store });
  watcher.start();
  expect(watcher.list()).toHaveLength(3000);
  expect(announced.changed.length).toBeLessThanOrEqual(250);
  await clock.advance(2000);
  expect(new Set(announced.changed).size).toBe(3000);
  await watcher.stop();
});

test('at the cap requests leave together in slots, and not one by one as the cap allows them', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 6000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  source.latencyMs = 70;
  watcher.start();
  await bench.addAssigned(3000);
  await clock.advance(2 * 60_000);
  const from = source.requests.length;
  await clock.advance(60_000);
  const steady = source.requests.slice(from);
  expect(steady.length).toBeGreaterThan(5800);
  // Slots of a quarter of a second, and the little that leaves between two of them.
  expect(new Set(steady.map(({ atMs }) => atMs)).size).toBeLessThanOrEqual(2 * 4 * 60);
});

test('when a whole list turns to a slower pace, those that have not yet are asked in time', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  watcher.start();
  const ids = Array.from({ length: 1000 }, (_, index) => orderIdAt(index + 1));
  for (const id of ids) {
    source.orders.set(id, someOrder(id, { status: { raw: 'pending', phase: 'searching' } }));
  }
  await bench.add(...ids.map((_, index) => index + 1));
  // Orders that wait for a courier are asked every 40 s, and after ten minutes every two.
  await clock.advance(9.9 * 60_000);
  const paces = new Set<number | null>();
  let mostLate = 0;
  for (let second = 0; second < 90; second += 1) {
    await clock.advance(1000);
    for (const id of ids) {
      const everyMs = watcher.plan(id).checkEveryMs;
      paces.add(everyMs);
      const ageMs = clock.wallMs() - (watcher.get(id)?.observedAtMs ?? 0);
      mostLate = Math.max(mostLate, ageMs / (everyMs ?? 1));
    }
  }
  expect([...paces]).toEqual([40_000, 120_000]);
  expect(mostLate).toBeLessThan(1.1);
});

test('a pasted order is answered within a round trip and a slot, with ten thousand others watched', async () => {
  const bench = watchBench({ limits: { requestsPerMinute: 60_000, activeEverySeconds: 30 } });
  const { watcher, clock, source } = bench;
  source.latencyMs = 90;
  watcher.start();
  await bench.addAssigned(10_000);
  await clock.advance(60_000);
  expect(watcher.list().every(({ observedAtMs }) => observedAtMs !== null)).toBe(true);
  const slotMs = 10;
  for (let more = 0; more < 5; more += 1) {
    const id = orderIdAt(20_000 + more);
    await watcher.add([{ id, label: null }]);
    await clock.advance(source.latencyMs + slotMs);
    expect(watcher.get(id)?.observedAtMs).not.toBeNull();
    await clock.advance(237);
  }
  expect(source.mostRunningPerOrder).toBe(1);
  expect(source.mostRunning).toBeLessThanOrEqual(64);
});
