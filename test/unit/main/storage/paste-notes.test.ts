import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newlyWatched } from '../../../../core/watch/newly-watched.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { ErasureRepository } from '../../../../main/storage/erasure-repository.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { openStored, wallMs } from '../../../support/storage/stored-order.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';

function pasted(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) =>
    newlyWatched(orderIdAt(from + index), index % 3 === 0 ? `Van ${index}` : null, 1_234_567),
  );
}

function noteCount(sql: DatabaseSync): number {
  return Number(sql.prepare('SELECT count(*) AS count FROM pastes').get()?.['count']);
}

/** What a process finds that starts now. */
function found(sql: DatabaseSync) {
  return new WatchRepository(sql, wallMs).load();
}

test('what was noted and not saved by a process that was killed is there at the next start', () => {
  const { sql } = openStored();
  const orders = pasted(2000);
  const repository = new WatchRepository(sql, wallMs);
  repository.note(orders);
  repository.save(orders.slice(0, 700).map((watched) => ({ watched, tellings: [] })));
  expect(found(sql)).toEqual(orders);
  // Nor is it lost when that process is killed, too.
  expect(found(sql)).toEqual(orders);
});

test('once all are saved or removed nothing of the note is left', () => {
  const { sql } = openStored();
  const orders = pasted(500);
  const repository = new WatchRepository(sql, wallMs);
  repository.note(orders);
  repository.remove(orders.slice(0, 100).map(({ id }) => id));
  repository.save(orders.slice(100, 499).map((watched) => ({ watched, tellings: [] })));
  expect(noteCount(sql)).toBe(1);
  expect(
    String(sql.prepare('SELECT labels_json FROM pastes').get()?.['labels_json']),
  ).not.toContain('"Van 3"');
  const next = new WatchRepository(sql, wallMs);
  expect(next.load()).toHaveLength(400);
  next.save(orders.slice(499).map((watched) => ({ watched, tellings: [] })));
  expect(noteCount(sql)).toBe(0);
});

test('whatever was saved and removed before it was killed, each order left is there once', () => {
  const step = fc.record({
    kind: fc.constantFrom('note' as const, 'save' as const, 'remove' as const),
    from: fc.nat(40),
    count: fc.integer({ min: 1, max: 15 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { sql } = openStored();
      const repository = new WatchRepository(sql, wallMs);
      const wanted = new Set<OrderId>();
      for (const { kind, from, count } of steps) {
        const orders = pasted(count, from);
        if (kind === 'note') {
          const added = orders.filter(({ id }) => !wanted.has(id));
          for (const { id } of added) wanted.add(id);
          repository.note(added);
        } else if (kind === 'save') {
          const known = orders.filter(({ id }) => wanted.has(id));
          repository.save(known.map((watched) => ({ watched, tellings: [] })));
        } else {
          for (const { id } of orders) wanted.delete(id);
          repository.remove(orders.map(({ id }) => id));
        }
      }
      const ids = found(sql).map(({ id }) => id);
      expect(ids.toSorted()).toEqual([...wanted].toSorted());
    }),
    { numRuns: 60 },
  );
});

test('a note that cannot be read is put by, and keeps nobody from the list', () => {
  const { sql } = openStored();
  new WatchRepository(sql, wallMs).note(pasted(30));
  sql.exec(`UPDATE pastes SET ids = ids || ' no uuid'`);
  new WatchRepository(sql, wallMs).note(pasted(30, 50));
  expect(found(sql)).toEqual(pasted(30, 50));
  expect(sql.prepare('SELECT table_name FROM damaged_rows').all()).toEqual([
    { table_name: 'pastes' },
  ]);
  expect(noteCount(sql)).toBe(1);
});

test('a noted order that is erased is gone from the note, too', () => {
  const { sql } = openStored();
  new WatchRepository(sql, wallMs).note(pasted(30));
  new ErasureRepository(sql).eraseOrders([orderIdAt(3)]);
  expect(found(sql).map(({ id }) => id)).not.toContain(orderIdAt(3));
});

test('a paste that is over takes no other with it that came after an erasure', () => {
  const { sql } = openStored();
  const repository = new WatchRepository(sql, wallMs);
  const [first, second] = [pasted(30), pasted(30, 50)];
  repository.note(first);
  new ErasureRepository(sql).eraseOrders([orderIdAt(3)]);
  repository.note(second);
  repository.save(first.map((watched) => ({ watched, tellings: [] })));
  expect(found(sql).map(({ id }) => id)).toEqual([...first, ...second].map(({ id }) => id));
});

test('fault 53: of thousands that were pasted none is lost by a kill in the same moment', async () => {
  const { sql } = openStored();
  const bench = watchBench({ disk: new WatchRepository(sql, wallMs) });
  const orders = pasted(3000).map(({ id, label }) => ({ id, label }));
  bench.watcher.start();
  bench.watcher.add(orders);
  const after = found(sql).map(({ id, label }) => ({ id, label }));
  expect(after).toEqual(orders);
  await bench.watcher.stop();
  expect(found(sql)).toHaveLength(3000);
  expect(noteCount(sql)).toBe(0);
});

function refuse(): void {
  throw new Error('database or disk is full');
}

test('a disk that cannot take the note stops no paste', async () => {
  const bench = watchBench();
  bench.store.isBroken = true;
  const { clock, store, watcher } = bench;
  Object.assign(store, { note: refuse });
  watcher.start();
  watcher.add(pasted(300));
  await clock.advance(3000);
  expect(watcher.storageFault).toBe('database or disk is full');
  store.isBroken = false;
  await clock.advance(20_000);
  expect(store.orders.size).toBe(300);
});
