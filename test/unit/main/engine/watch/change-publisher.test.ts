import { expect, test } from 'vitest';
import { ChangePublisher } from '../../../../../main/engine/watch/change-publisher.ts';
import type { WatchRecord } from '../../../../../main/engine/watch/ports.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
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

const nothing = () => undefined;

const facts = {
  serviceHealth: { state: 'reachable' },
  requestsLastMinute: 0,
  lastAnswerAtMs: null,
} as const;

function bench() {
  const clock = new FakeClock();
  const store = new MemoryWatchStore();
  const announced = { changed: [] as string[], updates: 0, notifications: 0 };
  const events = {
    ordersChanged: (ids: readonly string[]) => void announced.changed.push(...ids),
    ordersRemoved: nothing,
    orderUpdated: () => void (announced.updates += 1),
    notificationsStored: () => void (announced.notifications += 1),
    serviceHealthChanged: nothing,
    stateChanged: nothing,
  };
  const publisher = new ChangePublisher(clock, store, events, (run) => run());
  const publishAfter = async (ms: number) => {
    await clock.advance(ms);
    publisher.publish(facts, true);
  };
  return { announced, store, publisher, publishAfter };
}

test('while the disk refuses everything is told but the notifications, and nothing is lost', async () => {
  const { announced, store, publisher, publishAfter } = bench();
  store.isBroken = true;
  const update = someUpdate(orderIdAt(1));
  publisher.record(record(1, { update, notifications: [someNotification('a')] }));
  await publishAfter(0);
  expect(announced).toEqual({ changed: [orderIdAt(1)], updates: 1, notifications: 0 });
  expect(publisher.storageFault).toBe('database or disk is full');
  publisher.record(record(2));
  await publishAfter(500);
  expect(announced.changed).toEqual([orderIdAt(1), orderIdAt(2)]);
  store.isBroken = false;
  await publishAfter(400);
  expect(publisher.isWritten).toBe(false);
  await publishAfter(700);
  expect(announced).toMatchObject({ updates: 1, notifications: 1 });
  expect(announced.changed).toHaveLength(2);
  expect(store.updates).toEqual([update]);
  expect(store.notifications).toHaveLength(1);
  expect(store.orders.size).toBe(2);
  expect(publisher.storageFault).toBeNull();
});

test('memory stays bounded while the disk refuses, and every update survives', async () => {
  const { store, publisher, publishAfter } = bench();
  store.isBroken = true;
  for (let round = 0; round < 3000; round += 1) {
    const parts = round % 100 === 0 ? { update: someUpdate(orderIdAt(0)) } : {};
    publisher.record(record(round % 10, parts));
    await publishAfter(1);
  }
  store.isBroken = false;
  publisher.writeAll();
  expect(store.updates).toHaveLength(30);
  expect(store.orders.size).toBe(10);
  expect(store.batches.reduce((sum, count) => sum + count, 0)).toBeLessThan(1100);
});

test('a removed order leaves nothing behind, even when it was waiting to be written', async () => {
  const { store, publisher, publishAfter } = bench();
  store.isBroken = true;
  publisher.record(record(1));
  publisher.record(record(2));
  await publishAfter(0);
  publisher.record(record(1));
  publisher.removed([orderIdAt(1)]);
  publisher.record(record(3));
  store.isBroken = false;
  await publishAfter(2000);
  expect([...store.orders.keys()]).toEqual([orderIdAt(2), orderIdAt(3)]);
});

test('an order that is removed and watched again while the disk refuses is there again', async () => {
  const { store, publisher, publishAfter } = bench();
  publisher.record(record(1, { update: someUpdate(orderIdAt(1)) }));
  await publishAfter(0);
  store.isBroken = true;
  publisher.removed([orderIdAt(1)]);
  publisher.record(record(1));
  await publishAfter(0);
  store.isBroken = false;
  publisher.writeAll();
  expect([...store.orders.keys()]).toEqual([orderIdAt(1)]);
});

test('what a person did is written as such, also when a check replaces it while the disk refuses', async () => {
  const { store, publisher, publishAfter } = bench();
  const saved: (readonly WatchRecord[])[] = [];
  const save = store.save.bind(store);
  store.save = (records) => {
    save(records);
    saved.push(records);
  };
  store.isBroken = true;
  publisher.record(record(1));
  for (let round = 0; round < 1500; round += 1) {
    publisher.recordAnswer(record(1 + (round % 2)));
    await publishAfter(1);
  }
  store.isBroken = false;
  publisher.writeAll();
  const acts = saved.flat().filter(({ canBeAskedAgain }) => canBeAskedAgain !== true);
  expect(new Set(acts.map(({ watched }) => watched.id))).toEqual(new Set([orderIdAt(1)]));
});
