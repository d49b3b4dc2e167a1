import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import { webhookHandlers } from '../../../main/engine/webhooks/webhook-handlers.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { runningServices } from '../../support/running-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder, someWatched } from '../../support/watched-orders.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';

/* Webhooks of orders that are not watched, with the services as the window has them and a real profile. */

/** The services on a profile that is connected to a service, and what a proven sender does to them. */
async function desk(folder: string, baseUrl = 'https://service.example') {
  const clock = new FakeClock();
  const services = runningServices(folder, clock, true);
  services.profiles.save({ baseUrl, clientId: 'desk' });
  await services.connection.start();
  services.webhooks.inbox.start();
  const handlers = webhookHandlers(services.webhooks, services.intake);
  return {
    ...services,
    clock,
    choose: (choice: 'ignore' | 'offer' | 'watch') =>
      handlers['webhooks:choose-unknown']({ choice }),
    dismiss: () => handlers['webhooks:dismiss-offered'](undefined),
    state: () => services.webhooks.state,
    /** A webhook of its own about each order. @returns whether its sender is done with it */
    came(ids: readonly OrderId[], isProven = true): readonly boolean[] {
      return ids.map((id) => {
        const event = { kinds: ['order_matched'], created_at: clock.wallMs(), data: { uuid: id } };
        const body = Buffer.from(JSON.stringify(event));
        return services.webhooks.inbox.receive({ receivedAtMs: clock.wallMs(), isProven, body });
      });
    },
    rows: (table: string) =>
      services.database.sql.prepare(`SELECT count(*) AS many FROM ${table}`).get()?.['many'],
    stop: async () => {
      services.webhooks.inbox.stop();
      await services.stop();
    },
  };
}

const ids = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => orderIdAt(from + index));

test('offers survive a restart, until they are watched or dismissed', async () => {
  const folder = temporaryFolder();
  const first = await desk(folder);
  first.came(ids(3));
  await first.stop();
  const second = await desk(folder);
  expect(second.state()).toMatchObject({ offered: ids(3).toReversed(), notKeptCount: 0 });
  await second.watcher.add([{ id: orderIdAt(2), label: null }]);
  expect(second.state().offered).toEqual([orderIdAt(3), orderIdAt(1)]);
  await second.dismiss();
  expect(second.state().offered).toEqual([]);
  await second.stop();
  expect((await desk(folder)).state().offered).toEqual([]);
});

test('beyond two hundred offers the first ones stay, and it is said how many were not kept', async () => {
  const folder = temporaryFolder();
  const first = await desk(folder);
  first.came(ids(237));
  // The webhooks of one order count once.
  first.came(ids(37, 201));
  expect(first.state()).toMatchObject({ notKeptCount: 37 });
  expect(first.state().offered).toEqual(ids(200).toReversed());
  await first.stop();
  const second = await desk(folder);
  expect(second.state()).toMatchObject({ notKeptCount: 37 });
  await second.dismiss();
  expect(second.state()).toMatchObject({ offered: [], notKeptCount: 0 });
});

test('an order that was dismissed or taken off the list does not come back by itself', async () => {
  const folder = temporaryFolder();
  const first = await desk(folder);
  first.came([orderIdAt(1)]);
  await first.dismiss();
  await first.watcher.add([{ id: orderIdAt(2), label: null }]);
  first.watcher.remove([orderIdAt(2)]);
  await first.stop();
  const second = await desk(folder);
  second.came(ids(3));
  expect(second.state().offered).toEqual([orderIdAt(3)]);
  await second.choose('watch');
  second.came(ids(3));
  expect(second.watcher.list().map(({ id }) => id)).toEqual([orderIdAt(3)]);
});

test('a webhook of an evicted order is of a known one, and loads it as it was', async () => {
  const folder = temporaryFolder();
  const id = orderIdAt(1);
  const nowMs = new FakeClock().wallMs();
  const database = openDatabase(folder);
  const watched = someWatched(id, {
    order: someOrder(id, { status: { raw: 'completed', phase: 'done' } }),
    label: 'Florist',
    statusSinceMs: nowMs - 5 * 3_600_000,
    observedAtMs: nowMs - 2 * 3_600_000,
  });
  new WatchRepository(database.sql, () => nowMs).save([{ watched, notifications: [] }]);
  database.sql.exec('INSERT INTO privacy_steps SELECT no, 9e15, 1 FROM watched_orders');
  database.close();
  const here = await desk(folder);
  here.watcher.list();
  here.archive.choose(new Map([[id, 'archived']]));
  here.watcher.evict([id]);
  expect([here.watcher.count, here.archive.evictedCount]).toEqual([0, 1]);
  expect(here.archive.choiceOf(id)).toBeNull();
  // Another order is answered for meanwhile.
  here.retention.reduced(orderIdAt(2), someOrder(orderIdAt(2)), '{}');
  expect(here.came([id])).toEqual([true]);
  expect(here.state()).toMatchObject({ accepted: 1, unknownOrders: 0, offered: [] });
  await here.clock.advance(10);
  expect(here.watcher.get(id)).toEqual(watched);
  expect([here.archive.evictedCount, here.archive.choiceOf(id)]).toEqual([0, 'archived']);
  // Its people were erased, and the check that was asked for brings none back.
  const answer = someOrder(id, { status: { raw: 'completed', phase: 'done' } });
  expect(here.retention.reduced(id, answer, '{"a":1}').rawJson).toBe('');
});

test('to ignore them keeps nothing of them', async () => {
  const here = await desk(temporaryFolder());
  await here.choose('ignore');
  here.came(ids(300));
  expect(here.state()).toMatchObject({ unknownOrders: 300, offered: [], notKeptCount: 0 });
  const kept = ['offered_orders', 'settled_intake', 'webhook_queue', 'webhooks_seen'].map(
    here.rows,
  );
  expect(kept).toEqual([0, 0, 0, 0]);
});

test('each service has its own choice, which stays when one goes back to it', async () => {
  const folder = temporaryFolder();
  const one = await desk(folder, 'https://one.example');
  await one.choose('watch');
  await one.stop();
  const two = await desk(folder, 'https://two.example');
  expect(two.state().unknownChoice).toBe('offer');
  two.came([orderIdAt(1)]);
  expect(two.watcher.list()).toEqual([]);
  await two.choose('ignore');
  await two.stop();
  expect((await desk(folder, 'https://one.example')).state().unknownChoice).toBe('watch');
});

test('without a proof nothing is offered or watched, whatever was chosen', async () => {
  const here = await desk(temporaryFolder());
  here.came([orderIdAt(1)], false);
  await here.choose('watch');
  here.came([orderIdAt(2)], false);
  expect(here.state().offered).toEqual([]);
  expect(here.watcher.list()).toEqual([]);
});

test('an order that a webhook started is still watched after a restart, and it is known what started it', async () => {
  const folder = temporaryFolder();
  const first = await desk(folder);
  await first.choose('watch');
  first.came([orderIdAt(1)]);
  await first.stop();
  const second = await desk(folder);
  const started = { id: orderIdAt(1), origin: { kind: 'webhook' } };
  expect(second.watcher.list()).toMatchObject([started]);
});

test('a crash between an order and the webhook that started it loses and doubles neither', async () => {
  const folder = temporaryFolder();
  const first = await desk(folder);
  await first.choose('watch');
  first.database.sql.exec(`
    CREATE TRIGGER crash BEFORE INSERT ON webhook_queue BEGIN SELECT RAISE(FAIL, 'killed'); END`);
  // Without an answer the sender comes again.
  expect(first.came([orderIdAt(1)])).toEqual([false]);
  first.database.sql.exec('DROP TRIGGER crash');
  const crashed = temporaryFolder();
  cpSync(folder, crashed, { recursive: true, filter: (path) => !path.endsWith('.lock') });
  const second = await desk(crashed);
  expect(second.watcher.list().map(({ id }) => id)).toEqual([orderIdAt(1)]);
  expect([second.rows('webhook_queue'), second.rows('webhooks_seen')]).toEqual([0, 0]);
  expect(second.came([orderIdAt(1), orderIdAt(1)])).toEqual([true, true]);
  expect(second.watcher.count).toBe(1);
  expect([second.rows('webhook_queue'), second.rows('webhooks_seen')]).toEqual([1, 1]);
  expect(second.state()).toMatchObject({ accepted: 1, duplicates: 1, offered: [] });
});

test('where ten thousand orders are not over, the next is offered and not watched', async () => {
  const here = await desk(temporaryFolder());
  await here.watcher.add(ids(10_000).map((id) => ({ id, label: null })));
  await here.choose('watch');
  here.came([orderIdAt(10_001)]);
  expect(here.watcher.count).toBe(10_000);
  expect(here.state().offered).toEqual([orderIdAt(10_001)]);
});
