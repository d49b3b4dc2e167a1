import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Order } from '../../../core/order/order.ts';
import { inEnglish } from '../../../core/text/language.ts';
import { journalLines } from '../../../main/engine/lines/line-event.ts';
import { fileSink } from '../../../main/engine/log/log.ts';
import { Erasure } from '../../../main/engine/privacy/erasure.ts';
import { openDatabase, type OpenedDatabase } from '../../../main/engine/storage/database.ts';
import { LineRepository } from '../../../main/engine/storage/line-repository.ts';
import { PrivacyLedgerRepository } from '../../../main/engine/storage/privacy-repositories.ts';
import { ProfileFiles, profileFiles } from '../../../main/engine/storage/profile-files.ts';
import { Recorder } from '../../../main/engine/recorder/recorder.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { everyFile, filesWith } from '../../support/every-byte.ts';
import { someSituation } from '../../support/recorder/some-situation.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { runningServices } from '../../support/running-services.ts';
import { wornProfile } from '../../support/storage/worn-profile.ts';
import { peopledOrder, personal } from '../../support/watch/privacy-bench.ts';
import {
  orderIdAt,
  someNotification,
  someOrder,
  someWatched,
} from '../../support/watched-orders.ts';

/*
 * Reads every byte of a profile folder that has been through an update, damage and a newer Waybell, and
 * looks for people as a person with the disk would.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const over = orderIdAt(1);
const underWay = orderIdAt(2);
const done = { raw: 'completed', phase: 'done' } as const;
const active = { raw: 'active', phase: 'assigned' } as const;

/** All that is of people in the order that is over; its label is the dispatcher's own word. */
const { label, ...people } = personal;
const webhookReason = 'Order was released because: Canary fell ill';
const canaries = [...Object.values(people), webhookReason, '61112223', 'Canary released'];
const others = 'Stranger Elsewhere';
/** The dispatcher's own word about a call, which leaves with the order. */
const callWord = 'Canary said that the van broke down';

/** What the history says of an order: every field that can change, with people before and after. */
function everyChange(order: Order, reason: string, seenAtMs: number): OrderUpdate {
  const { courier, destinations, noteToCourier, pickup, priceBreakdown } = order;
  return {
    orderId: order.id,
    source: 'webhook',
    seenAtMs,
    kinds: ['order_released', 'order_edited'],
    reasons: [reason, 'Order edited: pickup'],
    changes: [
      { field: 'courier', before: courier, after: null },
      { field: 'courier.location', before: null, after: courier?.fix ?? null },
      { field: 'price_breakdown', before: [], after: priceBreakdown },
      { field: 'pickup', before: pickup, after: null },
      { field: 'destinations', before: destinations, after: [] },
      { field: 'note_to_courier', before: null, after: noteToCourier },
    ],
    move: null,
  };
}

/** Fills a database as weeks of watching do: every row many times, so that old ones linger in its pages. */
function fill({ sql }: OpenedDatabase, nowMs: number): void {
  const box = new LineRepository(sql);
  const journal = journalLines(box, { showsPhones: true });
  const recorder = new Recorder(
    {
      store: new RecordingRepository(sql),
      clock: { wallMs: () => nowMs },
      reportDefect: (error) => expect.unreachable(String(error)),
    },
    someSituation({ startedAtMs: nowMs }),
  );
  const repository = new WatchRepository(
    sql,
    () => nowMs,
    (record) => {
      journal(record);
      recorder.order(record);
    },
  );
  const record = (order: Order, reason: string, round: number) => {
    const { courier, id } = order;
    const notification = someNotification(`${id} ${round}`, {
      orderId: id,
      says: { say: 'unknownStatus', status: { raw: `of ${courier?.name}`, phase: 'unknown' } },
      texts: {
        full: { title: `Now of ${courier?.name}`, body: `${courier?.name}` },
        noNames: { title: 'Status changed', body: 'Van' },
        countOnly: { title: 'Status changed', body: 'Van' },
      },
    });
    return {
      watched: someWatched(id, {
        label,
        calls: order.id === over ? [{ atMs: nowMs, word: callWord }] : [],
        order,
        observedAtMs: nowMs,
        statusSinceMs: nowMs,
        courierTrace: {
          anchor: courier?.fix ?? null,
          anchorAtMs: nowMs,
          insideStop: null,
          claimedStop: null,
          lastStepMeters: null,
        },
      }),
      rawJson: JSON.stringify({ answer: order, round }),
      update: everyChange(order, reason, nowMs),
      notifications: [notification],
    };
  };
  const elsewhere = someOrder(underWay, {
    status: active,
    courier: { name: others, phoneNumber: '+852 5000 0000', fix: null },
  });
  for (let round = 0; round < 30; round += 1) {
    const order = peopledOrder(1, { status: round < 29 ? active : done });
    repository.save([
      record(order, webhookReason, round),
      record(elsewhere, 'Order was released', round),
    ]);
  }
  const damaged = sql.prepare(
    "INSERT INTO damaged_rows (found_at_ms, table_name, row_json, reason) VALUES (?, 'x', ?, 'x')",
  );
  damaged.run(nowMs, JSON.stringify({ id: over, text: personal.contactName }));
  // It is not known whose this is.
  damaged.run(nowMs, JSON.stringify({ text: personal.courierName }));
  sql
    .prepare(
      'INSERT INTO notifications (key, order_id, decided_at_ms, notification_json) VALUES (?, ?, ?, ?)',
    )
    .run('torn', over, nowMs, `{"body":"${personal.courierName}`);
}

/** The app on such a profile, with an order that has just ended. */
function runningApp() {
  const clock = new FakeClock();
  const wallMs = () => clock.wallMs();
  const folder = wornProfile(wallMs, (opened) => fill(opened, wallMs()));
  const opened = openDatabase(folder, { wallMs });
  fill(opened, wallMs());
  opened.close();
  fileSink(join(folder, 'logs/waybell.log'))(`{"event":"x","order":"${over}"}\n`);
  return { clock, folder, ...runningServices(folder, clock) };
}

/** Each canary with the files that have it. */
function found(folder: string): readonly (readonly [string, readonly string[]])[] {
  return canaries
    .map((text) => [text, filesWith(folder, text)] as const)
    .filter(([, files]) => files.length > 0);
}

function erasureOf({ database, clock, folder, ...app }: ReturnType<typeof runningApp>): Erasure {
  return new Erasure({
    intake: { forget: () => undefined },
    store: app.erasure,
    files: new ProfileFiles(folder),
    ledger: new PrivacyLedgerRepository(database.sql),
    watch: app.watcher,
    connection: {
      state: { kind: 'none' },
      forgetConnection: async () => ({ ok: true, value: null }),
    },
    webhooks: { eraseSecrets: async () => undefined },
    settings: app.settings,
    clearWindowData: async () => undefined,
    progressed: () => undefined,
    clock,
    localisation: inEnglish,
    reportDefect: (error) => {
      throw error;
    },
  });
}

test('before, every canary is in the database and in all three copies', () => {
  const { folder } = runningApp();
  for (const text of [...Object.values(people), callWord]) {
    expect([text, filesWith(folder, text).filter((name) => name.endsWith('.db'))]).toEqual([
      text,
      expect.arrayContaining([
        expect.stringMatching(/^waybell-before-update-/),
        expect.stringMatching(/^waybell-damaged-/),
        expect.stringMatching(/^waybell-newer-/),
        'waybell.db',
      ]),
    ]);
  }
});

test('the folder holds no file that the list of files does not name', () => {
  const { folder } = runningApp();
  const unnamed = everyFile(folder).filter(
    ({ path }) => !profileFiles.some((file) => file.path.test(path)),
  );
  expect(unnamed.map(({ path }) => path)).toEqual([]);
});

test('seven days after its end no person is left of an order, in any byte of the folder', async () => {
  const app = runningApp();
  await app.clock.advance(7 * dayMs + 6 * hourMs);
  expect(app.log.events('error')).toEqual([]);
  expect(found(app.folder)).toEqual([]);
  // The dispatcher's own words stay, and so does who is still on the way.
  expect(app.watcher.get(over)).toMatchObject({
    label,
    calls: [{ word: callWord }],
    order: { status: done },
  });
  expect(filesWith(app.folder, others)).toContain('waybell.db');
  await app.stop();
  expect(found(app.folder)).toEqual([]);
});

test('an order that is erased leaves nothing in any byte of the folder', async () => {
  const app = runningApp();
  expect(await erasureOf(app).orders([over])).toEqual({ ok: true, value: null });
  // One damaged row is of an unknown order: it goes with the days that people are kept.
  const unknown = found(app.folder).filter(([text]) => text !== personal.courierName);
  expect(unknown).toEqual([]);
  for (const text of [over, callWord])
    expect([text, filesWith(app.folder, text)]).toEqual([text, []]);
  await app.clock.advance(7 * dayMs + 6 * hourMs);
  expect(found(app.folder)).toEqual([]);
});

test('everything that is erased leaves nothing in any byte of the folder', async () => {
  const app = runningApp();
  expect(await erasureOf(app).everything()).toEqual({ ok: true, value: null });
  for (const text of [...canaries, label, callWord, others, over, underWay])
    expect([text, filesWith(app.folder, text)]).toEqual([text, []]);
  expect(everyFile(app.folder).map(({ path }) => path.replace(/-(?:wal|shm)$/, ''))).toEqual(
    expect.arrayContaining(['waybell.db']),
  );
});

test('what a crash left of a removed order in the file is gone after the next start', async () => {
  const app = runningApp();
  // As an earlier build did: what is deleted is only freed.
  app.database.sql.exec('PRAGMA secure_delete = OFF');
  new WatchRepository(app.database.sql, () => 0).remove([over]);
  await app.stop();
  expect(filesWith(app.folder, personal.street)).toContain('waybell.db');
  runningServices(app.folder, app.clock);
  expect(filesWith(app.folder, personal.street)).not.toContain('waybell.db');
});
