import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { OrderUpdate } from '../../../../core/order/order-update.ts';
import { openDatabase } from '../../../../main/storage/database.ts';
import type { OpenedDatabase } from '../../../../main/storage/database.ts';
import { HistoryRepository } from '../../../../main/storage/history-repository.ts';
import { migrations } from '../../../../main/storage/migrations/index.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { orderIdAt, someOrder, someUpdate, someWatched } from '../../../support/watched-orders.ts';

/** The last schema with a history in columns of JSON. */
const before = migrations.slice(0, 10);
const wallMs = (): number => Date.UTC(2026, 10, 21, 9, 41, 7);
const seenAtMs = 1_774_657_505_500;

function open(folder: string, steps = migrations): OpenedDatabase {
  const opened = openDatabase(folder, { wallMs, migrations: steps });
  let isOpen = true;
  const close = (): void => {
    if (isOpen) opened.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...opened, close };
}

function insertOrders(sql: DatabaseSync, count: number): void {
  const insert = sql.prepare(`
    INSERT INTO watched_orders (no, id, label, added_at_ms, is_muted, trace_json, unseen_count)
    VALUES (?, ?, NULL, ?, 0, ?, 0)`);
  for (let no = 1; no <= count; no += 1) {
    const { id, addedAtMs, courierTrace } = someWatched(orderIdAt(no));
    insert.run(no, id, addedAtMs, JSON.stringify(courierTrace));
  }
}

/** As the released versions wrote it. */
function insertOld(sql: DatabaseSync, orderNo: number, update: OrderUpdate): void {
  sql
    .prepare(
      `INSERT INTO updates (order_no, seen_at_ms, source, kinds_json, reasons_json, changes_json,
        move_json) VALUES (?, ?, ?, ?, ?, ?, NULL)`,
    )
    .run(
      orderNo,
      update.seenAtMs,
      update.source,
      JSON.stringify(update.kinds),
      JSON.stringify(update.reasons),
      JSON.stringify(update.changes),
    );
}

const fix = (latitudeDeg: number) => ({
  latitudeDeg,
  longitudeDeg: 114.160494,
  reportedAtMs: seenAtMs - 1500,
});

const move = (id: OrderUpdate['orderId'], step: number) =>
  someUpdate(id, {
    seenAtMs: seenAtMs + step,
    kinds: ['courier_moved'],
    reasons: ['Courier moved'],
    changes: [
      {
        field: 'courier.location',
        before: fix(22 + step / 1e4),
        after: fix(22 + (step + 1) / 1e4),
      },
    ],
  });

test('a history of every field comes through the packing as it was, in its order', () => {
  const folder = temporaryFolder();
  const old = open(folder, before);
  insertOrders(old.sql, 2);
  const [id, other] = [orderIdAt(1), orderIdAt(2)];
  const { pickup, destinations } = someOrder(id);
  const updates: readonly OrderUpdate[] = [
    someUpdate(id, { seenAtMs }),
    move(id, 1),
    // The clock was set back in between: the order of the rows counts.
    someUpdate(id, {
      seenAtMs: seenAtMs - 60_000,
      source: 'webhook',
      kinds: ['order_edited', 'status_changed'],
      reasons: ['By hand 花店', 'Renamed'],
      changes: [
        { field: 'note_to_courier', before: null, after: 'Ring 🌷' },
        { field: 'pickup', before: pickup, after: null },
        { field: 'destinations', before: destinations, after: [] },
        { field: 'price', before: null, after: { amount: 86.55, currency: 'HKD' } },
      ],
    }),
  ];
  for (const update of updates) {
    insertOld(old.sql, 1, update);
    insertOld(old.sql, 2, { ...move(other, 7), orderId: other });
  }
  old.close();

  const { sql } = open(folder);
  const history = new HistoryRepository(sql, wallMs);
  expect(history.timeline(id, 3)).toEqual(
    updates
      .map(({ seenAtMs: atMs, source, kinds, reasons, changes }) => ({
        kind: 'update',
        atMs,
        source,
        kinds,
        reasons,
        changes,
      }))
      .toReversed(),
  );
  expect(history.timeline(other, 9)).toHaveLength(4);
  expect(history.trail(id, 9)).toEqual([
    { latitudeDeg: 22.0002, longitudeDeg: 114.160494, atMs: seenAtMs + 1 },
  ]);
  // What comes later stands after it.
  const watched = someWatched(id);
  const update = someUpdate(id, { seenAtMs: seenAtMs + 5000 });
  const repository = new WatchRepository(sql, wallMs);
  repository.load();
  repository.save([{ watched, update, tellings: [] }]);
  expect(history.timeline(id, 1)).toMatchObject([{ atMs: seenAtMs + 5000 }]);
});

test('an update that cannot be read is set aside with its order’s uuid, and the others come over', () => {
  const folder = temporaryFolder();
  const old = open(folder, before);
  insertOrders(old.sql, 1);
  const id = orderIdAt(1);
  for (let step = 0; step < 5; step += 1) insertOld(old.sql, 1, move(id, step));
  old.sql.exec("UPDATE updates SET changes_json = '{torn' WHERE no = 2");
  old.sql.exec(`UPDATE updates SET kinds_json = '["of another age"]' WHERE no = 3`);
  old.sql.exec("UPDATE updates SET source = 'rumour' WHERE no = 4");
  old.close();
  const { sql, fault } = open(folder);
  expect(fault).toBeNull();
  expect(new HistoryRepository(sql, wallMs).timeline(id, 9)).toHaveLength(3);
  const aside = sql.prepare('SELECT table_name, row_json FROM damaged_rows').all();
  expect(aside).toHaveLength(3);
  for (const row of aside) {
    expect(row['table_name']).toBe('updates');
    expect(JSON.parse(String(row['row_json']))).toMatchObject({ id });
  }
});

test('a long history is given back four fifths of its room, and its old text is gone from the file', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'waybell.db');
  const old = open(folder, before);
  insertOrders(old.sql, 50);
  old.sql.exec('BEGIN');
  for (let step = 0; step < 20_000; step += 1) {
    const no = (step % 50) + 1;
    insertOld(old.sql, no, move(orderIdAt(no), step));
  }
  old.sql.exec('COMMIT');
  old.close();
  const sizeBefore = statSync(path).size;
  const next = open(folder);
  const { sql } = next;
  expect(sql.prepare('SELECT count(*) AS count FROM updates').get()).toEqual({ count: 20_000 });
  expect(sql.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  next.close();
  expect(statSync(path).size).toBeLessThan(sizeBefore / 5);
  expect(readFileSync(path, 'latin1')).not.toContain('"courier.location"');
});

test('the history of one order and the room for the next update are found without a search', () => {
  const { sql } = open(temporaryFolder());
  const plan = (query: string): string =>
    sql
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map((row) => String(row['detail']))
      .join('\n');
  expect(plan('SELECT max(no) FROM updates WHERE order_no = 7')).toContain('(order_no=?)');
  const timeline = plan('SELECT * FROM updates WHERE order_no = 7 ORDER BY no DESC LIMIT 50');
  expect(timeline).toContain('(order_no=?)');
  expect(timeline).not.toContain('TEMP B-TREE');
  expect(plan('SELECT * FROM updates WHERE marks & 24 AND seen_at_ms >= 5')).toContain(
    'updates_matched',
  );
});
