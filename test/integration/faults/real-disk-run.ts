import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { afterwards, type StorageBench, storageBench } from '../../support/watch/storage-bench.ts';

/*
 * Run by real-disks.test.ts in a mount namespace of its own: `real-disk-run.ts full|broken|read-only
 * FOLDER [IMAGE]`. A watcher of sixty orders sees all of them change while the disk refuses every
 * write. Prints the result as JSON.
 */

const [kind = '', folder = '', image = ''] = process.argv.slice(2);
const orderCount = 60;
const minuteMs = 60_000;
const filler = join(folder, 'filler');

/** Fills the file system to the last byte. */
function fill(): void {
  for (let size = 65_536; size >= 1; size /= 2) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}

const mount = (...args: readonly string[]): unknown => execFileSync('mount', args);

/** Changes all orders and lets five minutes pass. */
async function watchOn(on: StorageBench) {
  const { allAre, clock, screen, setAll, source, watcher } = on;
  const from = source.requests.length;
  setAll('picked_up');
  await clock.advance(5 * minuteMs);
  return {
    storageFault: watcher.storageFault,
    requests: source.requests.length - from,
    isKnown: allAre('picked_up'),
    shown: screen.shown.length,
  };
}

const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
  full: async () => {
    const on = await storageBench(folder, orderCount);
    on.opened.sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    fill();
    const during = await watchOn(on);
    const [updates, notifications] = [on.count('updates'), on.count('notifications')];
    // A tmpfs frees the space only once the file is empty.
    truncateSync(filler, 0);
    rmSync(filler);
    const after = await afterwards(on);
    on.opened.close();
    return { during: { ...during, updates, notifications }, after };
  },
  /** A kernel that finds a file system broken makes it read-only while its files are open. */
  broken: async () => {
    const on = await storageBench(folder, orderCount);
    mount('-o', 'remount,abort', folder);
    const during = await watchOn(on);
    await on.watcher.stop();
    on.opened.close();
    execFileSync('umount', [folder]);
    mount('-o', 'loop', image, folder);
    // A new start on the repaired disk: the change is seen once more and stored now.
    const next = await storageBench(folder, orderCount);
    next.setAll('picked_up');
    await next.clock.advance(2 * minuteMs);
    const after = await afterwards(next);
    next.opened.close();
    execFileSync('umount', [folder]);
    return { during, after };
  },
  'read-only': async () => {
    const first = await storageBench(folder, orderCount);
    await first.watcher.stop();
    first.opened.close();
    mount('-o', 'remount,ro', folder);
    const found = openDatabase(folder);
    const knownAtStart = new WatchRepository(found.sql, Date.now).load().length;
    found.close();
    const on = await storageBench(folder, orderCount);
    const during = { ...(await watchOn(on)), opened: on.opened.fault, knownAtStart };
    const after = await afterwards(on);
    on.opened.close();
    return { during, after };
  },
};

process.stdout.write(JSON.stringify(await kinds[kind]?.()));
