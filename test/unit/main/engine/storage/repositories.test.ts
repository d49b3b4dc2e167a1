import { expect, test } from 'vitest';
import { defaultConnectionOptions } from '../../../../../core/delivery/connection-options.ts';
import type { ContractNoteEntry } from '../../../../../core/wire/contract-notes.ts';
import type { PrivacyEntry } from '../../../../../core/privacy/privacy-ledger.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import { ArchiveRepository } from '../../../../../main/engine/storage/archive-repository.ts';
import { ContractNoteRepository } from '../../../../../main/engine/storage/contract-note-repository.ts';
import { PrivacyLedgerRepository } from '../../../../../main/engine/storage/privacy-repositories.ts';
import { ProfileRepository } from '../../../../../main/engine/storage/profile-repository.ts';
import { SettingsRepository } from '../../../../../main/engine/storage/settings-repository.ts';
import { TeamRepository } from '../../../../../main/engine/storage/team/team-repository.ts';
import { WatchRepository } from '../../../../../main/engine/storage/watch-repository.ts';
import { full, id, openStored, wallMs } from '../../../../support/storage/stored-order.ts';
import {
  orderIdAt,
  someNotification,
  someUpdate,
  someWatched,
} from '../../../../support/watched-orders.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { HistoryRepository } from '../../../../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../../../../main/engine/storage/outbox-repository.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import {
  everyNotification,
  type NotificationEvent,
  type NotificationFilter,
  type NotificationOutcome,
} from '../../../../../core/notification/notification.ts';

test('settings that do not fit fall back alone when they are read', () => {
  const { sql } = openStored();
  const settings = new SettingsRepository(sql);
  settings.change({ theme: 'dark', requestsPerMinute: 120 });
  sql.exec("UPDATE settings SET value_json = 'not json' WHERE name = 'theme'");
  sql.exec("UPDATE settings SET value_json = '-5' WHERE name = 'activeEverySeconds'");
  expect(settings.load()).toEqual({ ...defaultSettings, requestsPerMinute: 120 });
});

test('what an earlier Waybell stored of kinds and groups keeps its choices, also once something else is changed', () => {
  const { sql } = openStored();
  const settings = new SettingsRepository(sql);
  const store = sql.prepare('INSERT INTO settings (name, value_json) VALUES (?, ?)');
  store.run(
    'toldKinds',
    '{"released":{"isTold":false,"sound":"none"},"waiting":{"isTold":true,"sound":"soft"}}',
  );
  store.run(
    'groupRules',
    '[{"group":"Hotels","isMuted":false,"tellsEveryMove":false,"untold":["completed"]}]',
  );
  store.run('mostNotificationsPerMinute', '2');
  const read = settings.load();
  expect(read.toldKinds).toMatchObject({
    released: { level: 'kept', sound: 'none' },
    courierLost: { level: 'needsYou', sound: 'soft' },
  });
  expect(read.groupRules.map(({ group, kept }) => [group, kept])).toEqual([
    ['Hotels', ['completed']],
  ]);
  settings.change({ theme: 'dark' });
  expect(settings.load()).toEqual({ ...read, theme: 'dark' });
});

test('connection options that do not fit fall back alone when they are read', () => {
  const { sql } = openStored();
  const profiles = new ProfileRepository(sql);
  const options = {
    ...defaultConnectionOptions,
    orderPath: '/transport/orders/{uuid}',
    tokenHeader: 'X-Api-Key',
    statusMeanings: { '4': 'done' },
  } as const;
  profiles.save({ baseUrl: 'https://a.example', clientId: 'one', options });
  const spoilt = JSON.stringify({
    ...options,
    proxy: { kind: 'fixed', url: 'ftp://x' },
    caFile: 7,
  });
  sql.prepare('UPDATE profiles SET options_json = ?').run(spoilt);
  expect(profiles.load()?.options).toEqual(options);
  for (const json of ['not json', 'null', '[]', '7']) {
    sql.prepare('UPDATE profiles SET options_json = ?').run(json);
    expect(profiles.load()?.options).toEqual(defaultConnectionOptions);
  }
  sql.exec('UPDATE profiles SET options_json = NULL');
  // A profile from before there were options has none.
  expect(profiles.load()?.options).toEqual(defaultConnectionOptions);
});

test('a login and a token that were written by hand into the address of a hub are not read', () => {
  const { sql } = openStored();
  const team = new TeamRepository(sql);
  const hubUrl = 'https://hub.example.com:8443';
  team.save({ hubUrl, deskId: 'd1', deskName: 'Mei', role: 'dispatcher' });
  sql
    .prepare('UPDATE team SET hub_url = ?')
    .run('https://user:s3cret@hub.example.com:8443/?token=s3cret https://s3cret@two.example.com/');
  expect(team.load()?.hubUrl).toBe(hubUrl);
  expect(team.otherHubs()).toEqual(['https://two.example.com']);
});

test('contract notes of a rule that is gone are left out', () => {
  const { sql } = openStored();
  const notes = new ContractNoteRepository(sql);
  const entry: ContractNoteEntry = {
    note: 'envelope-data',
    count: 3,
    firstSeenAtMs: 1000,
    lastSeenAtMs: 2000,
  };
  notes.save('https://a.example', [entry]);
  sql.exec("INSERT INTO contract_notes VALUES ('https://a.example', 'no-such-rule', 1, 1, 1)");
  expect(notes.load('https://a.example')).toEqual([entry]);
});

test('choices about the archive are replaced, and go with their order', () => {
  const { sql } = openStored();
  const watch = new WatchRepository(sql, wallMs);
  const archive = new ArchiveRepository(sql);
  const other = orderIdAt(2);
  watch.save([id, other].map((each) => ({ watched: someWatched(each, {}), notifications: [] })));
  archive.save(new Map([id, other, orderIdAt(3)].map((each) => [each, 'archived'])));
  archive.save(new Map([[id, 'kept']]));
  expect(archive.load()).toEqual(
    new Map([
      [id, 'kept'],
      [other, 'archived'],
    ]),
  );
  sql.exec("UPDATE archive_choices SET choice = 'burnt' WHERE choice = 'archived'");
  expect(archive.load()).toEqual(new Map([[id, 'kept']]));
  archive.save(new Map([[id, null]]));
  expect(archive.load().size).toBe(0);
  archive.save(new Map([[id, 'kept']]));
  watch.remove([id]);
  expect(archive.load().size).toBe(0);
});

test('an order whose row is gone from under the list is written whole again', () => {
  const { sql } = openStored();
  const repository = new WatchRepository(sql, wallMs);
  repository.save([{ watched: full, notifications: [] }]);
  sql.exec('DELETE FROM watched_orders');
  const later: WatchedOrder = { ...full, label: 'Florist', problem: null };
  repository.save([{ watched: later, rawJson: '{}', update: someUpdate(id), notifications: [] }]);
  expect(new WatchRepository(sql, wallMs).load()).toEqual([later]);
  expect(new HistoryRepository(sql, wallMs).timeline(id, 9)).toHaveLength(2);
});

test('the raw answer is kept as it came, and goes with its order', () => {
  const { sql } = openStored();
  const repository = new WatchRepository(sql, wallMs);
  const history = new HistoryRepository(sql, wallMs);
  repository.save([{ watched: full, rawJson: '{"a":1}', notifications: [] }]);
  expect(history.rawJson(id)).toBe('{"a":1}');
  repository.remove([id]);
  repository.save([{ watched: full, notifications: [] }]);
  expect(history.rawJson(id)).toBeNull();
});

test('a damaged row loses what cannot be read and keeps its place on the list', () => {
  const { sql } = openStored();
  new WatchRepository(sql, wallMs).save([
    { watched: full, notifications: [] },
    { watched: someWatched(orderIdAt(2)), notifications: [] },
    { watched: someWatched(orderIdAt(3)), notifications: [] },
  ]);
  sql.prepare(`UPDATE watched_orders SET order_json = '{"id": 7}' WHERE id = ?`).run(id);
  sql.prepare("UPDATE watched_orders SET id = 'nonsense' WHERE id = ?").run(orderIdAt(3));
  const list = new WatchRepository(sql, wallMs).load();
  expect(list).toEqual([{ ...full, order: null }, someWatched(orderIdAt(2))]);
  expect(sql.prepare('SELECT count(*) AS count FROM damaged_rows').get()).toEqual({ count: 2 });
});

test('fault 53: of thousands that were pasted none is lost by a kill once the request is answered', async () => {
  const { sql } = openStored();
  const bench = watchBench({ disk: new WatchRepository(sql, wallMs) });
  const pasted = Array.from({ length: 3000 }, (_, index) => ({
    id: orderIdAt(index),
    label: index % 3 === 0 ? `Van ${index}` : null,
  }));
  bench.watcher.start();
  await bench.watcher.add(pasted);
  // What a process finds that starts now.
  const found = new WatchRepository(sql, wallMs).load();
  expect(found.map(({ id: uuid, label }) => ({ id: uuid, label }))).toEqual(pasted);
  await bench.watcher.stop();
  expect(new WatchRepository(sql, wallMs).load()).toHaveLength(3000);
});

test('what was notified last is read with what became of it, the newest first', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  const outcomes: readonly NotificationOutcome[] = [
    { kind: 'shown' },
    { kind: 'suppressed', reason: 'flapping' },
    { kind: 'digested', reason: 'burst' },
    { kind: 'held', reason: 'groupSnoozed' },
    { kind: 'held', reason: 'snoozed', untilMs: 900 },
    { kind: 'failed', reason: 'no daemon' },
  ];
  for (const [index, outcome] of outcomes.entries()) {
    outbox.put(someNotification(String(index)));
    outbox.settle([String(index)], outcome, 5);
  }
  outbox.put(someNotification('waiting'));
  const latest = (limit: number) => outbox.page(everyNotification, null, limit);
  expect(latest(9).map(({ outcome }) => outcome)).toEqual([null, ...outcomes.toReversed()]);
  outbox.beginShowing(['waiting']);
  const notification = someNotification('waiting');
  expect(latest(1)).toEqual([
    { no: 7, notification, outcome: null, heldBy: null, settledAtMs: null },
  ]);
});

test('the rule that held a notification back is known after it was shown', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  for (const key of ['a', 'b']) outbox.put(someNotification(key));
  outbox.settle(['a', 'b'], { kind: 'held', reason: 'snoozed' }, 5);
  outbox.settle(['a'], { kind: 'held', reason: 'quietHours' }, 6);
  outbox.beginShowing(['a']);
  outbox.settle(['a'], { kind: 'digested', reason: 'quiet' }, 7);
  const found = outbox.page(everyNotification, null, 9);
  expect(found.map(({ outcome, heldBy, settledAtMs }) => [outcome, heldBy, settledAtMs])).toEqual([
    [{ kind: 'held', reason: 'snoozed' }, 'snoozed', 5],
    [{ kind: 'digested', reason: 'quiet' }, 'quietHours', 7],
  ]);
});

test('the history is read in parts, each notification once, by kind, by order and by what became of it', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  const put = (key: string, orderId: OrderId | null, event: NotificationEvent) =>
    outbox.put(someNotification(key, { orderId, event }));
  put('1', id, 'matched');
  put('2', orderIdAt(2), 'released');
  put('connectionLost:3', null, 'connectionLost');
  put('4', id, 'longWait');
  put('5', id, 'courierChanged');
  outbox.settle(['1', '5'], { kind: 'shown' }, 5);
  outbox.settle(['2'], { kind: 'digested', reason: 'burst' }, 5);
  outbox.settle(['4'], { kind: 'suppressed', reason: 'kindOff' }, 5);
  const numbers = (filter: Partial<NotificationFilter>) => {
    const found: number[] = [];
    for (let before: number | null = null; ;) {
      const part = outbox.page({ ...everyNotification, ...filter }, before, 2);
      found.push(...part.map(({ no }) => no));
      before = part.at(-1)?.no ?? null;
      if (before === null) return found;
    }
  };
  expect(numbers({})).toEqual([5, 4, 3, 2, 1]);
  expect(numbers({ kind: 'matched' })).toEqual([5, 1]);
  expect(numbers({ kind: 'longWait', order: id })).toEqual([4]);
  expect(numbers({ order: orderIdAt(2) })).toEqual([2]);
  expect(numbers({ fate: 'shown' })).toEqual([5, 2, 1]);
  expect(numbers({ fate: 'notShown' })).toEqual([4]);
  expect(numbers({ kind: 'longWait', fate: 'shown' })).toEqual([]);
  expect(outbox.latestOfOrders(3).map(({ key }) => key)).toEqual(['5', '4', '2']);
});

test('a page of the history is found by an index, so that all of the history is read for none', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  const prepare = sql.prepare.bind(sql);
  const indexesOf = (filter: Partial<NotificationFilter>) => {
    let plan = '';
    sql.prepare = (text) => {
      plan = JSON.stringify(prepare(`EXPLAIN QUERY PLAN ${text}`).all());
      return prepare(text);
    };
    outbox.page({ ...everyNotification, ...filter }, null, 9);
    return ['by_event', 'by_order'].filter((name) => plan.includes(`notifications_${name}`));
  };
  // The number of a notification is the key of the table.
  expect(indexesOf({})).toEqual([]);
  expect(indexesOf({ kind: 'matched' })).toEqual(['by_event']);
  expect(indexesOf({ fate: 'shown' })).toEqual(['by_event']);
  expect(indexesOf({ kind: 'matched', fate: 'shown' })).toEqual(['by_event']);
  expect(indexesOf({ order: id })).toEqual(['by_order']);
  expect(indexesOf({ order: id, kind: 'matched' })).toEqual(['by_order']);
  expect(indexesOf({ order: id, fate: 'shown' })).toEqual(['by_order']);
});

test('a stretch of time has the notifications decided in it, and earlier ones that still waited', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  const put = (key: string, decidedAtMs: number) =>
    outbox.put(someNotification(key, { decidedAtMs }));
  const [fromMs, untilMs] = [100, 200];
  for (const key of ['shown before', 'shown in it', 'held', 'waiting', 'due']) {
    put(key, fromMs - 50);
  }
  outbox.settle(['shown before'], { kind: 'shown' }, fromMs - 1);
  outbox.settle(['shown in it'], { kind: 'shown' }, fromMs);
  outbox.settle(['held'], { kind: 'held', reason: 'snoozed' }, fromMs - 40);
  outbox.settle(['waiting'], { kind: 'held', reason: 'snoozed' }, fromMs - 40);
  outbox.settle(['waiting'], { kind: 'shown' }, untilMs + 50);
  put('at its end', untilMs);
  put('at its beginning', fromMs);
  outbox.settle(['at its end'], { kind: 'shown' }, untilMs);
  // The clock was set back meanwhile.
  outbox.settle(['at its beginning'], { kind: 'shown' }, fromMs - 10);
  put('later', untilMs + 1);
  const decided = outbox.decidedBetween(fromMs, untilMs);
  expect(decided.map(({ notification: { key } }) => key)).toEqual([
    'shown in it',
    'held',
    'waiting',
    'due',
    'at its end',
    'at its beginning',
  ]);
});

/** Whether a commit that ends a notification waits for the disk, as SQLite is told while it writes. */
function waitsForDisk(outcome: NotificationOutcome): boolean {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someNotification('a'));
  outbox.beginShowing(['a']);
  const seen: unknown[] = [];
  sql.function('look', () => {
    seen.push(sql.prepare('PRAGMA synchronous').get()?.['synchronous']);
    return null;
  });
  sql.exec('CREATE TEMP TRIGGER looks AFTER UPDATE ON notifications BEGIN SELECT look(); END');
  outbox.settle(['a'], outcome, 5);
  // 2 is FULL; with NORMAL, 1, the commit reaches the disk with a later one that waits.
  if (seen.length !== 1) throw new Error('the outcome was not written once');
  return seen[0] === 2;
}

test('the end of a notification waits for the disk where it is written before its card is shown', () => {
  expect(waitsForDisk({ kind: 'digested', reason: 'inDoubt' })).toBe(true);
  // After a power cut these are in doubt, or are decided again.
  expect(waitsForDisk({ kind: 'shown' })).toBe(false);
  expect(waitsForDisk({ kind: 'digested', reason: 'burst' })).toBe(false);
});

test.each<[string, (outbox: OutboxRepository) => unknown]>([
  ["UPDATE notifications SET outcome = 'showing'", (outbox) => outbox.inDoubt()],
  [
    "UPDATE notifications SET outcome = 'held', outcome_reason = 'snoozed'",
    (outbox) => outbox.held(),
  ],
  [
    "UPDATE notifications SET outcome = 'shown'",
    (outbox) => outbox.page(everyNotification, null, 9),
  ],
  ['UPDATE notifications SET order_id = NULL', (outbox) => outbox.latestOf(['connectionLost'])],
  ["UPDATE notifications SET event = 'matched'", (outbox) => outbox.latestOfOrders(9)],
  [
    "UPDATE notifications SET event = 'probablyLate'",
    (outbox) => outbox.latestOfKind('probablyLate', 9),
  ],
  [
    "UPDATE notifications SET outcome = 'shown', settled_at_ms = 5",
    (outbox) => outbox.lastNotified([orderIdAt(1)], 5),
  ],
  [
    "UPDATE notifications SET outcome = 'held', held_by = 'snoozed'",
    (outbox) => outbox.waiting([orderIdAt(1)], wallMs()),
  ],
  ['UPDATE notifications SET outcome = NULL', (outbox) => outbox.decidedBetween(0, wallMs())],
])('a damaged notification is set aside by every reader: %s', (change, read) => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someNotification('connectionLost:1', { event: 'connectionLost' }));
  sql.exec(change);
  sql.exec("UPDATE notifications SET notification_json = '{}'");
  expect(read(outbox) ?? []).toEqual([]);
  expect(sql.prepare('SELECT table_name FROM damaged_rows').all()).toEqual([
    { table_name: 'notifications' },
  ]);
});

test('a damaged notification is set aside and the others are shown', () => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someNotification('a'));
  outbox.put(someNotification('b'));
  sql.exec("UPDATE notifications SET notification_json = '{}' WHERE key = 'a'");
  expect(outbox.pending().map((notification) => notification.key)).toEqual(['b']);
  expect(sql.prepare('SELECT count(*) AS count FROM damaged_rows').get()).toEqual({ count: 1 });
});

test.each([
  [true, 'system'],
  [false, 'none'],
])('a notification that was stored with hasSound %s has the sound %s', (hasSound, sound) => {
  const { sql } = openStored();
  const outbox = new OutboxRepository(sql, wallMs);
  const { sound: _new, ...earlier } = someNotification('a');
  outbox.put(someNotification('a'));
  sql
    .prepare('UPDATE notifications SET notification_json = ?')
    .run(JSON.stringify({ ...earlier, hasSound }));
  expect(outbox.pending()).toEqual([{ ...earlier, sound }]);
});

test('a trace from before the last step was kept is read whole', () => {
  const { sql } = openStored();
  const store = new WatchRepository(sql, wallMs);
  store.save([{ watched: full, notifications: [] }]);
  sql.exec("UPDATE watched_orders SET trace_json = json_remove(trace_json, '$.lastStepMeters')");
  expect(store.load()[0]?.courierTrace).toEqual({ ...full.courierTrace, lastStepMeters: null });
});

function shownAt(atMs: number): PrivacyEntry {
  return { atMs, act: 'phoneShown', orderId: orderIdAt(1), owner: 1 };
}

test('the ledger keeps what was looked up for a year', () => {
  const ledger = new PrivacyLedgerRepository(openStored().sql);
  const dayMs = 86_400_000;
  ledger.add(shownAt(0));
  ledger.add(shownAt(2 * dayMs));
  expect(ledger.latest(9)).toHaveLength(2);
  ledger.add(shownAt(366 * dayMs));
  expect(ledger.latest(9)).toEqual([shownAt(366 * dayMs), shownAt(2 * dayMs)]);
});
