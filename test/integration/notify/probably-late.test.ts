import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order, OrderStatus } from '../../../core/order/order.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { journeysUntil } from '../../support/watch/finished-journeys.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minuteMs = 60_000;
const id = orderIdAt(1);

const assigned: OrderStatus = { raw: 'assigned', phase: 'assigned' };
const atPickup: OrderStatus = { raw: 'arrived_at_pickup', phase: 'atPickup' };
const pickedUp: OrderStatus = { raw: 'picked_up', phase: 'pickedUp' };
const atDropoff: OrderStatus = { raw: 'arrived_at_dropoff', phase: 'atDropoff' };
const done: OrderStatus = { raw: 'completed', phase: 'done' };

/** A desk that watches one order from before its courier, and knows how long others took. */
async function deskWith({
  settings = {},
  known = 60,
  minutesOf,
}: {
  readonly settings?: Partial<Settings>;
  readonly known?: number;
  readonly minutesOf?: Parameters<typeof journeysUntil>[2];
} = {}) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>([[id, someOrder(id)]]);
  const desk = new RunningDesk({
    folder: temporaryFolder(),
    clock,
    orders,
    settings,
    journeys: journeysUntil(clock.wallMs(), known, minutesOf),
  });
  onTestFinished(() => desk.stop());
  await desk.watcher.add([{ id, label: 'Table 9' }]);
  await clock.advance(minuteMs);
  const shown = (): readonly string[] =>
    desk.screen.shown
      .map(({ title }) => title)
      .filter((title) => /late|Promise|in time/.test(title));
  return {
    clock,
    desk,
    shown,
    serves(status: OrderStatus): void {
      orders.set(id, { ...someOrder(id), status });
    },
    async becomes(status: OrderStatus): Promise<void> {
      this.serves(status);
      desk.watcher.checkNow([id]);
      await clock.advance(2000);
    },
    promisedIn(minutes: number): void {
      desk.watcher.setPreferences([id], { promisedAtMs: clock.wallMs() + minutes * minuteMs });
    },
    get reason() {
      return desk.attention.top(1)[0]?.attention.reason ?? null;
    },
  };
}

/** Its courier is at the pickup, where some of the others stood long: the order will probably be late, as it said. */
async function deskThatWarned() {
  const desk = await deskWith({ minutesOf: (index) => [1 + ((index * 7) % 40), 10] });
  await desk.becomes(assigned);
  await desk.becomes(atPickup);
  desk.promisedIn(16);
  await desk.clock.advance(2 * minuteMs);
  expect(desk.shown()).toHaveLength(1);
  return desk;
}

describe('an order that will probably be late', () => {
  test('is told once, by the times between which it arrives, long before its promise is at hand', async () => {
    const desk = await deskWith();
    await desk.becomes(assigned);
    desk.promisedIn(20);
    await desk.clock.advance(3 * minuteMs);
    expect(desk.shown()).toEqual([expect.stringMatching(/^Probably late, promised \d\d:\d\d$/)]);
    const [card] = desk.desk.screen.shown.filter(({ title }) => title.startsWith('Probably'));
    expect(card?.body).toMatch(/^Table 9\. Arrives \d\d:\d\d to \d\d:\d\d\. /);
    expect(desk.reason).toBe('probablyLate');
  });

  test('is told in the place of its promise at hand, which stands while nothing is known', async () => {
    const titles: Record<number, readonly string[]> = {};
    for (const known of [19, 60]) {
      const desk = await deskWith({ known });
      await desk.becomes(assigned);
      desk.promisedIn(20);
      await desk.clock.advance(15 * minuteMs);
      titles[known] = desk.shown().map((title) => title.replace(/[,:].*/, ''));
    }
    expect(titles).toEqual({
      19: ['Promise at hand'],
      60: expect.arrayContaining(['Probably late']),
    });
    expect(titles[60]).not.toContain('Promise at hand');
  });

  test('is told once more when it becomes later by five minutes, and no third time', async () => {
    const desk = await deskWith();
    await desk.becomes(assigned);
    desk.promisedIn(60);
    await desk.becomes(atPickup);
    await desk.clock.advance(58 * minuteMs);
    expect(desk.shown().filter((title) => title.startsWith('Probably late'))).toHaveLength(2);
  });

  test('is taken back once in words when it is probably in time', async () => {
    const desk = await deskThatWarned();
    await desk.becomes(pickedUp);
    await desk.clock.advance(2 * minuteMs);
    expect(desk.shown().slice(1)).toEqual([
      expect.stringMatching(/^Probably in time after all, promised \d\d:\d\d$/),
    ]);
    expect(desk.reason).toBe(null);
  });

  test('is not told again by the next run of the program, which takes back what the one before said', async () => {
    const desk = await deskThatWarned();
    const next = await desk.desk.restart();
    onTestFinished(() => next.stop());
    await desk.clock.advance(2 * minuteMs);
    const decided = () =>
      next.notifiedOf(id).filter((event) => event === 'probablyLate' || event === 'lateTakenBack');
    expect(decided()).toEqual(['probablyLate']);
    desk.serves(pickedUp);
    next.watcher.checkNow([id]);
    await desk.clock.advance(3 * minuteMs);
    expect(decided()).toEqual(['probablyLate', 'lateTakenBack']);
    expect(next.titles).toContainEqual(
      expect.stringMatching(/^Probably in time after all, promised/),
    );
    const third = await next.restart();
    onTestFinished(() => third.stop());
    await desk.clock.advance(2 * minuteMs);
    expect(third.titles.filter((title) => /in time/.test(title))).toEqual([]);
  });

  test('is told once more by the next run when it became later by five minutes since it was told first', async () => {
    const desk = await deskWith();
    await desk.becomes(assigned);
    desk.promisedIn(60);
    await desk.becomes(atPickup);
    const told = () => desk.desk.notifiedOf(id).filter((event) => event === 'probablyLate').length;
    while (told() === 0) await desk.clock.advance(minuteMs);
    // Four minutes before the restart and four after it: neither run alone sees it become later by five.
    await desk.clock.advance(4 * minuteMs);
    const before = told();
    const next = await desk.desk.restart();
    onTestFinished(() => next.stop());
    await desk.clock.advance(4 * minuteMs);
    const events = next.notifiedOf(id).filter((event) => event === 'probablyLate');
    expect([before, events.length]).toEqual([1, 2]);
  });

  test('is silent where a person turned forecasts off', async () => {
    const desk = await deskWith({ settings: { forecastsArrivals: false } });
    await desk.becomes(assigned);
    desk.promisedIn(20);
    await desk.clock.advance(5 * minuteMs);
    expect(desk.shown()).toEqual([]);
  });
});

describe('what is learned', () => {
  test('an order that has arrived is learned from, also after a restart, until it is erased', async () => {
    const desk = await deskWith({ known: 0 });
    for (const status of [assigned, atPickup, pickedUp, atDropoff, done]) {
      await desk.becomes(status);
      await desk.clock.advance(5 * minuteMs);
    }
    const known = (): readonly OrderId[] =>
      desk.desk.history.finishedJourneys().map((journey) => journey.id);
    expect(known()).toEqual([id]);
    desk.desk.watcher.remove([id]);
    await desk.clock.advance(2000);
    expect(known()).toEqual([]);
  });
});
