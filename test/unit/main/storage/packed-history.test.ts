import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { OrderUpdate } from '../../../../core/order/order-update.ts';
import { openDatabase } from '../../../../main/storage/database.ts';
import { ErasureRepository } from '../../../../main/storage/erasure-repository.ts';
import { HistoryRepository } from '../../../../main/storage/history-repository.ts';
import { RetentionRepository } from '../../../../main/storage/retention-repository.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { WebhookRepository } from '../../../../main/storage/webhook-repository.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { orderIdAt, someUpdate, someWatched } from '../../../support/watched-orders.ts';

const dayMs = 86_400_000;
const nowMs = 20_000 * dayMs;
const id = orderIdAt(1);
const other = orderIdAt(2);

function open(folder = temporaryFolder()) {
  const opened = openDatabase(folder);
  onTestFinished(() => opened.close());
  const { sql } = opened;
  const repository = new WatchRepository(sql, () => nowMs);
  const save = (...updates: readonly OrderUpdate[]): void =>
    repository.save(
      updates.map((update) => ({ watched: someWatched(update.orderId), update, tellings: [] })),
    );
  return { folder, sql, save, history: new HistoryRepository(sql, () => nowMs) };
}

const fix = (latitudeDeg: number) => ({
  latitudeDeg,
  longitudeDeg: 114.157349,
  reportedAtMs: nowMs,
});

function moved(ageDays: number, parts: Partial<OrderUpdate> = {}): OrderUpdate {
  return someUpdate(id, {
    seenAtMs: nowMs - ageDays * dayMs,
    kinds: ['courier_moved'],
    reasons: ['Courier moved'],
    changes: [{ field: 'courier.location', before: fix(22.282351), after: fix(22.290123) }],
    ...parts,
  });
}

function damage(sql: DatabaseSync, no: number): void {
  sql.prepare("UPDATE updates SET packed = x'ff00' WHERE no = ?").run(no);
}

test('positions older than they may be kept go out of the history, and the rest of it stays', () => {
  const { save, history } = open();
  const [position] = moved(0).changes;
  const [status] = someUpdate(id).changes;
  if (position === undefined || status === undefined) throw new Error('there are changes');
  save(
    moved(10),
    moved(9, { kinds: ['order_matched'], reasons: ['Order Matched'], changes: [status, position] }),
    moved(1),
  );
  while (history.prune(nowMs, { history: 30, trail: 8 }));
  expect(history.trail(id, 9)).toHaveLength(1);
  expect(history.timeline(id, 9)).toMatchObject([
    { kinds: ['courier_moved'], changes: [position] },
    { kinds: ['order_matched'], changes: [status] },
    { kind: 'watchingStarted' },
  ]);
});

test('one go takes the positions out of a bounded number of updates', () => {
  const { sql, save, history } = open();
  save(...Array.from({ length: 700 }, () => moved(10)));
  const left = [];
  while (history.prune(nowMs, { history: 30, trail: 8 })) {
    left.push(sql.prepare('SELECT count(*) AS count FROM updates').get()?.['count']);
  }
  expect(left).toEqual([400, 100]);
  expect(history.trail(id, 9)).toEqual([]);
});

test('marks that say more than an update holds are put right, and looking through ends', () => {
  const { sql, save, history } = open();
  save(...Array.from({ length: 350 }, () => someUpdate(id, { seenAtMs: nowMs - 10 * dayMs })));
  sql.exec('UPDATE updates SET marks = marks | 1');
  let goes = 0;
  while (goes < 10 && history.prune(nowMs, { history: 30, trail: 8 })) goes += 1;
  expect(goes).toBe(1);
  expect(sql.prepare('SELECT count(*) AS count FROM updates WHERE marks & 1').get()).toEqual({
    count: 0,
  });
});

test('updates of orders far down the list are pruned too', () => {
  const { save, history } = open();
  const ids = Array.from({ length: 1200 }, (_, index) => orderIdAt(index + 1));
  save(...ids.map((orderId) => moved(40, { orderId })));
  while (history.prune(nowMs, { history: 30, trail: 7 }));
  expect(ids.filter((orderId) => history.timeline(orderId, 9).length > 1)).toEqual([]);
});

test('an update that cannot be read is set aside with its order’s uuid, and goes when that is erased', () => {
  const { sql, save, history } = open();
  save(moved(2), moved(1));
  damage(sql, 1);
  expect(history.timeline(id, 9)).toHaveLength(2);
  expect(history.trail(id, 9)).toHaveLength(1);
  const aside = (): unknown[] => sql.prepare('SELECT row_json FROM damaged_rows').all();
  expect(aside()).toHaveLength(1);
  new ErasureRepository(sql).eraseOrders([id]);
  expect(aside()).toEqual([]);
});

test('an update that cannot be read goes with the people, because they may be in it', () => {
  const { sql, save, history } = open();
  save(moved(3), someUpdate(id), moved(1));
  damage(sql, 2);
  new RetentionRepository(sql).erasePeople([id], nowMs);
  expect(sql.prepare('SELECT count(*) AS count FROM updates').get()).toEqual({ count: 0 });
  expect(history.timeline(id, 9)).toHaveLength(1);
});

test('an update that names an erased order in its texts goes with it', () => {
  const { sql, save, history } = open();
  const note = (after: string) =>
    someUpdate(other, {
      kinds: ['order_edited'],
      reasons: ['Order edited: note_to_courier'],
      changes: [{ field: 'note_to_courier', before: null, after }],
    });
  save(moved(1), note(`together with ${id.toUpperCase()}`), note('alone'));
  new ErasureRepository(sql).eraseOrders([id]);
  expect(history.timeline(other, 9)).toMatchObject([
    { changes: [{ after: 'alone' }] },
    { kind: 'watchingStarted' },
  ]);
});

function body(uuid: string): Buffer {
  return Buffer.from(JSON.stringify({ data: { uuid } }));
}

test('a webhook that waits is erased with its order', () => {
  const { sql } = open();
  const queue = new WebhookRepository(sql);
  for (const orderId of [id, other]) {
    const webhook = { receivedAtMs: 1, isProven: true, body: body(orderId) };
    queue.put(webhook, { key: orderId, orderId, createdAtMs: null });
  }
  new ErasureRepository(sql).eraseOrders([id]);
  expect(queue.queued().map((each) => Buffer.from(each.body).toString())).toEqual([
    body(other).toString(),
  ]);
});

test('an erased order’s positions are in no byte of the file, packed or not', () => {
  const { folder, sql, save } = open();
  save(moved(2), moved(1));
  const packed = sql
    .prepare('SELECT packed FROM updates')
    .all()
    .map((row) => Buffer.from(row['packed'] as Uint8Array).toString('latin1'));
  const bytes = (): string =>
    ['waybell.db', 'waybell.db-wal']
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
  expect(packed.every((each) => bytes().includes(each))).toBe(true);
  new ErasureRepository(sql).eraseOrders([id]);
  expect(packed.filter((each) => bytes().includes(each))).toEqual([]);
});

test('a coarse history holds no exact position in its bytes', () => {
  const { sql, save, history } = open();
  save(moved(2), moved(1));
  const packed = (): readonly string[] =>
    sql
      .prepare('SELECT packed FROM updates')
      .all()
      .map((row) => Buffer.from(row['packed'] as Uint8Array).toString('hex'));
  const exact = packed();
  new RetentionRepository(sql).coarsen([id], nowMs);
  expect(packed().filter((each) => exact.includes(each))).toEqual([]);
  expect(
    history.trail(id, 9).map(({ latitudeDeg, longitudeDeg }) => [latitudeDeg, longitudeDeg]),
  ).toEqual([
    [22.29, 114.157],
    [22.29, 114.157],
  ]);
});

test('a webhook’s reason takes the place of the usual one, and nothing else of the update changes', () => {
  const { sql, save, history } = open();
  save(moved(3), someUpdate(id, { seenAtMs: nowMs }), moved(0));
  const queue = new WebhookRepository(sql);
  const [told] = queue.toldUpdates(id, nowMs);
  expect(told).toMatchObject({ source: 'poll', reasons: ['Order Matched'] });
  const before = history.timeline(id, 9);
  queue.amend(id, told?.no ?? 0, ['Order Matched by hand']);
  queue.amend(id, 99, ['nobody']);
  queue.amend(other, 1, ['nobody']);
  expect(history.timeline(id, 9)).toEqual(
    before.map((entry, index) =>
      index === 1 ? { ...entry, source: 'webhook', reasons: ['Order Matched by hand'] } : entry,
    ),
  );
});
