import { expect, test } from 'vitest';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

const limits = { requestsPerMinute: 60_000, activeEverySeconds: 30 };
const ids = Array.from({ length: 2000 }, (_, index) => orderIdAt(index));
const pasted = ids.map((id) => ({ id, label: null }));

test('adding thousands resolves when all are stored, in bounded transactions', async () => {
  const { store, watcher } = watchBench({ limits });
  watcher.start();
  const { added } = await watcher.add(pasted);
  expect(added).toHaveLength(ids.length);
  expect([...store.orders.keys()]).toEqual(ids);
  expect(Math.max(...store.batches)).toBeLessThanOrEqual(100);
});

test('thousands that were just added are stored by a quit, and none that was removed meanwhile', async () => {
  const { store, watcher } = watchBench({ limits });
  watcher.start();
  void watcher.add(pasted);
  watcher.remove(ids.slice(0, 500));
  await watcher.stop();
  expect(new Set(store.orders.keys())).toEqual(new Set(ids.slice(500)));
});

test('what is changed of thousands that were just added is what is stored of them', async () => {
  const { clock, store, watcher } = watchBench({ limits });
  watcher.start();
  void watcher.add(pasted);
  watcher.relabel(orderIdAt(7), 'Flowers');
  await clock.advance(1000);
  expect(store.orders.get(orderIdAt(7))?.label).toBe('Flowers');
});
