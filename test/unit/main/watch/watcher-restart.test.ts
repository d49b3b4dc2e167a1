import { expect, test } from 'vitest';
import { FakeClock } from '../../../support/fake-clock.ts';
import { failure } from '../../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

const everyMs = 30_000;
const limits = { requestsPerMinute: 60_000, activeEverySeconds: 30 };

test('an order keeps its place in the interval over a restart, so no gap is longer or shorter', async () => {
  const first = watchBench({ limits });
  const ids = Array.from({ length: 300 }, (_, index) => orderIdAt(index));
  for (const id of ids) {
    first.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
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
  // Those that were due while nobody was there are asked at once; all others at their own time.
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
  first.source.fate = () => failure('order-not-found');
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

test('what was amended after completion while nobody was there is told; after that there is nothing to ask', async () => {
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
