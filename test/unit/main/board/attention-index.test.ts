import { describe, expect, test } from 'vitest';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { AttentionIndex } from '../../../../main/board/attention-index.ts';
import { newlyWatched } from '../../../../core/watch/newly-watched.ts';
import { FakeBoardWatch } from '../../../support/watch/fake-board-watch.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function notFound(n: number, changedAtMs: number): WatchedOrder {
  return {
    ...newlyWatched(orderIdAt(n), null, 0),
    changedAtMs,
    problem: { code: 'order-not-found', httpStatus: 404, sinceMs: 0, failureCount: 3 },
  };
}

function indexOf(orderCount: number) {
  const watch = new FakeBoardWatch(orderCount);
  const clock = new FakeClock();
  const attention = new AttentionIndex(clock);
  attention.attach({ watch });
  return { watch, clock, attention };
}

describe('attention index', () => {
  test('counts the orders that need attention and forgets those that no longer do', () => {
    const { watch, attention } = indexOf(3);
    attention.refresh();
    expect(attention.count).toBe(0);
    watch.put(notFound(2, 5));
    attention.ordersChanged([orderIdAt(2)]);
    expect(attention.count).toBe(1);
    watch.put(newlyWatched(orderIdAt(2), null, 0));
    attention.ordersChanged([orderIdAt(2)]);
    expect(attention.count).toBe(0);
  });

  test('only the orders that changed are judged', () => {
    const { watch, attention } = indexOf(2);
    watch.put(notFound(1, 5));
    attention.ordersChanged([orderIdAt(2)]);
    expect(attention.count).toBe(0);
    attention.refresh();
    expect(attention.count).toBe(1);
  });

  test('an order on which nothing calls for attention is worth no look, once it was judged', async () => {
    const { watch, clock, attention } = indexOf(2);
    attention.refresh();
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(false);
    watch.put(notFound(1, 5));
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    watch.put(newlyWatched(orderIdAt(1), null, 0));
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(false);
    await clock.advance(60_000);
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(true);
    attention.refresh();
    expect(attention.ordersChanged([orderIdAt(1)])).toBe(false);
  });

  test('an order that left the list needs nothing', () => {
    const { watch, attention } = indexOf(1);
    watch.put(notFound(1, 5));
    attention.refresh();
    watch.orders.delete(orderIdAt(1));
    attention.ordersRemoved([orderIdAt(1)]);
    expect([attention.count, attention.top(9)]).toEqual([0, []]);
  });

  test('of equally needy orders the one that waits longest comes first', () => {
    const { watch, attention } = indexOf(0);
    for (const [n, changedAtMs] of [
      [1, 30],
      [2, 10],
      [3, 20],
    ] as const)
      watch.put(notFound(n, changedAtMs));
    attention.refresh();
    const top = attention.top(2).map(({ watched }) => watched.id);
    expect(top).toEqual([orderIdAt(2), orderIdAt(3)]);
  });
});

test('a long list is judged anew in several goes, all of it within the minute', () => {
  const watch = new FakeBoardWatch(1000);
  const clock = new FakeClock();
  let reads = 0;
  const attention = new AttentionIndex(clock);
  attention.attach({
    watch: {
      get: (id) => {
        reads += 1;
        return watch.get(id);
      },
      list: () => watch.list(),
    },
  });
  const perGo = Array.from({ length: 6 }, () => {
    const before = reads;
    attention.refresh();
    return reads - before;
  });
  expect(perGo).toEqual([250, 250, 250, 250, 0, 0]);
});
