import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ErasureProgress } from '../../../core/board/board.ts';
import { inEnglish } from '../../../core/text/language.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Courier, Order } from '../../../core/order/order.ts';
import { ArchiveChoices } from '../../../main/engine/board/archive.ts';
import { lineWithoutPeople } from '../../../main/engine/lines/line-event.ts';
import { fileSink } from '../../../main/engine/log/log.ts';
import { courierFingerprints } from '../../../main/engine/privacy/courier-fingerprints.ts';
import { Erasure } from '../../../main/engine/privacy/erasure.ts';
import { AgeClock } from '../../../main/engine/privacy/age-clock.ts';
import { Retention } from '../../../main/engine/privacy/retention.ts';
import { ArchiveRepository } from '../../../main/engine/storage/archive-repository.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import {
  ErasureRepository,
  PrivacyLedgerRepository,
  RetentionRepository,
} from '../../../main/engine/storage/privacy-repositories.ts';
import { HistoryRepository } from '../../../main/engine/storage/history-repository.ts';
import { ProfileFiles } from '../../../main/engine/storage/profile-files.ts';
import { Recorder } from '../../../main/engine/recorder/recorder.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { someSituation } from '../recorder/some-situation.ts';
import { FakeClock } from '../fake-clock.ts';
import { ScriptedSource } from './scripted-source.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { Watcher } from '../../../main/engine/watch/watcher.ts';
import { orderIdAt, someOrder, someNotification } from '../watched-orders.ts';

/** Texts that occur only in the personal data of one order. */
export const personal = {
  courierName: 'Canary Courier',
  courierPhone: '+852 6111 2223',
  contactName: 'Canary Customer',
  contactPhone: '+852 9333 4445',
  position: '114.1573491',
  label: 'Canary label',
  note: 'Canary note to the courier',
  stopName: 'Canary bakery',
  street: 'Canary Road 12',
  floor: 'Canary floor',
  pickupName: 'Canary florist',
  pickupStreet: 'Canary Lane 3',
  priceReason: 'Canary came late',
} as const;

const courier: Courier = {
  name: personal.courierName,
  phoneNumber: personal.courierPhone,
  fix: { latitudeDeg: 22.282_351_7, longitudeDeg: Number(personal.position), reportedAtMs: null },
};

/** An order with a courier and a contact at each destination. */
export function peopledOrder(index: number, parts: Partial<Order> = {}): Order {
  const order = someOrder(orderIdAt(index), {
    courier,
    noteToCourier: personal.note,
    priceBreakdown: [{ key: 'waiting', amount: 86, quantity: 1, reason: personal.priceReason }],
    ...parts,
  });
  const contact = {
    name: personal.contactName,
    phoneNumber: personal.contactPhone,
    phoneExtension: null,
  };
  const place = {
    name: personal.stopName,
    streetAddress: personal.street,
    floorOrUnitNumber: personal.floor,
  };
  const { pickup } = order;
  return {
    ...order,
    pickup: pickup && {
      ...pickup,
      name: personal.pickupName,
      streetAddress: personal.pickupStreet,
      contact,
    },
    destinations: order.destinations.map((stop) => ({ ...stop, ...place, contact })),
  };
}

/** A real watch list on a real disk with a scripted service, retention and erasure. */
export function privacyBench(days = 7, folder = temporaryFolder()) {
  const clock = new FakeClock();
  const wallMs = () => clock.wallMs();
  const database = openDatabase(folder, { wallMs });
  const { sql } = database;
  const source = new ScriptedSource(clock);
  const erasureStore = new ErasureRepository(sql);
  const ledger = new PrivacyLedgerRepository(sql);
  const defects: unknown[] = [];
  const keep = { days, archiveDays: 30 };
  const archive = new ArchiveChoices(new ArchiveRepository(sql));
  const files = new ProfileFiles(folder);
  const ageClock = new AgeClock({
    clock,
    facts: { read: () => null, write: () => undefined },
    doubtChanged: () => undefined,
  });
  const retention = new Retention({
    store: new RetentionRepository(sql, lineWithoutPeople),
    files,
    isKept: database.fault === null,
    clock,
    isClockBelieved: () => ageClock.isBelieved,
    keptForDays: () => keep.days,
    archiveDays: () => keep.archiveDays,
    archiveChoice: (id) => archive.choiceOf(id),
    fingerprintOf: courierFingerprints(erasureStore.courierSalt()),
    reportDefect: (error) => defects.push(error),
  });
  const recording = new RecordingRepository(sql);
  const recorder = new Recorder(
    { store: recording, clock, reportDefect: (error) => defects.push(error) },
    someSituation({ startedAtMs: clock.wallMs() }),
  );
  const removed: OrderId[] = [];
  const watcher = new Watcher({
    source,
    store: new WatchRepository(
      sql,
      wallMs,
      (record) => recorder.order(record),
      () => recorder.rolledBack(),
    ),
    clock,
    random: () => 0.5,
    decideNotifications: (update, watched) => {
      const text = { title: 'Matched', body: `${watched.order?.courier?.name}` };
      const quiet = { title: 'Matched', body: 'Van' };
      const notification = someNotification(`${update.seenAtMs} ${update.orderId}`, {
        orderId: update.orderId,
        texts: { full: text, noNames: quiet, countOnly: quiet },
      });
      return { notifications: [notification] };
    },
    limits: { requestsPerMinute: 6000, activeEverySeconds: 15 },
    installSeed: 1,
    reportDefect: (error) => defects.push(error),
    reduceAnswer: (id, order, rawJson) => retention.reduced(id, order, rawJson),
    events: {
      ordersChanged: () => undefined,
      ordersRemoved: (ids) => {
        removed.push(...ids);
        retention.ordersRemoved(ids);
      },
      ordersEvicted: (ids) => retention.ordersRemoved(ids),
      ordersLoaded: (ids) => retention.ordersLoaded(ids),
      orderUpdated: (_update, watched) => retention.updated(watched),
      notificationsStored: () => undefined,
      serviceHealthChanged: () => undefined,
      stateChanged: () => undefined,
    },
  });
  retention.attach(watcher);
  const log = fileSink(join(folder, 'logs/waybell.log'));
  const forgotten: string[] = [];
  const progress: (ErasureProgress | null)[] = [];
  const erasure: Erasure = new Erasure({
    intake: { forget: () => undefined },
    store: erasureStore,
    files,
    ledger,
    watch: watcher,
    connection: {
      state: { kind: 'none' },
      async forgetConnection() {
        forgotten.push('connection');
        return { ok: true, value: null } as const;
      },
    },
    webhooks: {
      async eraseSecrets() {
        forgotten.push('webhooks');
      },
    },
    settings: { change: () => undefined },
    clearWindowData: async () => undefined,
    progressed: () => progress.push(erasure.progress),
    clock,
    localisation: inEnglish,
    reportDefect: (error) => defects.push(error),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    retention.stop();
    await watcher.stop();
    database.close();
  };
  onTestFinished(close);
  return {
    folder,
    clock,
    ageClock,
    sql,
    source,
    watcher,
    retention,
    archive,
    erasure,
    ledger,
    history: new HistoryRepository(sql, wallMs),
    log,
    keep,
    defects,
    removed,
    forgotten,
    progress,
    close,
  };
}
