import { expect, test } from 'vitest';
import { HistoryRepository } from '../../../../main/storage/history-repository.ts';
import { OutboxRepository } from '../../../../main/storage/outbox-repository.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { full, id, openStored, wallMs } from '../../../support/storage/stored-order.ts';
import {
  orderIdAt,
  someOrder,
  someNotification,
  someUpdate,
} from '../../../support/watched-orders.ts';

const dayMs = 86_400_000;

test('the history holds updates newest first and ends with the start of watching', () => {
  const { sql } = openStored();
  const repository = new WatchRepository(sql, wallMs);
  const first = someUpdate(id, { seenAtMs: 10 });
  const second = someUpdate(id, { seenAtMs: 20, kinds: ['order_completed'], reasons: ['Done'] });
  repository.save([{ watched: full, rawJson: '{"a":1}', update: first, notifications: [] }]);
  repository.save([{ watched: full, update: second, notifications: [] }]);
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
  const { sql } = openStored();
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
    repository.save([{ watched: { ...full, order }, update, notifications: [] }]);
  }
  const trail = new HistoryRepository(sql, wallMs).trail(id, 3);
  expect(trail.map((point) => point.atMs)).toEqual([3000, 4000, 5000]);
  expect(trail[2]).toEqual({ latitudeDeg: 22.05, longitudeDeg: 114, atMs: 5000 });
});

test('pruning erases what is too old and never what was not told', () => {
  const { sql } = openStored();
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
    repository.save([{ watched: { ...full, order }, update, notifications: [] }]);
  }
  outbox.put(someNotification('told', { decidedAtMs: nowMs - 40 * dayMs }));
  outbox.put(someNotification('waiting', { decidedAtMs: nowMs - 40 * dayMs }));
  outbox.settle(['told'], { kind: 'shown' }, nowMs - 40 * dayMs);
  const history = new HistoryRepository(sql, wallMs);
  const keepDays = { history: 30, trail: 7 };
  while (history.prune(nowMs, keepDays));
  expect(history.timeline(id, 10).filter((entry) => entry.kind === 'update')).toHaveLength(2);
  expect(history.trail(id, 10)).toHaveLength(1);
  expect(outbox.pending().map((notification) => notification.key)).toEqual(['waiting']);
});

test('one go of pruning erases a bounded number of rows, and enough goes erase all', () => {
  const { sql } = openStored();
  const nowMs = 100 * dayMs;
  const repository = new WatchRepository(sql, wallMs);
  const seenAtMs = nowMs - 40 * dayMs;
  const records = Array.from({ length: 5000 }, (_, index) => ({
    watched: full,
    update: someUpdate(id, { seenAtMs: seenAtMs + index }),
    notifications: [],
  }));
  repository.save(records);
  repository.save([
    { watched: full, update: someUpdate(id, { seenAtMs: nowMs }), notifications: [] },
  ]);
  const history = new HistoryRepository(sql, wallMs);
  const left = (): number =>
    Number(sql.prepare('SELECT count(*) AS count FROM updates').get()?.['count']);
  const counts = [left()];
  while (history.prune(nowMs, { history: 30, trail: 7 })) counts.push(left());
  expect(counts).toEqual([5001, 3001, 1001, 1]);
  expect(left()).toBe(1);
});
