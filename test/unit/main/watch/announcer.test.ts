import { expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { orderIdAt, someWatched } from '../../../support/watched-orders.ts';
import { MemoryWatchStore } from '../../../support/storage/memory-watch-store.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { Announcer } from '../../../../main/watch/announcer.ts';
import type { WatchRecord } from '../../../../main/watch/ports.ts';

const nothing = () => undefined;

/** A disk that takes 1.2 ms for twenty records, as a usual one does. */
class SlowStore extends MemoryWatchStore {
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    super();
    this.#clock = clock;
  }

  override save(records: readonly WatchRecord[]): void {
    super.save(records);
    this.#clock.blockLoop(0.06 * records.length);
  }
}

function makeAnnouncer(clock = new FakeClock(), store = new MemoryWatchStore()) {
  const told: (readonly OrderId[])[] = [];
  const announcer = new Announcer(
    clock,
    store,
    {
      ordersChanged: (ids) => told.push(ids),
      ordersRemoved: nothing,
      orderUpdated: nothing,
      tellingsStored: nothing,
      sightChanged: nothing,
      deskChanged: nothing,
    },
    (run) => run(),
    nothing,
  );
  const publish = () =>
    announcer.publish(
      { sight: { state: 'clear' }, requestsLastMinute: 0, lastAnswerAtMs: null },
      true,
    );
  return { announcer, clock, told, publish };
}

test('when all orders change at once they are announced in several goes, each once and all soon', async () => {
  const { announcer, clock, told, publish } = makeAnnouncer();
  const ids = Array.from({ length: 10_000 }, (_, index) => orderIdAt(index));
  const startedAtMs = clock.monotonicMs();
  announcer.touchAll(ids);
  while (announcer.nextPublishMs !== null) {
    await clock.advance(announcer.nextPublishMs - clock.monotonicMs());
    publish();
  }
  expect(Math.max(...told.map((some) => some.length))).toBeLessThanOrEqual(250);
  expect(told.flat()).toEqual(ids);
  expect(clock.monotonicMs() - startedAtMs).toBeLessThanOrEqual(2000);
});

test('what fifty thousand orders answer is written as fast as it comes, in turns of two milliseconds', async () => {
  const clock = new FakeClock();
  const store = new SlowStore(clock);
  const { announcer, publish } = makeAnnouncer(clock, store);
  let count = 0;
  let longestMs = 0;
  for (let slot = 0; slot < 300; slot += 1) {
    await clock.advance(10 - (clock.monotonicMs() % 10));
    for (let each = 0; each < 17; each += 1) {
      announcer.record({ watched: someWatched(orderIdAt(count)), tellings: [] });
      count += 1;
    }
    const startedMs = clock.monotonicMs();
    if ((announcer.nextPublishMs ?? Number.POSITIVE_INFINITY) <= startedMs) publish();
    longestMs = Math.max(longestMs, clock.monotonicMs() - startedMs);
  }
  expect(count - store.orders.size).toBeLessThanOrEqual(200);
  expect(longestMs).toBeLessThanOrEqual(2);
});

test('a list of thousands is whole at once after a start, and told in turns', async () => {
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
