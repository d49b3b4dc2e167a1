import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../main/storage/database.ts';
import { WatchRepository } from '../../main/storage/watch-repository.ts';
import { Ledger } from '../../main/watch/ledger.ts';
import type { WatchRecord } from '../../main/watch/ports.ts';
import {
  orderIdAt,
  someOrder,
  someTelling,
  someUpdate,
  someWatched,
} from '../support/watched-orders.ts';

/*
 * What writing costs the event loop, on disk, through the ledger as the watcher uses it: a thousand
 * changes at once, ten thousand orders read at a start, the room that one update takes. Prints JSON.
 */

const orderCount = 10_000;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
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
    tellings: [someTelling(`${number}:${index}`, { orderId: id })],
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
      tellings: [],
    })),
  );
  opened.close();
}

const openMs: number[] = [];
const loadMs: number[] = [];
for (let turn = 0; turn < 7; turn += 1) {
  const beganMs = performance.now();
  const opened = openDatabase(folder);
  const openedMs = performance.now();
  const list = new WatchRepository(opened.sql, Date.now).load();
  loadMs.push(performance.now() - openedMs);
  openMs.push(openedMs - beganMs);
  if (list.length !== orderCount) throw new Error('orders are missing');
  opened.close();
}

const opened = openDatabase(folder);
const repository = new WatchRepository(opened.sql, Date.now);
repository.load();
const ledger = new Ledger(repository);
const longestMs: number[] = [];
const allMs: number[] = [];
for (let tick = 1; tick <= 12; tick += 1) {
  const beganMs = performance.now();
  for (let index = 0; index < 1000; index += 1) ledger.add(changed(index * 7, tick));
  let longest = 0;
  while (!ledger.isEmpty) {
    const flushMs = performance.now();
    ledger.flush(flushMs, () => performance.now());
    longest = Math.max(longest, performance.now() - flushMs);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  // The first one warms the statements and the file up.
  if (tick > 1) {
    longestMs.push(longest);
    allMs.push(performance.now() - beganMs);
  }
}

opened.sql.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM');
const before = statSync(path).size;
const updateCount = 100_000;
for (let done = 0; done < updateCount; done += 1000) {
  repository.save(
    Array.from({ length: 1000 }, (_, index) => ({
      watched: someWatched(orderIdAt(index), { observedAtMs: done }),
      update: someUpdate(orderIdAt(index), { seenAtMs: 1_772_442_000_000 + done }),
      tellings: [],
    })),
  );
}
opened.sql.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM');
const bytesPerUpdate = (statSync(path).size - before) / updateCount;
opened.close();
rmSync(folder, { recursive: true });
process.stdout.write(
  `${JSON.stringify({
    openMs: round(median(openMs)),
    loadMs: round(median(loadMs)),
    longestFlushMs: round(median(longestMs)),
    worstFlushMs: round(Math.max(...longestMs)),
    thousandChangesMs: round(median(allMs)),
    bytesPerUpdate: round(bytesPerUpdate),
  })}\n`,
);
