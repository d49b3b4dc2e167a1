import { expect, onTestFinished, test } from 'vitest';
import { HistoryRepository } from '../../../../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../../../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../../../../main/engine/storage/watch-repository.ts';
import {
  orderIdAt,
  someMove,
  someNotification,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { everyNotification } from '../../../../../core/notification/notification.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import type { OrderUpdate, UpdateKind } from '../../../../../core/order/order-update.ts';
import { changedPreferences } from '../../../../../core/watch/order-preferences.ts';
import { mostWaits } from '../../../../../core/watch/learned-waits.ts';
import { openDatabase } from '../../../../../main/engine/storage/database.ts';
import { lineWithoutPeople } from '../../../../../main/engine/lines/line-event.ts';
import {
  ErasureRepository,
  RetentionRepository,
} from '../../../../../main/engine/storage/privacy-repositories.ts';
import { WebhookRepository } from '../../../../../main/engine/storage/webhook-repository.ts';
import { recordedUpdates } from '../../../../replay/recorded-updates.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const dayMs = 86_400_000;

const nowMs = 20_000 * dayMs;

const rowId = orderIdAt(1);

const other = orderIdAt(2);

function eraseNow(sql: DatabaseSync, ids: readonly OrderId[]): void {
  const erasure = new ErasureRepository(sql);
  erasure.mark(ids);
  expect([...erasure.erasing(ids)].length).toBeGreaterThan(0);
  erasure.unmark(ids);
  erasure.finish();
  expect(erasure.marked()).toEqual([]);
}

function open(folder = temporaryFolder()) {
  const opened = openDatabase(folder);
  onTestFinished(() => opened.close());
  const { sql } = opened;
  const repository = new WatchRepository(sql, () => nowMs);
  const save = (...updates: readonly OrderUpdate[]): void =>
    repository.save(
      updates.map((update) => ({
        watched: someWatched(update.orderId),
        update,
        notifications: [],
      })),
    );
  const remove = (...ids: readonly OrderId[]): void => repository.remove(ids);
  return { folder, sql, save, remove, history: new HistoryRepository(sql, () => nowMs) };
}

function count(sql: DatabaseSync, table: string): number {
  return Number(sql.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
}

const fix = (latitudeDeg: number) => ({
  latitudeDeg,
  longitudeDeg: 114.157349,
  reportedAtMs: nowMs,
});

function moved(ageDays: number, parts: Partial<OrderUpdate> = {}): OrderUpdate {
  return someMove(rowId, {
    seenAtMs: nowMs - ageDays * dayMs,
    changes: [{ field: 'courier.location', before: fix(22.282351), after: fix(22.290123) }],
    ...parts,
  });
}

/** An update as the history tells it. */
function entryOf({ seenAtMs, source, kinds, reasons, changes }: OrderUpdate) {
  return { kind: 'update', atMs: seenAtMs, source, kinds, reasons, changes };
}

test('the history holds updates newest first and ends with the start of watching', () => {
  const { history, save } = open();
  const first = someUpdate(rowId, { seenAtMs: 10 });
  const second = someUpdate(rowId, { seenAtMs: 20, kinds: ['order_completed'], reasons: ['Done'] });
  save(first);
  save(second);
  const { addedAtMs } = someWatched(rowId);
  const started = { kind: 'watchingStarted', atMs: addedAtMs, source: 'you', origin: null };
  expect(history.timeline(rowId, 10)).toEqual([entryOf(second), entryOf(first), started]);
  expect(history.timeline(rowId, 1)).toEqual([entryOf(second)]);
});

test('the history says what started watching, unless that cannot be read', () => {
  const { sql, history } = open();
  const origin = { kind: 'file', name: 'Shop export.csv' } as const;
  const watched = someWatched(rowId, { origin });
  new WatchRepository(sql, () => nowMs).save([{ watched, notifications: [] }]);
  expect(history.timeline(rowId, 10)).toMatchObject([{ kind: 'watchingStarted', origin }]);
  for (const damaged of ['{', '{"kind":"unknown"}']) {
    sql.prepare('UPDATE watched_orders SET origin_json = ?').run(damaged);
    expect(history.timeline(rowId, 10)).toMatchObject([{ kind: 'watchingStarted', origin: null }]);
  }
});

test('the recent changes are those of all orders since a time, newest first, without plain moves', () => {
  const { history, save } = open();
  const old = someUpdate(rowId, { seenAtMs: 10 });
  const first = someUpdate(rowId, { seenAtMs: 20 });
  const second = someUpdate(other, { seenAtMs: 30, kinds: ['order_completed'], reasons: ['Done'] });
  const heardOfMove = someMove(rowId, { seenAtMs: 45, source: 'webhook' });
  save(old, first, second, someMove(rowId, { seenAtMs: 40 }), heardOfMove);
  const newest = { id: other, entry: entryOf(second) };
  const older = { id: rowId, entry: entryOf(first) };
  expect(history.recentChanges(20, 10, null)).toEqual([newest, older]);
  expect(history.recentChanges(20, 1, null)).toEqual([newest]);
});

test('the changes of some orders are theirs alone, however many others changed since', () => {
  const { history, save } = open();
  const first = someUpdate(rowId, { seenAtMs: 20 });
  save(someUpdate(rowId, { seenAtMs: 10 }), first, someMove(rowId, { seenAtMs: 30 }));
  save(...Array.from({ length: 5001 }, (_, index) => someUpdate(other, { seenAtMs: 40 + index })));
  const only = { id: rowId, entry: entryOf(first) };
  expect(history.recentChanges(20, 10, null)).not.toContainEqual(only);
  expect(history.recentChanges(20, 10, [rowId])).toEqual([only]);
  expect(history.recentChanges(20, 2, [rowId, other])).toHaveLength(2);
});

test('the trail holds the courier’s positions, oldest first, the last ones when there are many', () => {
  const { history, save } = open();
  for (const ageDays of [5, 4, 3, 2, 1]) {
    const after = { ...fix(22 + ageDays / 100), reportedAtMs: 1 };
    save(moved(ageDays, { changes: [{ field: 'courier.location', before: null, after }] }));
  }
  expect(history.trail(rowId, 3)).toEqual(
    [3, 2, 1].map((ageDays) => ({
      latitudeDeg: 22 + ageDays / 100,
      longitudeDeg: 114.157349,
      atMs: nowMs - ageDays * dayMs,
    })),
  );
});

test('pruning erases what is too old and never what was not notified', () => {
  const { history, save, sql } = open();
  const outbox = new OutboxRepository(sql, () => nowMs);
  save(moved(40), moved(10), moved(1));
  outbox.put(someNotification('told', { decidedAtMs: nowMs - 40 * dayMs }));
  outbox.put(someNotification('waiting', { decidedAtMs: nowMs - 40 * dayMs }));
  outbox.put(someNotification('held', { decidedAtMs: nowMs - 40 * dayMs }));
  outbox.settle(['told'], { kind: 'shown' }, nowMs - 40 * dayMs);
  outbox.settle(['held'], { kind: 'held', reason: 'screenLocked' }, nowMs - 40 * dayMs);
  while (history.prune(nowMs, { history: 30, people: 20 }));
  expect(history.trail(rowId, 10)).toHaveLength(2);
  expect(
    outbox.page(everyNotification, null, 9).map(({ notification }) => notification.key),
  ).toEqual(['held', 'waiting']);
});

test('of very many notifications the oldest go, though neither what waits nor what is of today', () => {
  const { history, sql } = open();
  const outbox = new OutboxRepository(sql, () => nowMs);
  const put = (key: string, ageDays: number) =>
    outbox.put(someNotification(key, { decidedAtMs: nowMs - ageDays * dayMs }));
  put('of the day before', 1.5);
  put('held', 1.5);
  put('of today', 0.5);
  outbox.settle(['of the day before', 'of today'], { kind: 'shown' }, nowMs);
  outbox.settle(['held'], { kind: 'held', reason: 'snoozed' }, nowMs);
  put('newest', 0);
  // As if 50,000 had come since.
  sql.exec("UPDATE notifications SET no = no + 50000 WHERE key = 'newest'");
  while (history.prune(nowMs, { history: 30, people: 7 }));
  const kept = outbox.page(everyNotification, null, 9).map(({ notification }) => notification.key);
  expect(kept).toEqual(['newest', 'of today', 'held']);
});

test('one go of pruning erases a bounded number of rows, and enough goes erase all', () => {
  const { history, save, sql } = open();
  const old = Array.from({ length: 5000 }, (_, index) =>
    someUpdate(rowId, { seenAtMs: nowMs - 40 * dayMs + index }),
  );
  save(...old, someUpdate(rowId, { seenAtMs: nowMs }));
  const counts = [count(sql, 'updates')];
  while (history.prune(nowMs, { history: 30, people: 7 })) counts.push(count(sql, 'updates'));
  expect(counts).toEqual([5001, 3001, 1001, 1]);
});

test('the updates of a day come back exactly, in their order, in at most 100 bytes each', () => {
  const { sql, save, history } = open();
  const pageBytes = (): number => {
    const pages = sql.prepare('PRAGMA page_count').get()?.['page_count'];
    return Number(pages) * 4096;
  };
  const updates = recordedUpdates(3000);
  const ids = [...new Set(updates.map(({ orderId }) => orderId))];
  save(...ids.map((orderId) => someUpdate(orderId)));
  const before = pageBytes();
  for (let at = 0; at < updates.length; at += 20) save(...updates.slice(at, at + 20));
  expect((pageBytes() - before) / updates.length).toBeLessThanOrEqual(100);
  for (const orderId of ids) {
    const ours = updates.filter((update) => update.orderId === orderId).toReversed();
    expect(history.timeline(orderId, 10_000).slice(0, ours.length)).toEqual(ours.map(entryOf));
  }
  expect(count(sql, 'moves')).toBe(updates.filter(({ changes }) => isMoved(changes)).length);
});

function isMoved(changes: OrderUpdate['changes']): boolean {
  return changes.length === 1 && changes[0]?.field === 'courier.location';
}

const degrees = fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((e7) => e7 / 1e7);
const place = fc.option(
  fc.record({
    latitudeDeg: degrees,
    longitudeDeg: degrees,
    reportedAtMs: fc.option(fc.integer({ min: 0, max: 2 * nowMs })),
  }),
);

test('any move comes back as it was, whatever is said of it', () => {
  const { save, history } = open();
  const reason = fc.constantFrom('Courier moved', 'Courier position no longer given', 'Moved', '');
  const source = fc.constantFrom('poll' as const, 'webhook' as const);
  const kinds = fc.constantFrom<UpdateKind[]>(['courier_moved'], ['order_edited']);
  const parts = fc.record({ reason, source, kinds, before: place, after: place });
  fc.assert(
    fc.property(parts, ({ before, after, reason: word, ...rest }) => {
      const update = moved(0, {
        ...rest,
        reasons: [word],
        changes: [{ field: 'courier.location', before, after }],
      });
      save(update);
      expect(history.timeline(rowId, 1)).toEqual([entryOf(update)]);
      const [last] = history.trail(rowId, 1);
      if (after === null) return;
      expect(last).toMatchObject({
        latitudeDeg: after.latitudeDeg,
        longitudeDeg: after.longitudeDeg,
      });
    }),
  );
});

test('a position that is no place on earth, or its time no whole number, is kept all the same', () => {
  const { sql, save, history } = open();
  const strange = [
    { latitudeDeg: 1e300, longitudeDeg: -1e300, reportedAtMs: null },
    { latitudeDeg: 22.3, longitudeDeg: 114.2, reportedAtMs: 1_999_000.5 },
  ];
  for (const after of strange) {
    const update = moved(0, { changes: [{ field: 'courier.location', before: null, after }] });
    save(update);
    expect(history.timeline(rowId, 1)).toEqual([entryOf(update)]);
  }
  expect(count(sql, 'moves')).toBe(0);
});

test('a position is kept to a centimetre', () => {
  const { save, history } = open();
  save(
    moved(0, { changes: [{ field: 'courier.location', before: null, after: fix(22.28235149) }] }),
    moved(0, {
      changes: [{ field: 'courier.location', before: null, after: fix(22.282351495959) }],
    }),
  );
  expect(history.trail(rowId, 9).map(({ latitudeDeg }) => latitudeDeg)).toEqual([
    22.2823515, 22.2823515,
  ]);
});

test('SQL alone reads the history of an order, as the docstring of the schema says', () => {
  const { sql, save } = open();
  save(moved(2), someUpdate(rowId), moved(1));
  const schema = readFileSync(
    new URL('../../../../../main/engine/storage/schema.ts', import.meta.url),
    'utf8',
  );
  const queries = [...schema.matchAll(/^ \* {3}(SELECT[^;]+;)/gm)].map(([, query = '']) =>
    query.replaceAll(/^ \*/gm, '').replace('<uuid>', rowId),
  );
  expect(queries.map((query) => sql.prepare(query).all().length)).toEqual([3, 2]);
});

test('positions older than they may be kept go out of the history, and the rest of it stays', () => {
  const { save, history } = open();
  const [position] = moved(0).changes;
  const [status] = someUpdate(rowId).changes;
  if (position === undefined || status === undefined) throw new Error('there are changes');
  save(
    moved(10),
    moved(9, { kinds: ['order_matched'], reasons: ['Order Matched'], changes: [status, position] }),
    moved(1),
  );
  while (history.prune(nowMs, { history: 30, people: 8 }));
  expect(history.trail(rowId, 9)).toHaveLength(1);
  expect(history.timeline(rowId, 9)).toMatchObject([
    { kinds: ['courier_moved'], changes: [position] },
    { kinds: ['order_matched'], changes: [status] },
    { kind: 'watchingStarted' },
  ]);
});

test('one go takes the positions out of a bounded number of updates', () => {
  const { sql, save, history } = open();
  save(...Array.from({ length: 700 }, () => moved(10, { reasons: ['A reason of its own'] })));
  const left = [];
  while (history.prune(nowMs, { history: 30, people: 8 })) left.push(count(sql, 'updates'));
  expect(left).toEqual([400, 100]);
  expect(history.trail(rowId, 9)).toEqual([]);
});

test('updates of orders far down the list are pruned too', () => {
  const { save, history } = open();
  const ids = Array.from({ length: 1200 }, (_, index) => orderIdAt(index + 1));
  save(...ids.map((orderId) => moved(40, { orderId })));
  while (history.prune(nowMs, { history: 30, people: 7 }));
  expect(ids.filter((orderId) => history.timeline(orderId, 9).length > 1)).toEqual([]);
});

test('an update that cannot be read is set aside with its order’s uuid, and goes when that is erased', () => {
  const { sql, save, history } = open();
  save(someUpdate(rowId), moved(1));
  sql.exec("UPDATE updates SET changes_json = '[7'");
  expect(history.timeline(rowId, 9)).toHaveLength(2);
  expect(history.trail(rowId, 9)).toHaveLength(1);
  expect(count(sql, 'damaged_rows')).toBe(1);
  eraseNow(sql, [rowId]);
  expect(count(sql, 'damaged_rows')).toBe(0);
});

test('rows that were set aside go with the days for people, those of a clock that was ahead at once', () => {
  const { sql, history } = open();
  const aside = sql.prepare(
    "INSERT INTO damaged_rows (found_at_ms, table_name, row_json, reason) VALUES (?, 'updates', '{}', 'x')",
  );
  for (const foundAtMs of [nowMs - 7 * dayMs, nowMs - 6 * dayMs, nowMs, nowMs + dayMs])
    aside.run(foundAtMs);
  history.prune(nowMs, { history: 30, people: 7 });
  expect(count(sql, 'damaged_rows')).toBe(2);
  history.prune(nowMs, { history: 30, people: 0 });
  expect(count(sql, 'damaged_rows')).toBe(0);
});

test('an update that cannot be read goes with the people, because they may be in it', () => {
  const { sql, save, history } = open();
  save(moved(3), someUpdate(rowId), moved(1));
  sql.exec("UPDATE updates SET changes_json = '[7'");
  new RetentionRepository(sql, lineWithoutPeople).erasePeople([rowId], nowMs);
  expect(count(sql, 'history')).toBe(0);
  expect(history.timeline(rowId, 9)).toHaveLength(1);
});

test('an update that names an erased order in its texts goes with it', () => {
  const { sql, save, history } = open();
  const note = (after: string) =>
    someUpdate(other, {
      kinds: ['order_edited'],
      reasons: ['Order edited: note_to_courier'],
      changes: [{ field: 'note_to_courier', before: null, after }],
    });
  save(moved(1), note(`together with ${rowId.toUpperCase()}`), note('alone'));
  eraseNow(sql, [rowId]);
  expect(history.timeline(other, 9)).toMatchObject([
    { changes: [{ after: 'alone' }] },
    { kind: 'watchingStarted' },
  ]);
});

test('an order whose label and note name an erased one stays with its history', () => {
  const { sql, save, history } = open();
  const repository = new WatchRepository(sql, () => nowMs);
  save(someUpdate(rowId), someUpdate(other));
  const preferences = changedPreferences(null, { note: `instead of ${rowId}` });
  const watched = someWatched(other, { label: `for ${rowId}`, preferences });
  repository.save([{ watched, notifications: [] }]);
  eraseNow(sql, [rowId]);
  expect(repository.load()).toEqual([watched]);
  expect(history.timeline(other, 9)).toHaveLength(2);
});

function body(uuid: string): Buffer {
  return Buffer.from(JSON.stringify({ data: { uuid } }));
}

test('a webhook that waits is erased with its order', () => {
  const { sql } = open();
  const queue = new WebhookRepository(sql);
  for (const orderId of [rowId, other]) {
    const webhook = { receivedAtMs: 1, isProven: true, body: body(orderId) };
    queue.put(webhook, { key: orderId, orderId });
  }
  eraseNow(sql, [rowId]);
  expect(queue.queued().map((each) => Buffer.from(each.body).toString())).toEqual([
    body(other).toString(),
  ]);
});

/** A degree as the file holds it: a big-endian integer of 10^-7 degrees. */
function storedDegree(deg: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(deg * 1e7));
  return bytes.toString('latin1');
}

test('an erased order’s positions are in no byte of the file', () => {
  const { folder, sql, save } = open();
  save(moved(2), moved(1));
  const sought = [22.282351, 22.290123, 114.157349].map(storedDegree);
  const bytes = (): string =>
    ['waybell.db', 'waybell.db-wal']
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
  expect(sought.every((each) => bytes().includes(each))).toBe(true);
  eraseNow(sql, [rowId]);
  expect(sought.filter((each) => bytes().includes(each))).toEqual([]);
});

test('a coarse history holds no exact position', () => {
  const { sql, save, history } = open();
  save(moved(2), someUpdate(rowId), moved(1, { reasons: ['A reason of its own'] }));
  new RetentionRepository(sql, lineWithoutPeople).coarsen([rowId], nowMs);
  const left = ['moves', 'updates']
    .map((table) => JSON.stringify(sql.prepare(`SELECT * FROM ${table}`).all()))
    .join();
  expect(left).not.toMatch(/22\.?282351|22\.?290123|114\.?157349/);
  expect(
    history.trail(rowId, 9).map(({ latitudeDeg, longitudeDeg }) => [latitudeDeg, longitudeDeg]),
  ).toEqual([
    [22.29, 114.157],
    [22.29, 114.157],
  ]);
  // In the same order as before.
  expect(history.timeline(rowId, 9).slice(0, 3)).toMatchObject([
    { reasons: ['A reason of its own'] },
    { reasons: ['Order Matched'] },
    { reasons: ['Courier moved'] },
  ]);
});

test('a webhook’s reason takes the place of the usual one, and nothing else of the update changes', () => {
  const { sql, save, history } = open();
  save(moved(3), someUpdate(rowId, { seenAtMs: nowMs }), moved(0));
  const queue = new WebhookRepository(sql);
  const [update] = queue.pastUpdates(rowId, nowMs);
  expect(update).toMatchObject({ source: 'poll', reasons: ['Order Matched'] });
  const before = history.timeline(rowId, 9);
  queue.amend(rowId, update?.no ?? 0, ['Order Matched by hand'], null);
  queue.amend(rowId, 99, ['no such update'], null);
  queue.amend(other, update?.no ?? 0, ['no such order'], null);
  expect(history.timeline(rowId, 9)).toEqual(
    before.map((entry, index) =>
      index === 1 ? { ...entry, source: 'webhook', reasons: ['Order Matched by hand'] } : entry,
    ),
  );
});

test('the waits that ended with a match come back oldest first, also once their orders are gone', () => {
  const { save, remove, history } = open();
  save(
    someUpdate(rowId, { seenAtMs: 1000, courierWaitMs: 300 }),
    someUpdate(other, { seenAtMs: 2000 }),
    someUpdate(other, { seenAtMs: 3000, courierWaitMs: 0 }),
  );
  const waits = [
    { atMs: 1000, waitMs: 300 },
    { atMs: 3000, waitMs: 0 },
  ];
  expect(history.courierWaits()).toEqual(waits);
  remove(rowId, other);
  history.prune(Number.MAX_SAFE_INTEGER, { history: 1, people: 0 });
  expect(history.courierWaits()).toEqual(waits);
});

test('of the waits that ended with a match the latest are kept', () => {
  const { save, history } = open();
  const seenAtMs = Array.from({ length: mostWaits + 5 }, (_, index) => index);
  save(...seenAtMs.map((atMs) => someUpdate(rowId, { seenAtMs: atMs, courierWaitMs: 1 })));
  expect(history.courierWaits().map(({ atMs }) => atMs)).toEqual(seenAtMs.slice(-mostWaits));
});

/** A move to a position that was so old when it was seen. */
function seenAtAge(ageMs: number | null): OrderUpdate {
  const after = { ...fix(22), reportedAtMs: ageMs === null ? null : nowMs - ageMs };
  return moved(0, {
    seenAtMs: nowMs,
    changes: [{ field: 'courier.location', before: null, after }],
  });
}

test('how old the latest positions were when they came comes back, oldest first', () => {
  const { save, history } = open();
  save(...[5000, null, -7000, 9000].map(seenAtAge));
  expect(history.positionAgesMs(2)).toEqual([-7000, 9000]);
  // A position that comes with other news counts as well.
  const { changes } = seenAtAge(4000);
  save(someUpdate(rowId, { seenAtMs: nowMs, changes: [...someUpdate(rowId).changes, ...changes] }));
  expect(history.positionAgesMs(2)).toEqual([9000, 4000]);
});

test('what was learned by a time is without what came later', () => {
  const { save, history } = open();
  for (const minute of [1, 2, 3]) {
    const seenAtMs = nowMs + minute * 60_000;
    save({ ...seenAtAge(minute * 1000), seenAtMs });
    save(someUpdate(rowId, { seenAtMs, courierWaitMs: minute }));
  }
  const untilMs = nowMs + 2 * 60_000;
  expect(history.courierWaits(untilMs).map(({ waitMs }) => waitMs)).toEqual([1, 2]);
  expect(history.positionAgesMs(5, untilMs)).toHaveLength(2);
  expect(history.positionAgesMs(5)).toHaveLength(3);
});

test('the service’s own time of an update is kept beside ours, the latest that webhooks name', () => {
  const { history, save, sql } = open();
  save(someUpdate(rowId, { seenAtMs: nowMs, createdAtMs: nowMs - 120_000, source: 'webhook' }));
  const times = () =>
    history.timeline(rowId, 1).map((entry) => entry.kind === 'update' && entry.createdAtMs);
  expect(times()).toEqual([nowMs - 120_000]);
  const queue = new WebhookRepository(sql);
  const [update] = queue.pastUpdates(rowId, 0);
  for (const [createdAtMs, kept] of [
    [nowMs - 60_000, nowMs - 60_000],
    [nowMs - 90_000, nowMs - 60_000],
    [null, nowMs - 60_000],
  ] as const) {
    queue.amend(rowId, update?.no ?? 0, ['Order Matched'], createdAtMs);
    expect(times()).toEqual([kept]);
  }
});
