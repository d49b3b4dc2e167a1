import { expect, test } from 'vitest';
import type { WatchRecord } from '../../../../../main/engine/watch/ports.ts';
import { WriteQueue } from '../../../../../main/engine/watch/write-queue.ts';
import { MemoryWatchStore } from '../../../../support/storage/memory-watch-store.ts';
import {
  orderIdAt,
  someNotification,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';

function record(index: number, parts: Partial<WatchRecord> = {}): WatchRecord {
  return { watched: someWatched(orderIdAt(index)), notifications: [], ...parts };
}

function bench() {
  const store = new MemoryWatchStore();
  const queue = new WriteQueue(store);
  const write = (nowMs: number) => queue.write(nowMs);
  return { store, queue, write };
}

test('while the disk refuses everything is told but the notifications, and nothing is lost', () => {
  const { store, queue, write } = bench();
  store.isBroken = true;
  const update = someUpdate(orderIdAt(1));
  queue.add(record(1, { update, notifications: [someNotification('a')] }));
  const refused = write(0);
  expect(refused.fresh).toHaveLength(1);
  expect(refused.hasNewNotifications).toBe(false);
  expect(queue.fault).toBe('database or disk is full');
  queue.add(record(2));
  expect(write(500).fresh.map((each) => each.watched.id)).toEqual([orderIdAt(2)]);
  store.isBroken = false;
  expect(write(900).fresh).toEqual([]);
  expect(queue.isEmpty).toBe(false);
  const returned = write(1600);
  expect(returned).toMatchObject({ fresh: [], hasNewNotifications: true });
  expect(store.updates).toEqual([update]);
  expect(store.notifications).toHaveLength(1);
  expect(store.orders.size).toBe(2);
  expect(queue.fault).toBeNull();
});

test('memory stays bounded while the disk refuses, and every update survives', () => {
  const { store, queue, write } = bench();
  store.isBroken = true;
  for (let round = 0; round < 3000; round += 1) {
    queue.add(record(round % 10, round % 100 === 0 ? { update: someUpdate(orderIdAt(0)) } : {}));
    write(round);
  }
  store.isBroken = false;
  queue.writeAll(10_000);
  expect(store.updates).toHaveLength(30);
  expect(store.orders.size).toBe(10);
  expect(store.batches.reduce((sum, count) => sum + count, 0)).toBeLessThan(1100);
});

test('a removed order leaves nothing behind, even when it was waiting to be written', () => {
  const { store, queue, write } = bench();
  store.isBroken = true;
  queue.add(record(1));
  queue.add(record(2));
  write(0);
  queue.add(record(1));
  queue.remove([orderIdAt(1)], 0);
  queue.add(record(3));
  store.isBroken = false;
  write(2000);
  expect([...store.orders.keys()]).toEqual([orderIdAt(2), orderIdAt(3)]);
});

test('an order that is removed and watched again while the disk refuses is there again', () => {
  const { store, queue, write } = bench();
  queue.add(record(1, { update: someUpdate(orderIdAt(1)) }));
  write(0);
  store.isBroken = true;
  queue.remove([orderIdAt(1)], 0);
  queue.add(record(1));
  write(0);
  store.isBroken = false;
  queue.writeAll(1);
  expect([...store.orders.keys()]).toEqual([orderIdAt(1)]);
});

test('what a person did is written as such, also when a check replaces it while the disk refuses', () => {
  const { store, queue, write } = bench();
  const saved: (readonly WatchRecord[])[] = [];
  const save = store.save.bind(store);
  store.save = (records) => {
    save(records);
    saved.push(records);
  };
  store.isBroken = true;
  const check = { canBeAskedAgain: true } as const;
  queue.add(record(1));
  for (let round = 0; round < 1500; round += 1) {
    queue.add(record(1 + (round % 2), check));
    write(round);
  }
  expect(queue.hasActs).toBe(true);
  store.isBroken = false;
  queue.writeAll(10_000);
  const acts = saved.flat().filter(({ canBeAskedAgain }) => canBeAskedAgain !== true);
  expect(new Set(acts.map(({ watched }) => watched.id))).toEqual(new Set([orderIdAt(1)]));
  expect(queue.hasActs).toBe(false);
});
