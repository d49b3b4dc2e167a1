import { expect, test } from 'vitest';
import type { FixNote } from '../../../../core/order/courier-time.ts';
import type { Order } from '../../../../core/order/order.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';

function seenAt(reportedAtMs: number, latitudeDeg: number): Order {
  const fix = { latitudeDeg, longitudeDeg: 114.1, reportedAtMs };
  return { ...someOrder(orderIdAt(1)), courier: { name: 'Lau', phoneNumber: null, fix } };
}

test('a position that is older than the known one moves nobody, and is counted', async () => {
  const notes: FixNote[] = [];
  const { clock, source, watcher, add, announced } = watchBench({
    noted: (note) => notes.push(note),
  });
  const firstAtMs = clock.wallMs();
  source.orders.set(orderIdAt(1), seenAt(firstAtMs, 22.3));
  watcher.start();
  await add(1);
  await clock.advance(1000);
  source.orders.set(orderIdAt(1), seenAt(firstAtMs - 60_000, 22.4));
  await clock.advance(30_000);
  expect(notes).toEqual(['fix-older-than-known']);
  expect(announced.updates).toEqual([]);
  expect(watcher.get(orderIdAt(1))?.order?.courier?.fix?.latitudeDeg).toBe(22.3);
  await watcher.stop();
});

test('a position from the future counts from its arrival, and is counted', async () => {
  const notes: FixNote[] = [];
  const { clock, source, watcher, add } = watchBench({ noted: (note) => notes.push(note) });
  source.orders.set(orderIdAt(1), seenAt(clock.wallMs() + 3_600_000, 22.3));
  watcher.start();
  await add(1);
  await clock.advance(1000);
  const fix = watcher.get(orderIdAt(1))?.order?.courier?.fix;
  expect(fix?.reportedAtMs).toBe(watcher.get(orderIdAt(1))?.observedAtMs);
  expect(notes).toEqual(['fix-from-the-future']);
  await watcher.stop();
});
