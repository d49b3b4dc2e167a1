import { RetryingOutbox } from '../../../main/engine/notify/retrying-outbox.ts';
import { type OpenedDatabase, openDatabase } from '../../../main/engine/storage/database.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { plainNotifier } from '../notify/plain-notifier.ts';
import { RecordingNotifications } from '../notify/recording-notifications.ts';
import { type WatchBench, watchBench } from './watch-bench.ts';
import { orderIdAt, someOrder } from '../watched-orders.ts';

const minuteMs = 60_000;

/** The watcher with a real database on a real disk and its notifications, on fake time. */
export interface StorageBench extends WatchBench {
  readonly opened: OpenedDatabase;
  readonly screen: RecordingNotifications;
  /** Gives every order a new status at the service. */
  readonly setAll: (word: string) => void;
  /** Counts rows. `query` is the SQL after FROM. */
  readonly count: (query: string) => number;
  /** How many notifications are not shown, or whose showing is in doubt; 0 once all is well. */
  readonly openNotifications: () => number;
  /** Whether the watch list says this status of every order. */
  readonly allAre: (word: string) => boolean;
}

/** A bench whose orders are all active and were each answered once. `folder` holds its database. */
export async function storageBench(
  folder: string,
  orderCount: number,
  everySeconds = 15,
): Promise<StorageBench> {
  const opened = openDatabase(folder);
  const outbox = new OutboxRepository(opened.sql, Date.now);
  const bench = watchBench({
    disk: new WatchRepository(opened.sql, Date.now),
    limits: { requestsPerMinute: 60_000, activeEverySeconds: everySeconds },
    notificationsStored: () => notifier.notificationsStored(),
  });
  const { clock, source, watcher } = bench;
  const screen = new RecordingNotifications();
  const notifier = plainNotifier(
    { outbox: new RetryingOutbox(outbox, clock), desktop: screen, clock },
    (id) => watcher.get(id),
  );
  const ids = Array.from({ length: orderCount }, (_, index) => orderIdAt(index + 1));
  const setAll = (word: string): void => {
    for (const id of ids)
      source.orders.set(id, someOrder(id, { status: { raw: word, phase: 'assigned' } }));
  };
  setAll('active');
  watcher.start();
  notifier.start();
  await watcher.add(ids.map((id) => ({ id, label: null })));
  await clock.advance(2 * minuteMs);
  if (watcher.list().some(({ observedAtMs }) => observedAtMs === null)) {
    throw new Error('an order was not answered within two minutes');
  }
  return {
    ...bench,
    opened,
    screen,
    setAll,
    count: (query) =>
      Number(opened.sql.prepare(`SELECT count(*) AS count FROM ${query}`).get()?.['count']),
    openNotifications: () => outbox.pending().length + outbox.inDoubt().length,
    allAre: (word) => watcher.list().every(({ order }) => order?.status.raw === word),
  };
}

/** The result of a bench 65 seconds after its disk works again. */
export async function afterwards(on: StorageBench): Promise<{
  readonly storageFault: string | null;
  readonly updates: number;
  readonly notifications: number;
  readonly openNotifications: number;
  readonly shownTwice: number;
}> {
  await on.clock.advance(5000);
  const { storageFault } = on.watcher;
  const [updates, notifications] = [on.count('updates'), on.count('notifications')];
  await on.clock.advance(minuteMs);
  const keys = on.screen.shown.map(({ key }) => key);
  const shownTwice = keys.length - new Set(keys).size;
  return {
    storageFault,
    updates,
    notifications,
    openNotifications: on.openNotifications(),
    shownTwice,
  };
}

/** The result of {@link afterwards} when nothing was lost and nothing shown twice. */
export function allNotified(orderCount: number): Awaited<ReturnType<typeof afterwards>> {
  return {
    storageFault: null,
    updates: orderCount,
    notifications: orderCount,
    openNotifications: 0,
    shownTwice: 0,
  };
}
