import { expect, onTestFinished, test } from 'vitest';
import { orderRow } from '../../../../core/bridge/order-row.ts';
import type { OrderRow } from '../../../../core/bridge/board.ts';
import type { Courier, Order } from '../../../../core/order/order.ts';
import { openDatabase } from '../../../../main/storage/database.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import type { WatchBench } from '../../../support/watch/watch-bench.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const chan: Courier = { name: 'Chan', phoneNumber: '+85291110000', fix: null };
const ho: Courier = { name: 'Ho', phoneNumber: '+85291110001', fix: null };
const pending = someOrder(id);
const active = someOrder(id, { status: { raw: 'active', phase: 'assigned' }, courier: chan });
const done: Order = { ...active, status: { raw: 'completed', phase: 'done' } };

/** A watcher on a real database that sees these states one after the other, then starts anew. */
async function rowAfter(...states: readonly Order[]): Promise<OrderRow> {
  const opened = openDatabase(temporaryFolder());
  onTestFinished(() => opened.close());
  const before = watchBench({ disk: new WatchRepository(opened.sql, () => 0) });
  before.watcher.start();
  await before.add(1);
  for (const state of states) {
    before.source.orders.set(id, state);
    before.watcher.checkNow([id]);
    await before.clock.advance(1000);
  }
  const row = rowOf(before);
  await before.watcher.stop();
  const after = watchBench({
    disk: new WatchRepository(opened.sql, () => 0),
    clock: before.clock,
  });
  after.watcher.start();
  expect(rowOf(after)).toMatchObject({ attention: row.attention, priceChange: row.priceChange });
  await after.watcher.stop();
  return row;
}

function rowOf({ watcher, clock }: WatchBench): OrderRow {
  const [watched] = watcher.list();
  if (watched === undefined) throw new Error('the order is on the list');
  return orderRow(watched, watcher.plan(id), clock.wallMs());
}

test('a released order needs attention, also after a restart', async () => {
  const row = await rowAfter(active, pending);
  expect(row.attention?.reason).toBe('released');
});

test('a released order that is matched again does not', async () => {
  const row = await rowAfter(active, pending, active);
  expect(row.attention).toBeNull();
});

test('a courier who was replaced between two checks needs attention, also after a restart', async () => {
  const row = await rowAfter(active, { ...active, courier: ho });
  expect(row.attention?.reason).toBe('courierSwapped');
});

test('a price that changed after completion is shown with its sum, also after a restart', async () => {
  const row = await rowAfter(
    done,
    { ...done, price: { amount: 98, currency: 'HKD' } },
    { ...done, price: { amount: 101.5, currency: 'HKD' } },
  );
  expect(row.attention?.reason).toBe('priceChanged');
  expect(row.priceChange).toBe(15.5);
});
