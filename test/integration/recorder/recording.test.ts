import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { recordedOrder, type RecordedOrder } from '../../../core/recording/recorded-state.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { ArchiveChoice } from '../../../core/watch/archive.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import { Recorder } from '../../../main/engine/recorder/recorder.ts';
import { openMemoryDatabase } from '../../../main/engine/storage/database.ts';
import { emptyCourierTrace } from '../../../core/order/courier-move.ts';
import { RetentionRepository } from '../../../main/engine/storage/privacy-repositories.ts';
import { RecordingRepository } from '../../../main/engine/storage/recording/recording-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { someSituation } from '../../support/recorder/some-situation.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someUpdate,
  someWatched,
} from '../../support/watched-orders.ts';

const id = orderIdAt(1);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lastMs = Number.MAX_SAFE_INTEGER;

/** A recorder beside the watch list of a database. */
function bench() {
  const clock = new FakeClock();
  const database = openMemoryDatabase();
  onTestFinished(() => database.close());
  const { sql } = database;
  const recording = new RecordingRepository(sql);
  const defects: unknown[] = [];
  const choices = new Map<OrderId, ArchiveChoice>();
  const recorder = new Recorder(
    {
      store: recording,
      clock,
      reportDefect: (error) => defects.push(error),
      archiveChoice: (order) => choices.get(order) ?? null,
    },
    someSituation({ startedAtMs: clock.wallMs() }),
  );
  const orders = new WatchRepository(
    sql,
    () => clock.wallMs(),
    (record) => recorder.order(record),
    () => recorder.rolledBack(),
  );
  const save = (watched: WatchedOrder): void => orders.save([{ watched, notifications: [] }]);
  const rowCount = (): number =>
    Number(sql.prepare('SELECT count(*) AS n FROM recording WHERE order_no > 0').get()?.['n']);
  return { choices, clock, defects, orders, recorder, recording, rowCount, save, sql };
}

function courierAt(latitudeDeg: number) {
  const fix = { latitudeDeg, longitudeDeg: 114.15, reportedAtMs: 1_000_000 };
  return { name: 'Chan Tai Man', phoneNumber: '+85291234567', fix };
}

test('an order is as it was at every moment', async () => {
  const { clock, recording, save } = bench();
  const startMs = clock.wallMs();
  const states = Array.from({ length: 100 }, (_, index) =>
    someWatched(id, {
      order: someOrder(id, { courier: courierAt(22 + index / 1000) }),
      isMuted: index % 7 === 0,
      preferences: index % 3 === 0 ? null : somePreferences({ note: `note ${index}` }),
    }),
  );
  for (const state of states) {
    save(state);
    await clock.advance(minuteMs);
  }
  for (const [index, watched] of states.entries()) {
    const atMs = startMs + index * minuteMs + 1;
    expect(recording.states(id, recordedOrder, atMs, atMs)).toEqual([
      { atMs: startMs + index * minuteMs, state: { watched, isOpen: false } },
    ]);
  }
  expect(
    recording.states(id, recordedOrder, startMs + 40 * minuteMs, startMs + 50 * minuteMs),
  ).toHaveLength(11);
});

/** Saves an order in a transaction that comes to nothing. @returns what it threw */
function failToSave({ orders, sql }: ReturnType<typeof bench>, watched: WatchedOrder): unknown {
  sql.exec('CREATE TRIGGER full BEFORE INSERT ON updates BEGIN SELECT RAISE(ABORT, 1); END');
  try {
    const update = someUpdate(watched.id);
    orders.save([
      { watched, notifications: [] },
      { watched, update, notifications: [] },
    ]);
    return null;
  } catch (error) {
    return error;
  } finally {
    sql.exec('DROP TRIGGER full');
  }
}

test('what a transaction recorded that came to nothing is not missed by the next', () => {
  const steps = fc.array(fc.record({ note: fc.nat(3), fails: fc.boolean() }));
  fc.assert(
    fc.property(steps, (all) => {
      const one = bench();
      let kept: RecordedOrder | undefined;
      for (const { fails, note } of all) {
        const watched = someWatched(id, { preferences: somePreferences({ note: `note ${note}` }) });
        expect(fails ? failToSave(one, watched) : one.save(watched)).not.toBeNull();
        if (!fails) kept = { watched, isOpen: false };
        const [now] = one.recording.states(id, recordedOrder, lastMs, lastMs);
        expect(now?.state).toEqual(kept);
      }
    }),
    { numRuns: 50 },
  );
});

test('where the courier of an order was that is over is recorded to about a kilometre alone', () => {
  const { recording, save, sql } = bench();
  const exact = [22.123_456, 22.134_567, 22.145_678];
  for (const latitudeDeg of exact) {
    const courier = courierAt(latitudeDeg);
    const courierTrace = { ...emptyCourierTrace, anchor: courier.fix };
    save(someWatched(id, { order: someOrder(id, { courier }), courierTrace }));
  }
  const written = (): string =>
    JSON.stringify(sql.prepare('SELECT state_json FROM recording').all());
  for (const latitudeDeg of exact) expect(written()).toContain(`${latitudeDeg}`);
  new RetentionRepository(sql, (line) => line).coarsen([id], 5);
  for (const latitudeDeg of exact) expect(written()).not.toContain(`${latitudeDeg}`);
  const fix = recording.last(id)?.state.watched.order?.courier?.fix;
  expect(fix?.latitudeDeg).toBeCloseTo(22.15, 1);
});

test('that nothing changed is not recorded, but for the first answer after a restart', async () => {
  const { clock, defects, recording, rowCount, save } = bench();
  for (let minute = 0; minute < 60; minute += 1) {
    save(someWatched(id, { order: someOrder(id), observedAtMs: clock.wallMs() }));
    await clock.advance(minuteMs);
  }
  expect(rowCount()).toBe(1);
  const restarted = new Recorder(
    { store: recording, clock, reportDefect: (error) => defects.push(error) },
    someSituation({ startedAtMs: clock.wallMs() }),
  );
  const watched = someWatched(id, { order: someOrder(id), observedAtMs: clock.wallMs() });
  restarted.order({ watched, notifications: [] });
  restarted.order({ watched, notifications: [] });
  expect(rowCount()).toBe(2);
  restarted.order({ watched: { ...watched, isMuted: true }, notifications: [] });
  expect(rowCount()).toBe(3);
  expect(recording.last(id)).toMatchObject({
    differences: 2,
    state: { watched: { isMuted: true } },
  });
  expect(defects).toEqual([]);
});

test('after a crash the program ran until the last card that it showed', async () => {
  const { clock, defects, recorder, recording } = bench();
  await clock.advance(10 * minuteMs);
  recorder.showed();
  const shownAtMs = clock.wallMs();
  await clock.advance(10 * minuteMs);
  const startedAtMs = clock.wallMs();
  const restarted = new Recorder(
    { store: recording, clock, reportDefect: (error) => defects.push(error) },
    someSituation({ startedAtMs }),
  );
  restarted.showed();
  const situations = recording.situations(0, startedAtMs);
  expect(situations.slice(-2).map(({ atMs, state }) => [atMs, state.activity])).toEqual([
    [shownAtMs, 'ended'],
    [startedAtMs, 'running'],
  ]);
  expect(defects).toEqual([]);
});

test('two days are kept, and what was so when they began', async () => {
  const { clock, recorder, recording, rowCount, save } = bench();
  for (let hour = 0; hour < 100; hour += 1) {
    save(someWatched(id, { preferences: somePreferences({ note: `hour ${hour}` }) }));
    await clock.advance(hourMs);
  }
  while (recorder.prune()) continue;
  // Up to 15 differences older than that build on the last whole state before it.
  expect(rowCount()).toBeGreaterThanOrEqual(48);
  expect(rowCount()).toBeLessThanOrEqual(48 + 16);
  const beginMs = clock.wallMs() - 48 * hourMs;
  expect(
    recording.states(id, recordedOrder, beginMs, beginMs)[0]?.state.watched.preferences?.note,
  ).toBe('hour 52');
});

test('what decisions read of the situation is there when it changes, and not before', async () => {
  const { clock, recorder, recording } = bench();
  const startMs = clock.wallMs();
  for (const isLocked of [false, true, true, false]) {
    await clock.advance(minuteMs);
    expect(recorder.read('isScreenLocked', isLocked)).toBe(isLocked);
  }
  const situations = recording.situations(startMs, clock.wallMs());
  expect(
    situations.map(({ atMs, state }) => [(atMs - startMs) / minuteMs, state.isScreenLocked]),
  ).toEqual([
    [0, false],
    [2, true],
    [4, false],
  ]);
});

test('which order was open in front is recorded with the order', async () => {
  const { clock, recorder, recording, save } = bench();
  const startMs = clock.wallMs();
  save(someWatched(id));
  await clock.advance(minuteMs);
  recorder.readOpen(id);
  await clock.advance(minuteMs);
  recorder.readOpen(null);
  const states = recording.states(id, recordedOrder, startMs, clock.wallMs());
  expect(states.map(({ state }) => state.isOpen)).toEqual([false, true, false]);
});

test('a disk that refuses stops nothing, and what it missed comes with the next', async () => {
  const { clock, defects, recorder, recording, sql } = bench();
  sql.exec('CREATE TRIGGER full BEFORE INSERT ON recording BEGIN SELECT RAISE(ABORT, 1); END');
  recorder.read('isScreenLocked', true);
  expect(defects).toHaveLength(1);
  sql.exec('DROP TRIGGER full');
  await clock.advance(minuteMs);
  recorder.read('deskId', 'desk-mei');
  const [now] = recording.situations(clock.wallMs(), clock.wallMs());
  expect(now?.state).toMatchObject({ deskId: 'desk-mei', isScreenLocked: true });
});

test('a row that cannot be read leaves out what builds on it, up to the next whole state', () => {
  const { recording, save, sql } = bench();
  for (let step = 0; step < 40; step += 1) {
    save(someWatched(id, { preferences: somePreferences({ note: `note ${step}` }) }));
  }
  sql.exec("UPDATE recording SET state_json = '{' WHERE order_no > 0 AND is_whole = 0 AND no < 12");
  const states = recording.states(id, recordedOrder, 0, lastMs);
  expect(states.at(-1)?.state.watched.preferences?.note).toBe('note 39');
  expect(states.length).toBeLessThan(40);
});

test('all orders are read at once as each of them is alone', async () => {
  const { clock, recording, save } = bench();
  const startMs = clock.wallMs();
  const ids = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];
  for (let step = 0; step < 90; step += 1) {
    const order = ids[((step * 7) % 5) % 3];
    if (order === undefined || (step < 10 && order !== id)) continue;
    save(someWatched(order, { preferences: somePreferences({ note: `note ${step}` }) }));
    await clock.advance(minuteMs);
  }
  for (let atMs = startMs - minuteMs; atMs <= clock.wallMs(); atMs += minuteMs / 2) {
    const each = ids.flatMap((order) => recording.states(order, recordedOrder, atMs, atMs));
    const all = recording.statesOfAll(recordedOrder, atMs);
    expect(all).toHaveLength(each.length);
    expect(all).toEqual(expect.arrayContaining(each.map(({ state }) => state)));
  }
  expect(recording.statesOfAll(recordedOrder, startMs - 1)).toEqual([]);
  expect(recording.statesOfAll(recordedOrder, clock.wallMs())).toHaveLength(3);
});

test('an evicted order is read of the time before, and not from then on', async () => {
  const { clock, recording, save, sql } = bench();
  save(someWatched(id));
  const listedMs = clock.wallMs();
  await clock.advance(minuteMs);
  save(someWatched(id, { isMuted: true }));
  sql.exec('UPDATE watched_orders SET is_put_away = 1');
  expect(recording.statesOfAll(recordedOrder, listedMs)).toHaveLength(1);
  expect(recording.statesOfAll(recordedOrder, clock.wallMs())).toEqual([]);
});

test('that an order was archived by hand is recorded when it was, and when it was taken back', async () => {
  const { choices, clock, recorder, recording, save } = bench();
  const watched = someWatched(id, { observedAtMs: clock.wallMs() });
  const startMs = clock.wallMs();
  save(watched);
  for (const choice of ['archived', 'kept', null] as const) {
    await clock.advance(minuteMs);
    if (choice === null) choices.delete(id);
    else choices.set(id, choice);
    recorder.archiveChosen([watched]);
  }
  const states = recording.states(id, recordedOrder, startMs, clock.wallMs());
  expect(
    states.map(({ atMs, state }) => [(atMs - startMs) / minuteMs, state.archiveChoice]),
  ).toEqual([
    [0, undefined],
    [1, 'archived'],
    [2, 'kept'],
    [3, undefined],
  ]);
});

test('what a person changes between two answers is recorded when they do', async () => {
  const { clock, recording, save } = bench();
  const startMs = clock.wallMs();
  const order = someOrder(id);
  save(someWatched(id, { order, observedAtMs: startMs }));
  await clock.advance(minuteMs);
  // Nothing new came, which is not recorded.
  const observedAtMs = clock.wallMs();
  save(someWatched(id, { order, observedAtMs }));
  await clock.advance(minuteMs);
  save(someWatched(id, { order, observedAtMs, isMuted: true }));
  const states = recording.states(id, recordedOrder, startMs, clock.wallMs());
  expect(states.map(({ atMs, state }) => [atMs - startMs, state.watched.isMuted])).toEqual([
    [0, false],
    [2 * minuteMs, true],
  ]);
});

/** Stores what a webhook reported of an order that stays as it is. */
function report({ clock, orders }: ReturnType<typeof bench>, reason: string) {
  const seenAtMs = clock.wallMs();
  const said = {
    kinds: ['service_reported'] as const,
    reasons: [reason],
    createdAtMs: seenAtMs - 1,
  };
  const update = someUpdate(id, { source: 'webhook', seenAtMs, changes: [], ...said });
  const watched = someWatched(id, { order: someOrder(id), observedAtMs: seenAtMs });
  orders.save([{ watched, update, notifications: [] }]);
  return { source: 'webhook', move: null, ...said };
}

test('what a webhook reported is recorded with the state that it led to, and with no other', async () => {
  const one = bench();
  const { clock, recorder, recording, rowCount, save } = one;
  const foundIn = () =>
    recording.states(id, recordedOrder, 0, lastMs).map(({ state }) => state.found);
  save(someWatched(id, { order: someOrder(id), observedAtMs: clock.wallMs() }));
  const first = report(one, 'Held up at the gate');
  // The same words again, with nothing else that is new.
  report(one, 'Held up at the gate');
  expect(foundIn()).toEqual([undefined, first, first]);
  await clock.advance(minuteMs);
  save(someWatched(id, { order: someOrder(id), observedAtMs: clock.wallMs() }));
  expect(rowCount()).toBe(3);
  recorder.readOpen(id);
  expect(foundIn()).toEqual([undefined, first, first, undefined]);
});

test('what a check found is recorded with the state that it led to, but for ordinary driving', () => {
  const { clock, orders, recording } = bench();
  const seenAtMs = clock.wallMs();
  const kinds = ['order_matched'] as const;
  const matched = someUpdate(id, { seenAtMs, kinds, reasons: ['Order Matched'] });
  orders.save([{ watched: someWatched(id), update: matched, notifications: [] }]);
  const driven = someUpdate(id, { seenAtMs: seenAtMs + 1, kinds: ['courier_moved'], move: null });
  orders.save([{ watched: someWatched(id, { isMuted: true }), update: driven, notifications: [] }]);
  const states = recording.states(id, recordedOrder, 0, lastMs);
  expect(states.map(({ state }) => state.found?.kinds)).toEqual([kinds, undefined]);
});

test('as in the history, a webhook’s words outlast exact positions, and go with the people', () => {
  const one = bench();
  const { recording, save, sql } = one;
  const courier = courierAt(22.123_456);
  save(someWatched(id, { order: someOrder(id, { courier }) }));
  report(one, 'Chan Tai Man lost the key');
  const said = report(one, 'Chan Tai Man lost the key');
  const written = (): string =>
    ['recording', 'history']
      .map((table) => JSON.stringify(sql.prepare(`SELECT * FROM ${table}`).all()))
      .join();
  const retention = new RetentionRepository(sql, (line) => line);
  retention.coarsen([id], 5);
  const states = recording.states(id, recordedOrder, 0, lastMs);
  expect(states.map(({ state }) => state.found)).toEqual([undefined, said, said]);
  expect(written()).toContain('lost the key');
  retention.erasePeople([id], 6);
  expect(written()).not.toContain('lost the key');
});
