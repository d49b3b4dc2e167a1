import { expect, test } from 'vitest';
import { Ledger } from '../../../../main/watch/ledger.ts';
import type { WatchRecord } from '../../../../main/watch/ports.ts';
import { MemoryWatchStore } from '../../../support/storage/memory-watch-store.ts';
import {
  orderIdAt,
  someTelling,
  someUpdate,
  someWatched,
} from '../../../support/watched-orders.ts';

function record(index: number, parts: Partial<WatchRecord> = {}): WatchRecord {
  return { watched: someWatched(orderIdAt(index)), tellings: [], ...parts };
}

function bench(maxRecords?: number) {
  const store = new MemoryWatchStore();
  const ledger = new Ledger(store, maxRecords);
  const flush = (nowMs: number) => ledger.flush(nowMs, () => nowMs);
  return { store, ledger, flush };
}

test('what waits is written in few transactions and told once', () => {
  const { store, ledger, flush } = bench();
  for (let index = 0; index < 90; index += 1) ledger.add(record(index));
  expect(flush(0).fresh).toHaveLength(90);
  expect(store.batches).toEqual([20, 20, 20, 20, 10]);
  expect(flush(0).fresh).toEqual([]);
  expect(ledger.isEmpty).toBe(true);
});

test('a confirmation waits some seconds for others, and is written with the next news', () => {
  const { store, ledger, flush } = bench();
  ledger.addQuietly(record(1), 0);
  expect(ledger.isUrgent).toBe(false);
  expect(flush(100).saved).toEqual([]);
  expect(ledger.nextFlushMs(100)).toBe(5000);
  ledger.addQuietly(record(2), 3000);
  expect(flush(5000).saved).toHaveLength(2);
  expect(ledger.nextFlushMs(5100)).toBeNull();
  ledger.addQuietly(record(3), 6000);
  ledger.add(record(4));
  expect(ledger.nextFlushMs(6100)).toBe(6100);
  expect(flush(6100).saved).toHaveLength(2);
  ledger.addQuietly(record(5), 7000);
  expect(ledger.flushAll(7001)).toBe(true);
  expect(store.batches).toEqual([2, 2, 1]);
});

test('a flush does not keep the event loop: the rest is for the next slot', () => {
  const { store, ledger } = bench();
  for (let index = 0; index < 1000; index += 1) ledger.add(record(index));
  let nowMs = 0;
  const flushed = ledger.flush(0, () => (nowMs += 4));
  expect(flushed.fresh.length).toBe(20);
  expect(store.batches).toEqual([20]);
  expect(ledger.nextFlushMs(100)).toBe(100);
});

test.each([
  [1, [20, 20]],
  [0.5, [20, 20, 20, 20]],
  [9, [20]],
])('with chunks of %d ms a flush begins none that would end too late', (chunkMs, batches) => {
  const store = new MemoryWatchStore();
  let nowMs = 0;
  const ledger = new Ledger({
    load: () => [],
    remove: () => undefined,
    save(records) {
      nowMs += chunkMs;
      store.save(records);
    },
  });
  for (let index = 0; index < 1000; index += 1) ledger.add(record(index));
  ledger.flush(0, () => nowMs);
  expect(store.batches).toEqual(batches);
});

test('while the disk refuses everything is told but the tellings, and nothing is lost', () => {
  const { store, ledger, flush } = bench();
  store.isBroken = true;
  const update = someUpdate(orderIdAt(1));
  ledger.add(record(1, { update, tellings: [someTelling('a')] }));
  const refused = flush(0);
  expect(refused.fresh).toHaveLength(1);
  expect(refused).toMatchObject({ hasNewTellings: false, didHealthChange: true });
  expect(ledger.fault).toBe('database or disk is full');
  ledger.add(record(2));
  expect(flush(500).fresh.map((each) => each.watched.id)).toEqual([orderIdAt(2)]);
  store.isBroken = false;
  expect(flush(900).fresh).toEqual([]);
  expect(ledger.isEmpty).toBe(false);
  const returned = flush(1600);
  expect(returned).toMatchObject({ fresh: [], hasNewTellings: true, didHealthChange: true });
  expect(store.updates).toEqual([update]);
  expect(store.tellings).toHaveLength(1);
  expect(store.orders.size).toBe(2);
  expect(ledger.fault).toBeNull();
});

test('memory stays bounded while the disk refuses, and every update survives', () => {
  const { store, ledger, flush } = bench();
  store.isBroken = true;
  for (let round = 0; round < 3000; round += 1) {
    ledger.add(record(round % 10, round % 100 === 0 ? { update: someUpdate(orderIdAt(0)) } : {}));
    flush(round);
  }
  store.isBroken = false;
  ledger.flushAll(10_000);
  expect(store.updates).toHaveLength(30);
  expect(store.orders.size).toBe(10);
  expect(store.batches.reduce((sum, count) => sum + count, 0)).toBeLessThan(1100);
});

test('a removed order leaves nothing behind, even when it was waiting to be written', () => {
  const { store, ledger, flush } = bench();
  store.isBroken = true;
  ledger.add(record(1));
  ledger.add(record(2));
  flush(0);
  ledger.add(record(1));
  ledger.remove([orderIdAt(1)], 0);
  ledger.add(record(3));
  store.isBroken = false;
  flush(2000);
  expect([...store.orders.keys()]).toEqual([orderIdAt(2), orderIdAt(3)]);
});

test('an order that is removed and watched again while the disk refuses is there again', () => {
  const { store, ledger, flush } = bench();
  ledger.add(record(1, { update: someUpdate(orderIdAt(1)) }));
  flush(0);
  store.isBroken = true;
  ledger.remove([orderIdAt(1)], 0);
  ledger.add(record(1));
  flush(0);
  store.isBroken = false;
  ledger.flushAll(1);
  expect([...store.orders.keys()]).toEqual([orderIdAt(1)]);
});
