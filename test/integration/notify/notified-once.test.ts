import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../core/settings/settings.ts';
import { everyNotification } from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type DeskPlace, RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { failure } from '../../support/watch/scripted-source.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Half an hour before midnight. */
/** By the clock of this computer, by which the texts tell times. */
const startMs = new Date(2026, 2, 2, 23, 30).getTime();
const [waiting, silent, standing, promised, moving] = [1, 2, 3, 4, 5].map(orderIdAt) as [
  OrderId,
  OrderId,
  OrderId,
  OrderId,
  OrderId,
];

/** An order whose courier was so many metres north of its pickup, far from every stop. */
function onTheWay(id: OrderId, northMeters: number, reportedAtMs: number): Order {
  const fix = { latitudeDeg: 22.28 + northMeters / 111_195, longitudeDeg: 114.15, reportedAtMs };
  const status = { raw: 'active', phase: 'assigned' } as const;
  return someOrder(id, { status, courier: { name: 'Ho', phoneNumber: null, fix } });
}

/** A desk that watches these orders, half an hour before midnight. */
async function deskOf(orders: readonly Order[], parts: Partial<Omit<DeskPlace, 'orders'>> = {}) {
  const clock = new FakeClock(startMs);
  const place = { folder: temporaryFolder(), clock, orders: new Map<OrderId, Order>(), ...parts };
  let desk = new RunningDesk(place);
  onTestFinished(() => desk.stop());
  for (const order of orders) place.orders.set(order.id, order);
  await desk.watcher.add(orders.map(({ id }) => ({ id, label: null })));
  return {
    clock,
    orders: place.orders,
    get desk() {
      return desk;
    },
    restart: async (change?: Partial<DeskPlace>) => {
      desk = await desk.restart(change);
    },
    /** Two days pass while the computer sleeps, and what is older than a day leaves the history. */
    forgetHistory: async () => {
      clock.sleepMachine(2 * day);
      desk.history.prune(clock.wallMs(), { history: 1, people: 7 });
    },
  };
}

const limitsOf = (minutes: number): Partial<Settings> => ({
  waitLimits: {
    ...defaultSettings.waitLimits,
    longWaitMinutes: minutes,
    notMovingMinutes: Math.max(10, minutes),
    leastLongWaitMinutes: 1,
  },
});

test('each wait notifies once, over restarts and midnight, whatever becomes of limits and clocks', async () => {
  const on = await deskOf([
    someOrder(waiting),
    onTheWay(silent, 1500, startMs),
    onTheWay(standing, 3000, startMs),
    someOrder(promised),
    onTheWay(moving, 0, startMs),
  ]);
  on.desk.watcher.setPreferences([promised], { promisedAtMs: startMs + 25 * minute });
  for (let minutes = 1; minutes <= 60; minutes += 1) {
    const nowMs = on.clock.wallMs();
    on.orders.set(standing, onTheWay(standing, 3000, nowMs));
    // The other courier's positions come later and later: that is what is learned of the clocks.
    const reportedAtMs = nowMs - Math.floor(minutes / 4) * minute;
    on.orders.set(moving, onTheWay(moving, minutes * 500, reportedAtMs));
    await on.clock.advance(minute);
    if (minutes % 4 === 0) await on.restart({ settings: limitsOf(Math.max(20, minutes)) });
  }
  expect(on.desk.notifiedOf(waiting)).toEqual(['longWait']);
  expect(on.desk.notifiedOf(silent)).toEqual(['courierSilent', 'courierLost']);
  expect(on.desk.notifiedOf(standing)).toEqual(['notMoving']);
  expect(on.desk.notifiedOf(promised).filter((event) => event !== 'longWait')).toEqual([
    'promiseAhead',
    'promisePassed',
  ]);
});

test('a wait that outlasts the history does not notify again', async () => {
  const on = await deskOf([someOrder(waiting), onTheWay(silent, 1500, startMs)]);
  await on.clock.advance(25 * minute);
  expect(on.desk.notifiedOf(waiting)).toEqual(['longWait']);
  await on.forgetHistory();
  for (const minutes of [240, 20]) {
    await on.restart({ settings: limitsOf(minutes) });
    await on.clock.advance(5 * minute);
    // That it is open still is said, and that is all.
    expect(on.desk.titles.at(-1)).toBe('2\u00a0orders still need you');
    expect(on.desk.titles.filter((title) => !/still needs? you$/.test(title))).toEqual([]);
  }
});

test('a cause that begins anew notifies anew', async () => {
  const on = await deskOf([someOrder(waiting), onTheWay(silent, 1500, startMs)]);
  await on.clock.advance(22 * minute);
  on.orders.set(waiting, onTheWay(waiting, 0, on.clock.wallMs()));
  on.orders.set(silent, onTheWay(silent, 1700, on.clock.wallMs()));
  await on.clock.advance(2 * minute);
  on.orders.set(waiting, someOrder(waiting));
  await on.restart();
  await on.clock.advance(22 * minute);
  const waits = (id: OrderId) =>
    on.desk.notifiedOf(id).filter((event) => event === 'longWait' || event === 'courierSilent');
  expect(waits(waiting)).toEqual(['longWait', 'longWait']);
  expect(waits(silent)).toEqual(['courierSilent', 'courierSilent']);
});

test('a silent courier notifies once also where the service’s clock is ahead', async () => {
  const on = await deskOf([onTheWay(silent, 1500, startMs + 10 * minute)]);
  for (const minutes of [6, 3, 30]) {
    await on.clock.advance(minutes * minute);
    await on.restart();
  }
  expect(on.desk.notifiedOf(silent)).toEqual(['courierSilent', 'courierLost']);
});

test('an order that is not found notifies once until it is found, also when it outlasts the history', async () => {
  let isThere = true;
  const outcome = () => (isThere ? null : failure('order-not-found'));
  const on = await deskOf([someOrder(waiting)], { outcome });
  const notFound = () => on.desk.notifiedOf(waiting).filter((event) => event === 'notFound');
  await on.clock.advance(minute);
  isThere = false;
  await on.clock.advance(30 * minute);
  expect(notFound()).toHaveLength(1);
  await on.restart();
  await on.clock.advance(30 * minute);
  expect(notFound()).toHaveLength(1);
  await on.forgetHistory();
  await on.restart();
  await on.clock.advance(30 * minute);
  expect(notFound()).toHaveLength(0);
  isThere = true;
  on.desk.watcher.checkNow([waiting]);
  await on.clock.advance(minute);
  isThere = false;
  await on.clock.advance(30 * minute);
  expect(notFound()).toHaveLength(1);
});

test.each([
  ['a loss of contact', 'dns-failed', 'connectionLost'],
  ['a refusal of the credentials', 'credentials-refused', 'credentialsRefused'],
] as const)(
  '%s is told once however often Waybell starts, and so is its end',
  async (_name, code, event) => {
    let isLost = true;
    const outcome = () => (isLost ? failure(code) : null);
    const on = await deskOf([someOrder(waiting)], { outcome });
    await on.clock.advance(5 * minute);
    await on.restart();
    await on.clock.advance(5 * minute);
    expect(on.desk.notifiedOf(null)).toEqual([event]);
    await on.forgetHistory();
    await on.restart();
    await on.clock.advance(5 * minute);
    expect(on.desk.notifiedOf(null)).toEqual([event]);
    isLost = false;
    await on.clock.advance(20 * minute);
    expect(on.desk.notifiedOf(null)).toEqual([event, 'connectionRestored']);
    isLost = true;
    await on.restart();
    await on.clock.advance(5 * minute);
    expect(on.desk.notifiedOf(null)).toEqual([event, 'connectionRestored', event]);
  },
);

test('a loss that ended while Waybell did not run is over: the next one notifies', async () => {
  let isLost = true;
  const outcome = () => (isLost ? failure('dns-failed') : null);
  const on = await deskOf([someOrder(waiting)], { outcome });
  await on.clock.advance(5 * minute);
  isLost = false;
  await on.restart();
  await on.clock.advance(5 * minute);
  isLost = true;
  await on.restart();
  await on.clock.advance(5 * minute);
  expect(on.desk.notifiedOf(null)).toEqual(['connectionLost', 'connectionLost']);
});

/** A desk whose service does as the test says: it answers, fails, or asks for pauses. */
async function pausedDesk(orders: readonly Order[]) {
  const service: { code: 'rate-limited' | 'dns-failed' | null } = { code: null };
  const outcome = () => (service.code === null ? null : failure(service.code, 90_000));
  const on = await deskOf(orders, { outcome });
  return { on, service };
}

test('a pause notifies once however often Waybell starts during it, and as a loss from five minutes', async () => {
  const { on, service } = await pausedDesk([someOrder(waiting)]);
  service.code = 'rate-limited';
  await on.clock.advance(2 * minute);
  expect(on.desk.notifiedOf(null)).toEqual(['servicePaused']);
  await on.restart();
  await on.clock.advance(2 * minute);
  await on.restart();
  expect(on.desk.notifiedOf(null)).toEqual(['servicePaused']);
  await on.clock.advance(2 * minute);
  expect(on.desk.notifiedOf(null)).toEqual(['servicePaused', 'connectionLost']);
  await on.restart();
  await on.clock.advance(10 * minute);
  service.code = null;
  await on.clock.advance(20 * minute);
  expect(on.desk.notifiedOf(null)).toEqual([
    'servicePaused',
    'connectionLost',
    'connectionRestored',
  ]);
});

test('an outage that begins and ends in quiet hours does not notify by its end', async () => {
  const { on, service } = await pausedDesk([someOrder(waiting)]);
  const times = [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 23 * 60, toMinute: 6 * 60 }];
  on.desk.choose({
    quietHours: { ...defaultSettings.quietHours, isOn: true, timeZone: null, times },
  });
  service.code = 'dns-failed';
  await on.clock.advance(10 * minute);
  service.code = null;
  await on.clock.advance(10 * 60 * minute);
  expect(on.desk.notifiedOf(null)).toEqual(['connectionLost', 'connectionRestored']);
  expect(on.desk.titles.filter((title) => /^(No contact|Connected)/.test(title))).toEqual([]);
});

test('that contact is back does not notify late where it is lost again by then', async () => {
  const { on, service } = await pausedDesk([someOrder(waiting)]);
  service.code = 'dns-failed';
  await on.clock.advance(3 * minute);
  on.desk.choose({ notificationsMutedUntilMs: on.clock.wallMs() + 10 * minute });
  service.code = null;
  await on.clock.advance(3 * minute);
  service.code = 'dns-failed';
  await on.clock.advance(10 * minute);
  expect(on.desk.notifiedOf(null)).toEqual([
    'connectionLost',
    'connectionRestored',
    'connectionLost',
  ]);
  expect(on.desk.titles).toEqual(['No contact since 23:30', 'No contact since 23:35']);
});

test('a pause that turns into another failure over a restart is one loss', async () => {
  const { on, service } = await pausedDesk([someOrder(waiting)]);
  service.code = 'rate-limited';
  await on.clock.advance(2 * minute);
  service.code = 'dns-failed';
  await on.restart();
  await on.clock.advance(5 * minute);
  expect(on.desk.notifiedOf(null)).toEqual(['servicePaused', 'connectionLost']);
});

test('in a pause a promise comes on time and says why nothing is checked, and no wait is judged', async () => {
  const { on, service } = await pausedDesk([
    onTheWay(silent, 1500, startMs),
    onTheWay(standing, 3000, startMs),
  ]);
  await on.clock.advance(10_000);
  service.code = 'rate-limited';
  on.desk.watcher.setPreferences([standing], { promisedAtMs: startMs + 4 * minute });
  await on.clock.advance(270_000);
  expect(on.desk.notifiedOf(silent)).toEqual([]);
  expect(on.desk.notifiedOf(standing)).toEqual(['promisePassed']);
  const passed = on.desk.outbox
    .page({ ...everyNotification, order: standing }, null, 10)
    .find(({ notification }) => notification.event === 'promisePassed');
  expect(passed?.notification.texts.full.body).toMatch(
    /Not checked since 23:30, the service asked for a pause\.$/,
  );
});
