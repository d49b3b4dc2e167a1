import { describe, expect, onTestFinished, test } from 'vitest';
import { isFailureCode } from '../../core/delivery/delivery-failure.ts';
import { englishFailures } from '../../core/delivery/failure-english.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { contractKinds, ownKinds, updateSources } from '../../core/order/order-update.ts';
import type { ChangedField, OrderChange, OrderUpdate } from '../../core/order/order-update.ts';
import { orderPhases } from '../../core/order/order.ts';
import { notificationEvents } from '../../core/notification/notification.ts';
import type { Notification } from '../../core/notification/notification.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { openDatabase } from '../../main/engine/storage/database.ts';
import { HistoryRepository } from '../../main/engine/storage/history-repository.ts';
import { OutboxRepository } from '../../main/engine/storage/outbox-repository.ts';
import { WatchRepository } from '../../main/engine/storage/watch-repository.ts';
import type { ArchiveStore, WatchRecord, WatchStore } from '../../main/engine/watch/ports.ts';
import { MemoryWatchStore } from '../support/storage/memory-watch-store.ts';
import { full, id, wallMs } from '../support/storage/stored-order.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  orderIdAt,
  someOrder,
  someNotification,
  someUpdate,
  someWatched,
} from '../support/watched-orders.ts';

/** What is kept of an update for good. */
type KeptUpdate = Pick<OrderUpdate, 'seenAtMs' | 'source' | 'kinds' | 'reasons' | 'changes'>;

/** A watch store with the disk below it. */
interface Subject {
  readonly store: WatchStore & ArchiveStore;
  /** The list as the next process finds it. */
  readonly reloaded: () => readonly WatchedOrder[];
  /** Oldest first. */
  readonly updatesOf: (id: OrderId) => readonly KeptUpdate[];
  readonly notifications: () => readonly Notification[];
  /** Whether writes with an update fail. */
  readonly refuse: (isRefusing: boolean) => void;
}

function inMemory(): Subject {
  const store = new MemoryWatchStore();
  return {
    store,
    reloaded: () => [...store.loadInParts()].flat(),
    updatesOf: (of) => store.updates.filter(({ orderId }) => orderId === of).map(keptOf),
    notifications: () => store.notifications,
    refuse: (isRefusing) => (store.isBroken = isRefusing),
  };
}

function inDatabase(): Subject {
  const opened = openDatabase(temporaryFolder());
  onTestFinished(() => opened.close());
  const { sql } = opened;
  return {
    store: new WatchRepository(sql, wallMs),
    reloaded: () => new WatchRepository(sql, wallMs).load(),
    updatesOf: (of) =>
      new HistoryRepository(sql, wallMs)
        .timeline(of, 99)
        .flatMap((entry) => (entry.kind === 'update' ? [{ ...entry, seenAtMs: entry.atMs }] : []))
        .map(keptOf)
        .toReversed(),
    notifications: () => new OutboxRepository(sql, wallMs).pending(),
    refuse: (isRefusing) =>
      sql.exec(
        isRefusing
          ? "CREATE TRIGGER refuse BEFORE INSERT ON updates BEGIN SELECT RAISE(ABORT, 'full'); END"
          : 'DROP TRIGGER refuse',
      ),
  };
}

function keptOf({ seenAtMs, source, kinds, reasons, changes }: KeptUpdate): KeptUpdate {
  return { seenAtMs, source, kinds, reasons, changes };
}

const base = someOrder(id);

/** One change of every field; a field that is new does not compile until it stands here. */
const changes: { readonly [Field in ChangedField]: Extract<OrderChange, { field: Field }> } = {
  status: {
    field: 'status',
    before: { raw: null, phase: 'unknown' },
    after: { raw: 'active', phase: 'assigned' },
  },
  courier: { field: 'courier', before: null, after: { name: 'K', phoneNumber: null } },
  'courier.location': {
    field: 'courier.location',
    before: null,
    after: { latitudeDeg: 22.3, longitudeDeg: 114.2, reportedAtMs: 1_999_000 },
  },
  price: { field: 'price', before: null, after: { amount: 86.5, currency: 'HKD' } },
  price_breakdown: { field: 'price_breakdown', before: [], after: base.priceBreakdown },
  pickup: { field: 'pickup', before: null, after: base.pickup },
  destinations: { field: 'destinations', before: [], after: base.destinations },
  note_to_courier: { field: 'note_to_courier', before: null, after: 'Ring the bell' },
  vehicle_type: { field: 'vehicle_type', before: 'van', after: null },
  payment_method: { field: 'payment_method', before: 'monthly', after: 'cash' },
};

function recordOf(watched: WatchedOrder, parts: Partial<WatchRecord> = {}): WatchRecord {
  return { watched, notifications: [], ...parts };
}

describe.each([
  ['in memory', inMemory],
  ['in the database', inDatabase],
])('a watch store %s', (_where, open) => {
  test('gives an order back exactly as it was saved', () => {
    const { store, reloaded } = open();
    expect(reloaded()).toEqual([]);
    store.save([recordOf(full)]);
    expect(reloaded()).toEqual([full]);
  });

  test('an evicted order is read when it is asked for, and comes back as it was', () => {
    const { store, reloaded } = open();
    const ended = someWatched(orderIdAt(2), { addedAtMs: 5000, label: 'Florist' });
    store.save([recordOf(full), recordOf(ended)]);
    expect(store.evict([ended])).toEqual([ended.id]);
    expect(reloaded()).toEqual([full]);
    expect(store.archived([full.id, ended.id, orderIdAt(3)])).toEqual([ended]);
    expect([...store.archivedSince(5000)].flat()).toEqual([ended]);
    expect([...store.archivedSince(5001)].flat()).toEqual([]);
    store.save([recordOf({ ...ended, label: 'Van' })]);
    expect(store.archived([ended.id])).toEqual([{ ...ended, label: 'Van' }]);
    expect(store.loadEvicted([full.id, ended.id])).toEqual([{ ...ended, label: 'Van' }]);
    expect(store.archived([ended.id])).toEqual([]);
    expect(reloaded()).toEqual([full, { ...ended, label: 'Van' }]);
    store.evict([ended]);
    store.remove([ended.id]);
    expect(store.archived([ended.id])).toEqual([]);
  });

  test('keeps the orders in the sequence in which they came, each at its last state', () => {
    const { store, reloaded } = open();
    const [one, two, three] = [1, 2, 3].map((index) => someWatched(orderIdAt(index)));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three');
    store.save([recordOf(one), recordOf(two), recordOf({ ...one, label: 'Florist' })]);
    store.save([recordOf(three), recordOf({ ...one, label: 'Van' })]);
    expect(reloaded()).toEqual([{ ...one, label: 'Van' }, two, three]);
  });

  const preferences = { ...full.preferences, group: 'Peak' } as NonNullable<
    WatchedOrder['preferences']
  >;
  test.each<[string, WatchedOrder]>([
    ['the label', { ...full, label: null, unseenCount: 0 }],
    ['the problem', { ...full, problem: null }],
    ['the flags', { ...full, flags: null }],
    ['the preferences', { ...full, preferences }],
    ['no preferences', { ...full, preferences: null }],
    ['the answer', { ...full, order: someOrder(id, { noteToCourier: null }) }],
    ['no answer', { ...full, order: null, isMuted: false, isPinned: false }],
  ])('replaces the state before when it is %s that changed', (_part, later) => {
    const { store, reloaded } = open();
    store.save([recordOf(full)]);
    store.save([recordOf(later)]);
    expect(reloaded()).toEqual([later]);
  });

  test.each(orderPhases)('keeps an order that is %s', (phase) => {
    const { store, reloaded } = open();
    const watched = someWatched(id, { order: someOrder(id, { status: { raw: 'x', phase } }) });
    store.save([recordOf(watched)]);
    expect(reloaded()).toEqual([watched]);
  });

  test.each(Object.keys(englishFailures).filter(isFailureCode))(
    'keeps an order whose problem is %s',
    (code) => {
      const { store, reloaded } = open();
      const problem = { code, httpStatus: null, sinceMs: 1, failureCount: 2 };
      store.save([recordOf(someWatched(id, { problem }))]);
      expect(reloaded()).toEqual([someWatched(id, { problem })]);
    },
  );

  test.each([...contractKinds, ...ownKinds])('keeps an update of the kind %s', (kind) => {
    const { store, updatesOf } = open();
    const update = someUpdate(id, { kinds: [kind], reasons: ['Said by the service'] });
    store.save([recordOf(full, { update })]);
    expect(updatesOf(id)).toEqual([keptOf(update)]);
  });

  test.each(updateSources)('keeps an update by %s with every field that can change', (source) => {
    const { store, updatesOf } = open();
    const first = someUpdate(id, { source, changes: Object.values(changes) });
    const second = someUpdate(id, { seenAtMs: 2_100_000, changes: [] });
    store.save([recordOf(full, { update: first })]);
    store.save([recordOf(full, { update: second })]);
    expect(updatesOf(id)).toEqual([keptOf(first), keptOf(second)]);
  });

  test('keeps each notification once, with the state that it is about', () => {
    const { store, notifications } = open();
    const notified = notificationEvents.map((event) => someNotification(event, { event }));
    store.save([recordOf(full, { notifications: notified })]);
    store.save([recordOf(full, { notifications: notified.slice(0, 2) })]);
    expect(notifications()).toEqual(notified);
  });

  test('that refuses a write keeps none of it, and all of it once it is well again', () => {
    const { store, reloaded, updatesOf, notifications, refuse } = open();
    store.save([recordOf(full)]);
    const changed: WatchedOrder = { ...full, order: someOrder(id, { vehicleType: 'truck' }) };
    const records = [
      recordOf(someWatched(orderIdAt(2))),
      recordOf(changed, { update: someUpdate(id), notifications: [someNotification('a')] }),
    ];
    refuse(true);
    expect(() => store.save(records)).toThrow('full');
    refuse(false);
    expect([reloaded(), updatesOf(id), notifications()]).toEqual([[full], [], []]);
    store.save(records);
    expect(reloaded()).toEqual([changed, someWatched(orderIdAt(2))]);
    expect(updatesOf(id)).toHaveLength(1);
    expect(notifications()).toHaveLength(1);
  });

  test('erases everything about an order that is removed, and nothing else', () => {
    const { store, reloaded, updatesOf, notifications } = open();
    const other = someWatched(orderIdAt(2));
    const others = someNotification('b', { orderId: other.id });
    store.save([
      recordOf(full, {
        rawJson: '{}',
        update: someUpdate(id),
        notifications: [someNotification('a')],
      }),
      recordOf(other, { update: someUpdate(other.id), notifications: [others] }),
    ]);
    store.remove([id, orderIdAt(3)]);
    expect(reloaded()).toEqual([other]);
    expect([updatesOf(id), updatesOf(other.id).length]).toEqual([[], 1]);
    expect(notifications()).toEqual([others]);
    store.save([recordOf(full)]);
    expect(reloaded()).toEqual([other, full]);
    expect(updatesOf(id)).toEqual([]);
  });
});
