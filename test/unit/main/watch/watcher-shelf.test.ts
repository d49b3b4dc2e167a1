import { expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { Order } from '../../../../core/order/order.ts';
import { ShelvedOrder } from '../../../../core/watch/shelved-order.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import type { WatchRecord } from '../../../../main/watch/ports.ts';
import { MemoryWatchStore } from '../../../support/storage/memory-watch-store.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

/** A store that keeps the answers to itself, like the database. */
class ShelvingStore extends MemoryWatchStore {
  readonly answers = new Map<OrderId, Order>();
  isUnreadable = false;
  fetches = 0;

  override save(records: readonly WatchRecord[]): void {
    super.save(records);
    for (const { watched } of records) {
      if (watched.order !== null) this.answers.set(watched.id, watched.order);
    }
  }

  shelved(watched: WatchedOrder): WatchedOrder {
    return watched.order === null ? watched : new ShelvedOrder(watched, this);
  }

  fetch(id: OrderId): Order | null {
    this.fetches += 1;
    if (this.isUnreadable) throw new Error('disk I/O error');
    // A copy, because the one that was given is let go of.
    return structuredClone(this.answers.get(id) ?? null);
  }
}

const id = orderIdAt(1);
const active = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });

test('what was saved is no longer held in memory, and stays so while nothing changes', async () => {
  const store = new ShelvingStore();
  const { watcher, clock, add } = watchBench({ store });
  watcher.start();
  add(1);
  await clock.advance(1000);
  expect(watcher.get(id)).toBeInstanceOf(ShelvedOrder);
  watcher.mute([id], true);
  await clock.advance(5 * 60_000);
  expect(watcher.get(id)).toBeInstanceOf(ShelvedOrder);
  expect(watcher.get(id)).toMatchObject({ isMuted: true, order: { status: { raw: 'pending' } } });
  expect(store.updates).toEqual([]);
});

test('a change that comes while the disk cannot be read is told once it can', async () => {
  const store = new ShelvingStore();
  const { watcher, clock, source, announced, add } = watchBench({ store });
  watcher.start();
  add(1);
  await clock.advance(60_000);
  store.isUnreadable = true;
  // Saved anew, and so shelved anew: nothing in memory holds the last answer.
  watcher.markSeen([id]);
  await clock.advance(1000);
  source.orders.set(id, active);
  await clock.advance(5 * 60_000);
  expect(announced.updates).toEqual([]);
  expect(announced.defects.length).toBeGreaterThan(0);
  store.isUnreadable = false;
  await clock.advance(5 * 60_000);
  expect(watcher.get(id)?.order?.status.raw).toBe('active');
  expect(announced.updates.map((update) => update.kinds)).toEqual([['order_matched']]);
});

test('an answer that nothing changed reads no last answer, whoever could explain it', async () => {
  const store = new ShelvingStore();
  const { watcher, clock, add, source } = watchBench({
    store,
    explainUpdate: (_before, _after, update) => update,
    isReported: () => false,
  });
  watcher.start();
  add(1, 2, 3);
  await clock.advance(60_000);
  const [before, asked] = [store.fetches, source.requests.length];
  await clock.advance(120_000);
  expect(source.requests.length).toBeGreaterThan(asked);
  expect(store.fetches).toBe(before);
});
