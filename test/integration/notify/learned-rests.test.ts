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
const pickup = { latitudeDeg: 22.28, longitudeDeg: 114.15 };
/** A kilometre and more from both stops. */
const underWay = { latitudeDeg: 22.28, longitudeDeg: 114.17 };

/** A desk that watches one order, and knows ways with silences of so many minutes. */
async function deskWith(known: number, silence = 0) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>([[id, someOrder(id)]]);
  const journeys = journeysUntil(clock.wallMs(), known).map((journey) => ({
    ...journey,
    longestSilenceMs: silence * minute,
  }));
  const desk = new RunningDesk({ folder: temporaryFolder(), clock, orders, journeys });
  onTestFinished(() => desk.stop());
  await desk.watcher.add([{ id, label: null }]);
  await clock.advance(minute);
  return {
    clock,
    desk,
    /** The courier reports a place, or goes on reporting the last one with its time. */
    reports: async (place: Omit<CourierFix, 'reportedAtMs'>, phase: OrderStatus['phase']) => {
      const fix = { ...place, reportedAtMs: clock.wallMs() };
      const courier = { name: 'Ho', phoneNumber: null, fix };
      orders.set(id, someOrder(id, { courier, status: { raw: phase, phase } }));
      desk.watcher.checkNow([id]);
      await clock.advance(2000);
    },
    isSilent: () => desk.attention.top(1)[0]?.attention.reason === 'courierSilent',
  };
}

/** After how many minutes a courier counts as silent where so many ways with silences of five are known. */
async function minutesUntilSilent(known: number): Promise<number> {
  const { clock, isSilent, reports } = await deskWith(known, 5);
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
  const { clock, desk, reports } = await deskWith(known, 5);
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
  await reports(pickup, 'atPickup');
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
