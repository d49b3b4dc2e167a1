import { expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { orderIdAt, someWatched } from '../../../support/watched-orders.ts';
import { MemoryWatchStore } from '../../../support/storage/memory-watch-store.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { ChangePublisher } from '../../../../main/watch/change-publisher.ts';

const nothing = () => undefined;

function makePublisher() {
  const clock = new FakeClock();
  const told: (readonly OrderId[])[] = [];
  const publisher = new ChangePublisher({
    clock,
    store: new MemoryWatchStore(),
    events: {
      ordersChanged: (ids) => told.push(ids),
      ordersRemoved: nothing,
      orderUpdated: nothing,
      notificationsStored: nothing,
      serviceHealthChanged: nothing,
      stateChanged: nothing,
    },
    guard: (run) => run(),
  });
  const publish = () =>
    publisher.publish(
      { serviceHealth: { state: 'reachable' }, requestsLastMinute: 0, lastAnswerAtMs: null },
      true,
    );
  return { publisher, clock, told, publish };
}

test('when all orders change at once they are announced in several goes, each once and all soon', async () => {
  const { publisher, clock, told, publish } = makePublisher();
  const ids = Array.from({ length: 10_000 }, (_, index) => orderIdAt(index));
  const startedAtMs = clock.monotonicMs();
  publisher.touchAll(ids);
  while (publisher.nextPublishMs !== null) {
    await clock.advance(publisher.nextPublishMs - clock.monotonicMs());
    publish();
  }
  expect(Math.max(...told.map((some) => some.length))).toBeLessThanOrEqual(250);
  expect(told.flat()).toEqual(ids);
  expect(clock.monotonicMs() - startedAtMs).toBeLessThanOrEqual(2000);
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
