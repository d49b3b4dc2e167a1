import { expect, test } from 'vitest';
import { FakeClock } from '../../../support/fake-clock.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch-bench.ts';

const everyMs = 30_000;
const limits = { requestsPerMinute: 60_000, activeEverySeconds: 30 };

test('an order keeps its place in the interval over a restart, so no gap is longer or shorter', async () => {
  const first = watchBench({ limits });
  const ids = Array.from({ length: 300 }, (_, index) => orderIdAt(index));
  for (const id of ids) {
    first.source.orders.set(id, someOrder(id, { status: { raw: 'active', phase: 'assigned' } }));
  }
  first.watcher.start();
  first.watcher.add(ids.map((id) => ({ id, label: null })));
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
