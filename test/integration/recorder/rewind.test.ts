import { expect, onTestFinished, test } from 'vitest';
import type { OrderRow } from '../../../core/board/board.ts';
import { orderRow } from '../../../core/board/order-row.ts';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { rewindHandlers } from '../../../main/engine/board/rewind-handlers.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type DeskPlace, RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { ScriptedOutcome } from '../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const [first, second, third] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)] as const;
const phoneNumber = '+85255123047';

/** A desk with three orders, of which a test says what becomes of them. */
async function openDesk() {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>(
    [first, second, third].map((id) => [id, someOrder(id)] as const),
  );
  const service: { outcome: ScriptedOutcome } = { outcome: null };
  const place: DeskPlace = {
    folder: temporaryFolder(),
    clock,
    orders,
    outcome: () => service.outcome,
    defect: (error) => expect.unreachable(String(error)),
  };
  const desk = new RunningDesk(place);
  onTestFinished(() => desk.stop());
  await desk.watcher.add([first, second, third].map((id) => ({ id, label: `Order ${id}` })));
  const pass = (minutes: number) => clock.advance(minutes * minuteMs);
  await pass(2);
  const answer = (id: OrderId, parts: Partial<Order>) => {
    orders.set(id, someOrder(id, { ...orders.get(id), ...parts }));
  };
  return { answer, clock, desk, pass, place, service };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The rows without what is told of checks alone. */
function compared(rows: readonly OrderRow[]): readonly OrderRow[] {
  return rows
    .map((row) => ({
      ...row,
      observedAtMs: null,
      nextCheckAtMs: null,
      checkEveryMs: null,
      isChecking: false,
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** What the live board shows now. */
function shownNow({ clock, desk }: Desk) {
  const rows = desk.watcher.list().map((watched) => {
    const rules = desk.notifications.learned.rulesFor(watched);
    return orderRow(watched, desk.watcher.plan(watched.id), clock.wallMs(), rules);
  });
  return {
    atMs: clock.wallMs(),
    rows: compared(rows.filter(({ isArchived }) => !isArchived)),
    health: desk.watcher.serviceHealth.state,
  };
}

function courierAt(latitudeDeg: number, reportedAtMs: number): Partial<Order> {
  return {
    status: { raw: 'active', phase: 'assigned' },
    courier: {
      name: 'Chan Tai Man',
      phoneNumber,
      fix: { latitudeDeg, longitudeDeg: 114.15, reportedAtMs },
    },
  };
}

test('the rewound board is what the live board showed at the time', async () => {
  const day = await openDesk();
  const { answer, clock, desk, pass, service } = day;
  const shown = [shownNow(day)];
  const next = async (minutes: number, act: () => unknown) => {
    // Not at the very time of the board before.
    await clock.advance(1000);
    await act();
    await pass(minutes);
    shown.push(shownNow(day));
  };
  await next(3, () => answer(first, courierAt(22.3, clock.wallMs())));
  await next(1, () => desk.watcher.mute([second], true));
  await next(4, () => answer(first, courierAt(22.31, clock.wallMs())));
  await next(25, () => desk.watcher.relabel(second, 'Ada’s flowers'));
  await next(10, () => (service.outcome = new DeliveryError('unreachable')));
  await next(10, () => (service.outcome = null));
  await next(2, () => desk.seenOrders.markSeen([first, third]));
  await next(5, () => answer(third, { price: { amount: 90, currency: 'HKD' } }));
  await next(30, () => answer(first, { status: { raw: 'completed', phase: 'done' } }));
  await next(180, () => desk.watcher.setPreferences([third], { group: 'North', note: 'Call Bo' }));
  expect(shown.at(5)?.health).toBe('unreachable');
  // Two hours after its end an order is in the archive.
  expect(shown.at(-1)?.rows).toHaveLength(2);
  for (const { atMs, health, rows } of shown.toReversed()) {
    const board = desk.past.board(atMs);
    expect(compared(board.rows)).toEqual(rows);
    expect(board.serviceHealth.state).toBe(health);
  }
});

test('an order that is no longer watched is in no past, and one that was added later not yet', async () => {
  const { clock, desk, pass } = await openDesk();
  const beforeMs = clock.wallMs();
  await pass(1);
  await desk.watcher.add([{ id: orderIdAt(4), label: null }]);
  desk.watcher.remove([second]);
  await pass(1);
  expect(desk.past.board(beforeMs).rows.map(({ id }) => id)).toEqual([first, third]);
  expect(desk.past.board(clock.wallMs()).rows.map(({ id }) => id)).toContain(orderIdAt(4));
  expect(desk.past.order(second, beforeMs)).toBeUndefined();
});

test('the range begins with the recording, is two days long at most, and knows what happened', async () => {
  const { answer, clock, desk, pass, service } = await openDesk();
  const beginMs = clock.wallMs() - 2 * minuteMs;
  expect(desk.past.range()).toEqual({
    fromMs: beginMs,
    untilMs: clock.wallMs(),
    events: [],
    rests: [],
  });
  answer(first, courierAt(22.3, clock.wallMs()));
  await pass(2);
  const matchedMs = desk.watched(first).changedAtMs;
  answer(first, courierAt(22.304, clock.wallMs()));
  await pass(2);
  service.outcome = new DeliveryError('unreachable');
  const lostMs = clock.wallMs();
  await pass(5);
  service.outcome = null;
  await pass(5);
  const { events } = desk.past.range();
  expect(events.map(({ kind }) => kind)).toEqual(['update', 'contactLost']);
  expect(events[0]?.atMs).toBe(matchedMs);
  expect(events[1]?.atMs).toBeGreaterThan(lostMs);
  expect(desk.past.board((events[1]?.atMs ?? 0) - 1).serviceHealth.state).toBe('reachable');
  await clock.advance(50 * hourMs);
  const later = desk.past.range();
  expect(later.untilMs - later.fromMs).toBe(48 * hourMs);
  expect(later.events.every(({ atMs }) => atMs >= later.fromMs)).toBe(true);
  expect(desk.past.board(beginMs - 1).rows).toEqual([]);
});

test('notifications stand until a newer one of their order is shown, and those that waited say why', async () => {
  const { answer, clock, desk, pass } = await openDesk();
  answer(first, { status: { raw: 'active', phase: 'assigned' } });
  await pass(3);
  const matchedMs = clock.wallMs();
  const snoozedUntilMs = matchedMs + 20 * minuteMs;
  desk.watcher.setPreferences([first], { snoozedUntilMs });
  answer(first, { status: { raw: 'picked_up', phase: 'pickedUp' } });
  await pass(10);
  const snoozedMs = clock.wallMs();
  await pass(20);
  const events = (atMs: number) => {
    const board = desk.past.board(atMs);
    const shown = board.shown.filter(({ orderId }) => orderId === first);
    const waiting = board.waiting.filter(({ orderId }) => orderId === first);
    return {
      shown: shown.map(({ event }) => event),
      waiting: waiting.map(({ outcome }) => outcome),
    };
  };
  expect(events(matchedMs)).toEqual({ shown: ['matched'], waiting: [] });
  expect(events(snoozedMs)).toEqual({
    shown: ['matched'],
    waiting: [{ kind: 'held', reason: 'snoozed' }],
  });
  expect(events(clock.wallMs())).toEqual({ shown: ['statusChanged'], waiting: [] });
  const [entry] = desk.past.board(matchedMs).shown;
  expect(entry).toMatchObject({ orderId: first, outcome: { kind: 'shown' } });
  expect(entry?.title).not.toBe('');
});

test('what a rule kept from being shown stood at no time', async () => {
  const { answer, clock, desk, pass } = await openDesk();
  desk.watcher.mute([first], true);
  for (const id of [first, second]) {
    answer(id, { status: { raw: 'active', phase: 'assigned' } });
  }
  await pass(3);
  const { shown, waiting } = desk.past.board(clock.wallMs());
  expect(desk.outbox.latestOfOrders(9).map(({ orderId }) => orderId)).toContain(first);
  expect(shown.map(({ orderId }) => orderId)).toEqual([second]);
  expect(waiting).toEqual([]);
});

test('a call stands until its cause is over, below it the last news, and neither once the order was looked at', async () => {
  const { answer, clock, desk, pass } = await openDesk();
  const showingAt = (atMs: number) =>
    desk.past.board(atMs).shown.map(({ event, orderId }) => [orderId, event] as const);
  const cards = () => [first, second, third].filter((id) => desk.screen.isHeld(id));
  const searching = { status: { raw: 'pending', phase: 'searching' }, courier: null } as const;
  answer(first, courierAt(22.3, clock.wallMs()));
  answer(second, courierAt(22.3, clock.wallMs()));
  await pass(3);
  answer(first, searching);
  answer(second, searching);
  await pass(3);
  const releasedMs = clock.wallMs();
  expect(cards()).toEqual([first, second]);
  answer(first, { noteToCourier: 'Ring twice', price: { amount: 90, currency: 'HKD' } });
  await pass(3);
  const editedMs = clock.wallMs();
  answer(first, courierAt(22.3, clock.wallMs()));
  desk.seenOrders.markSeen([second]);
  await pass(3);
  expect(new Map(showingAt(releasedMs))).toEqual(
    new Map([
      [first, 'released'],
      [second, 'released'],
    ]),
  );
  expect(
    showingAt(editedMs)
      .filter(([id]) => id === first)
      .map(([, event]) => event),
  ).toContain('released');
  expect(showingAt(clock.wallMs())).toEqual([[first, 'matched']]);
  expect(cards()).toEqual([first]);
});

test('the details of then have no later history, and no whole phone number', async () => {
  const { answer, clock, desk, pass } = await openDesk();
  answer(first, courierAt(22.3, clock.wallMs()));
  await pass(3);
  const atMs = clock.wallMs();
  answer(first, { status: { raw: 'completed', phase: 'done' } });
  await pass(3);
  const handlers = rewindHandlers({
    past: desk.past,
    history: desk.history,
    decisionsOf: () => ({
      outcomeOf: () => ({ kind: 'told', atMs: atMs + 1, heldBy: null }),
      entries: [
        { kind: 'mark', mark: 'muted', atMs: atMs + 1 },
        { kind: 'alarm', atMs: atMs - 1, title: 'Waiting', says: null, fate: { kind: 'due' } },
      ],
    }),
  });
  const answered = await handlers['rewind:order']({ id: first, atMs });
  if (!answered.ok || answered.value === null) throw new Error('the order is not there');
  const { order, timeline, trail } = answered.value;
  expect(order?.status.phase).toBe('assigned');
  expect(timeline.map(({ kind }) => kind)).toEqual(['alarm', 'update', 'watchingStarted']);
  // What was told later was about to be told.
  expect(timeline[1]).toMatchObject({ kinds: ['order_matched'], fate: { kind: 'due' } });
  expect(trail).toHaveLength(1);
  expect(order?.courier?.phoneNumber).toBe('+852 ••••••47');
  expect(JSON.stringify(answered.value)).not.toContain(phoneNumber);
});

/** The ends of a time in minutes since the desk opened. */
function restsOf(desk: RunningDesk, openedMs: number) {
  return desk.past.range().rests.map(({ activity, fromMs, untilMs }) => {
    return [activity, (fromMs - openedMs) / minuteMs, (untilMs - openedMs) / minuteMs];
  });
}

test('while the program was ended or asleep no answers came, and the range says when that was', async () => {
  const day = await openDesk();
  const { clock, pass } = day;
  const openedMs = clock.wallMs();
  await pass(5);
  // Some systems report both twice.
  day.desk.recorder.fellAsleep();
  day.desk.recorder.fellAsleep();
  // The system sleeps: no timer runs.
  clock.sleepMachine(30 * minuteMs);
  day.desk.recorder.woke();
  day.desk.recorder.woke();
  await pass(5);
  await day.desk.stop();
  await pass(60);
  const desk = await day.desk.restart();
  onTestFinished(() => desk.stop());
  await pass(5);
  const board = (minutes: number) => desk.past.board(openedMs + minutes * minuteMs);
  const answered = (minutes: number) =>
    board(minutes).rows.map(({ observedAtMs }) => ((observedAtMs ?? 0) - openedMs) / minuteMs);
  expect(restsOf(desk, openedMs)).toEqual([
    ['asleep', 5, 35],
    ['ended', 40, 100],
  ]);
  expect([3, 20, 38, 70, 103].map((minutes) => board(minutes).activity)).toEqual([
    'running',
    'asleep',
    'running',
    'ended',
    'running',
  ]);
  expect(answered(20)).toEqual([5, 5, 5]);
  expect(answered(38)).toEqual([38, 38, 38]);
  expect(answered(70)).toEqual([40, 40, 40]);
  expect(answered(103)).toEqual([103, 103, 103]);
});

test('a program that crashed counts as ended since its last answer', async () => {
  const day = await openDesk();
  const { clock, pass } = day;
  const openedMs = clock.wallMs();
  await pass(10);
  const lastMs = Math.max(...day.desk.watcher.list().map(({ observedAtMs }) => observedAtMs ?? 0));
  await day.desk.crash();
  await pass(60);
  const desk = new RunningDesk(day.place);
  onTestFinished(() => desk.stop());
  expect(restsOf(desk, openedMs)).toEqual([['ended', (lastMs - openedMs) / minuteMs, 70]]);
});

test('a wake that the system does not announce ends the sleep when the next answer is stored', async () => {
  const { clock, desk, pass } = await openDesk();
  const openedMs = clock.wallMs();
  desk.recorder.fellAsleep();
  await pass(10);
  const [rest, ...others] = restsOf(desk, openedMs);
  expect(others).toEqual([]);
  expect(rest?.slice(0, 2)).toEqual(['asleep', 0]);
  expect(rest?.[2]).toBeLessThan(5);
  expect(desk.past.board(clock.wallMs()).activity).toBe('running');
});

test('a later difference between the clocks changes no earlier board', async () => {
  const day = await openDesk();
  const { answer, clock, desk, pass } = day;
  const drive = async (moves: number, behindMs: number) => {
    for (let move = 0; move < moves; move += 1) {
      answer(first, courierAt(22.3 + clock.wallMs() / 1e10, clock.wallMs() - behindMs));
      await pass(1);
    }
  };
  await drive(5, hourMs);
  await pass(2);
  const shown = shownNow(day);
  await drive(20, 0);
  expect(desk.history.positionAgesMs(1)[0]).toBeLessThan(minuteMs);
  expect(compared(desk.past.board(shown.atMs).rows)).toEqual(shown.rows);
});

test('what was notified of contact stands until contact is notified of anew, and a loss until the next answer', async () => {
  const { clock, desk, pass, service } = await openDesk();
  const showingAt = (atMs: number) => {
    const { shown } = desk.past.board(atMs);
    return shown.filter(({ orderId }) => orderId === null).map(({ event }) => event);
  };
  await pass(5);
  const beforeMs = clock.wallMs();
  service.outcome = new DeliveryError('unreachable');
  await pass(20);
  const lostMs = clock.wallMs();
  service.outcome = null;
  await pass(20);
  expect(showingAt(beforeMs)).toEqual([]);
  expect(showingAt(lostMs)).toEqual(['connectionLost']);
  expect(showingAt(clock.wallMs())).toEqual(['connectionRestored']);
  await pass(2 * 24 * 60);
  expect(showingAt(clock.wallMs())).toEqual([]);
});
