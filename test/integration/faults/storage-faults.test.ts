import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../main/storage/database.ts';
import { OutboxRepository } from '../../../main/storage/outbox-repository.ts';
import { WatchRepository } from '../../../main/storage/watch-repository.ts';
import { RecordingDesk } from '../../support/recording-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { watchBench } from '../../support/watch-bench.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';
import { plainTeller } from '../../support/plain-teller.ts';

/* The watcher, its real database on a real disk, and the notifications, when the disk does not play along. */

const minuteMs = 60_000;

async function desk(orderCount: number, everySeconds = 15) {
  const folder = temporaryFolder();
  const opened = openDatabase(folder);
  onTestFinished(() => opened.close());
  const disk = new WatchRepository(opened.sql, Date.now);
  const outbox = new OutboxRepository(opened.sql, Date.now);
  const bench = watchBench({
    disk,
    limits: { requestsPerMinute: 60_000, activeEverySeconds: everySeconds },
    tellingsStored: () => teller.tellingsStored(),
  });
  const { clock, source, watcher } = bench;
  const screen = new RecordingDesk();
  const teller = plainTeller({
    outbox,
    desk: screen,
    clock,
    watch: () => watcher,
  });
  const ids = Array.from({ length: orderCount }, (_, index) => orderIdAt(index + 1));
  const setAll = (word: string): void => {
    for (const id of ids)
      source.orders.set(id, someOrder(id, { status: { raw: word, phase: 'assigned' } }));
  };
  setAll('active');
  watcher.start();
  teller.start();
  watcher.add(ids.map((id) => ({ id, label: null })));
  await clock.advance(2 * minuteMs);
  expect(watcher.list().every(({ observedAtMs }) => observedAtMs !== null)).toBe(true);
  const count = (query: string): number =>
    Number(opened.sql.prepare(`SELECT count(*) AS count FROM ${query}`).get()?.['count']);
  return { ...bench, opened, folder, outbox, screen, setAll, count, ids };
}

/** What must hold once the disk works again: nothing lost, nothing told twice. */
async function expectAllTold(on: Awaited<ReturnType<typeof desk>>): Promise<void> {
  await on.clock.advance(5000);
  expect(on.watcher.storageFault).toBeNull();
  expect(on.count('updates')).toBe(on.ids.length);
  expect(on.count('tellings')).toBe(on.ids.length);
  await on.clock.advance(minuteMs);
  expect(on.outbox.pending()).toEqual([]);
  expect(on.outbox.inDoubt()).toEqual([]);
  const keys = on.screen.shown.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
}

test('fault 46: thousands of orders that change at once are a card in ten seconds, and all stored', async () => {
  const on = await desk(4000, 30);
  const { clock, screen, setAll, source } = on;
  setAll('picked_up');
  await clock.advance(2 * minuteMs);
  await expectAllTold(on);
  // One card in ten seconds, and the three that came first.
  expect(screen.shown.length).toBeLessThanOrEqual(20);
  expect(source.mostRunning).toBeLessThanOrEqual(64);
}, 60_000);

test.each([
  ['a full disk', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000', /full/],
  ['a disk that is read-only', 'PRAGMA query_only = 1', 'PRAGMA query_only = 0', /readonly/],
])(
  'fault 54: %s: watching goes on in memory, is said, and all is stored later',
  async (_name, begin, end, words) => {
    const on = await desk(60);
    const { clock, count, opened, screen, setAll, source, watcher } = on;
    opened.sql.exec(begin);
    setAll('picked_up');
    const from = source.requests.length;
    await clock.advance(5 * minuteMs);
    expect(watcher.storageFault).toMatch(words);
    expect(source.requests.length - from).toBeGreaterThan(600);
    // The window has the new states all the same, and nothing half is on the disk.
    expect(watcher.list().every(({ order }) => order?.status.raw === 'picked_up')).toBe(true);
    expect(count('updates')).toBeLessThan(60);
    expect(count('updates')).toBe(count('tellings'));
    const shownSoFar = screen.shown.length;
    opened.sql.exec(end);
    await expectAllTold(on);
    expect(screen.shown.length).toBeGreaterThan(shownSoFar);
  },
);

test('fault 56: a database that a backup holds for ten seconds holds nobody up, and loses nothing', async () => {
  const on = await desk(60);
  const { clock, folder, setAll, source, watcher } = on;
  const backup = new DatabaseSync(join(folder, 'waybell.db'));
  backup.exec('BEGIN EXCLUSIVE');
  setAll('picked_up');
  const from = source.requests.length;
  await clock.advance(10_000);
  expect(watcher.storageFault).toMatch(/locked/);
  expect(source.requests.length).toBeGreaterThan(from);
  await clock.advance(8000);
  expect(watcher.list().every(({ order }) => order?.status.raw === 'picked_up')).toBe(true);
  backup.exec('ROLLBACK');
  backup.close();
  await expectAllTold(on);
}, 30_000);
