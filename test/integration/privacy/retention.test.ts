import { expect, test } from 'vitest';
import { isSameCourier } from '../../../core/order/courier-identity.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WebhookRepository } from '../../../main/engine/storage/webhook-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { filesWith } from '../../support/every-byte.ts';
import { peopledOrder, personal, privacyBench } from '../../support/watch/privacy-bench.ts';
import { failure } from '../../support/watch/scripted-source.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someUpdate, someWatched } from '../../support/watched-orders.ts';

const dayMs = 86_400_000;
const id = orderIdAt(1);
const active = { raw: 'active', phase: 'assigned' } as const;
const done = { raw: 'completed', phase: 'done' } as const;

/** An order that was matched, moved and is completed. */
async function completed(days?: number) {
  const bench = privacyBench(days);
  const { clock, source, watcher } = bench;
  source.orders.set(id, peopledOrder(1, { courier: null }));
  watcher.start();
  await watcher.add([{ id, label: 'Florist' }]);
  await clock.advance(60_000);
  source.orders.set(id, peopledOrder(1, { status: active }));
  await clock.advance(60_000);
  source.orders.set(id, peopledOrder(1, { status: active, courier: movedTo(22.290_123_4) }));
  await clock.advance(60_000);
  const before = watcher.get(id);
  source.orders.set(id, peopledOrder(1, { status: done, courier: movedTo(22.290_123_4) }));
  await clock.advance(60_000);
  return { ...bench, before };
}

function movedTo(latitudeDeg: number) {
  const { courier } = peopledOrder(1);
  if (courier?.fix == null) throw new Error('a courier is on the way');
  return { ...courier, fix: { ...courier.fix, latitudeDeg } };
}

/** All rows of the database, without erased bytes that remain in its pages. */
function kept(bench: ReturnType<typeof privacyBench>): string {
  const tables = [
    'watched_orders',
    'raw_answers',
    'updates',
    'moves',
    'history',
    'notifications',
    'damaged_rows',
  ];
  return tables
    .map((table) => JSON.stringify(bench.sql.prepare(`SELECT * FROM ${table}`).all()))
    .join('\n');
}

test('at its end an order’s positions become coarse, in memory and on disk, without an update', async () => {
  const bench = await completed();
  expect(bench.before?.order?.courier?.fix?.latitudeDeg).toBe(22.290_123_4);
  const now = bench.watcher.get(id);
  expect(now?.order?.courier?.fix).toMatchObject({ latitudeDeg: 22.29, longitudeDeg: 114.157 });
  expect(kept(bench)).not.toMatch(/22\.?2901|22\.?28235|114\.?15734/);
  expect(bench.history.trail(id, 9).map((point) => point.latitudeDeg)).toEqual([22.282, 22.29]);
  const [last] = bench.history.timeline(id, 9);
  expect(last).toMatchObject({ kind: 'update', changes: [{ field: 'status' }] });
  // The courier's name is kept for some days.
  expect(now?.order?.courier?.name).toBe(personal.courierName);
  expect(bench.defects).toEqual([]);
});

test('a clock that is suddenly a year ahead erases nothing, until the service gives the same day', async () => {
  const bench = await completed();
  const { ageClock, clock, retention } = bench;
  clock.setWall(clock.wallMs() + 365 * dayMs);
  retention.sweep();
  ageClock.heard(new Date(clock.wallMs() - 365 * dayMs).toUTCString());
  await clock.advance(3 * dayMs);
  retention.sweep();
  expect(kept(bench)).toContain(personal.courierName);
  ageClock.heard(new Date(clock.wallMs()).toUTCString());
  retention.sweep();
  await clock.advance(60_000);
  expect(kept(bench)).not.toContain(personal.courierName);
});

test('seven days after its end an order has no personal data, and the rest stays', async () => {
  const bench = await completed();
  await bench.clock.advance(6.9 * dayMs);
  bench.retention.sweep();
  expect(kept(bench)).toContain(personal.courierName);
  await bench.clock.advance(0.2 * dayMs);
  bench.retention.sweep();
  await bench.clock.advance(60_000);
  const left = kept(bench);
  for (const text of [...Object.values(personal), 'Canary', '114.15']) {
    expect(left).not.toContain(text);
  }
  const now = bench.watcher.get(id);
  expect(now).toMatchObject({ label: 'Florist', order: { status: done, price: { amount: 86 } } });
  expect(bench.history.trail(id, 9)).toEqual([]);
  expect(bench.history.rawJson(id)).toBeNull();
  expect(bench.history.timeline(id, 9).length).toBeGreaterThan(2);
  expect(bench.defects).toEqual([]);
});

test('with 0 days personal data is erased at the end, and no later answer brings it back', async () => {
  const bench = await completed(0);
  expect(kept(bench)).not.toContain(personal.courierName);
  const price = { amount: 90, currency: 'HKD' };
  bench.source.orders.set(id, peopledOrder(1, { status: done, price }));
  await bench.clock.advance(3_600_000);
  expect(bench.watcher.get(id)?.order?.price).toEqual(price);
  expect(kept(bench)).not.toMatch(/Canary|114\.?157/);
  const [amended] = bench.history.timeline(id, 9);
  expect(amended).toMatchObject({ kind: 'update', kinds: ['amendment_added'] });
});

test('another courier is recognised even after the names were erased', async () => {
  const bench = await completed(0);
  const before = bench.watcher.get(id)?.order?.courier ?? null;
  const other = { name: 'Other Courier', phoneNumber: '+852 5000 0000', fix: null };
  bench.source.orders.set(id, peopledOrder(1, { status: active, courier: other }));
  bench.watcher.checkNow([id]);
  await bench.clock.advance(60_000);
  const after = bench.watcher.get(id)?.order?.courier ?? null;
  expect(after?.name).toBe('Other Courier');
  expect(isSameCourier(before, after)).toBe(false);
});

test('an order that is active again is stored completely until it ends again', async () => {
  const bench = await completed(0);
  bench.source.orders.set(id, peopledOrder(1, { status: active }));
  bench.watcher.checkNow([id]);
  await bench.clock.advance(60_000);
  expect(bench.watcher.get(id)?.order?.courier?.name).toBe(personal.courierName);
  bench.source.orders.set(id, peopledOrder(1, { status: done }));
  await bench.clock.advance(60_000);
  expect(kept(bench)).not.toContain(personal.courierName);
});

test('an order that is removed and added again is stored completely again', async () => {
  const bench = await completed(7);
  await bench.clock.advance(8 * dayMs);
  bench.retention.sweep();
  expect(kept(bench)).not.toContain(personal.courierName);
  bench.watcher.remove([id]);
  await bench.watcher.add([{ id, label: 'Florist' }]);
  await bench.clock.advance(60_000);
  expect(bench.watcher.get(id)?.order?.courier?.name).toBe(personal.courierName);
  expect(bench.defects).toEqual([]);
});

test('more orders than fit into one turn are erased in several turns', async () => {
  const bench = privacyBench(7);
  const ids = Array.from({ length: 120 }, (_, index) => orderIdAt(index + 1));
  for (const [index] of ids.entries()) {
    bench.source.orders.set(orderIdAt(index + 1), peopledOrder(index + 1, { status: done }));
  }
  bench.watcher.start();
  await bench.watcher.add(ids.map((each) => ({ id: each, label: null })));
  await bench.clock.advance(120_000);
  bench.keep.days = 0;
  bench.retention.sweep();
  await bench.clock.advance(10_000);
  const left = bench.watcher.list().filter(({ order }) => order?.courier?.name !== null);
  expect(left).toEqual([]);
  expect(bench.defects).toEqual([]);
});

test('after the database file was rewritten, it has no byte of erased personal data', async () => {
  const bench = await completed(0);
  expect(await bench.erasure.orders([orderIdAt(999)])).toEqual({ ok: true, value: null });
  for (const text of [personal.courierName, personal.courierPhone, personal.contactName]) {
    expect([text, filesWith(bench.folder, text)]).toEqual([text, []]);
  }
});

test('people are gone from the stored state before it is noted that they are, so a crash leaves no person', async () => {
  const bench = await completed();
  await bench.clock.advance(8 * dayMs);
  // Just before, something else was written, so that the next turn of writing is not yet.
  bench.watcher.mute([id], true);
  bench.retention.sweep();
  // Nothing has run since: what is on the disk now is what a crash would leave.
  const [step] = bench.sql.prepare('SELECT erased_at_ms FROM privacy_steps').all();
  expect(step?.['erased_at_ms']).not.toBeNull();
  expect(kept(bench)).not.toContain('Canary');
});

test('a disk that refuses while people are erased only puts it off, and no answer brings them back', async () => {
  const bench = await completed();
  await bench.clock.advance(8 * dayMs);
  bench.sql.exec(`
    CREATE TEMP TRIGGER refusal BEFORE INSERT ON main.watched_orders
    BEGIN SELECT RAISE(FAIL, 'disk I/O error'); END`);
  bench.retention.sweep();
  expect(bench.sql.prepare('SELECT erased_at_ms FROM privacy_steps').all()).toEqual([
    { erased_at_ms: null },
  ]);
  expect(bench.watcher.get(id)?.order?.courier?.name).toBeNull();
  bench.watcher.checkNow([id]);
  await bench.clock.advance(60_000);
  bench.sql.exec('DROP TRIGGER refusal');
  await bench.clock.advance(60_000);
  bench.retention.sweep();
  expect(kept(bench)).not.toContain('Canary');
  const kinds = bench.history.timeline(id, 9).map((entry) => 'kinds' in entry && entry.kinds[0]);
  expect(kinds).toEqual(['order_completed', 'order_matched', false]);
});

test('a stored order that cannot be read loses its people all the same', async () => {
  const bench = await completed();
  await bench.close();
  const database = openDatabase(bench.folder);
  database.sql.exec("UPDATE watched_orders SET order_json = json_remove(order_json, '$.price')");
  database.close();
  const again = privacyBench(7, bench.folder);
  await again.clock.advance(8 * dayMs);
  again.watcher.start();
  again.retention.sweep();
  expect(again.watcher.get(id)?.order).toBeNull();
  expect(kept(again)).not.toContain('Canary');
});

test('an order that ended just before a crash becomes coarse at the next start', async () => {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const watched = someWatched(id, {
    order: peopledOrder(1, { status: done }),
    statusSinceMs: Date.UTC(2026, 2, 2),
  });
  const record = {
    watched,
    rawJson: JSON.stringify(watched.order),
    notifications: [],
  };
  new WatchRepository(database.sql, () => 0).save([record]);
  database.close();
  const bench = privacyBench(90, folder);
  bench.watcher.start();
  bench.retention.sweep();
  expect(bench.watcher.get(id)?.order?.courier?.fix?.longitudeDeg).toBe(114.157);
  expect(kept(bench)).not.toContain('114.15734');
});

test('an order that the service refuses to show loses its people too, and has them when it is shown again', async () => {
  const bench = privacyBench();
  bench.source.orders.set(id, peopledOrder(1, { status: active }));
  bench.watcher.start();
  await bench.watcher.add([{ id, label: 'Florist' }]);
  await bench.clock.advance(60_000);
  bench.source.outcome = () => failure('order-not-found');
  await bench.clock.advance(6.9 * dayMs);
  bench.retention.sweep();
  expect(kept(bench)).toContain(personal.courierName);
  await bench.clock.advance(0.2 * dayMs);
  bench.retention.sweep();
  expect(kept(bench)).not.toContain('Canary');
  bench.source.outcome = () => null;
  bench.watcher.checkNow([id]);
  await bench.clock.advance(60_000);
  expect(bench.watcher.get(id)?.order?.courier?.name).toBe(personal.courierName);
  expect(
    bench.history.timeline(id, 9).flatMap((entry) => ('kinds' in entry ? entry.kinds : [])),
  ).toEqual([]);
});

test('with 0 days an order that the service refuses to show for an hour keeps its people', async () => {
  const bench = privacyBench(0);
  bench.source.orders.set(id, peopledOrder(1, { status: active }));
  bench.watcher.start();
  await bench.watcher.add([{ id, label: 'Florist' }]);
  await bench.clock.advance(60_000);
  bench.source.outcome = () => failure('order-not-found');
  await bench.clock.advance(3_600_000);
  bench.retention.sweep();
  expect(kept(bench)).toContain(personal.courierName);
});

test('what is erased is overwritten at once, before the file is written anew', async () => {
  const bench = await completed(0);
  bench.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(filesWith(bench.folder, 'Canary')).toEqual([]);
});

test('after people are erased the file is written anew, whatever its pages held', async () => {
  const bench = await completed();
  // As an earlier build did: what is deleted is only freed.
  bench.sql.exec('PRAGMA secure_delete = OFF');
  await bench.clock.advance(8 * dayMs);
  bench.retention.sweep();
  expect(filesWith(bench.folder, 'Canary')).toEqual([]);
});

test('an order that ended while the clock was ahead loses its people seven days after that was set right', async () => {
  const bench = privacyBench();
  bench.clock.setWall(bench.clock.wallMs() + 400 * dayMs);
  bench.source.orders.set(id, peopledOrder(1, { status: done }));
  bench.watcher.start();
  await bench.watcher.add([{ id, label: 'Florist' }]);
  await bench.clock.advance(60_000);
  bench.clock.setWall(bench.clock.wallMs() - 400 * dayMs);
  bench.retention.sweep();
  expect(bench.watcher.get(id)?.order?.courier?.name).toBe(personal.courierName);
  await bench.clock.advance(7.1 * dayMs);
  bench.retention.sweep();
  expect(kept(bench)).not.toContain('Canary');
});

test.each([
  ['ahead', 366],
  ['back', -366],
])('a clock that is set a year %s takes no order that is watched', async (_name, days) => {
  const bench = privacyBench();
  bench.source.orders.set(id, peopledOrder(1, { status: active }));
  bench.watcher.start();
  await bench.watcher.add([{ id, label: 'Florist' }]);
  await bench.clock.advance(60_000);
  bench.clock.setWall(bench.clock.wallMs() + days * dayMs);
  bench.retention.sweep();
  await bench.clock.advance(60_000);
  bench.clock.setWall(bench.clock.wallMs() - days * dayMs);
  bench.retention.sweep();
  await bench.watcher.stop();
  const stored = new WatchRepository(bench.sql, () => bench.clock.wallMs()).load();
  expect(stored).toMatchObject([{ id, label: 'Florist', order: { courier: expect.anything() } }]);
});

test('no later webhook brings its words back: not by a new update, not by an old one, not by waiting', async () => {
  const bench = await completed();
  const webhooks = new WebhookRepository(bench.sql);
  const body = Buffer.from(JSON.stringify({ orderId: id, reasons: ['Canary was late'] }));
  webhooks.put({ receivedAtMs: 1, isProven: true, body }, { key: 'key', orderId: id });
  await bench.clock.advance(8 * dayMs);
  bench.retention.sweep();
  expect(webhooks.queued()).toEqual([]);
  const watched = bench.watcher.get(id) ?? someWatched(id);
  const update = someUpdate(id, {
    source: 'webhook',
    kinds: ['amendment_added'],
    reasons: ['Price amendment added for: Canary was late (price: 12).'],
  });
  new WatchRepository(bench.sql, () => 0).save([{ watched, update, notifications: [] }]);
  bench.retention.updated(watched);
  await bench.clock.advance(1);
  for (const { no } of webhooks.pastUpdates(id, 0))
    webhooks.amend(id, no, ['Canary was late'], null);
  expect(kept(bench)).toContain('Price amendment added.');
  expect(kept(bench)).not.toContain('Canary');
});
