import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import type { WatchRecord } from '../../../main/engine/watch/ports.ts';
import { ChangePublisher } from '../../../main/engine/watch/change-publisher.ts';
import { SystemClock } from '../../../main/engine/watch/system-clock.ts';
import { median } from '../shared/machine.ts';
import { recordedUpdates } from '../../replay/recorded-updates.ts';
import {
  orderIdAt,
  someOrder,
  someNotification,
  someUpdate,
  someWatched,
} from '../../support/watched-orders.ts';

/*
 * What writing costs the event loop, on disk, as the watcher writes: a thousand
 * changes at once, ten thousand orders read at a start, the room that one update takes. Prints JSON.
 */

const orderCount = 10_000;
const round = (value: number): number => Math.round(value * 100) / 100;
const raw = JSON.stringify({ body: 'x'.repeat(1490) });

function changed(index: number, number: number): WatchRecord {
  const id = orderIdAt(index);
  return {
    watched: someWatched(id, {
      observedAtMs: number,
      order: someOrder(id, { noteToCourier: `note ${number}` }),
    }),
    rawJson: raw,
    update: someUpdate(id, { seenAtMs: number }),
    notifications: [someNotification(`${number}:${index}`, { orderId: id })],
  };
}

const folder = mkdtempSync(join(tmpdir(), 'waybell-storage-'));
const path = join(folder, 'waybell.db');
{
  const opened = openDatabase(folder);
  new WatchRepository(opened.sql, Date.now).save(
    Array.from({ length: orderCount }, (_, index) => ({
      watched: someWatched(orderIdAt(index), { order: someOrder(orderIdAt(index)) }),
      rawJson: raw,
      notifications: [],
    })),
  );
  opened.close();
}

const loadMs: number[] = [];
for (let turn = 0; turn < 7; turn += 1) {
  const opened = openDatabase(folder);
  const openedMs = performance.now();
  const list = new WatchRepository(opened.sql, Date.now).load();
  loadMs.push(performance.now() - openedMs);
  if (list.length !== orderCount) throw new Error('orders are missing');
  opened.close();
}

const opened = openDatabase(folder);
const repository = new WatchRepository(opened.sql, Date.now);
repository.load();
const nothing = (): void => undefined;
const publisher = new ChangePublisher(
  new SystemClock(),
  repository,
  {
    ordersChanged: nothing,
    ordersRemoved: nothing,
    orderUpdated: nothing,
    notificationsStored: nothing,
    serviceHealthChanged: nothing,
    stateChanged: nothing,
  },
  (run) => run(),
);
const facts = {
  serviceHealth: { state: 'reachable' },
  requestsLastMinute: 0,
  lastAnswerAtMs: null,
} as const;
const longestMs: number[] = [];
for (let tick = 1; tick <= 12; tick += 1) {
  for (let index = 0; index < 1000; index += 1) publisher.recordAnswer(changed(index * 7, tick));
  let longest = 0;
  while (!publisher.isWritten) {
    const flushMs = performance.now();
    publisher.publish(facts, true);
    longest = Math.max(longest, performance.now() - flushMs);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  // The first one warms the statements and the file up.
  if (tick > 1) longestMs.push(longest);
}

/*
 * The room of an update: a real day's, again and again for thousands of orders, written as they come.
 * Beside it nothing grows: the states of the orders are on the disk already.
 */
const updates = recordedUpdates(100_000);
const watched = new Map(repository.load().map((order) => [order.id, order]));
const perOrder = updates.flatMap(({ orderId }) => watched.get(orderId) ?? []);
repository.save(
  [...new Set(perOrder)].map((order) => {
    const times = { observedAtMs: 1, changedAtMs: 1, statusSinceMs: 1 };
    const withTimes = { ...order, ...times };
    watched.set(order.id, withTimes);
    return { watched: withTimes, notifications: [] };
  }),
);
const sizeNow = (): number => {
  opened.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return statSync(path).size;
};
opened.sql.exec('DELETE FROM updates; DELETE FROM moves; VACUUM');
const emptySize = sizeNow();
for (let done = 0; done < updates.length; done += 20) {
  repository.save(
    updates.slice(done, done + 20).flatMap((update) => {
      const order = watched.get(update.orderId);
      return order === undefined
        ? []
        : [{ watched: order, update, notifications: [], canBeAskedAgain: true as const }];
    }),
  );
}
const bytesAsWritten = (sizeNow() - emptySize) / updates.length;
opened.close();
rmSync(folder, { recursive: true });
process.stdout.write(
  `${JSON.stringify({
    loadMs: round(median(loadMs)),
    longestFlushMs: round(median(longestMs)),
    bytesAsWritten: round(bytesAsWritten),
  })}\n`,
);
