import { expect, test } from 'vitest';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

const limits = { requestsPerMinute: 60_000, activeEverySeconds: 30 };
const ids = Array.from({ length: 2000 }, (_, index) => orderIdAt(index));
const pasted = ids.map((id) => ({ id, label: null }));

test('of thousands the rows are stored in the order in which their first answers come', async () => {
  const { clock, source, store, watcher } = watchBench({ limits });
  watcher.start();
  watcher.add(pasted);
  await clock.advance(40_000);
  const place = new Map([...store.orders.keys()].map((id, index) => [id, index]));
  const asked = [...new Set(source.requests.map(({ id }) => id))];
  expect(asked).toHaveLength(ids.length);
  // The very first go alone and early, while nothing is known of the service.
  const moved = asked.map((id, index) => Math.abs((place.get(id) ?? 0) - index));
  expect(moved.filter((by) => by > 60)).toEqual([]);
});

test('thousands that were just added are stored by a quit, and none that was removed meanwhile', async () => {
  const { store, watcher } = watchBench({ limits });
  watcher.start();
  watcher.add(pasted);
  watcher.remove(ids.slice(0, 500));
  await watcher.stop();
  expect(new Set(store.orders.keys())).toEqual(new Set(ids.slice(500)));
});

test('what is changed of thousands that were just added is what is stored of them', async () => {
  const { clock, store, watcher } = watchBench({ limits });
  watcher.start();
  watcher.add(pasted);
  watcher.relabel(orderIdAt(7), 'Flowers');
  await clock.advance(1000);
  expect(store.orders.get(orderIdAt(7))?.label).toBe('Flowers');
});
