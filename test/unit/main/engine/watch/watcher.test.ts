import { expect, onTestFinished, test } from 'vitest';
import type { Courier, Order } from '../../../../../core/order/order.ts';
import { failure } from '../../../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';
import { lookAt } from '../../../../support/watch/look-at.ts';
import {
  startedBench,
  watchBench,
  type WatchBench,
} from '../../../../support/watch/watch-bench.ts';
import type { FixNote } from '../../../../../core/order/courier-time.ts';
import { orderRow } from '../../../../../core/board/order-row.ts';
import type { OrderRow } from '../../../../../core/board/board.ts';
import { openDatabase } from '../../../../../main/engine/storage/database.ts';
import { WatchRepository } from '../../../../../main/engine/storage/watch-repository.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const minuteMs = 60_000;

const id = orderIdAt(1);

function assigned(parts: Partial<Order> = {}): Order {
  return someOrder(id, { status: { raw: 'active', phase: 'assigned' }, ...parts });
}

test('a pasted order is asked for within one slot and its first answer is no update', async () => {
  const { watcher, add, clock, source, announced } = watchBench();
  watcher.start();
  await clock.advance(10_000);
  const pastedAtMs = clock.monotonicMs();
  await add(1);
  await clock.advance(300);
  expect(source.requests).toHaveLength(1);
  expect((source.requests[0]?.atMs ?? 0) - pastedAtMs).toBeLessThanOrEqual(100);
  expect(watcher.get(id)?.order).toEqual(someOrder(id));
  expect(watcher.get(id)?.unseenCount).toBe(0);
  expect(announced.updates).toEqual([]);
  expect(watcher.plan(id).isChecking).toBe(false);
});

test('a change is stored with its notification in one transaction and then announced, once', async () => {
  const { watcher, clock, source, store, announced } = await startedBench([1]);
  source.orders.set(id, assigned());
  await clock.advance(5 * minuteMs);
  expect(announced.updates.map((update) => update.kinds)).toEqual([['order_matched']]);
  expect(store.updates).toHaveLength(1);
  expect(store.notifications).toHaveLength(1);
  expect(announced.notificationsStored).toBe(1);
  expect(watcher.get(id)).toMatchObject({ unseenCount: 1, order: assigned() });
  lookAt(watcher, clock, [id]);
  const lastLookedAtMs = clock.wallMs();
  expect(store.orders.get(id)).toMatchObject({ unseenCount: 0, lastLookedAtMs });
});

test('adding reports what was already there, and a label is kept', async () => {
  const { watcher, store } = watchBench();
  watcher.start();
  expect(await watcher.add([{ id, label: 'Florist' }])).toEqual({
    added: [id],
    alreadyWatched: [],
    changed: [],
  });
  const again = { added: [], alreadyWatched: [id], changed: [] };
  expect(await watcher.add([{ id, label: 'Baker', group: 'Hotel' }])).toEqual(again);
  expect(store.orders.get(id)).toMatchObject({ label: 'Florist', preferences: null });
});

test('an order is stored with its group and promised time at once', async () => {
  const { watcher, store } = watchBench();
  watcher.start();
  await watcher.add([{ id, label: null, group: 'Hotel', promisedAtMs: 5000 }]);
  expect(store.orders.get(id)?.preferences).toMatchObject({ group: 'Hotel', promisedAtMs: 5000 });
});

test('adding again fills in what is missing, and overwrites only when told', async () => {
  const { watcher, store } = watchBench();
  watcher.start();
  await watcher.add([{ id, label: 'Florist', promisedAtMs: 5000 }]);
  const said = [{ id, label: 'Baker', group: 'Hotel', promisedAtMs: 9000 }];
  expect(await watcher.add(said, 'filledIn')).toMatchObject({ changed: [id] });
  expect(store.orders.get(id)).toMatchObject({
    label: 'Florist',
    preferences: { group: 'Hotel', promisedAtMs: 5000 },
  });
  expect(await watcher.add(said, 'filledIn')).toMatchObject({ changed: [] });
  expect(await watcher.add(said, 'replaced')).toMatchObject({ changed: [id] });
  expect(store.orders.get(id)).toMatchObject({
    label: 'Baker',
    preferences: { group: 'Hotel', promisedAtMs: 9000 },
  });
  expect(await watcher.add([{ id, label: null }], 'replaced')).toMatchObject({ changed: [] });
  expect(store.orders.get(id)?.label).toBe('Baker');
});

test('one order that the service cannot serve backs off alone', async () => {
  const { watcher, clock, source } = await startedBench(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  source.outcome = (asked) => (asked === id ? failure('service-failing') : null);
  await clock.advance(10 * minuteMs);
  expect(watcher.serviceHealth.state).toBe('reachable');
  expect(watcher.get(id)?.problem?.code).toBe('service-failing');
  expect(watcher.list().filter((watched) => watched.problem !== null)).toHaveLength(1);
});

test('a source that throws what it must not is a reported defect and the loop goes on', async () => {
  const { watcher, add, clock, source, announced } = watchBench();
  watcher.start();
  await add(1);
  source.outcome = () => new TypeError('a bug');
  await clock.advance(minuteMs);
  expect(announced.defects[0]).toBeInstanceOf(TypeError);
  const before = source.requests.length;
  source.outcome = () => null;
  await clock.advance(10 * minuteMs);
  expect(source.requests.length).toBeGreaterThan(before);
  expect(watcher.get(id)?.problem).toBeNull();
});

test('a listener that throws stops nothing', async () => {
  const bench = watchBench();
  bench.announced.changed.push = () => {
    throw new Error('a bug in a listener');
  };
  bench.watcher.start();
  await bench.add(1);
  await bench.clock.advance(5 * minuteMs);
  expect(bench.source.requests.length).toBeGreaterThan(5);
  expect(bench.announced.defects.length).toBeGreaterThan(0);
});

test('a source that never answers holds one order for a minute and the watcher never', async () => {
  const { watcher, clock, source } = await startedBench([1, 2, 3]);
  source.latencyMs = 10_000_000;
  source.obeysAbort = false;
  await clock.advance(minuteMs);
  source.latencyMs = 50;
  await clock.advance(5 * minuteMs);
  for (const index of [1, 2, 3]) {
    const observedAtMs = watcher.get(orderIdAt(index))?.observedAtMs ?? 0;
    expect(clock.wallMs() - observedAtMs).toBeLessThan(2 * minuteMs);
  }
});

test('only a check that a person asked for is awaited', async () => {
  const { watcher, add, clock, source } = watchBench();
  watcher.start();
  source.latencyMs = 5000;
  await add(1);
  await clock.advance(1000);
  expect(watcher.plan(id)).toMatchObject({ isChecking: true, isAwaited: true });
  await clock.advance(5000);
  while (source.requests.length === 1) await clock.advance(1000);
  expect(watcher.plan(id)).toMatchObject({ isChecking: true, isAwaited: false });
  await clock.advance(5000);
  watcher.checkNow([id]);
  await clock.advance(1000);
  expect(watcher.plan(id)).toMatchObject({ isChecking: true, isAwaited: true });
});

test('an order that is removed while it is asked stays removed', async () => {
  const { watcher, add, clock, source, store, announced } = watchBench();
  watcher.start();
  source.latencyMs = 5000;
  source.obeysAbort = false;
  await add(1);
  await clock.advance(1000);
  expect(watcher.plan(id).isChecking).toBe(true);
  watcher.remove([id]);
  await clock.advance(10 * minuteMs);
  expect(watcher.list()).toEqual([]);
  expect(store.orders.size).toBe(0);
  expect(announced.removed).toEqual([id]);
  expect(source.requests).toHaveLength(1);
  expect(clock.waitingTimers).toBe(0);
});

test('“unchanged” from an order that we do not have makes the source start anew', async () => {
  const { watcher, add, clock, source } = watchBench();
  source.check = () => Promise.resolve({ kind: 'unchanged' });
  watcher.start();
  await add(1);
  await clock.advance(500);
  expect(source.forgotten).toContain(id);
});

test('a finished order is asked on for a grace and then never again', async () => {
  const { watcher, add, clock, source } = watchBench();
  watcher.start();
  source.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
  await add(1);
  await clock.advance(3 * 60 * minuteMs);
  const count = source.requests.length;
  expect(count).toBeGreaterThan(10);
  await clock.advance(24 * 60 * minuteMs);
  expect(source.requests).toHaveLength(count);
  expect(watcher.plan(id)).toMatchObject({ nextCheckAtMs: null, checkEveryMs: null });
  expect(watcher.plan(id).isChecking).toBe(false);
  expect(clock.waitingTimers).toBe(0);
  watcher.checkNow([id]);
  await clock.advance(1000);
  expect(source.requests).toHaveLength(count + 1);
});

test('pausing stops asking, and resuming makes what is overdue fresh at once', async () => {
  const { watcher, clock, source } = await startedBench([1]);
  await clock.advance(minuteMs);
  watcher.pause(null);
  expect(watcher.plan(id).nextCheckAtMs).toBeNull();
  const count = source.requests.length;
  await clock.advance(60 * minuteMs);
  expect(source.requests).toHaveLength(count);
  expect(clock.waitingTimers).toBe(0);
  watcher.resume();
  await clock.advance(500);
  expect(source.requests).toHaveLength(count + 1);
});

test('a pause with an end ends by itself, also when the machine slept through it', async () => {
  const { watcher, clock, source } = await startedBench([1]);
  await clock.advance(minuteMs);
  watcher.pause(clock.wallMs() + 15 * minuteMs);
  await clock.advance(minuteMs);
  const count = source.requests.length;
  clock.sleepMachine(20 * minuteMs);
  await clock.advance(5000);
  expect(watcher.pauseState).toEqual({ kind: 'running' });
  expect(source.requests.length).toBeGreaterThan(count);
});

test('the pace tells the requests of the last minute and the next check', async () => {
  const { watcher, clock, source } = await startedBench([1, 2, 3], {
    limits: { requestsPerMinute: 300 },
  });
  await clock.advance(30 * minuteMs);
  const inLastMinute = source.requests.filter(
    (request) => request.atMs > clock.monotonicMs() - minuteMs,
  ).length;
  expect(Math.abs(watcher.pace.requestsLastMinute - inLastMinute)).toBeLessThanOrEqual(1);
  expect(watcher.pace.requestsPerMinute).toBe(300);
  expect(watcher.pace.nextCheckAtMs).toBeGreaterThanOrEqual(clock.wallMs());
  expect(watcher.pace.lastAnswerAtMs).toBeLessThanOrEqual(clock.wallMs());
});

test('confirmations that are due are stored together, five seconds after the first at the latest', async () => {
  const { watcher, clock, store } = await startedBench(
    Array.from({ length: 60 }, (_, index) => index),
  );
  await clock.advance(minuteMs);
  const batches = store.batches.length;
  let waitedMs = 0;
  for (let second = 0; second < 600; second += 1) {
    await clock.advance(1000);
    for (const { id: each, observedAtMs } of watcher.list()) {
      const confirmedAtMs = observedAtMs ?? 0;
      // An order that is asked again and again is stored every five minutes.
      const isDue = confirmedAtMs - (store.orders.get(each)?.observedAtMs ?? 0) >= 5 * minuteMs;
      if (isDue) waitedMs = Math.max(waitedMs, clock.wallMs() - confirmedAtMs);
    }
  }
  // A second more, because requests and writes go in slots of a second.
  expect(waitedMs).toBeLessThanOrEqual(6000);
  expect(store.batches.length - batches).toBeLessThanOrEqual(30);
  await watcher.stop();
  expect(store.orders.get(id)?.observedAtMs).toBe(watcher.get(id)?.observedAtMs);
});

test('a new pace counts at once', async () => {
  const { watcher, add, clock, source } = watchBench();
  source.orders.set(id, assigned());
  watcher.start();
  await add(1);
  await clock.advance(minuteMs);
  watcher.setLimits({ requestsPerMinute: 6000, activeEverySeconds: 2 });
  const count = source.requests.length;
  await clock.advance(20_000);
  expect(source.requests.length - count).toBeGreaterThanOrEqual(9);
});

test('relabelling and muting are stored and announced', async () => {
  const { watcher, add, store, announced } = watchBench();
  watcher.start();
  await add(1, 2);
  announced.changed.length = 0;
  watcher.relabel(id, 'Florist');
  watcher.mute([id, orderIdAt(2)], true);
  watcher.mute([id], true);
  expect(store.orders.get(id)).toMatchObject({ label: 'Florist', isMuted: true });
  expect(announced.changed).toEqual([id, id, orderIdAt(2)]);
});

function seenAt(reportedAtMs: number, latitudeDeg: number): Order {
  const fix = { latitudeDeg, longitudeDeg: 114.1, reportedAtMs };
  return { ...someOrder(orderIdAt(1)), courier: { name: 'Lau', phoneNumber: null, fix } };
}

test('a position that is older than the known one moves no courier, and is counted', async () => {
  const notes: FixNote[] = [];
  const { clock, source, watcher, add, announced } = watchBench({
    noted: (note) => notes.push(note),
  });
  const firstAtMs = clock.wallMs();
  source.orders.set(orderIdAt(1), seenAt(firstAtMs, 22.3));
  watcher.start();
  await add(1);
  await clock.advance(1000);
  source.orders.set(orderIdAt(1), seenAt(firstAtMs - 60_000, 22.4));
  await clock.advance(30_000);
  expect(notes).toEqual(['fix-older-than-known']);
  expect(announced.updates).toEqual([]);
  expect(watcher.get(orderIdAt(1))?.order?.courier?.fix?.latitudeDeg).toBe(22.3);
  await watcher.stop();
});

test('a position from the future counts from its arrival, and is counted', async () => {
  const notes: FixNote[] = [];
  const { clock, source, watcher, add } = watchBench({ noted: (note) => notes.push(note) });
  source.orders.set(orderIdAt(1), seenAt(clock.wallMs() + 3_600_000, 22.3));
  watcher.start();
  await add(1);
  await clock.advance(1000);
  const fix = watcher.get(orderIdAt(1))?.order?.courier?.fix;
  expect(fix?.reportedAtMs).toBe(watcher.get(orderIdAt(1))?.observedAtMs);
  expect(notes).toEqual(['fix-from-the-future']);
  await watcher.stop();
});

const chan: Courier = { name: 'Chan', phoneNumber: '+85291110000', fix: null };

const ho: Courier = { name: 'Ho', phoneNumber: '+85291110001', fix: null };

const pending = someOrder(id);

const active = someOrder(id, { status: { raw: 'active', phase: 'assigned' }, courier: chan });

const done: Order = { ...active, status: { raw: 'completed', phase: 'done' } };

/** A watcher on a real database that sees these states one after the other, then starts anew. */
async function rowAfter(...states: readonly Order[]): Promise<OrderRow> {
  const opened = openDatabase(temporaryFolder());
  onTestFinished(() => opened.close());
  const before = watchBench({ disk: new WatchRepository(opened.sql, () => 0) });
  before.watcher.start();
  await before.add(1);
  for (const state of states) {
    before.source.orders.set(id, state);
    before.watcher.checkNow([id]);
    await before.clock.advance(1000);
  }
  const row = rowOf(before);
  await before.watcher.stop();
  const after = watchBench({
    disk: new WatchRepository(opened.sql, () => 0),
    clock: before.clock,
  });
  after.watcher.start();
  expect(rowOf(after)).toMatchObject({ attention: row.attention, priceChange: row.priceChange });
  await after.watcher.stop();
  return row;
}

function rowOf({ watcher, clock }: WatchBench): OrderRow {
  const [watched] = watcher.list();
  if (watched === undefined) throw new Error('the order is on the list');
  return orderRow(watched, watcher.plan(id), clock.wallMs());
}

test('a released order needs attention, also after a restart', async () => {
  const row = await rowAfter(active, pending);
  expect(row.attention?.reason).toBe('released');
});

test('a courier who was replaced between two checks needs attention, also after a restart', async () => {
  const row = await rowAfter(active, { ...active, courier: ho });
  expect(row.attention?.reason).toBe('courierSwapped');
});

test('a price that changed after completion is shown with its sum, also after a restart', async () => {
  const row = await rowAfter(
    done,
    { ...done, price: { amount: 98, currency: 'HKD' } },
    { ...done, price: { amount: 101.5, currency: 'HKD' } },
  );
  expect(row.attention?.reason).toBe('priceChanged');
  expect(row.priceChange).toBe(15.5);
});

test('another meaning of a status changes its orders at once, without an update, and their pace', async () => {
  const bench = watchBench();
  const { watcher, clock, source, store, announced } = bench;
  const review = { raw: 'Handover_Review', phase: 'unknown' } as const;
  for (const index of [1, 2]) {
    const status = index === 1 ? review : ({ raw: 'pending', phase: 'searching' } as const);
    source.orders.set(orderIdAt(index), someOrder(orderIdAt(index), { status }));
  }
  watcher.start();
  await bench.add(1, 2);
  await clock.advance(1000);
  const treatedAs = (meaning: 'done' | null) => {
    watcher.rereadStatuses(new Map(meaning === null ? [] : [['handover_review', meaning]]));
    return [watcher.get(id)?.order?.status.phase, watcher.plan(id).checkEveryMs];
  };
  announced.changed.length = 0;
  expect(treatedAs('done')).toEqual(['done', 300_000]);
  await clock.advance(200);
  expect(new Set(announced.changed)).toEqual(new Set([id]));
  expect(store.orders.get(id)?.order?.status).toEqual({ ...review, phase: 'done' });
  expect(treatedAs(null)).toEqual(['unknown', 20_000]);
  expect(watcher.get(id)?.unseenCount).toBe(0);
  expect([announced.updates, store.notifications]).toEqual([[], []]);
});

test('an order that was not found and then waits was created while it was watched', async () => {
  const bench = watchBench();
  const { watcher, clock, source, announced } = bench;
  source.outcome = () => failure('order-not-found');
  watcher.start();
  await bench.add(1, 2);
  await clock.advance(minuteMs);
  source.orders.set(orderIdAt(2), someOrder(orderIdAt(2), { status: assigned().status }));
  source.outcome = () => null;
  await clock.advance(5 * minuteMs);
  // What appears under way may have been there before.
  expect(announced.updates.map(({ orderId, kinds, reasons }) => [orderId, kinds, reasons])).toEqual(
    [[id, ['order_created'], ['Order Available on Platform']]],
  );
  expect(watcher.get(id)?.unseenCount).toBe(1);
  expect(watcher.get(orderIdAt(2))?.order?.status.raw).toBe('active');
});

test('what is found is told within a tenth of a second where desks elsewhere look at it', async () => {
  const { add, announced, clock, source, watcher } = watchBench({ isAttended: true });
  watcher.start();
  await add(1);
  // What a person just did is told quickly anyway.
  await clock.advance(60_000);
  for (let step = 1; step <= 10; step += 1) {
    source.orders.set(orderIdAt(1), someOrder(orderIdAt(1), { noteToCourier: `step ${step}` }));
    while (announced.updates.length < step) await clock.advance(5);
    expect(clock.wallMs() - (announced.updates.at(-1)?.seenAtMs ?? 0)).toBeLessThanOrEqual(105);
  }
});
