import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inEnglish } from '../../../core/text/language.ts';
import { Erasure } from '../../../main/engine/privacy/erasure.ts';
import { everyFile, filesWith } from '../../support/every-byte.ts';
import { peopledOrder, personal, privacyBench } from '../../support/watch/privacy-bench.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const erased = orderIdAt(1);
const kept = orderIdAt(2);

/** An order with a history on the disk, in a backup, in a set-aside file and in the log. */
async function watchedForAWhile() {
  const bench = privacyBench();
  const { clock, folder, log, source, watcher, ledger, sql } = bench;
  source.orders.set(erased, peopledOrder(1, { courier: null }));
  source.orders.set(kept, someOrder(kept));
  watcher.start();
  await watcher.add([
    { id: erased, label: personal.label },
    { id: kept, label: 'Kept label' },
  ]);
  await clock.advance(60_000);
  for (const note of ['first', 'second', 'third']) {
    const status = { raw: 'active', phase: 'assigned' } as const;
    source.orders.set(erased, peopledOrder(1, { status, noteToCourier: note }));
    await clock.advance(60_000);
  }
  ledger.add({ atMs: clock.wallMs(), act: 'phoneShown', orderId: erased, owner: 'courier' });
  log(`{"event":"x","order":"${erased}"}\n`);
  log(`{"event":"y","order":"${erased.slice(0, 8)}…"}\n`);
  log('{"event":"started"}\n');
  sql.exec('PRAGMA wal_checkpoint(PASSIVE)');
  copyFileSync(join(folder, 'waybell.db'), join(folder, 'waybell-before-update-2026.db'));
  copyFileSync(join(folder, 'waybell.db'), join(folder, 'waybell-damaged-2026.db'));
  writeFileSync(join(folder, 'waybell-newer-2026.db'), 'about no person');
  return bench;
}

function never(): never {
  throw new Error('erased all the same');
}

const everythingPersonal = [...Object.values(personal), erased, 'Canary'];

test('before an erasure the search finds the personal data on the disk', async () => {
  const { folder } = await watchedForAWhile();
  for (const text of [personal.courierName, personal.contactPhone, personal.label, erased]) {
    expect(filesWith(folder, text)).toEqual(
      expect.arrayContaining(['waybell-damaged-2026.db', 'waybell-before-update-2026.db']),
    );
  }
  expect(filesWith(folder, erased)).toContain('logs/waybell.log');
});

test('an erased order leaves nothing in any file of the profile: database, WAL, copies, log', async () => {
  const { folder, erasure, watcher, ledger, clock, source, defects } = await watchedForAWhile();
  expect(await erasure.orders([erased])).toEqual({ ok: true, value: null });
  for (const text of everythingPersonal)
    expect([text, filesWith(folder, text)]).toEqual([text, []]);
  expect(everyFile(folder).map(({ path }) => path)).not.toContain('waybell-damaged-2026.db');
  // The other order is still there, and so is a copy without the erased order.
  expect(watcher.get(kept)?.label).toBe('Kept label');
  expect(filesWith(folder, 'Kept label')).toEqual(['waybell.db']);
  expect(filesWith(folder, 'about no person')).toEqual(['waybell-newer-2026.db']);
  expect(filesWith(folder, '"started"')).toEqual(['logs/waybell.log']);
  // The ledger keeps that a number was shown, but not of which order.
  expect(ledger.latest(9).map(({ act, orderId }) => [act, orderId])).toEqual([
    ['orderErased', null],
    ['phoneShown', null],
  ]);
  // A late answer does not bring the order back.
  const asked = source.requests.filter(({ id }) => id === erased).length;
  await clock.advance(600_000);
  expect(source.requests.filter(({ id }) => id === erased)).toHaveLength(asked);
  expect(filesWith(folder, erased)).toEqual([]);
  expect(defects).toEqual([]);
});

test('everything erased leaves no row, no copy, no log and no connection', async () => {
  const { folder, erasure, watcher, forgotten, sql } = await watchedForAWhile();
  sql.exec(
    "INSERT INTO profiles (no, base_url, client_id) VALUES (1, 'https://canary.example', 'c')",
  );
  expect(await erasure.everything()).toEqual({ ok: true, value: null });
  expect(forgotten).toEqual(['connection', 'webhooks']);
  expect(watcher.list()).toEqual([]);
  for (const text of [...everythingPersonal, kept, 'Kept label', 'canary.example']) {
    expect([text, filesWith(folder, text)]).toEqual([text, []]);
  }
  const names = everyFile(folder).map(({ path }) => path);
  expect(names.filter((name) => !/^waybell\.db(?:-wal|-shm)?$/.test(name))).toEqual([]);
  const rows = sql
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
    .map(({ name }) => [
      name,
      sql.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get()?.['n'],
    ]);
  expect(rows.filter(([, count]) => count !== 0)).toEqual([]);
});

test('a keychain that refuses stops the erasing before anything is gone', async () => {
  const bench = await watchedForAWhile();
  const failure = { code: 'keychain-failed', message: 'The keychain is locked.' } as const;
  const erasure = new Erasure({
    intake: { forget: () => undefined },
    store: {
      mark: never,
      marked: never,
      erasing: never,
      unmark: never,
      finish: never,
      eraseEverything: never,
    },
    files: { eraseOrders: never, eraseEverything: never },
    ledger: bench.ledger,
    watch: { list: never, remove: never },
    connection: {
      state: { kind: 'none' },
      forgetConnection: async () => ({ ok: false, failure }),
    },
    webhooks: { eraseSecrets: never },
    settings: { change: never },
    clearWindowData: never,
    progressed: never,
    clock: bench.clock,
    localisation: inEnglish,
    reportDefect: never,
  });
  expect(await erasure.everything()).toEqual({ ok: false, failure });
});

test('when another program reads the database, the erasure fails, because the WAL keeps the order', async () => {
  const { folder, erasure, defects } = await watchedForAWhile();
  const reader = new DatabaseSync(join(folder, 'waybell.db'));
  reader.exec('BEGIN; SELECT count(*) FROM watched_orders');
  const answer = await erasure.orders([erased]);
  expect(answer).toMatchObject({ ok: false, failure: { code: 'storage-failed' } });
  expect(defects).toHaveLength(1);
  reader.exec('COMMIT');
  reader.close();
  expect(await erasure.orders([erased])).toEqual({ ok: true, value: null });
  expect(filesWith(folder, personal.courierName)).toEqual([]);
});
