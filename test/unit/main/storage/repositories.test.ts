import { expect, onTestFinished, test } from 'vitest';
import { ArchiveRepository } from '../../../../main/storage/archive-repository.ts';
import { ContractNoteRepository } from '../../../../main/storage/contract-note-repository.ts';
import { openDatabase } from '../../../../main/storage/database.ts';
import type { OpenedDatabase } from '../../../../main/storage/database.ts';
import { HistoryRepository } from '../../../../main/storage/history-repository.ts';
import { OutboxRepository } from '../../../../main/storage/outbox-repository.ts';
import { ProfileRepository } from '../../../../main/storage/profile-repository.ts';
import { SettingsRepository } from '../../../../main/storage/settings-repository.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { defaultConnectionOptions } from '../../../../core/connection-options.ts';
import type { ContractNoteEntry } from '../../../../core/contract-notes.ts';
import { ShelvedOrder, withFacts } from '../../../../core/shelved-order.ts';
import { defaultSettings } from '../../../../core/settings.ts';
import type { WatchedOrder } from '../../../../core/watched-order.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import {
  orderIdAt,
  someOrder,
  someTelling,
  someUpdate,
  someWatched,
} from '../../../support/watched-orders.ts';

const wallMs = (): number => 3_000_000;
const id = orderIdAt(1);
const dayMs = 86_400_000;

function open(): OpenedDatabase {
  const opened = openDatabase(temporaryFolder());
  onTestFinished(() => opened.close());
  return opened;
}

const full: WatchedOrder = someWatched(id, {
  label: '花店 Sheung Wan',
  isMuted: true,
  isPinned: true,
  order: someOrder(id, {
    courier: {
      name: 'K',
      phoneNumber: '+852',
      fix: { latitudeDeg: 22.3, longitudeDeg: 114.2, reportedAtMs: 1_999_000 },
    },
  }),
  observedAtMs: 2_000_000,
  statusSinceMs: 1_500_000,
  changedAtMs: 1_600_000,
  courierTrace: {
    anchor: { latitudeDeg: 22.3, longitudeDeg: 114.2 },
    anchorAtMs: 1_999_000,
    insideStop: 'pickup',
    claimedStop: 'outside',
  },
  marks: {
    releasedAtMs: 1_850_000,
    courierSwappedAtMs: null,
    amendedAtMs: 1_860_000,
    amountBeforeAmendment: 86.5,
  },
  problem: { code: 'order-not-found', httpStatus: 404, sinceMs: 1_900_000, failureCount: 3 },
  wishes: {
    group: 'Harbour',
    promisedAtMs: 2_500_000,
    note: null,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: true,
  },
  unseenCount: 2,
  lastLookedAtMs: 1_700_000,
});

test('an order comes back exactly as it was stored', () => {
  const { sql } = open();
  new WatchRepository(sql, wallMs).save([{ watched: full, tellings: [] }]);
  expect(new WatchRepository(sql, wallMs).load()).toEqual([full]);
});

test('each later state replaces the one before, whatever part of it changed', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  const states: WatchedOrder[] = [
    full,
    { ...full, label: null, unseenCount: 0 },
    { ...full, problem: null },
    { ...full, problem: null, marks: null },
    { ...full, problem: null, order: someOrder(id, { noteToCourier: null }) },
    { ...full, order: null, isMuted: false },
  ];
  for (const watched of states) {
    repository.save([{ watched, tellings: [] }]);
    expect(new WatchRepository(sql, wallMs).load()).toEqual([watched]);
  }
});

test('an order whose row is gone from under the list is written whole again', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  repository.save([{ watched: full, tellings: [] }]);
  sql.exec('DELETE FROM watched_orders');
  const later: WatchedOrder = { ...full, label: 'Florist', problem: null };
  repository.save([{ watched: later, rawJson: '{}', update: someUpdate(id), tellings: [] }]);
  expect(new WatchRepository(sql, wallMs).load()).toEqual([later]);
  expect(new HistoryRepository(sql, wallMs).timeline(id, 9)).toHaveLength(2);
});

test('a new answer leaves what else is known of the order as it is', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  repository.save([{ watched: full, tellings: [] }]);
  // What did not change is not written: it would be as it was before.
  sql.exec('UPDATE watched_orders SET problem_json = NULL, marks_json = NULL');
  const later: WatchedOrder = { ...full, order: someOrder(id, { noteToCourier: 'New' }) };
  repository.save([{ watched: later, tellings: [] }]);
  expect(new WatchRepository(sql, wallMs).load()).toEqual([
    { ...later, problem: null, marks: null },
  ]);
});

test('a saved order leaves its answer in the database, and later writes leave it there', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  expect(repository.shelved(full)).toBe(full);
  repository.save([{ watched: full, tellings: [] }]);
  const shelved = repository.shelved(full);
  expect(shelved).toBeInstanceOf(ShelvedOrder);
  expect(shelved).toEqual(full);
  const later = [
    withFacts(shelved, { label: 'Florist' }),
    withFacts(shelved, { label: null, problem: null, observedAtMs: 2_100_000 }),
  ];
  for (const watched of later) {
    repository.save([{ watched, tellings: [] }]);
    expect(new WatchRepository(sql, wallMs).load()).toEqual([{ ...watched }]);
  }
  const never = someWatched(orderIdAt(2));
  repository.save([{ watched: never, tellings: [] }]);
  expect(repository.shelved(never)).toBe(never);
});

test('reading the watch list fetches no answers', () => {
  const { sql } = open();
  new WatchRepository(sql, wallMs).save([{ watched: full, tellings: [] }]);
  const [loaded] = new WatchRepository(sql, wallMs).load();
  sql.exec('UPDATE watched_orders SET order_json = NULL');
  expect(loaded?.order).toBeNull();
});

test('a state that was rolled back is written again with the next save', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  repository.save([{ watched: full, tellings: [] }]);
  const changed: WatchedOrder = { ...full, order: someOrder(id, { vehicleType: 'truck' }) };
  sql.exec("CREATE TRIGGER refuse BEFORE INSERT ON updates BEGIN SELECT RAISE(ABORT, 'full'); END");
  const record = { watched: changed, update: someUpdate(id), tellings: [someTelling('a')] };
  expect(() => repository.save([record])).toThrow('full');
  expect(new WatchRepository(sql, wallMs).load()).toEqual([full]);
  expect(new OutboxRepository(sql, wallMs).pending()).toEqual([]);
  sql.exec('DROP TRIGGER refuse');
  repository.save([record]);
  expect(new WatchRepository(sql, wallMs).load()).toEqual([changed]);
  expect(new OutboxRepository(sql, wallMs).pending()).toHaveLength(1);
});

test('the history holds updates newest first and ends with the start of watching', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  const first = someUpdate(id, { seenAtMs: 10 });
  const second = someUpdate(id, { seenAtMs: 20, kinds: ['order_completed'], reasons: ['Done'] });
  repository.save([{ watched: full, rawJson: '{"a":1}', update: first, tellings: [] }]);
  repository.save([{ watched: full, update: second, tellings: [] }]);
  const history = new HistoryRepository(sql, wallMs);
  expect(history.timeline(id, 10)).toEqual([
    {
      kind: 'update',
      atMs: 20,
      source: 'poll',
      kinds: ['order_completed'],
      reasons: ['Done'],
      changes: second.changes,
    },
    {
      kind: 'update',
      atMs: 10,
      source: 'poll',
      kinds: ['order_matched'],
      reasons: ['Order Matched'],
      changes: first.changes,
    },
    { kind: 'watchingStarted', atMs: full.addedAtMs, source: 'you' },
  ]);
  expect(history.timeline(id, 1)).toHaveLength(1);
  expect(history.rawJson(id)).toBe('{"a":1}');
  expect(history.rawJson(orderIdAt(9))).toBeNull();
});

test('the trail holds the courier’s positions, oldest first, the last ones when there are many', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  for (let step = 1; step <= 5; step += 1) {
    const fix = { latitudeDeg: 22 + step / 100, longitudeDeg: 114, reportedAtMs: step };
    const order = someOrder(id, { courier: { name: null, phoneNumber: null, fix } });
    const update = someUpdate(id, {
      seenAtMs: step * 1000,
      kinds: ['courier_moved'],
      reasons: [''],
      changes: [{ field: 'courier.location', before: null, after: fix }],
    });
    repository.save([{ watched: { ...full, order }, update, tellings: [] }]);
  }
  const trail = new HistoryRepository(sql, wallMs).trail(id, 3);
  expect(trail.map((point) => point.atMs)).toEqual([3000, 4000, 5000]);
  expect(trail[2]).toEqual({ latitudeDeg: 22.05, longitudeDeg: 114, atMs: 5000 });
});

test('removing an order erases everything about it and nothing else', () => {
  const { sql } = open();
  const repository = new WatchRepository(sql, wallMs);
  const other = someWatched(orderIdAt(2));
  repository.save([
    { watched: full, rawJson: '{}', update: someUpdate(id), tellings: [someTelling('a')] },
    { watched: other, tellings: [someTelling('b', { orderId: other.id })] },
  ]);
  repository.remove([id]);
  expect(new WatchRepository(sql, wallMs).load()).toEqual([other]);
  for (const table of ['updates', 'raw_answers']) {
    expect(sql.prepare(`SELECT count(*) AS count FROM ${table}`).get()).toEqual({ count: 0 });
  }
  expect(new OutboxRepository(sql, wallMs).pending().map((telling) => telling.key)).toEqual(['b']);
  repository.save([{ watched: full, tellings: [] }]);
  expect(new WatchRepository(sql, wallMs).load()).toHaveLength(2);
});

test('a damaged row loses what cannot be read and keeps its place on the list', () => {
  const { sql } = open();
  new WatchRepository(sql, wallMs).save([
    { watched: full, tellings: [] },
    { watched: someWatched(orderIdAt(2)), tellings: [] },
    { watched: someWatched(orderIdAt(3)), tellings: [] },
  ]);
  sql.prepare(`UPDATE watched_orders SET order_json = '{"id": 7}' WHERE id = ?`).run(id);
  sql.prepare("UPDATE watched_orders SET id = 'nonsense' WHERE id = ?").run(orderIdAt(3));
  const list = new WatchRepository(sql, wallMs).load();
  expect(list).toEqual([{ ...full, order: null }, someWatched(orderIdAt(2))]);
  expect(sql.prepare('SELECT count(*) AS count FROM damaged_rows').get()).toEqual({ count: 2 });
});

test('a telling is in the outbox once, until it is settled', () => {
  const { sql } = open();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someTelling('a'));
  outbox.put(someTelling('a', { isCritical: true }));
  outbox.put(someTelling('b', { orderId: null }));
  expect(outbox.pending()).toEqual([someTelling('a'), someTelling('b', { orderId: null })]);
  expect(outbox.pending(new Set(['a'])).map((telling) => telling.key)).toEqual(['b']);
  outbox.settle(['a'], { kind: 'shown' }, 5);
  outbox.put(someTelling('a'));
  expect(outbox.pending().map((telling) => telling.key)).toEqual(['b']);
  outbox.settle(['a'], { kind: 'failed', reason: 'no daemon' }, 6);
  expect(sql.prepare("SELECT outcome, outcome_reason FROM tellings WHERE key = 'a'").get()).toEqual(
    { outcome: 'failed', outcome_reason: 'no daemon' },
  );
});

test('a telling that is held back waits apart from the pending ones, with its reason', () => {
  const { sql } = open();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someTelling('a'));
  outbox.put(someTelling('b'));
  outbox.settle(['a'], { kind: 'held', reason: 'quietHours' }, 5);
  expect(outbox.pending().map((telling) => telling.key)).toEqual(['b']);
  expect(outbox.held()).toEqual([{ telling: someTelling('a'), reason: 'quietHours' }]);
  outbox.settle(['a'], { kind: 'digested', reason: 'quiet' }, 6);
  expect(outbox.held()).toEqual([]);
});

test('what was told last is read with what became of it, the newest first', () => {
  const { sql } = open();
  const outbox = new OutboxRepository(sql, wallMs);
  for (const key of ['a', 'b', 'c', 'd']) outbox.put(someTelling(key));
  outbox.settle(['a'], { kind: 'shown' }, 5);
  outbox.settle(['b'], { kind: 'suppressed', reason: 'flapping' }, 5);
  outbox.settle(['c'], { kind: 'digested', reason: 'burst' }, 5);
  expect(outbox.recent(9).map(({ telling, outcome }) => [telling.key, outcome])).toEqual([
    ['d', null],
    ['c', { kind: 'digested', reason: 'burst' }],
    ['b', { kind: 'suppressed', reason: 'flapping' }],
    ['a', { kind: 'shown' }],
  ]);
  expect(outbox.recent(1)).toHaveLength(1);
});

test('a change of the wishes alone is kept', () => {
  const { sql } = open();
  const store = new WatchRepository(sql, wallMs);
  const watched = someWatched(id, { label: 'Florist' });
  store.save([{ watched, tellings: [] }]);
  const wishes = {
    group: 'Peak',
    promisedAtMs: null,
    note: null,
    snoozedUntilMs: null,
    remindAtMs: null,
    tellsEveryMove: null,
  };
  store.save([{ watched: { ...watched, wishes }, tellings: [] }]);
  expect(new WatchRepository(sql, wallMs).load()[0]?.wishes).toEqual(wishes);
});

test('a damaged telling is set aside and the others are told', () => {
  const { sql } = open();
  const outbox = new OutboxRepository(sql, wallMs);
  outbox.put(someTelling('a'));
  outbox.put(someTelling('b'));
  sql.exec("UPDATE tellings SET telling_json = '{}' WHERE key = 'a'");
  expect(outbox.pending().map((telling) => telling.key)).toEqual(['b']);
  expect(sql.prepare('SELECT count(*) AS count FROM damaged_rows').get()).toEqual({ count: 1 });
});

test('pruning erases what is too old and never what was not told', () => {
  const { sql } = open();
  const nowMs = 100 * dayMs;
  const repository = new WatchRepository(sql, wallMs);
  const outbox = new OutboxRepository(sql, wallMs);
  const fix = { latitudeDeg: 22, longitudeDeg: 114, reportedAtMs: null };
  const order = someOrder(id, { courier: { name: null, phoneNumber: null, fix } });
  for (const ageDays of [40, 10, 1]) {
    const update = someUpdate(id, {
      seenAtMs: nowMs - ageDays * dayMs,
      changes: [{ field: 'courier.location', before: null, after: fix }],
    });
    repository.save([{ watched: { ...full, order }, update, tellings: [] }]);
  }
  outbox.put(someTelling('told', { decidedAtMs: nowMs - 40 * dayMs }));
  outbox.put(someTelling('waiting', { decidedAtMs: nowMs - 40 * dayMs }));
  outbox.settle(['told'], { kind: 'shown' }, nowMs - 40 * dayMs);
  const history = new HistoryRepository(sql, wallMs);
  const keepDays = { history: 30, trail: 7 };
  while (history.prune(nowMs, keepDays));
  expect(history.timeline(id, 10).filter((entry) => entry.kind === 'update')).toHaveLength(2);
  expect(history.trail(id, 10)).toHaveLength(1);
  expect(outbox.pending().map((telling) => telling.key)).toEqual(['waiting']);
});

test('one go of pruning erases a bounded number of rows, and enough goes erase all', () => {
  const { sql } = open();
  const nowMs = 100 * dayMs;
  const repository = new WatchRepository(sql, wallMs);
  const seenAtMs = nowMs - 40 * dayMs;
  const records = Array.from({ length: 5000 }, (_, index) => ({
    watched: full,
    update: someUpdate(id, { seenAtMs: seenAtMs + index }),
    tellings: [],
  }));
  repository.save(records);
  repository.save([{ watched: full, update: someUpdate(id, { seenAtMs: nowMs }), tellings: [] }]);
  const history = new HistoryRepository(sql, wallMs);
  const left = (): number =>
    Number(sql.prepare('SELECT count(*) AS count FROM updates').get()?.['count']);
  const counts = [left()];
  while (history.prune(nowMs, { history: 30, trail: 7 })) counts.push(left());
  expect(counts).toEqual([5001, 3001, 1001, 1]);
  expect(left()).toBe(1);
});

test('settings that do not fit fall back alone, when read and when written', () => {
  const { sql } = open();
  const settings = new SettingsRepository(sql);
  expect(settings.load()).toEqual(defaultSettings);
  expect(settings.change({ theme: 'dark', requestsPerMinute: 120 })).toEqual({
    ...defaultSettings,
    theme: 'dark',
    requestsPerMinute: 120,
  });
  sql.exec("UPDATE settings SET value_json = 'not json' WHERE name = 'theme'");
  sql.exec("UPDATE settings SET value_json = '-5' WHERE name = 'activeEverySeconds'");
  expect(settings.load()).toEqual({ ...defaultSettings, requestsPerMinute: 120 });
});

test('the profile is kept, replaced and cleared', () => {
  const { sql } = open();
  const profiles = new ProfileRepository(sql);
  expect(profiles.load()).toBeNull();
  profiles.save({ baseUrl: 'https://a.example', clientId: 'one' });
  profiles.save({ baseUrl: 'https://b.example', clientId: 'two' });
  expect(profiles.load()).toEqual({
    baseUrl: 'https://b.example',
    clientId: 'two',
    options: defaultConnectionOptions,
  });
  profiles.clear();
  expect(profiles.load()).toBeNull();
});

test('connection options that do not fit fall back alone, when read and when written', () => {
  const { sql } = open();
  const profiles = new ProfileRepository(sql);
  const options = {
    ...defaultConnectionOptions,
    orderPath: '/transport/orders/{uuid}',
    tokenHeader: 'X-Api-Key',
    statusMeanings: { '4': 'done' },
  } as const;
  profiles.save({ baseUrl: 'https://a.example', clientId: 'one', options });
  expect(profiles.load()?.options).toEqual(options);
  profiles.save({
    baseUrl: 'https://a.example',
    clientId: 'one',
    options: { ...options, tokenHeader: 'Host' },
  });
  expect(profiles.load()?.options).toEqual({ ...options, tokenHeader: 'Authorization' });
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

test('contract notes are kept per service, and rows of a rule that is gone are left out', () => {
  const { sql } = open();
  const notes = new ContractNoteRepository(sql);
  const entry: ContractNoteEntry = {
    note: 'envelope-data',
    count: 3,
    firstSeenAtMs: 1000,
    lastSeenAtMs: 2000,
  };
  notes.save('https://a.example', [entry]);
  notes.save('https://a.example', [
    { ...entry, count: 5, firstSeenAtMs: 1500, lastSeenAtMs: 3000 },
  ]);
  notes.save('https://b.example', [entry]);
  sql.exec("INSERT INTO contract_notes VALUES ('https://a.example', 'no-such-rule', 1, 1, 1)");
  expect(notes.load('https://a.example')).toEqual([{ ...entry, count: 5, lastSeenAtMs: 3000 }]);
  notes.keepOnly('https://a.example');
  expect(notes.load('https://b.example')).toEqual([]);
  expect(notes.load('https://a.example')).toHaveLength(1);
  notes.keepOnly(null);
  expect(notes.load('https://a.example')).toEqual([]);
});

test('choices about the archive are replaced, and go with their order', () => {
  const { sql } = open();
  const watch = new WatchRepository(sql, wallMs);
  const archive = new ArchiveRepository(sql);
  const other = orderIdAt(2);
  watch.save([id, other].map((each) => ({ watched: someWatched(each, {}), tellings: [] })));
  archive.save([id, other, orderIdAt(3)], 'archived');
  archive.save([id], 'kept');
  expect(archive.load()).toEqual(
    new Map([
      [id, 'kept'],
      [other, 'archived'],
    ]),
  );
  sql.exec("UPDATE archive_choices SET choice = 'burnt' WHERE choice = 'archived'");
  expect(archive.load()).toEqual(new Map([[id, 'kept']]));
  watch.remove([id]);
  expect(archive.load().size).toBe(0);
});
