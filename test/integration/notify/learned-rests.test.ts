import { expect, onTestFinished, test } from 'vitest';
import { everyNotification } from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { CourierFix, Order, OrderStatus } from '../../../core/order/order.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { journeysUntil } from '../../support/watch/finished-journeys.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minute = 60_000;
const id = orderIdAt(1);
const pickupPlace = { latitudeDeg: 22.28, longitudeDeg: 114.15 };
const dropoffPlace = { latitudeDeg: 22.29, longitudeDeg: 114.16 };
/** A kilometre and more from both stops. */
const underWay = { latitudeDeg: 22.28, longitudeDeg: 114.17 };

/** A desk that watches one order, and knows ways with silences and stays of so many minutes. */
async function deskWith(known: number, { silence = 0, pickup = 5, destination = 2 } = {}) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>([[id, someOrder(id)]]);
  const journeys = journeysUntil(clock.wallMs(), known, () => [pickup, 12]).map((journey) => ({
    ...journey,
    longestSilenceMs: silence * minute,
    endedAtMs: journey.arrivedAtMs + destination * minute,
  }));
  const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders, journeys });
  onTestFinished(() => desk.stop());
  await desk.watcher.add([{ id, label: null }]);
  await clock.advance(minute);
  const reports = async (
    place: Omit<CourierFix, 'reportedAtMs'>,
    phase: OrderStatus['phase'],
  ): Promise<void> => {
    const fix = { ...place, reportedAtMs: clock.wallMs() };
    const courier = { name: 'Ho', phoneNumber: null, fix };
    orders.set(id, someOrder(id, { courier, status: { raw: phase, phase } }));
    desk.watcher.checkNow([id]);
    await clock.advance(2000);
  };
  return {
    clock,
    desk,
    /** The courier reports a place, or goes on reporting the last one with its time. */
    reports,
    /** The minutes until the courier, who is heard of each minute, is said to be too long where he is. */
    minutesUntilToldOfStay: async () => {
      for (let minutes = 1; minutes <= 40; minutes += 1) {
        await clock.advance(minute - 2000);
        const order = orders.get(id);
        const fix = order?.courier?.fix ?? null;
        if (order && fix) await reports(fix, order.status.phase);
        if (desk.titles.some((title) => title.startsWith('Courier at the stop'))) return minutes;
      }
      return null;
    },
    isSilent: () => desk.attention.top(1)[0]?.attention.reason === 'courierSilent',
  };
}

/** After how many minutes a courier counts as silent where so many ways with silences of five are known. */
async function minutesUntilSilent(known: number): Promise<number> {
  const { clock, isSilent, reports } = await deskWith(known, { silence: 5 });
  await reports(underWay, 'assigned');
  let minutes = 0;
  while (!isSilent() && minutes < 9) {
    minutes += 1;
    await clock.advance(minute);
  }
  return minutes;
}

/** How often a courier is said to move again after four minutes of silence, where ways with five are known. */
async function toldWith(known: number): Promise<readonly string[]> {
  const { clock, desk, reports } = await deskWith(known, { silence: 5 });
  await reports(underWay, 'assigned');
  await clock.advance(4 * minute);
  await reports({ ...underWay, latitudeDeg: 22.29 }, 'assigned');
  await clock.advance(minute);
  return desk.outbox
    .page({ ...everyNotification, order: id }, null, 10)
    .map(({ notification }) => notification.texts.full.title)
    .filter((title) => title === 'Courier moves again');
}

test('a courier who is silent for no longer than others were needs no one', async () => {
  expect(await minutesUntilSilent(0)).toBe(3);
  expect(await minutesUntilSilent(60)).toBe(5);
});

test('a courier goes on again only after a silence that was too long, as it is learned', async () => {
  expect(await toldWith(0)).toHaveLength(1);
  expect(await toldWith(60)).toEqual([]);
});

test('a silence that ended on the way is learned from, one at a stop is not', async () => {
  const { clock, desk, reports } = await deskWith(0);
  await reports(underWay, 'assigned');
  await clock.advance(5 * minute - 2000);
  await reports(pickupPlace, 'atPickup');
  await clock.advance(9 * minute);
  await reports(underWay, 'pickedUp');
  await reports(underWay, 'done');
  const [journey] = desk.history.finishedJourneys();
  expect(journey?.longestSilenceMs).toBe(5 * minute);
});

test('how long a courier stood between the stops is learned from', async () => {
  const { clock, desk, reports } = await deskWith(0);
  await reports(underWay, 'assigned');
  for (let minutes = 0; minutes < 7; minutes += 1) {
    await clock.advance(minute);
    await reports(underWay, 'assigned');
  }
  await reports({ ...underWay, latitudeDeg: 22.285 }, 'pickedUp');
  await clock.advance(minute);
  await reports({ ...underWay, latitudeDeg: 22.286 }, 'done');
  const [journey] = desk.history.finishedJourneys();
  expect(journey?.longestStandMs).toBe(8 * minute);
});

test.each([
  ['no order is known', 0, 20, 10],
  ['others were at the pickup for 24 minutes, and at the last stop for 3', 60, 24, 10],
])('where %s, a courier is too long at each in its time', async (_what, known, ...expected) => {
  const times = { pickup: 24, destination: 3 };
  const atPickup = await deskWith(known, times);
  await atPickup.reports(underWay, 'assigned');
  await atPickup.reports(pickupPlace, 'atPickup');
  const atDropoff = await deskWith(known, times);
  await atDropoff.reports(underWay, 'pickedUp');
  await atDropoff.reports(dropoffPlace, 'atDropoff');
  expect([
    await atPickup.minutesUntilToldOfStay(),
    await atDropoff.minutesUntilToldOfStay(),
  ]).toEqual(expected);
});

test('how long a courier was at the last stop is learned from, until the order is over for the first time', async () => {
  const { clock, desk, reports } = await deskWith(0);
  await reports(underWay, 'assigned');
  await reports(pickupPlace, 'atPickup');
  await clock.advance(20 * minute - 2000);
  await reports(underWay, 'pickedUp');
  await reports(dropoffPlace, 'atDropoff');
  const arrivedAtMs = clock.wallMs();
  await clock.advance(4 * minute - 2000);
  expect(desk.history.finishedJourneys()[0]?.endedAtMs).toBeUndefined();
  await reports(dropoffPlace, 'done');
  await clock.advance(30 * minute);
  await reports(dropoffPlace, 'atDropoff');
  await clock.advance(30 * minute);
  await reports(dropoffPlace, 'done');
  const [journey] = desk.history.finishedJourneys();
  const { arrivedPickupAtMs = 0, endedAtMs = 0, leftPickupAtMs = 0 } = journey ?? {};
  expect((leftPickupAtMs ?? 0) - (arrivedPickupAtMs ?? 0)).toBe(20 * minute);
  expect(endedAtMs - (journey?.arrivedAtMs ?? 0)).toBe(4 * minute);
  // As it was known when the courier had just arrived.
  const [then] = desk.history.finishedJourneys(arrivedAtMs);
  expect(then).toMatchObject({ arrivedAtMs: journey?.arrivedAtMs });
  expect(then?.endedAtMs).toBeUndefined();
});
