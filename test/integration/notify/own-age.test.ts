import { expect, onTestFinished, test } from 'vitest';
import { orderRow } from '../../../core/board/order-row.ts';
import { clockText } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order, OrderStatus } from '../../../core/order/order.ts';
import { english } from '../../../core/text/language.ts';
import { watchListSummary } from '../../../core/tray/watch-list-summary.ts';
import { ageNow, statusAge } from '../../../core/watch/fact-age.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RunningDesk } from '../../support/notify/running-desk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { orderIdAt, someOrder } from '../../support/watched-orders.ts';

const minute = 60_000;
const id = orderIdAt(1);
const matched: OrderStatus = { raw: 'matched', phase: 'assigned' };
const pickedUp: OrderStatus = { raw: 'picked_up', phase: 'pickedUp' };
const completed: OrderStatus = { raw: 'completed', phase: 'done' };
const cancelled: OrderStatus = { raw: 'cancelled', phase: 'cancelled' };
const courier = { name: 'Lau', phoneNumber: null, fix: null };

/** A desk that begins to watch an order as it stands at the service, and looks at it for a minute. */
async function deskThatWatches(first: Partial<Order>) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, Order>([[id, someOrder(id, first)]]);
  let desk = new RunningDesk({ folder: temporaryFolder(), clock, orders });
  onTestFinished(() => desk.stop());
  const firstLookMs = clock.wallMs();
  let lastLookMs: number | null = null;
  await desk.watcher.add([{ id, label: 'Florist' }]);
  await clock.advance(minute);
  const plan = { nextCheckAtMs: null, checkEveryMs: null, isAwaited: false };
  const row = () => orderRow(desk.watched(id), plan, clock.wallMs());
  return {
    clock,
    row,
    firstLook: clockText(firstLookMs, 'en'),
    becomes: async (parts: Partial<Order>, seconds = 60) => {
      orders.set(id, someOrder(id, parts));
      await clock.advance(seconds * 1000);
    },
    /** Waybell does not run for so long; meanwhile the order changes. */
    away: async (minutes: number, parts: Partial<Order>) => {
      lastLookMs = desk.watched(id).observedAtMs;
      await desk.stop();
      orders.set(id, someOrder(id, parts));
      clock.sleepMachine(minutes * minute);
      desk = await desk.restart();
      await clock.advance(minute);
    },
    get desk() {
      return desk;
    },
    /** The last check before Waybell was away. */
    get lastLookMs() {
      return lastLookMs;
    },
    /** The time beside the status, and that of the reason for attention, as a row says them. */
    said: () => {
      const now = clock.wallMs();
      const of = row();
      const own = statusAge(of);
      return [own, of.attention?.age ?? null].map((age) =>
        age === null ? null : ageNow(age, now, english).replaceAll('\u00A0', ' '),
      );
    },
    summary: () => watchListSummary([row()], english, clock.wallMs()).split('\n')[1],
    titles: () => desk.screen.shown.map(({ title }) => title.replaceAll('\u00A0', ' ')),
  };
}

test('a status that was there at the first look has no age, only a time by which it had begun', async () => {
  const on = await deskThatWatches({ status: matched, courier });
  expect(on.said()[0]).toBe(`since before ${on.firstLook}`);
});

test('an order that was over at the first look ended before it, in its row and in a chat', async () => {
  const on = await deskThatWatches({ status: cancelled });
  expect(on.said()).toEqual([`before ${on.firstLook}`, `before ${on.firstLook}`]);
  expect(on.summary()).toBe(`• Florist: cancelled, before ${on.firstLook}`);
});

test('a status that comes while the order is checked has its own age', async () => {
  const on = await deskThatWatches({ status: matched, courier });
  await on.becomes({ status: pickedUp, courier }, 30);
  expect(on.said()[0]).toMatch(/^\d+ s$/);
  await on.becomes({ status: completed, courier }, 30);
  expect(on.said()[0]).toMatch(/^\d\d:\d\d$/);
  expect(on.desk.history.timeline(id, 1)[0]).not.toHaveProperty('uncheckedSinceMs');
});

test('what is known of a beginning outlasts a restart', async () => {
  const on = await deskThatWatches({ status: matched, courier });
  await on.away(1, { status: matched, courier });
  expect(on.said()[0]).toBe(`since before ${on.firstLook}`);
  await on.becomes({ status: pickedUp, courier }, 30);
  await on.away(1, { status: pickedUp, courier });
  expect(on.said()[0]).toMatch(/^\d+ (?:s|min)$/);
});

test('what came while the order was not checked is as old as the first look after it, or older', async () => {
  const on = await deskThatWatches({ status: matched, courier });
  await on.away(90, { status: completed, courier });
  const found = clockText(on.row().statusSinceMs ?? 0, 'en');
  expect(on.said()[0]).toBe(`before ${found}`);
  expect(on.titles()).toContain(`Completed before ${found}`);
  const [entry] = on.desk.history.timeline(id, 1);
  expect(entry).toMatchObject({ kind: 'update', uncheckedSinceMs: on.lastLookMs });
});

test('a long wait counts from the first look, and says that it may be longer', async () => {
  const on = await deskThatWatches({});
  await on.clock.advance(21 * minute);
  expect(on.row().courierWait).toMatchObject({ isSinceBefore: true });
  expect(on.said()[1]).toBe(`since before ${on.firstLook}`);
  expect(on.titles()).toEqual([`Waiting since before ${on.firstLook}`]);
});

test('a wait that is counted from a planned time began at that time', async () => {
  const clock = new FakeClock();
  const pickup = someOrder(id).pickup;
  const scheduledAtMs = clock.wallMs() + 2 * minute;
  const on = await deskThatWatches({ pickup: pickup && { ...pickup, scheduledAtMs } });
  await on.clock.advance(24 * minute);
  expect(on.row().courierWait).toMatchObject({ sinceMs: scheduledAtMs, isSinceBefore: false });
  expect(on.said()[1]).toBe('23 min');
});

test('a release has its own time, whatever is planned', async () => {
  const pickup = someOrder(id).pickup;
  const on = await deskThatWatches({ status: matched, courier });
  const scheduledAtMs = on.clock.wallMs() + 20 * minute;
  await on.becomes({ pickup: pickup && { ...pickup, scheduledAtMs } }, 4 * 60);
  expect(on.row().attention?.reason).toBe('released');
  expect(on.said()[1]).toMatch(/^[34] min$/);
});

test('a promise has its own distance, whatever the age of the status', async () => {
  const on = await deskThatWatches({ status: matched, courier });
  const promisedAtMs = on.clock.wallMs() + 9 * minute;
  on.desk.watcher.setPreferences([id], { promisedAtMs });
  await on.clock.advance(minute);
  expect([on.row().attention?.reason, on.said()[1]]).toEqual(['promiseAhead', 'in 8 min']);
  await on.clock.advance(8 * minute + 5000);
  expect([on.row().attention?.reason, on.said()[1]]).toEqual(['promisePassed', 'just passed']);
  await on.clock.advance(2 * minute);
  expect(on.said()[1]).toBe('2 min over');
  expect(on.summary()).toBe(`• Florist: promise passed, ${clockText(promisedAtMs, 'en')}`);
});
