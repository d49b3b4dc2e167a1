import { expect, test } from 'vitest';
import { orderPhases } from '../../../core/order/order.ts';
import type { OrderStatus } from '../../../core/order/order.ts';
import { SeenOrders } from '../../../main/engine/board/seen-orders.ts';
import { defaultWaitRules } from '../../../core/watch/order-waits.ts';
import { filesWith } from '../../support/every-byte.ts';
import { peopledOrder, personal, privacyBench } from '../../support/watch/privacy-bench.ts';
import { lookAt } from '../../support/watch/look-at.ts';
import { failure } from '../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const id = orderIdAt(1);
const other = orderIdAt(2);
const done: OrderStatus = { raw: 'completed', phase: 'done' };

/** Two orders on the list of which the first is over by now, in the way of `status`. */
async function over(status: OrderStatus = done) {
  const bench = privacyBench();
  const { clock, source, watcher } = bench;
  source.orders.set(id, peopledOrder(1));
  source.orders.set(other, someOrder(other));
  watcher.start();
  await watcher.add([
    { id, label: personal.label },
    { id: other, label: 'Stays' },
  ]);
  await clock.advance(60_000);
  watcher.setPreferences([id], { note: 'Own note of the dispatcher' });
  const seenOrders = new SeenOrders({
    watch: watcher,
    clock,
    waitRules: () => defaultWaitRules,
    seen: () => undefined,
  });
  seenOrders.markSeen([id], { call: { word: 'Own word about a call' } });
  source.orders.set(id, peopledOrder(1, { status }));
  await clock.advance(60_000);
  // Weeks follow, in which nothing has to be asked.
  watcher.pause(null);
  const sweep = async () => {
    bench.retention.sweep();
    await clock.advance(hourMs);
  };
  /** The order is checked to its end and evicted. */
  const rest = async () => {
    watcher.resume();
    await clock.advance(3 * hourMs);
    watcher.pause(null);
    watcher.evict([id]);
  };
  return { ...bench, rest, sweep };
}

test('an order leaves the archive after the days that were set, and no byte of it is left', async () => {
  const { clock, defects, folder, ledger, log, sql, sweep, watcher } = await over();
  ledger.add({ atMs: clock.wallMs(), act: 'phoneShown', orderId: id, owner: 'courier' });
  log(`{"event":"x","order":"${id}"}\n`);
  sql
    .prepare(
      'INSERT INTO damaged_rows (found_at_ms, table_name, row_json, reason) VALUES (?, ?, ?, ?)',
    )
    .run(clock.wallMs(), 'updates', `{"id":"${id}"}`, 'SyntaxError');
  await clock.advance(29.9 * dayMs);
  await sweep();
  expect(watcher.get(id)?.label).toBe(personal.label);
  expect(filesWith(folder, 'Own word')).not.toEqual([]);
  await clock.advance(0.1 * dayMs);
  await sweep();
  expect(watcher.get(id)).toBeUndefined();
  for (const text of [id, ...Object.values(personal), 'Own note', 'Own word'])
    expect([text, filesWith(folder, text)]).toEqual([text, []]);
  expect(watcher.get(other)?.label).toBe('Stays');
  // The ledger keeps that a number was shown, but not of which order.
  expect(ledger.latest(9).map(({ act, orderId }) => [act, orderId])).toEqual([
    ['phoneShown', null],
  ]);
  expect(defects).toEqual([]);
});

test('an evicted one loses its people in time, and leaves as a whole, from the disk alone', async () => {
  const { clock, defects, folder, history, rest, sql, sweep, watcher } = await over();
  await rest();
  expect(watcher.get(id)).toBeUndefined();
  await clock.advance(6 * dayMs);
  await sweep();
  expect(watcher.find(id)?.order?.courier?.name).toBe(personal.courierName);
  expect(filesWith(folder, personal.courierName)).not.toEqual([]);
  await clock.advance(1.1 * dayMs);
  await sweep();
  expect(watcher.get(id)).toBeUndefined();
  expect(watcher.find(id)?.order?.courier?.name).toBeNull();
  for (const text of [personal.courierName, personal.street, personal.courierPhone.slice(5)])
    expect([text, filesWith(folder, text)]).toEqual([text, []]);
  const page = sql.prepare('SELECT texts, numbers FROM archived_texts').get();
  expect(JSON.stringify(page)).not.toContain(personal.courierName.toLowerCase());
  expect(history.timeline(id, 9)).not.toEqual([]);
  await clock.advance(23 * dayMs);
  await sweep();
  expect(watcher.find(id)).toBeUndefined();
  for (const text of [id, ...Object.values(personal), 'Own note', 'Own word'])
    expect([text, filesWith(folder, text)]).toEqual([text, []]);
  expect(defects).toEqual([]);
});

test('people that were erased while it was evicted do not come back with an answer', async () => {
  const { clock, rest, sweep, source, watcher } = await over();
  await rest();
  await clock.advance(8 * dayMs);
  await sweep();
  const asked = source.requestsOf(id).length;
  watcher.resume();
  watcher.checkNow([id]);
  await clock.advance(1000);
  expect(source.requestsOf(id)).toHaveLength(asked + 1);
  expect(watcher.get(id)?.order?.courier?.name).toBeNull();
});

test('erased by hand, nothing of an evicted one is left', async () => {
  const { erasure, folder, removed, rest, watcher } = await over();
  await rest();
  expect(await erasure.orders([id])).toEqual({ ok: true, value: null });
  expect(watcher.find(id)).toBeUndefined();
  // The window and the others are told.
  expect(removed).toEqual([id]);
  for (const text of [id, ...Object.values(personal), personal.courierName.toLowerCase()])
    expect([text, filesWith(folder, text)]).toEqual([text, []]);
});

test('a shorter time counts as soon as it is set', async () => {
  const { clock, keep, sweep, watcher } = await over();
  await clock.advance(5 * dayMs);
  await sweep();
  expect(watcher.get(id)).toBeDefined();
  keep.archiveDays = 5;
  await sweep();
  expect(watcher.get(id)).toBeUndefined();
});

test('an order that needs attention stays until the dispatcher acknowledged it', async () => {
  const { clock, sweep, watcher } = await over({ raw: 'cancelled', phase: 'cancelled' });
  await clock.advance(60 * dayMs);
  await sweep();
  expect(watcher.get(id)?.order?.status.phase).toBe('cancelled');
  lookAt(watcher, clock, [id]);
  await sweep();
  expect(watcher.get(id)).toBeUndefined();
});

test('a look at an archived order does not keep it longer', async () => {
  const { clock, sweep, watcher } = await over();
  await clock.advance(29 * dayMs);
  lookAt(watcher, clock, [id]);
  await clock.advance(dayMs);
  await sweep();
  expect(watcher.get(id)).toBeUndefined();
});

test('an order that was taken out of the archive stays', async () => {
  const { archive, clock, sweep, watcher } = await over();
  archive.choose(new Map([[id, 'kept']]));
  await clock.advance(400 * dayMs);
  await sweep();
  expect(watcher.get(id)).toBeDefined();
});

test.each(
  orderPhases
    .filter((phase) => !['done', 'failed', 'cancelled'].includes(phase))
    .map((phase) => [phase]),
)('an order that is not over stays, however old: %s', async (phase) => {
  const { clock, sweep, watcher } = await over({ raw: 'word', phase });
  await clock.advance(400 * dayMs);
  await sweep();
  expect(watcher.get(id)).toBeDefined();
});

test('an order that the service does not know leaves after its time, counted from the last look', async () => {
  const { archive, clock, source, sweep, watcher } = privacyBenchWithSweep();
  source.outcome = () => failure('order-not-found');
  watcher.start();
  await watcher.add([{ id, label: null }]);
  await clock.advance(2 * dayMs);
  archive.choose(new Map([[id, 'archived']]));
  lookAt(watcher, clock, [id], 'handled');
  await clock.advance(29.5 * dayMs);
  await sweep();
  expect(watcher.get(id)).toBeDefined();
  await clock.advance(dayMs);
  await sweep();
  expect(watcher.get(id)).toBeUndefined();
});

test('what a crash cut off is erased by the next sweep', async () => {
  const bench = await over();
  const { clock, defects, folder, retention, sweep, watcher } = bench;
  await clock.advance(30 * dayMs);
  retention.attach({
    get: (each) => watcher.get(each),
    find: (each) => watcher.find(each),
    rewrite: (ids, next) => watcher.rewrite(ids, next),
    remove() {
      throw new Error('killed');
    },
    storageFault: null,
  });
  await sweep();
  expect(defects).toHaveLength(1);
  expect(watcher.get(id)).toBeDefined();
  retention.attach(watcher);
  await sweep();
  expect(watcher.get(id)).toBeUndefined();
  expect(filesWith(folder, id)).toEqual([]);
});

test('many orders leave a few at a time, and all of them leave', async () => {
  const { clock, retention, source, watcher } = privacyBench();
  const ids = Array.from({ length: 35 }, (_, index) => orderIdAt(index + 1));
  for (const [index, each] of ids.entries())
    source.orders.set(each, peopledOrder(index + 1, { status: done }));
  watcher.start();
  await watcher.add(ids.map((each) => ({ id: each, label: null })));
  await clock.advance(31 * dayMs);
  retention.sweep();
  expect(watcher.count).toBeGreaterThan(20);
  await clock.advance(60_000);
  expect(watcher.count).toBe(0);
});

function privacyBenchWithSweep() {
  const bench = privacyBench();
  const sweep = async () => {
    bench.retention.sweep();
    await bench.clock.advance(hourMs);
  };
  return { ...bench, sweep };
}
