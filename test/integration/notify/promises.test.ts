import { expect, onTestFinished, test } from 'vitest';
import { clockText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type DeskPlace, RunningDesk } from '../../support/notify/running-desk.ts';
import { runningServices } from '../../support/running-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type ScriptedOutcome, failure } from '../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minute = 60_000;
const id = orderIdAt(1);
const over = { raw: 'completed', phase: 'done' } as const;

/** A desk with an order that is promised in half an hour. */
async function deskWithPromise(parts: Partial<DeskPlace> = {}) {
  // At nine by the clock of this computer, by which the texts tell times.
  const clock = new FakeClock(new Date(2026, 2, 2, 9).getTime());
  // Neither the look of every minute nor a check falls on its times.
  const promisedAtMs = clock.wallMs() + 30 * minute + 13_337;
  const orders = new Map<OrderId, Order>([[id, someOrder(id)]]);
  const place: DeskPlace = { folder: temporaryFolder(), clock, orders, ...parts };
  let desk = new RunningDesk(place);
  onTestFinished(() => desk.stop());
  await desk.watcher.add([{ id, label: 'Florist' }]);
  await clock.advance(minute);
  desk.watcher.setPreferences([id], { promisedAtMs });
  const advanceTo = (atMs: number) => clock.advance(atMs - clock.wallMs());
  return {
    clock,
    orders,
    promisedAtMs,
    time: clockText(promisedAtMs, 'en'),
    get desk() {
      return desk;
    },
    restart: async () => {
      desk = await desk.restart();
    },
    advanceTo,
    /** The titles and bodies of the cards about promises in this run, with ordinary blanks. */
    cards: () =>
      desk.screen.shown
        .filter(({ title }) => title.startsWith('Promise'))
        .map(({ title, body }) => [title, body].map((text) => text.replaceAll('\u00A0', ' '))),
    /** What was decided about an order's promise, shown or not. */
    promises: (of: OrderId) => desk.notifiedOf(of).filter((event) => event.startsWith('promise')),
    notCheckedSince: () =>
      `Not checked since ${clockText(desk.watched(id).observedAtMs ?? 0, 'en')}`,
  };
}

test('a promise notifies ten minutes before and at its time, to the second', async () => {
  const on = await deskWithPromise();
  await on.advanceTo(on.promisedAtMs - 10 * minute - 1);
  expect(on.cards()).toEqual([]);
  await on.clock.advance(2);
  // Below stands what its card called for before.
  const said = 'Florist. Waiting for courier, at 09:20. Waiting since before 09:00.';
  const ahead = [`Promise at hand: ${on.time}`, said];
  expect(on.cards()).toEqual([ahead]);
  await on.advanceTo(on.promisedAtMs - 1);
  expect(on.cards()).toEqual([ahead]);
  await on.clock.advance(2);
  const passed = [`Promise passed: ${on.time}`, said.replace('09:20', '09:30')];
  expect(on.cards()).toEqual([ahead, passed]);
});

test('while checking is paused a promise notifies in time, with since when nothing was checked', async () => {
  const on = await deskWithPromise();
  on.desk.watcher.checks?.pause(null);
  await on.advanceTo(on.promisedAtMs - 10 * minute + 1);
  const body = `Florist. Was: waiting for courier. ${on.notCheckedSince()}, paused.`;
  expect(on.cards()).toEqual([[`Promise at hand: ${on.time}`, body]]);
  expect(on.desk.attention.has(id)).toBe(true);
  await on.advanceTo(on.promisedAtMs + 1);
  expect(on.cards()).toHaveLength(2);
  expect(on.cards()[1]).toEqual([`Promise passed: ${on.time}`, body]);
});

test('without contact a promise notifies in time, with since when nothing was checked', async () => {
  let outcome: ScriptedOutcome = null;
  const on = await deskWithPromise({ outcome: () => outcome });
  outcome = failure('unreachable');
  await on.advanceTo(on.promisedAtMs - 10 * minute + 1);
  expect(on.cards()).toEqual([
    [
      `Promise at hand: ${on.time}`,
      `Florist. Was: waiting for courier. ${on.notCheckedSince()}, no contact.`,
    ],
  ]);
});

test('a promise of an order that alone cannot be read notifies with since when, and no cause', async () => {
  let outcome: ScriptedOutcome = null;
  const on = await deskWithPromise({ outcome: () => outcome });
  outcome = failure('order-not-found');
  await on.advanceTo(on.promisedAtMs - 10 * minute + 1);
  // That it is not found is more serious: the promise stands below it.
  const body = on.desk.screen.shown.at(-1)?.body.replaceAll('\u00A0', ' ');
  expect(body).toContain(`Promise at hand: ${on.time}`);
  expect(on.promises(id)).toHaveLength(1);
});

test('a promise of an order that was never read notifies, too', async () => {
  const on = await deskWithPromise();
  const unread = orderIdAt(2);
  on.desk.watcher.checks?.pause(null);
  await on.desk.watcher.add([{ id: unread, label: 'Bakery' }]);
  on.desk.watcher.setPreferences([unread], { promisedAtMs: on.promisedAtMs - minute });
  await on.advanceTo(on.promisedAtMs - 11 * minute + 1);
  expect(on.cards().map(([, body]) => body)).toEqual(['Bakery. No answer yet, paused.']);
});

test('a promise of an order that was just pasted waits for its first answer, which may end it', async () => {
  const on = await deskWithPromise();
  const [done, open] = [2, 3].map(orderIdAt) as [OrderId, OrderId];
  on.orders.set(done, someOrder(done, { status: over }));
  on.orders.set(open, someOrder(open));
  const promisedAtMs = on.clock.wallMs() - minute;
  await on.desk.watcher.add([done, open].map((each) => ({ id: each, label: null, promisedAtMs })));
  await on.clock.advance(minute);
  expect(on.promises(done)).toEqual([]);
  expect(on.promises(open)).toEqual(['promisePassed']);
});

test('a promise that is at hand when it is set is shown and not notified, and notifies when it has passed', async () => {
  const on = await deskWithPromise();
  const promisedAtMs = on.clock.wallMs() + 8 * minute;
  on.desk.watcher.setPreferences([id], { promisedAtMs });
  await on.clock.advance(minute);
  expect(on.desk.attention.top(1)).toMatchObject([
    { attention: { reason: 'promiseAhead', isSeen: true } },
  ]);
  await on.restart();
  await on.advanceTo(promisedAtMs - 1);
  expect(on.promises(id)).toEqual([]);
  await on.clock.advance(2);
  expect(on.promises(id)).toEqual(['promisePassed']);
  expect(on.cards().map(([title]) => title)).toEqual([
    `Promise passed: ${clockText(promisedAtMs, 'en')}`,
  ]);
});

test.each([
  ['pasted with it', false],
  ['given it by a file while it is watched', true],
])('a promise at hand is not told of an order that is %s', async (_how, isWatched) => {
  const on = await deskWithPromise();
  const other = orderIdAt(2);
  on.orders.set(other, someOrder(other));
  if (isWatched) await on.desk.watcher.add([{ id: other, label: null }]);
  await on.clock.advance(minute);
  const promisedAtMs = on.clock.wallMs() + 5 * minute;
  await on.desk.watcher.add([{ id: other, label: null, promisedAtMs }], 'filledIn');
  await on.clock.advance(4 * minute);
  expect(on.promises(other)).toEqual([]);
  expect(on.desk.attention.has(other)).toBe(true);
});

test('a promise that was set at hand and moved notifies when its new time is near', async () => {
  const on = await deskWithPromise();
  on.desk.watcher.setPreferences([id], { promisedAtMs: on.clock.wallMs() + 5 * minute });
  await on.clock.advance(minute);
  on.desk.watcher.setPreferences([id], { promisedAtMs: on.promisedAtMs });
  await on.advanceTo(on.promisedAtMs - 10 * minute + 1);
  expect(on.cards().map(([title]) => title)).toEqual([`Promise at hand: ${on.time}`]);
});

test('a change of the note while a promise is at hand does not count as a look at it', async () => {
  const on = await deskWithPromise();
  await on.advanceTo(on.promisedAtMs - 10 * minute + 1);
  on.desk.watcher.setPreferences([id], { note: 'Call Bo' });
  await on.clock.advance(minute);
  expect(on.desk.attention.top(1)[0]?.attention.isSeen).toBeUndefined();
});

test('a promise that was moved, taken back or kept does not notify at its old time', async () => {
  const on = await deskWithPromise();
  const [moved, withdrawn, kept, gone] = [2, 3, 4, 5].map(orderIdAt) as [
    OrderId,
    OrderId,
    OrderId,
    OrderId,
  ];
  const ids = [moved, withdrawn, kept, gone];
  await on.desk.watcher.add(ids.map((each) => ({ id: each, label: null })));
  on.desk.watcher.setPreferences(ids, { promisedAtMs: on.promisedAtMs - 5 * minute });
  await on.clock.advance(minute);
  on.desk.watcher.setPreferences([id, moved], { promisedAtMs: on.promisedAtMs + 60 * minute });
  on.desk.watcher.setPreferences([withdrawn], { promisedAtMs: null });
  on.orders.set(kept, someOrder(kept, { status: over }));
  on.desk.watcher.remove([gone]);
  await on.advanceTo(on.promisedAtMs + minute);
  expect(on.cards()).toEqual([]);
  await on.advanceTo(on.promisedAtMs + 50 * minute + 1);
  expect([id, ...ids].map((of) => on.promises(of).length)).toEqual([1, 1, 0, 0, 0]);
});

test('a promise notifies in time in a run that only read it, and not twice over restarts', async () => {
  const on = await deskWithPromise();
  await on.restart();
  on.desk.watcher.checks?.pause(null);
  await on.advanceTo(on.promisedAtMs - 10 * minute + 1);
  expect(on.cards()).toHaveLength(1);
  await on.restart();
  await on.clock.advance(minute);
  expect(on.cards()).toEqual([]);
});

test('a promise that comes near while the computer sleeps notifies within half a minute of its waking', async () => {
  const on = await deskWithPromise();
  on.desk.watcher.checks?.pause(null);
  on.clock.sleepMachine(22 * minute);
  await on.clock.advance(minute / 2);
  expect(on.cards()[0]?.[0]).toBe(`Promise at hand: ${on.time}`);
});

test('a reminder comes at its time while checking is paused', async () => {
  const on = await deskWithPromise();
  on.desk.watcher.checks?.pause(null);
  await on.advanceTo(on.promisedAtMs - 8 * minute + 20_000);
  on.desk.watcher.setPreferences([id], { remindAtMs: on.clock.wallMs() + 5 * minute });
  await on.clock.advance(5 * minute + 1);
  expect(on.cards().map(([title]) => title)).toEqual([
    `Promise at hand: ${on.time}`,
    `Promise at hand: ${on.time}`,
  ]);
});

test('quiet hours and muting hold for promises as before', async () => {
  const allDay = { fromMinute: 0, toMinute: 24 * 60 - 1, days: [0, 1, 2, 3, 4, 5, 6] };
  const { quietHours } = defaultSettings;
  for (const isMuted of [true, false]) {
    const on = await deskWithPromise(
      isMuted ? {} : { settings: { quietHours: { ...quietHours, isOn: true, times: [allDay] } } },
    );
    on.desk.watcher.mute([id], isMuted);
    await on.advanceTo(on.promisedAtMs + minute);
    expect(on.cards()).toEqual([]);
    expect(on.promises(id)).toHaveLength(2);
  }
});

test('the program announces a promised order at its times, and after its end no more', async () => {
  const clock = new FakeClock();
  const { events, stop, watcher } = runningServices(temporaryFolder(), clock);
  const announced: number[] = [];
  const startMs = clock.wallMs();
  events.on('ordersChanged', () => announced.push(Math.floor(clock.wallMs() - startMs)));
  watcher.start();
  watcher.checks?.pause(null);
  await watcher.add([{ id, label: null }]);
  watcher.setPreferences([id], { promisedAtMs: startMs + 20 * minute });
  await clock.advance(minute);
  announced.length = 0;
  await clock.advance(18 * minute);
  expect(announced).toEqual([10 * minute]);
  await stop();
  await clock.advance(10 * minute);
  expect(announced).toEqual([10 * minute]);
  expect(clock.waitingTimers).toBe(0);
});
