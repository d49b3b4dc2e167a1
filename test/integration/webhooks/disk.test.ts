import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { WebhookRepository } from '../../../main/engine/storage/webhook-repository.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { runningServices } from '../../support/running-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt } from '../../support/watched-orders.ts';
import { event, id, secret, watching } from '../../support/webhooks/watching-receiver.ts';
import type { WebhookBench } from '../../support/webhooks/webhook-bench.ts';

/* What webhooks leave on the disk. The database is a real file, and requests come over HTTP. */

const dayMs = 24 * 3_600_000;
const floodCount = 1000;
/** The most digests that are kept, and how many more may come before the oldest go. */
const mostRows = 21_000;

/** What the database holds of webhooks, and its size once the write-ahead log is in it. */
function onDisk(folder: string) {
  const sql = new DatabaseSync(join(folder, 'waybell.db'), { timeout: 5000 });
  sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const row = sql
    .prepare(
      `SELECT (SELECT count(*) FROM webhooks_seen) AS seen, (SELECT count(*) FROM webhook_queue) AS queued,
        page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
    )
    .get();
  sql.close();
  return {
    seen: Number(row?.['seen']),
    queued: Number(row?.['queued']),
    bytes: Number(row?.['bytes']),
  };
}

/** Remembers events as if so many had come at this time. */
function remember(folder: string, count: number, seenAtMs: number): void {
  const sql = new DatabaseSync(join(folder, 'waybell.db'), { timeout: 5000 });
  sql
    .prepare(
      `INSERT INTO webhooks_seen (key, order_id, seen_at_ms)
      WITH RECURSIVE row (no) AS (SELECT 1 UNION ALL SELECT no + 1 FROM row WHERE no < ?)
      SELECT hex(randomblob(22)), ?, ? FROM row`,
    )
    .run(count, id, seenAtMs);
  sql.close();
}

/** Sends events over several connections. @returns the statuses of the answers */
async function flooded(
  bench: WebhookBench,
  bodyOf: (no: number) => string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlySet<number>> {
  const pool = new Pool(new URL(bench.service.address ?? '').origin, { connections: 20 });
  const posts = Array.from({ length: floodCount }, async (_, no) => {
    const path = bench.path();
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path,
      headers,
      body: bodyOf(no),
    });
    await body.dump();
    return statusCode;
  });
  const statuses = new Set(await Promise.all(posts));
  await pool.close();
  return statuses;
}

test.each([
  ['without a proof, about watched orders and others', 'none', [id, orderIdAt(77)], 202],
  ['with a proof, about orders that are not watched', 'header', [orderIdAt(77)], 202],
  ['with a wrong proof', 'hmac', [id, orderIdAt(77)], 401],
] as const)('a thousand events %s leave nothing behind', async (_name, proof, uuids, status) => {
  const folder = temporaryFolder();
  const bench = await watching({ proof }, { secret, folder });
  const before = onDisk(folder);
  const bodyOf = (nonce: number): string =>
    event(bench, { nonce, created_at: nonce, data: { uuid: uuids[nonce % uuids.length] } });
  expect(await flooded(bench, bodyOf, { 'x-signature': secret })).toEqual(new Set([status]));
  // Before any housekeeping, and while reports would still wait for their check.
  expect(onDisk(folder)).toEqual(before);
  await bench.clock.advance(5000);
  expect(onDisk(folder)).toEqual(before);
});

test('a signed event is known again after a flood of others, housekeeping and a restart', async () => {
  const rules = { proof: 'hmac', timestampHeader: 'x-time', toleranceSeconds: 3600 } as const;
  const folder = temporaryFolder();
  const bench = await watching(rules, { secret, folder });
  const body = event(bench);
  const seconds = String(Math.floor(bench.clock.wallMs() / 1000));
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const captured = { body, headers: { 'x-time': seconds, 'x-signature': signature } };
  expect((await bench.post(captured)).status).toBe(202);
  remember(folder, 18_000, bench.clock.wallMs() + 1);
  for (let created_at = 0; created_at < 1100; created_at += 1) {
    bench.queued({ kinds: [], created_at, data: { uuid: id } });
  }
  await bench.clock.advance(59 * 60_000);
  bench.service.inbox.prune();
  await bench.change({ isOn: false });
  await bench.change({ isOn: true });
  const { duplicates } = bench.service.state;
  expect((await bench.post(captured)).status).toBe(202);
  expect(bench.service.state.duplicates).toBe(duplicates + 1);
  await bench.clock.advance(120_000);
  expect((await bench.post(captured)).status).toBe(401);
});

/** The services as the app builds them, with one watched order; nothing listens. */
async function runningApp() {
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const services = runningServices(folder, clock);
  const { database, log } = services;
  await services.watcher.add([{ id, label: null }]);
  onTestFinished(async () => {
    await services.stop();
    expect(log.events('error')).toEqual([]);
  });
  let created_at = 0;
  /** Proven events that wait for nothing, because nothing runs. */
  const flood = (count: number): void => {
    for (let no = 0; no < count; no += 1) {
      created_at += 1;
      const body = Buffer.from(JSON.stringify({ kinds: [], created_at, data: { uuid: id } }));
      services.webhooks.inbox.receive({ receivedAtMs: clock.wallMs(), isProven: true, body });
    }
    database.sql.exec('DELETE FROM webhook_queue');
  };
  return {
    clock,
    flood,
    folder,
    queue: new WebhookRepository(database.sql),
    ...services,
  };
}

test('even of proven events a bounded number is remembered, for a week, and their place is used again', async () => {
  const { clock, flood, folder } = await runningApp();
  remember(folder, 30_000, clock.wallMs());
  flood(1000);
  const first = onDisk(folder);
  expect(first.seen).toBeLessThanOrEqual(mostRows);
  expect(first.bytes).toBeLessThan(12 * 1024 * 1024);
  // While the receiver is off, so that nothing but housekeeping can forget them.
  await clock.advance(7 * dayMs + 6 * 3_600_000);
  expect(onDisk(folder)).toMatchObject({ seen: 0, queued: 0 });
  remember(folder, 20_000, clock.wallMs());
  flood(1000);
  const second = onDisk(folder);
  expect(second.seen).toBeLessThanOrEqual(mostRows);
  expect(second.bytes).toBeLessThanOrEqual(first.bytes * 1.02);
});

test('what waits in the queue goes after a week, also while nothing is received any more', async () => {
  const { clock, folder, webhooks } = await runningApp();
  const body = Buffer.from(JSON.stringify({ kinds: ['order_matched'], data: { uuid: id } }));
  webhooks.inbox.receive({ receivedAtMs: clock.wallMs(), isProven: true, body });
  await clock.advance(7 * dayMs - 6 * 3_600_000);
  expect(onDisk(folder)).toMatchObject({ seen: 1, queued: 1 });
  await clock.advance(12 * 3_600_000);
  expect(onDisk(folder)).toMatchObject({ seen: 0, queued: 0 });
});

test('events that came while the clock was ahead push no later ones out, and go a week after it was set', async () => {
  const { clock, folder, housekeeping, queue } = await runningApp();
  clock.setWall(clock.wallMs() + 400 * dayMs);
  remember(folder, 20_000, clock.wallMs());
  clock.setWall(clock.wallMs() - 400 * dayMs);
  housekeeping.stop();
  housekeeping.start();
  const webhook = { isProven: true, body: Buffer.from('{}') };
  await clock.advance(1000);
  expect(
    queue.put({ ...webhook, receivedAtMs: clock.wallMs() }, { key: 'late', orderId: id }),
  ).not.toBeNull();
  queue.prune(clock.wallMs());
  expect(
    queue.put({ ...webhook, receivedAtMs: clock.wallMs() }, { key: 'late', orderId: id }),
  ).toBeNull();
  await clock.advance(7 * dayMs + 6 * 3_600_000);
  expect(onDisk(folder).seen).toBe(0);
});

test('with an order that is let go, what is remembered of its events goes too', async () => {
  const { flood, folder, watcher } = await runningApp();
  flood(10);
  expect(onDisk(folder).seen).toBe(10);
  watcher.remove([id]);
  expect(onDisk(folder).seen).toBe(0);
});
