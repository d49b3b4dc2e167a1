import { expect, test } from 'vitest';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { HistoryRepository } from '../../../../main/storage/history-repository.ts';
import { OutboxRepository } from '../../../../main/storage/outbox-repository.ts';
import { WatchRepository } from '../../../../main/storage/watch-repository.ts';
import { full, id, openStored, wallMs } from '../../../support/storage/stored-order.ts';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import {
  orderIdAt,
  someNotification,
  someUpdate,
  someWatched,
} from '../../../support/watched-orders.ts';

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

test('removing an order erases everything about it and nothing else', () => {
  const { sql } = openStored();
  const repository = new WatchRepository(sql, wallMs);
  const other = someWatched(orderIdAt(2));
  repository.save([
    {
      watched: full,
      rawJson: '{}',
      update: someUpdate(id),
      notifications: [someNotification('a')],
    },
    { watched: other, notifications: [someNotification('b', { orderId: other.id })] },
  ]);
  repository.remove([id]);
  expect(new WatchRepository(sql, wallMs).load()).toEqual([other]);
  for (const table of ['updates', 'raw_answers']) {
    expect(sql.prepare(`SELECT count(*) AS count FROM ${table}`).get()).toEqual({ count: 0 });
  }
  expect(
    new OutboxRepository(sql, wallMs).pending().map((notification) => notification.key),
  ).toEqual(['b']);
  repository.save([{ watched: full, notifications: [] }]);
  expect(new WatchRepository(sql, wallMs).load()).toHaveLength(2);
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
