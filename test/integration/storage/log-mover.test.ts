import { existsSync, readFileSync, readdirSync, readlinkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase, type OpenedDatabase } from '../../../main/storage/database.ts';
import { ErasureRepository } from '../../../main/storage/erasure-repository.ts';
import { WatchRepository } from '../../../main/storage/watch-repository.ts';
import { filesWith } from '../../support/every-byte.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder, someWatched } from '../../support/watched-orders.ts';

/** Longer than a thread needs to start or to end on a busy machine. */
const withinMs = 20_000;

/** A database on the disk whose log knows time by a clock of the test. */
function bench() {
  const folder = temporaryFolder();
  const path = join(folder, 'waybell.db');
  const clock = new FakeClock();
  const opened = openDatabase(folder, { time: clock });
  onTestFinished(() => {
    if (opened.sql.isOpen) opened.close();
  });
  const repository = new WatchRepository(opened.sql, Date.now, undefined, opened.wrote);
  /** Stores orders in one transaction; their notes are `note 1 here` and so on. */
  const write = (from: number, to: number): void => {
    repository.save(
      Array.from({ length: to - from + 1 }, (_, index) => {
        const id = orderIdAt(from + index);
        const order = someOrder(id, { noteToCourier: `note ${from + index} here` });
        return { watched: someWatched(id, { order }), tellings: [] };
      }),
    );
  };
  return { folder, path, clock, opened, write };
}

/** After how many pages the connection that writes moves the log itself. */
function ownPages({ sql }: OpenedDatabase): unknown {
  return sql.prepare('PRAGMA wal_autocheckpoint').get()?.['wal_autocheckpoint'];
}

/** How many of this process's connections have the database open. */
function connectionsTo(path: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      // Closed meanwhile.
      return false;
    }
  }).length;
}

async function untilThreadIsThere(path: string): Promise<void> {
  await vi.waitFor(() => expect(connectionsTo(path)).toBe(2), withinMs);
}

test('while much is written a thread moves the log, afterwards the connection that writes', async () => {
  const { path, clock, opened, write } = bench();
  write(1, 500);
  expect(ownPages(opened)).toBe(25_000);
  await untilThreadIsThere(path);
  write(501, 501);
  expect(readFileSync(path, 'latin1')).not.toContain('note 501 here');
  await clock.advance(3000);
  await vi.waitFor(() => expect(readFileSync(path, 'latin1')).toContain('note 501 here'), withinMs);
  expect(ownPages(opened)).toBe(25_000);

  write(502, 502);
  await vi.waitFor(async () => {
    await clock.advance(3000);
    expect(ownPages(opened)).toBe(100);
  }, withinMs);
  expect(clock.waitingTimers).toBe(0);
  expect(readFileSync(path, 'latin1')).toContain('note 502 here');
  write(503, 1002);
  expect(ownPages(opened)).toBe(25_000);
});

test('few records, or many in a long time, start no thread', async () => {
  const { clock, opened, write } = bench();
  for (let turn = 0; turn < 3; turn += 1) {
    write(1, 399);
    await clock.advance(2000);
  }
  expect(ownPages(opened)).toBe(100);
  expect(clock.waitingTimers).toBe(0);
});

test('a database that is closed while the thread is at work is whole, and nobody holds it', async () => {
  const { folder, path, clock, opened, write } = bench();
  write(1, 2000);
  await untilThreadIsThere(path);
  await clock.advance(3000);
  opened.close();
  expect(connectionsTo(path)).toBe(0);
  expect(readdirSync(folder)).toEqual(['waybell.db']);
  expect(clock.waitingTimers).toBe(0);
  const again = openDatabase(folder);
  onTestFinished(() => again.close());
  expect(again).toMatchObject({ setAside: null, fault: null });
  expect(new WatchRepository(again.sql, Date.now).load()).toHaveLength(2000);
});

test('a database that is closed while the thread starts is whole, and nobody holds it', async () => {
  const { folder, path, opened, write } = bench();
  write(1, 500);
  opened.close();
  await vi.waitFor(() => expect(connectionsTo(path)).toBe(0), withinMs);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['waybell.db']), withinMs);
  const again = openDatabase(folder);
  onTestFinished(() => again.close());
  expect(new WatchRepository(again.sql, Date.now).load()).toHaveLength(500);
});

test('what is erased while the thread is at work is in no byte of the files', async () => {
  const { folder, path, clock, opened, write } = bench();
  write(1, 2000);
  await untilThreadIsThere(path);
  await clock.advance(3000);
  new ErasureRepository(opened.sql).eraseOrders([orderIdAt(1), orderIdAt(2000)]);
  expect(filesWith(folder, 'note 1999 here')).toEqual(['waybell.db']);
  expect(filesWith(folder, 'note 1 here')).toEqual([]);
  expect(filesWith(folder, 'note 2000 here')).toEqual([]);
});

/** Reads the database in a transaction that ends when it is told to. */
const readOn = `
  const { workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const sql = new DatabaseSync(workerData.path, { readOnly: true });
  const say = (word) => { Atomics.store(workerData.state, 0, word); Atomics.notify(workerData.state, 0); };
  sql.exec('BEGIN; SELECT count(*) FROM watched_orders');
  say(1);
  Atomics.wait(workerData.state, 0, 1);
  sql.exec('COMMIT');
  sql.close();
  say(3);
`;

test('erasing waits for whoever is at the log', async () => {
  const { folder, path, opened, write } = bench();
  write(1, 10);
  const state = new Int32Array(new SharedArrayBuffer(4));
  const reader = new Worker(readOn, { eval: true, execArgv: [], workerData: { path, state } });
  onTestFinished(async () => void (await reader.terminate()));
  Atomics.wait(state, 0, 0, withinMs);
  let looks = 0;
  // Asked before the first try, and again when that found the reader.
  const erasure = new ErasureRepository(opened.sql, () => {
    looks += 1;
    if (looks === 2) {
      Atomics.store(state, 0, 2);
      Atomics.notify(state, 0);
      Atomics.wait(state, 0, 2, withinMs);
    }
    return 0;
  });
  erasure.eraseOrders([orderIdAt(1)]);
  expect(looks).toBe(2);
  expect(filesWith(folder, 'note 1 here')).toEqual([]);
});

test('a thread that cannot open the database leaves its log to the connection that writes', async () => {
  const { path, opened, write } = bench();
  renameSync(path, `${path}-moved`);
  write(1, 500);
  await vi.waitFor(() => expect(ownPages(opened)).toBe(100), withinMs);
  expect(existsSync(path)).toBe(false);
  write(501, 1001);
  expect(ownPages(opened)).toBe(100);
  const { count } = opened.sql.prepare('SELECT count(*) AS count FROM watched_orders').get() ?? {};
  expect(count).toBe(1001);
});
