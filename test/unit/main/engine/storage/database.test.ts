import {
  chmodSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { changedPreferences } from '../../../../../core/watch/order-preferences.ts';
import {
  checkDatabase,
  openDatabase,
  openToRead,
} from '../../../../../main/engine/storage/database.ts';
import type { OpenedDatabase, OpenOptions } from '../../../../../main/engine/storage/database.ts';
import { everyNotification } from '../../../../../core/notification/notification.ts';
import { OutboxRepository } from '../../../../../main/engine/storage/outbox-repository.ts';
import { IntakeRepository } from '../../../../../main/engine/storage/webhook-repository.ts';
import { releasedMigrations } from '../../../../../main/engine/storage/schema.ts';
import { ProfileRepository } from '../../../../../main/engine/storage/profile-repository.ts';
import { SettingsRepository } from '../../../../../main/engine/storage/settings-repository.ts';
import { WatchRepository } from '../../../../../main/engine/storage/watch-repository.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someWatched,
} from '../../../../support/watched-orders.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const wallMs = (): number => Date.UTC(2026, 10, 21, 9, 41, 7);

function open(folder: string, options: OpenOptions = {}): OpenedDatabase {
  const opened = openDatabase(folder, { wallMs, ...options });
  let isOpen = true;
  onTestFinished(() => {
    if (isOpen) opened.close();
  });
  return {
    ...opened,
    close: () => {
      isOpen = false;
      opened.close();
    },
  };
}

function fill(opened: OpenedDatabase, count: number): void {
  const repository = new WatchRepository(opened.sql, wallMs);
  const watched = Array.from({ length: count }, (_, index) =>
    someWatched(orderIdAt(index), { order: someOrder(orderIdAt(index)) }),
  );
  repository.save(watched.map((each) => ({ watched: each, notifications: [] })));
}

test('the install seed is drawn once and stays', () => {
  const folder = temporaryFolder();
  const first = open(folder);
  first.close();
  const second = open(folder);
  expect(second.installSeed).toBe(first.installSeed);
  expect(Number.isInteger(second.installSeed)).toBe(true);
});

test.each([
  ['overwritten in the middle', (path: string) => damageMiddle(path)],
  ['cut in half', (path: string) => truncateSync(path, statSync(path).size / 2)],
  ['emptied', (path: string) => truncateSync(path, 0)],
  ['not a database', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
])('fault 55: a database that is %s is set aside, and a fresh one works', (_name, damage) => {
  const folder = temporaryFolder();
  const first = open(folder);
  fill(first, 400);
  first.close();
  damage(join(folder, 'waybell.db'));
  chmodSync(join(folder, 'waybell.db'), 0o644);
  const second = open(folder);
  expect(second.setAside).toMatchObject({
    reason: 'damaged',
    path: join(folder, 'waybell-damaged-2026-11-21T09-41-07.db'),
  });
  expect(statSync(second.setAside?.path ?? '').mode & 0o777).toBe(0o600);
  const kept = new WatchRepository(second.sql, wallMs).load().length;
  expect(kept).toBe(second.setAside?.adopted);
  fill(second, 400);
  second.close();
  const third = open(folder);
  expect(third.setAside).toBeNull();
  expect(new WatchRepository(third.sql, wallMs).load()).toHaveLength(400);
});

function damageMiddle(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096 * 3, bytes.length - 4096);
  writeFileSync(path, bytes);
}

test('fault 55: what a damaged database still names is watched on, with its label and its note', () => {
  const folder = temporaryFolder();
  const first = open(folder);
  const id = orderIdAt(7);
  const preferences = changedPreferences(null, { note: 'ring twice' });
  const ours = someWatched(id, { label: 'Florist', isMuted: true, isPinned: true, preferences });
  fill(first, 400);
  const repository = new WatchRepository(first.sql, wallMs);
  repository.save([{ watched: ours, notifications: [] }]);
  // The history is torn; the list itself can be read.
  const page = first.sql.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'updates'").get();
  first.close();
  const path = join(folder, 'waybell.db');
  const bytes = readFileSync(path);
  const at = (Number(page?.['rootpage']) - 1) * 4096;
  bytes.fill(0xa5, at, at + 4096);
  writeFileSync(path, bytes);

  const second = open(folder);
  expect(second.setAside).toMatchObject({ reason: 'damaged', adopted: 400 });
  const list = new WatchRepository(second.sql, wallMs).load();
  expect(list).toHaveLength(400);
  expect(list.find((watched) => watched.id === id)).toMatchObject({
    label: 'Florist',
    isMuted: true,
    isPinned: true,
    preferences,
    order: null,
  });
});

test('two databases set aside in the same second both stay', () => {
  const folder = temporaryFolder();
  for (let round = 0; round < 2; round += 1) {
    open(folder).close();
    writeFileSync(join(folder, 'waybell.db'), 'damaged '.repeat(1000));
  }
  open(folder).close();
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toHaveLength(2);
});

test('fault 55: a database written by a newer Waybell is set aside untouched', () => {
  const folder = temporaryFolder();
  const newer = open(folder, {
    migrations: [...releasedMigrations, 'CREATE TABLE later (no INTEGER)'],
  });
  fill(newer, 4);
  newer.close();
  const older = open(folder);
  expect(older.setAside?.reason).toBe('newer');
  expect(new WatchRepository(older.sql, wallMs).load()).toHaveLength(0);
  const kept = new DatabaseSync(older.setAside?.path ?? '', { readOnly: true });
  expect(kept.prepare('SELECT count(*) AS count FROM watched_orders').get()).toEqual({ count: 4 });
  kept.close();
});

test('what was acknowledged before acknowledgements had causes needs no attention again', () => {
  const folder = temporaryFolder();
  const before = open(folder, { migrations: releasedMigrations.slice(0, 2) });
  const insert = before.sql.prepare(`
    INSERT INTO watched_orders (id, label, added_at_ms, is_muted, is_pinned, unseen_count,
      status_since_ms, last_looked_at_ms, acknowledged_at_ms, order_json, flags_json, problem_json)
    VALUES (?, 'Florist', 1000, 0, 0, 1, 2000, ?, ?, ?, ?, ?)`);
  const flags = {
    releasedAtMs: 2500,
    courierSwappedAtMs: 2600,
    amendedAtMs: 9000,
    amountBeforeAmendment: null,
  };
  const problem = { code: 'order-not-found', httpStatus: 404, sinceMs: 2700, failureCount: 3 };
  const cancelled = { raw: 'cancelled', phase: 'cancelled' } as const;
  const add = (index: number, lookedMs: number | null, knownMs: number | null): void => {
    const id = orderIdAt(index);
    const order = JSON.stringify(someOrder(id, { status: cancelled }));
    insert.run(id, lookedMs, knownMs, order, JSON.stringify(flags), JSON.stringify(problem));
  };
  add(1, 3000, null);
  add(2, 3000, 3000);
  add(3, null, null);
  insert.run(orderIdAt(4), 3000, 3000, null, '{damaged', null);
  before.close();
  const orders = new WatchRepository(open(folder).sql, wallMs).load();
  const known = orders.map(({ acknowledged }) =>
    acknowledged.map(({ reason, causeAtMs }) => `${reason} ${causeAtMs}`).toSorted(),
  );
  const news = ['cancelled 2000', 'courierSwapped 2600'];
  const rest = ['checksFailing 2700', 'notFound 2700', 'refused 2700', 'released 2500'];
  expect(known).toEqual([news, [...news, ...rest].toSorted(), [], []]);
  expect(orders.map(({ label }) => label)).toEqual(orders.map(() => 'Florist'));
});

test('notifications from before they were found by kind are found by it', () => {
  const folder = temporaryFolder();
  const before = open(folder, { migrations: releasedMigrations.slice(0, 7) });
  const insert = before.sql.prepare(`
    INSERT INTO notifications (key, order_id, decided_at_ms, notification_json, outcome, outcome_reason,
      settled_at_ms) VALUES (?, ?, 1, ?, 'held', 'quietHours', 2)`);
  const held = someNotification('a', { event: 'released' });
  insert.run('a', held.orderId, JSON.stringify(held));
  insert.run('b', held.orderId, '{damaged');
  before.close();
  const outbox = new OutboxRepository(open(folder).sql, wallMs);
  expect(outbox.page({ kind: 'released', order: null, fate: 'notShown' }, null, 9)).toEqual([
    {
      no: 1,
      notification: held,
      outcome: { kind: 'held', reason: 'quietHours' },
      heldBy: 'quietHours',
      settledAtMs: 2,
    },
  ]);
});

test('a profile from before keeps what was notified and acknowledged of promises, and the ages of its orders', () => {
  const folder = temporaryFolder();
  const before = open(folder, { migrations: releasedMigrations.slice(0, 13) });
  const insert = before.sql.prepare(`
    INSERT INTO notifications (key, order_id, decided_at_ms, notification_json, event, outcome, settled_at_ms)
    VALUES (?, ?, 1, ?, 'promiseAtRisk', 'shown', 2)`);
  const promisedAtMs = 900_000;
  const keys = [`a:${promisedAtMs}:promiseAtRisk:ahead`, `a:${promisedAtMs}:promiseAtRisk`];
  for (const key of keys) {
    const notification = { ...someNotification(key), event: 'promiseAtRisk' };
    insert.run(key, notification.orderId, JSON.stringify(notification));
  }
  const known = { reason: 'promiseAtRisk', causeAtMs: 300_000, atMs: 5 };
  before.sql
    .prepare(
      `INSERT INTO watched_orders (id, added_at_ms, is_muted, is_pinned, unseen_count, acknowledged_json)
        VALUES (?, 1000, 0, 0, 0, ?)`,
    )
    .run(orderIdAt(1), JSON.stringify([known]));
  before.close();
  const { sql } = open(folder);
  const outbox = new OutboxRepository(sql, wallMs);
  const found = outbox.page(everyNotification, null, 9);
  expect(found.map(({ notification: { event, key } }) => [event, key])).toEqual([
    ['promisePassed', keys[1]],
    ['promiseAhead', keys[0]],
  ]);
  const [order] = new WatchRepository(sql, wallMs).load();
  expect(order?.isStatusSinceBefore).toBe(false);
  expect(order?.acknowledged).toEqual([
    { reason: 'promiseAhead', causeAtMs: 300_000, atMs: 5 },
    { reason: 'promisePassed', causeAtMs: 300_000, atMs: 5 },
  ]);
});

test.each(releasedMigrations.slice(1).map((_step, index) => index + 1))(
  'a profile of step %i opens with its orders, its settings and its service',
  (step) => {
    const folder = temporaryFolder();
    const before = open(folder, { migrations: releasedMigrations.slice(0, step) });
    before.sql
      .prepare(
        `INSERT INTO watched_orders (id, label, added_at_ms, is_muted, is_pinned, unseen_count, order_json)
          VALUES (?, 'Florist', 77, 1, 0, 2, ?)`,
      )
      .run(orderIdAt(1), JSON.stringify(someOrder(orderIdAt(1))));
    before.sql.exec("INSERT INTO settings VALUES ('historyDays', '12')");
    before.sql.exec("INSERT INTO profiles VALUES (1, 'https://one.example', 'desk', NULL)");
    before.close();
    const { sql } = open(folder);
    expect(new WatchRepository(sql, wallMs).load()).toMatchObject([
      {
        id: orderIdAt(1),
        label: 'Florist',
        addedAtMs: 77,
        isMuted: true,
        unseenCount: 2,
        order: someOrder(orderIdAt(1)),
      },
    ]);
    expect(new SettingsRepository(sql).load()).toMatchObject({ historyDays: 12 });
    expect(new ProfileRepository(sql).load()).toMatchObject({ baseUrl: 'https://one.example' });
  },
);

test('an older database is backed up, then brought forward with all its orders', () => {
  const folder = temporaryFolder();
  const before = open(folder);
  fill(before, 6);
  before.close();
  const after = open(folder, {
    migrations: [
      ...releasedMigrations,
      "ALTER TABLE watched_orders ADD COLUMN colour TEXT DEFAULT 'blue'",
    ],
  });
  expect(after.sql.prepare('SELECT colour FROM watched_orders LIMIT 1').get()).toEqual({
    colour: 'blue',
  });
  expect(new WatchRepository(after.sql, wallMs).load()).toHaveLength(6);
  const backup = new DatabaseSync(join(folder, 'waybell-before-update-2026-11-21T09-41-07.db'), {
    readOnly: true,
  });
  expect(backup.prepare('PRAGMA user_version').get()).toEqual({
    user_version: releasedMigrations.length,
  });
  expect(backup.prepare('SELECT count(*) AS count FROM watched_orders').get()).toEqual({
    count: 6,
  });
  backup.close();
});

test.each([
  ['ignore', 'ignore'],
  ['offer', 'offer'],
  ['steal', null],
])(
  'what was chosen for unknown orders (%s) becomes the choice of the stored service',
  (was, is) => {
    const folder = temporaryFolder();
    const before = open(folder, { migrations: releasedMigrations.slice(0, 2) });
    const webhooks = JSON.stringify({ unknownOrders: was });
    before.sql.prepare("INSERT INTO settings VALUES ('webhooks', ?)").run(webhooks);
    before.sql.exec("INSERT INTO profiles VALUES (1, 'https://one.example', 'desk', NULL)");
    before.close();
    const { sql } = open(folder);
    expect(new IntakeRepository(sql, 'salt').choice('https://one.example')).toBe(is);
  },
);

test('a database of a schema that was never released is set aside, and its orders are taken over', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'waybell.db');
  const old = new DatabaseSync(path);
  old.exec(`
    CREATE TABLE watched_orders (
      no INTEGER PRIMARY KEY, id TEXT, label TEXT, added_at_ms INTEGER, is_put_away INTEGER);
    PRAGMA user_version = 12`);
  const insert = old.prepare(
    'INSERT INTO watched_orders (id, label, added_at_ms, is_put_away) VALUES (?, ?, 77, ?)',
  );
  insert.run(orderIdAt(1), 'Florist', 0);
  // It would be asked for again, although it was over.
  insert.run(orderIdAt(2), 'Of last week', 1);
  old.close();
  expect(checkDatabase(folder)).toMatchObject({ state: 'damaged' });
  expect(openToRead(folder)).toBeNull();
  const opened = open(folder);
  expect(opened.setAside).toMatchObject({ reason: 'damaged', adopted: 1 });
  expect(new WatchRepository(opened.sql, wallMs).load()).toMatchObject([
    { id: orderIdAt(1), label: 'Florist', addedAtMs: 77, isMuted: false, order: null },
  ]);
  expect(checkDatabase(folder)).toMatchObject({ state: 'ok', orders: 1 });
});

test('a migration that fails leaves the old database as it was and runs in memory', () => {
  const folder = temporaryFolder();
  const before = open(folder);
  fill(before, 3);
  before.close();
  const needsNoOrders = 'INSERT INTO facts SELECT id, NULL FROM watched_orders';
  const failed = open(folder, { migrations: [...releasedMigrations, needsNoOrders] });
  expect(failed.fault).not.toBeNull();
  failed.close();
  const again = open(folder);
  expect(again.fault).toBeNull();
  expect(new WatchRepository(again.sql, wallMs).load()).toHaveLength(3);
});

test('a folder that cannot be made is a fault, and everything works in memory', () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  const opened = open(join(file, 'profile'));
  expect(opened.fault).not.toBeNull();
  fill(opened, 2);
  expect(new WatchRepository(opened.sql, wallMs).load()).toHaveLength(2);
});

test('a profile that an earlier Waybell left is read as it is now, and stays as it was', () => {
  const folder = temporaryFolder();
  const earlier = open(folder, { migrations: releasedMigrations.slice(0, -1) });
  earlier.sql
    .prepare(
      'INSERT INTO watched_orders (id, label, added_at_ms, is_muted, is_pinned, unseen_count) VALUES (?, ?, 77, 0, 0, 0)',
    )
    .run(orderIdAt(1), 'Florist');
  earlier.close();
  const found = openToRead(folder);
  expect(found && new WatchRepository(found.sql, wallMs).load()).toMatchObject([
    { label: 'Florist' },
  ]);
  found?.close();
  const sql = new DatabaseSync(join(folder, 'waybell.db'), { readOnly: true });
  expect(sql.prepare('PRAGMA user_version').get()).toEqual({
    user_version: releasedMigrations.length - 1,
  });
  sql.close();
});
