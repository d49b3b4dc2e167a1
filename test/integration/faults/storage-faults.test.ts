import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  afterwards,
  allNotified,
  type StorageBench,
  storageBench,
} from '../../support/watch/storage-bench.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * The watcher with a real database on a real disk, and its notifications, while SQLite refuses to write.
 * real-disks.test.ts has disks that are really full, read-only or broken.
 */

const minuteMs = 60_000;

async function openProfile(
  orderCount: number,
  everySeconds = 15,
): Promise<StorageBench & { readonly folder: string }> {
  const folder = temporaryFolder();
  const on = await storageBench(folder, orderCount, everySeconds);
  onTestFinished(() => on.opened.close());
  return { ...on, folder };
}

/** Another process locks the database as a backup does. @returns a function that ends the lock */
async function heldByAnother(path: string): Promise<() => Promise<void>> {
  const script = `
    const sql = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)});
    sql.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held');
    process.stdin.on('end', () => sql.close()).resume();`;
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return async () => {
    const ended = once(holder, 'exit');
    holder.stdin.end();
    await ended;
  };
}

test('fault 46: ten thousand changes at once are all stored, and show a few cards', async () => {
  const on = await openProfile(10_000, 30);
  const { clock, screen, setAll, source } = on;
  setAll('picked_up');
  await clock.advance(2 * minuteMs);
  expect(await afterwards(on)).toEqual(allNotified(10_000));
  // One card every ten seconds, and the first three.
  expect(screen.shown.length).toBeLessThanOrEqual(20);
  expect(source.mostRunning).toBeLessThanOrEqual(64);
});

test.each([
  ['a full disk', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1000000', /full/],
  ['a disk that is read-only', 'PRAGMA query_only = 1', 'PRAGMA query_only = 0', /readonly/],
])(
  'fault 54: %s: watching goes on in memory, the fault is shown, all is stored later',
  async (_name, begin, end, words) => {
    const on = await openProfile(60);
    const { allAre, clock, count, opened, screen, setAll, source, watcher } = on;
    opened.sql.exec(begin);
    setAll('picked_up');
    const from = source.requests.length;
    await clock.advance(5 * minuteMs);
    expect(watcher.storageFault).toMatch(words);
    expect(source.requests.length - from).toBeGreaterThan(600);
    // The window has the new states, and no update is stored without its notification.
    expect(allAre('picked_up')).toBe(true);
    expect(count('updates')).toBeLessThan(60);
    expect(count('updates')).toBe(count('notifications'));
    const shownSoFar = screen.shown.length;
    opened.sql.exec(end);
    expect(await afterwards(on)).toEqual(allNotified(60));
    expect(screen.shown.length).toBeGreaterThan(shownSoFar);
  },
);

test('fault 56: while a backup locks the database, checks go on and nothing is lost', async () => {
  const on = await openProfile(60);
  const { allAre, clock, folder, setAll, source, watcher } = on;
  const letGo = await heldByAnother(join(folder, 'waybell.db'));
  setAll('picked_up');
  const from = source.requests.length;
  await clock.advance(10_000);
  expect(watcher.storageFault).toMatch(/locked/);
  expect(source.requests.length).toBeGreaterThan(from);
  await clock.advance(8000);
  expect(allAre('picked_up')).toBe(true);
  await letGo();
  expect(await afterwards(on)).toEqual(allNotified(60));
});
