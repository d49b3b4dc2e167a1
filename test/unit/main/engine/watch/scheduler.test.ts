import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { readOrderStatus } from '../../../../../core/order/order-status.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { CheckPace } from '../../../../../main/engine/watch/check-pace.ts';
import { Scheduler } from '../../../../../main/engine/watch/scheduler.ts';
import type { WatchEntries, WatchEntry } from '../../../../../main/engine/watch/watch-list.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

/** The pace of an order on the way, and of a finished one. */
const everyMs = 15_000;
const slowEveryMs = 300_000;

function bench({ installSeed = 7, attention = [] as readonly OrderId[] } = {}) {
  const clock = new FakeClock();
  const entries: WatchEntries = new Map();
  const orderLimits = { pacesOf: () => ({ activeEverySeconds: everyMs / 1000 }) };
  const pace = new CheckPace({ clock, orderLimits, statedEveryMs: () => 0 });
  const scheduler = new Scheduler({
    clock,
    entries,
    pace,
    installSeed,
    needsAttention: (id) => attention.includes(id),
  });
  /** Watches an order that was answered just now. */
  const watch = (index: number, word = 'active', parts: Partial<WatchedOrder> = {}): WatchEntry => {
    const id = orderIdAt(index);
    const order = { ...someOrder(id), status: readOrderStatus(word) };
    const nowMs = clock.wallMs();
    const watched = someWatched(id, { order, observedAtMs: nowMs, statusSinceMs: nowMs, ...parts });
    const entry = { watched, failureCount: 0, storedObservedAtMs: null };
    entries.set(id, entry);
    return entry;
  };
  /** Removes from the plan, one after the other, what is due by now. */
  const unplanned = (): readonly OrderId[] => {
    const ids: OrderId[] = [];
    for (;;) {
      const due = scheduler.next(clock.monotonicMs());
      if (due === null) return ids;
      if (ids.length > entries.size) throw new Error('an order that left is given again');
      scheduler.unplan(due.id);
      ids.push(due.id);
    }
  };
  const dueInMs = (index: number): number | null => {
    const atMs = scheduler.dueAtMs(orderIdAt(index));
    return atMs === null ? null : atMs - clock.wallMs();
  };
  return { clock, dueInMs, entries, pace, scheduler, unplanned, watch };
}

const ids = (...indexes: readonly number[]): readonly OrderId[] => indexes.map(orderIdAt);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('whose turn it is', () => {
  test('orders that a person asked for go before all others, in the order of asking', () => {
    const { scheduler, unplanned, watch } = bench();
    for (const index of [1, 2, 3]) watch(index);
    scheduler.setOpen(orderIdAt(1));
    scheduler.planIn(orderIdAt(1), 0);
    expect(scheduler.hasUrgent).toBe(false);
    scheduler.ask(ids(3));
    scheduler.ask(ids(2));
    expect(scheduler.hasUrgent).toBe(true);
    expect(scheduler.next(0)).toEqual({ id: orderIdAt(3), isUrgent: true });
    expect(unplanned()).toEqual(ids(3, 2, 1));
    expect([scheduler.hasUrgent, scheduler.plannedCount]).toEqual([false, 0]);
  });

  test('many that are asked for at once go one after the other, after what has been due for longer', async () => {
    const { clock, scheduler, unplanned, watch } = bench();
    for (const index of upTo(66)) scheduler.planNext(watch(index), 0);
    scheduler.planIn(orderIdAt(65), 0);
    await clock.advance(1000);
    scheduler.ask(ids(...upTo(65)));
    expect(unplanned()).toEqual(ids(65, ...upTo(65)));
  });

  test('of those in view the one that was due first goes first, however rarely it is checked', async () => {
    const { clock, scheduler, unplanned, watch } = bench();
    scheduler.planNext(watch(1), 0);
    scheduler.planNext(watch(2, 'completed'), 0);
    scheduler.planIn(orderIdAt(1), 20);
    scheduler.planIn(orderIdAt(2), 10);
    await clock.advance(30);
    expect(scheduler.next(clock.monotonicMs())?.id).toBe(orderIdAt(1));
    scheduler.setInView(ids(1, 2));
    expect(unplanned()).toEqual(ids(2, 1));
  });

  test('an order that was pinned and removed is one like others when it is watched again', async () => {
    const { clock, scheduler, unplanned, watch } = bench();
    scheduler.planNext(watch(1), 0);
    scheduler.planNext(watch(2, 'active', { isPinned: true }), 0);
    scheduler.forget(orderIdAt(2));
    scheduler.planNext(watch(2), 0);
    scheduler.planIn(orderIdAt(1), 10);
    scheduler.planIn(orderIdAt(2), 20);
    await clock.advance(30);
    expect(unplanned()).toEqual(ids(1, 2));
  });

  test('an order that is not watched is not in view', () => {
    const { scheduler } = bench();
    scheduler.setInView(ids(9));
    expect(scheduler.hasInView).toBe(false);
  });

  test('then the open one, then those in view or pinned, then the others', async () => {
    const { clock, scheduler, unplanned, watch } = bench();
    for (const index of [1, 2, 3, 4]) watch(index);
    watch(3, 'active', { isPinned: true });
    for (const [index, delayMs] of [10, 20, 30, 40].entries()) {
      scheduler.planIn(orderIdAt(index + 1), delayMs);
    }
    scheduler.setInView(ids(2));
    scheduler.setOpen(orderIdAt(4));
    scheduler.planIn(orderIdAt(4), 40);
    await clock.advance(50);
    expect(unplanned()).toEqual(ids(4, 2, 3, 1));
  });

  test('an order that comes into view or is opened moves forward while it waits for its turn', async () => {
    const { clock, scheduler, unplanned, watch } = bench();
    for (const index of [1, 2, 3]) {
      watch(index);
      scheduler.planIn(orderIdAt(index), index);
    }
    await clock.advance(5);
    expect(scheduler.next(clock.monotonicMs())?.id).toBe(orderIdAt(1));
    scheduler.setInView(ids(2, 9));
    expect(scheduler.hasInView).toBe(true);
    scheduler.setOpen(orderIdAt(3));
    expect(unplanned()).toEqual(ids(3, 2, 1));
    scheduler.setInView([]);
    expect(scheduler.hasInView).toBe(false);
  });

  test('a frequent check does not wait for a rare one that was due a little before', async () => {
    const { clock, scheduler, unplanned, watch } = bench();
    const rare = watch(1, 'completed');
    const frequent = watch(2);
    scheduler.planNext(rare, 0);
    scheduler.planNext(frequent, 0);
    scheduler.planIn(orderIdAt(1), 0);
    scheduler.planIn(orderIdAt(2), 5000);
    await clock.advance(5000);
    expect(unplanned()).toEqual(ids(2, 1));
  });

  test('nothing that is not due is given, but an attempt may take any', () => {
    const { clock, scheduler, watch } = bench();
    watch(1);
    expect(scheduler.any()).toBeNull();
    scheduler.planIn(orderIdAt(1), 1);
    expect(scheduler.next(clock.monotonicMs())).toBeNull();
    expect(scheduler.next(clock.monotonicMs() + 1)).toEqual({ id: orderIdAt(1), isUrgent: false });
    expect(scheduler.any()).toEqual({ id: orderIdAt(1), isUrgent: false });
    expect(scheduler.plannedCount).toBe(1);
  });

  test('an attempt takes an order that tells most, where its check is not under way, unless a person asked for one', () => {
    const { scheduler, watch } = bench();
    for (const index of [1, 2, 3]) watch(index);
    scheduler.planIn(orderIdAt(1), 1000);
    scheduler.planIn(orderIdAt(2), 5000);
    scheduler.planIn(orderIdAt(3), 1000);
    scheduler.unplan(orderIdAt(3));
    expect(scheduler.any(ids(9, 3, 2))?.id).toBe(orderIdAt(2));
    expect(scheduler.any(ids(9, 3))?.id).toBe(orderIdAt(1));
    scheduler.ask(ids(3));
    expect(scheduler.any(ids(2))).toEqual({ id: orderIdAt(3), isUrgent: true });
  });

  test('a check without a result is planned again as it was', () => {
    const { dueInMs, scheduler, watch } = bench();
    for (const index of [1, 2]) watch(index);
    scheduler.again({ id: orderIdAt(1), isUrgent: false });
    expect([dueInMs(1), scheduler.hasUrgent]).toEqual([0, false]);
    scheduler.again({ id: orderIdAt(2), isUrgent: true });
    expect(scheduler.hasUrgent).toBe(true);
  });
});

/** Where in their interval the first orders have their places. */
function phases(installSeed: number, count: number): readonly number[] {
  const { clock, dueInMs, entries, scheduler, watch } = bench({ installSeed });
  for (const index of upTo(count)) watch(index, 'active', { observedAtMs: null });
  scheduler.planStored([...entries.values()]);
  return upTo(count).map((index) => (clock.wallMs() + (dueInMs(index) ?? -1)) % everyMs);
}

/** The pauses before six checks of an order, one after the other. */
async function pausesOf(
  { clock, dueInMs, scheduler, watch }: ReturnType<typeof bench>,
  index: number,
): Promise<readonly number[]> {
  const entry = watch(index);
  const pauses: number[] = [];
  for (let check = 0; check < 6; check += 1) {
    scheduler.planNext(entry, 0);
    const pauseMs = dueInMs(index) ?? -1;
    pauses.push(pauseMs);
    await clock.advance(pauseMs);
    scheduler.unplan(orderIdAt(index));
  }
  return pauses;
}

describe('places', () => {
  test('are spread evenly over the interval, also those of uuids that count upwards', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const phase of phases(7, 2000)) {
      const tenth = Math.floor((phase * 10) / everyMs);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 200)).toBeLessThan(60);
  });

  test('are the same after a restart, and others on another installation', () => {
    expect(phases(7, 20)).toEqual(phases(7, 20));
    const others = phases(8, 20);
    expect(phases(7, 20).filter((phase, at) => phase === others[at])).toEqual([]);
  });

  test('are reached by late checks alone while the cap is too low for more', async () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    scheduler.setStretch(2);
    for (const index of upTo(30)) {
      const entry = watch(index);
      for (let check = 0; check < 12; check += 1) {
        scheduler.planNext(entry, 0);
        const pauseMs = dueInMs(index) ?? -1;
        expect(pauseMs).toBeGreaterThanOrEqual(everyMs - 1);
        expect(pauseMs).toBeLessThanOrEqual(everyMs * 2.2 + 1);
        await clock.advance(pauseMs);
        scheduler.unplan(orderIdAt(index));
      }
      scheduler.planNext(entry, 0);
      expect(Math.abs((dueInMs(index) ?? -1) - everyMs * 2)).toBeLessThan(3);
    }
  });

  test.each([
    [1, 0, 16_500],
    [1, 1000, 15_500],
    [2, 0, 33_000],
    [2, 1000, 32_000],
  ])(
    'make no check later than a tenth of its interval: stretched %d times, in slots of %d ms',
    (stretch, slotMs, mostMs) => {
      const { dueInMs, scheduler, watch } = bench();
      scheduler.setStretch(stretch);
      const pauses = upTo(400).map((index) => {
        scheduler.planNext(watch(index), slotMs);
        return dueInMs(index) ?? -1;
      });
      expect(Math.max(...pauses)).toBeLessThanOrEqual(mostMs + 1);
      expect(Math.max(...pauses)).toBeGreaterThan(mostMs - 300);
    },
  );

  test('while the cap is too low no step but the last is shorter than an interval and a tenth', async () => {
    const parts = bench();
    parts.scheduler.setStretch(2);
    for (const index of upTo(30)) {
      const pauses = await pausesOf(parts, index);
      const isFullStep = (ms: number): boolean => Math.abs(ms - everyMs * 2.2) <= 3;
      const afterLast = pauses.slice(pauses.findIndex((ms) => !isFullStep(ms)) + 1);
      for (const ms of afterLast) expect(Math.abs(ms - everyMs * 2)).toBeLessThan(3);
      expect(afterLast).not.toEqual([]);
    }
  });
});

describe('its clock', () => {
  test('stands still while nothing may be sent', async () => {
    const { clock, dueInMs, scheduler, unplanned, watch } = bench();
    watch(1);
    scheduler.planIn(orderIdAt(1), 10_000);
    await clock.advance(4000);
    scheduler.setRunning(false);
    scheduler.setRunning(false);
    await clock.advance(60_000);
    expect(dueInMs(1)).toBe(6000);
    scheduler.stoodStill(5000);
    expect(dueInMs(1)).toBe(6000);
    scheduler.setRunning(true);
    scheduler.setRunning(true);
    await clock.advance(5999);
    expect(unplanned()).toEqual([]);
    await clock.advance(1);
    expect(unplanned()).toEqual(ids(1));
  });

  test('is set back by a sleep that is noticed afterwards', async () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    watch(1);
    scheduler.setStretch(2);
    scheduler.planIn(orderIdAt(1), 10_000);
    await clock.advance(8000);
    scheduler.stoodStill(6000);
    expect(dueInMs(1)).toBe(8000);
  });

  test('runs slower while the cap is too low, from now on', async () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    scheduler.planNext(watch(1), 0);
    scheduler.planIn(orderIdAt(1), 10_000);
    await clock.advance(4000);
    expect([scheduler.stretch, scheduler.everyMs(orderIdAt(1))]).toEqual([1, everyMs]);
    scheduler.setStretch(3);
    scheduler.setStretch(3);
    expect(dueInMs(1)).toBe(18_000);
    expect([scheduler.stretch, scheduler.everyMs(orderIdAt(1))]).toEqual([3, everyMs * 3]);
    await clock.advance(9000);
    scheduler.setStretch(1);
    expect(dueInMs(1)).toBe(3000);
  });

  test('an order that is opened before its first check keeps its pace while the others wait longer', () => {
    const { dueInMs, scheduler, watch } = bench();
    for (const index of upTo(40)) scheduler.planNext(watch(index), 0);
    scheduler.setStretch(4);
    scheduler.setOpen(orderIdAt(50));
    scheduler.planNext(watch(50), 0);
    expect(dueInMs(50)).toBe(everyMs);
  });

  test('an order that is open takes no more than half of all requests, however low the cap is', () => {
    const { dueInMs, scheduler, watch } = bench();
    for (const index of upTo(4)) scheduler.planNext(watch(index), 0);
    scheduler.setStretch(30);
    scheduler.setOpen(orderIdAt(0));
    // As often as the three others together.
    expect(dueInMs(0)).toBe((everyMs / 3) * 30);
  });

  test('one that is opened goes on from its last answer', () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    for (const index of upTo(40)) scheduler.planNext(watch(index), 0);
    scheduler.setStretch(4);
    scheduler.planNext(watch(1, 'active', { observedAtMs: clock.wallMs() - 10_000 }), 0);
    scheduler.setOpen(orderIdAt(1));
    expect(dueInMs(1)).toBe(everyMs - 10_000);
  });
});

describe('the plan', () => {
  test('of an order that is finished for good is none', () => {
    const { dueInMs, scheduler, watch } = bench();
    const over = watch(1, 'completed', { statusSinceMs: 0, observedAtMs: 1e13 });
    scheduler.planNext(over, 0);
    scheduler.planRetry(over, 1000);
    scheduler.planStored([over]);
    expect([dueInMs(1), scheduler.everyMs(orderIdAt(1))]).toEqual([null, null]);
    expect([scheduler.firstDueMs, scheduler.firstDueAtMs, scheduler.plannedCount]).toEqual([
      null,
      null,
      0,
    ]);
  });

  test('of an order that is gone is none after a restart, for another one was read since', () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    const sinceMs = clock.wallMs() - 60_000;
    const gone = watch(1, 'active', {
      observedAtMs: sinceMs - 60_000,
      problem: { code: 'order-gone', httpStatus: 410, sinceMs, failureCount: 1 },
    });
    scheduler.planStored([gone, watch(2)]);
    expect(dueInMs(1)).toBeNull();
    expect(dueInMs(2)).not.toBeNull();
  });

  test('of an order that ends is taken back', () => {
    const { dueInMs, entries, scheduler, watch } = bench();
    scheduler.planNext(watch(1), 0);
    expect(dueInMs(1)).not.toBeNull();
    scheduler.planNext(watch(1, 'completed', { statusSinceMs: 0, observedAtMs: 1e13 }), 0);
    expect([dueInMs(1), scheduler.demandPerSecond]).toEqual([null, 0]);
    expect(entries.size).toBe(1);
  });

  test('says now for what waits for its turn, and nothing for what left', async () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    watch(1);
    expect(dueInMs(1)).toBeNull();
    scheduler.planIn(orderIdAt(1), 1000);
    await clock.advance(3000);
    expect(scheduler.firstDueAtMs).toBe(clock.wallMs());
    expect(dueInMs(1)).toBe(0);
    scheduler.next(clock.monotonicMs());
    expect([dueInMs(1), scheduler.firstDueMs]).toEqual([0, clock.monotonicMs()]);
    scheduler.unplan(orderIdAt(1));
    expect(dueInMs(1)).toBeNull();
  });

  test('asks for as many requests as the paces of all orders together', () => {
    const { scheduler, watch } = bench();
    for (const index of [1, 2, 3]) scheduler.planNext(watch(index), 0);
    scheduler.planNext(watch(4, 'completed'), 0);
    expect(scheduler.demandPerSecond).toBeCloseTo(3000 / everyMs + 1000 / slowEveryMs, 9);
    scheduler.forget(orderIdAt(1));
    scheduler.forget(orderIdAt(9));
    expect(scheduler.demandPerSecond).toBeCloseTo(2000 / everyMs + 1000 / slowEveryMs, 9);
    for (const index of [2, 3, 4]) scheduler.forget(orderIdAt(index));
    expect([scheduler.demandPerSecond, scheduler.plannedCount]).toEqual([0, 0]);
  });

  test('of stored orders goes on from their last answers, and from the next place after a long time', () => {
    const { clock, dueInMs, entries, scheduler, watch } = bench();
    const nowMs = clock.wallMs();
    for (const index of upTo(50)) watch(index, 'active', { observedAtMs: nowMs - 5000 });
    for (const index of upTo(50)) watch(50 + index, 'active', { observedAtMs: nowMs - 500_000 });
    for (const index of upTo(50)) watch(100 + index, 'active', { observedAtMs: nowMs + 60_000 });
    scheduler.planStored([...entries.values()]);
    for (const index of upTo(50)) {
      expect(dueInMs(index)).toBeGreaterThanOrEqual(everyMs / 2 - 5001);
      expect(dueInMs(index)).toBeLessThanOrEqual(everyMs * 1.1 - 4999);
      expect(dueInMs(50 + index)).toBeGreaterThanOrEqual(0);
      expect(dueInMs(50 + index)).toBeLessThanOrEqual(everyMs);
      // A clock that was set back since counts as an answer of now.
      expect(dueInMs(100 + index)).toBeGreaterThanOrEqual(everyMs / 2 - 1);
      expect(dueInMs(100 + index)).toBeLessThanOrEqual(everyMs * 1.1 + 1);
    }
  });

  test('of an order whose check failed is not changed by the word that it is still open', () => {
    const { dueInMs, scheduler, watch } = bench();
    const entry = watch(1);
    scheduler.setOpen(orderIdAt(1));
    scheduler.planRetry(entry, 60_000);
    scheduler.setOpen(orderIdAt(1));
    expect(dueInMs(1)).toBe(60_000);
  });

  test('stays when an order needs no more checks after the next', () => {
    const { dueInMs, scheduler, watch } = bench();
    scheduler.planNext(watch(1), 0);
    const before = dueInMs(1);
    watch(1, 'completed', { statusSinceMs: 0, observedAtMs: 1e13 });
    scheduler.replan(ids(1));
    expect(dueInMs(1)).toBe(before);
  });

  test('follows a pace that changed, except for what is due already or has left', async () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    for (const index of [1, 2, 3]) scheduler.planNext(watch(index, 'completed'), 0);
    scheduler.unplan(orderIdAt(2));
    scheduler.planIn(orderIdAt(3), 0);
    for (const index of [1, 2, 3]) watch(index, 'active', { observedAtMs: clock.wallMs() });
    scheduler.replan(ids(1, 2, 3, 9));
    expect(dueInMs(1)).toBeLessThanOrEqual(everyMs * 1.1 + 1);
    expect(dueInMs(1)).toBeGreaterThanOrEqual(everyMs / 2 - 1);
    expect([dueInMs(2), dueInMs(3)]).toEqual([null, 0]);
    expect(scheduler.everyMs(orderIdAt(2))).toBe(everyMs);
    await clock.advance(0);
  });
});

describe('new orders', () => {
  test('up to 64 are asked for before all others', () => {
    const { scheduler, unplanned, watch } = bench();
    for (const index of upTo(64)) watch(index);
    scheduler.planNew(ids(...upTo(64), 99), 1);
    expect(scheduler.hasUrgent).toBe(false);
    for (const index of upTo(64)) scheduler.unplan(orderIdAt(index));
    scheduler.planNew(ids(...upTo(64)), 1);
    expect(scheduler.hasUrgent).toBe(true);
    expect(unplanned()).toEqual(ids(...upTo(64)));
  });

  test('that came with a hand-over and are over for good are not asked for', () => {
    const { scheduler, unplanned, watch } = bench();
    for (const index of upTo(65)) {
      watch(index, 'completed', { statusSinceMs: 0, observedAtMs: 1e13 });
    }
    watch(1);
    scheduler.planNew(ids(0, 1), 1);
    expect([unplanned(), scheduler.plannedCount]).toEqual([ids(1), 0]);
    scheduler.planNew(ids(...upTo(65)), 1);
    expect(scheduler.plannedCount).toBe(1);
  });

  test('of more, twenty leave at once and the others at their places or as there is room', () => {
    const { dueInMs, scheduler, watch } = bench();
    for (const index of upTo(100)) watch(index);
    scheduler.planNew(ids(...upTo(100)), 10);
    const dues = upTo(100)
      .map((index) => dueInMs(index) ?? -1)
      .toSorted((one, other) => one - other);
    expect(dues.filter((dueMs) => dueMs === 0).length).toBeGreaterThanOrEqual(20);
    for (const [at, dueMs] of dues.entries()) {
      expect(dueMs).toBeLessThanOrEqual(Math.min(Math.max(at - 19, 0) * 100 + 1, everyMs));
    }
    expect(scheduler.hasUrgent).toBe(false);
  });
});

/** Finished orders that were answered long ago, and when they are due by their places. */
function staleBench(count: number, partsOf: (index: number) => Partial<WatchedOrder> = () => ({})) {
  const parts = bench();
  const { clock, dueInMs, entries, scheduler, watch } = parts;
  const statusSinceMs = clock.wallMs();
  for (const index of upTo(count)) {
    scheduler.planNext(watch(index, 'completed', { statusSinceMs, ...partsOf(index) }), 0);
  }
  for (const entry of entries.values()) {
    entry.watched = { ...entry.watched, observedAtMs: clock.wallMs() - 2 * slowEveryMs };
  }
  const byDue = upTo(count).toSorted((one, other) => (dueInMs(one) ?? 0) - (dueInMs(other) ?? 0));
  scheduler.setStretch(2);
  return { ...parts, byDue };
}

/** When each of 700 orders was looked at, in another sequence than that of their uuids. */
const lookedAtMs = (index: number): number => 1000 + ((index * 7919) % 700);

describe('catching up', () => {
  test('takes the longest due first, and in the end no more a second than there is room for', () => {
    const { byDue, dueInMs, scheduler } = staleBench(60);
    scheduler.catchUp(4);
    expect(byDue.map(dueInMs)).toEqual(byDue.map((_, at) => Math.max(at - 20, 0) * 250));
  });

  test('takes a tenth of all by who looked at them last, and then the others by when they are due', () => {
    const { byDue, dueInMs, scheduler } = staleBench(700, (index) => ({
      lastLookedAtMs: lookedAtMs(index),
    }));
    const byLook = upTo(700).toSorted((one, other) => lookedAtMs(other) - lookedAtMs(one));
    const first = byLook.slice(0, 70);
    // A few of the others are enough here.
    const others = byDue.filter((index) => !first.includes(index)).slice(0, 50);
    const inTurn = [...first, ...others];
    scheduler.catchUp(40);
    expect(inTurn.map(dueInMs)).toEqual(inTurn.map((_, at) => Math.max(at - 20, 0) * 25));
  });

  test('leaves alone what was answered within its interval, which is longer while the cap is too low', () => {
    const { clock, dueInMs, scheduler, watch } = bench();
    scheduler.setStretch(2);
    scheduler.planNext(watch(1), 0);
    const before = dueInMs(1);
    watch(1, 'active', { observedAtMs: clock.wallMs() - (2 * everyMs - 1000) });
    scheduler.catchUp(1);
    expect(dueInMs(1)).toBe(before);
    watch(1, 'active', { observedAtMs: clock.wallMs() - (2 * everyMs - 999) });
    scheduler.catchUp(1);
    expect(dueInMs(1)).toBe(0);
  });

  test('goes behind what has been due for longer', async () => {
    const { clock, scheduler, unplanned, watch } = bench();
    scheduler.planNext(watch(1), 0);
    scheduler.planIn(orderIdAt(1), 0);
    await clock.advance(5000);
    watch(1);
    scheduler.planNext(watch(2), 0);
    watch(2, 'active', { observedAtMs: clock.wallMs() - everyMs });
    scheduler.catchUp(1);
    expect(unplanned()).toEqual(ids(1, 2));
  });

  test('brings stale orders forward: twenty at once, the others as there is room, no order later', async () => {
    const { clock, dueInMs, entries, scheduler, watch } = bench();
    for (const index of upTo(60)) watch(index, 'completed', { statusSinceMs: clock.wallMs() });
    scheduler.planStored([...entries.values()]);
    const before = upTo(60).map((index) => dueInMs(index) ?? -1);
    scheduler.catchUp(2);
    expect(upTo(60).map((index) => dueInMs(index) ?? -1)).toEqual(before);
    for (const entry of entries.values()) {
      entry.watched = { ...entry.watched, observedAtMs: clock.wallMs() - slowEveryMs };
    }
    scheduler.catchUp(2);
    const after = upTo(60).map((index) => dueInMs(index) ?? -1);
    expect(after.filter((dueMs) => dueMs === 0).length).toBeGreaterThanOrEqual(20);
    const late = after.toSorted((one, other) => one - other);
    for (const [at, dueMs] of late.entries()) {
      expect(dueMs).toBeLessThanOrEqual(Math.max(at - 19, 0) * 500 + 1);
    }
    for (const [index, dueMs] of after.entries())
      expect(dueMs).toBeLessThanOrEqual(before[index] ?? -1);
    await clock.advance(0);
  });

  test('begins with what is looked at: in view, pinned, needing attention, looked at last', async () => {
    const { clock, entries, scheduler, unplanned, watch } = bench({ attention: ids(103) });
    for (const index of upTo(100)) watch(index);
    watch(101);
    watch(102, 'active', { isPinned: true });
    watch(103);
    watch(104, 'active', { lastLookedAtMs: 2000 });
    watch(105, 'active', { lastLookedAtMs: 1000 });
    scheduler.planStored([...entries.values()]);
    scheduler.setInView(ids(101));
    for (const entry of entries.values()) {
      entry.watched = { ...entry.watched, observedAtMs: clock.wallMs() - everyMs };
    }
    scheduler.catchUp(1);
    const order = unplanned();
    expect(order.slice(0, 5)).toEqual(ids(101, 102, 103, 104, 105));
    expect(order.length).toBeGreaterThanOrEqual(20);
  });

  test('leaves an order alone that a person asked for', () => {
    const { clock, entries, scheduler, watch } = bench();
    watch(1, 'active', { observedAtMs: 0 });
    scheduler.planStored([...entries.values()]);
    scheduler.ask(ids(1));
    scheduler.catchUp(1);
    expect(scheduler.next(clock.monotonicMs())).toEqual({ id: orderIdAt(1), isUrgent: true });
  });
});

/** How long until the first check. */
const waitMs = ({ clock, scheduler }: ReturnType<typeof bench>): number =>
  (scheduler.firstDueMs ?? Number.NaN) - clock.monotonicMs();

describe('a start', () => {
  const hourMs = 3_600_000;
  /** So many orders of yesterday, read from the store at a start. */
  const yesterday = (count: number, installSeed = 8, seenAgoMs = 14 * hourMs) => {
    const parts = bench({ installSeed });
    const observedAtMs = parts.clock.wallMs() - seenAgoMs;
    const stored = upTo(count).map((index) => parts.watch(index, 'active', { observedAtMs }));
    parts.scheduler.planStored(stored);
    parts.scheduler.waitForStart();
    parts.scheduler.catchUp(20);
    return parts;
  };
  test('says when the first check comes, and sends it then', async () => {
    const parts = yesterday(3);
    const { clock, dueInMs, scheduler, unplanned } = parts;
    const startsMs = waitMs(parts);
    expect(startsMs).toBeGreaterThan(100);
    expect(scheduler.firstDueAtMs).toBe(Math.round(clock.wallMs() + startsMs));
    for (const index of upTo(3))
      expect(dueInMs(index)).toBeGreaterThanOrEqual(Math.floor(startsMs));
    await clock.advance(startsMs - 1);
    expect(unplanned()).toEqual([]);
    await clock.advance(2);
    expect(new Set(unplanned())).toEqual(new Set(ids(0, 1, 2)));
  });

  test.each([
    ['five seconds', 3, 5000],
    ['0.4 s for each order', 30, 12_000],
    ['twenty seconds', 100, 20_000],
  ])('is spread by the installation over %s at most', (_long, count, mostMs) => {
    const waits = upTo(60).map((seed) => waitMs(yesterday(count, seed)));
    expect(Math.max(...waits)).toBeLessThanOrEqual(mostMs);
    expect(Math.max(...waits)).toBeGreaterThan(mostMs * 0.9);
    expect(Math.min(...waits)).toBeLessThan(mostMs * 0.1);
  });

  test('lets go first what a person asks for, pastes or opens', () => {
    const parts = yesterday(60);
    const { scheduler, unplanned, watch } = parts;
    scheduler.setOpen(orderIdAt(7));
    expect(waitMs(parts)).toBe(0);
    scheduler.ask(ids(5));
    watch(100, 'active', { observedAtMs: null });
    scheduler.planNew(ids(100), 20);
    expect(unplanned()).toEqual(ids(5, 100, 7));
  });

  test('waits as long as it says while the check of the order that is open is under way', () => {
    const parts = yesterday(3);
    const startsMs = waitMs(parts);
    parts.scheduler.setOpen(orderIdAt(1));
    expect(parts.unplanned()).toEqual(ids(1));
    expect(waitMs(parts)).toBe(startsMs);
  });

  test('waits for nothing more once a person asks for many or pastes many', () => {
    const asked = yesterday(100);
    asked.scheduler.ask(ids(...upTo(65)));
    expect(waitMs(asked)).toBeLessThanOrEqual(0);
    expect(asked.unplanned().length).toBeGreaterThanOrEqual(65);
    const pasted = yesterday(10);
    const fresh = upTo(65).map((index) => 100 + index);
    for (const index of fresh) pasted.watch(index, 'active', { observedAtMs: null });
    pasted.scheduler.planNew(ids(...fresh), 20);
    expect(waitMs(pasted)).toBeLessThanOrEqual(0);
  });

  test('goes on at once after a restart, by the newest answer', () => {
    const minuteMs = 60_000;
    expect(waitMs(yesterday(60, 8, 10 * minuteMs))).toBeGreaterThan(100);
    expect(waitMs(yesterday(60, 8, 10 * minuteMs - 1))).toBeLessThanOrEqual(0);
    const parts = yesterday(60);
    parts.scheduler.planStored([parts.watch(100)]);
    parts.scheduler.waitForStart();
    expect(waitMs(parts)).toBeLessThanOrEqual(0);
  });
});

/** Orders that are due in some minutes. */
function plannedBench(count: number) {
  const parts = bench();
  const { scheduler, watch } = parts;
  scheduler.setStretch(2);
  const planned = upTo(count).map((index) => watch(index, 'completed'));
  for (const entry of planned) scheduler.planNext(entry, 0);
  return { ...parts, planned };
}

describe('checks that an unproven sender hastens', () => {
  test('are twenty at once, and the others follow as there is room, however often they are asked for', () => {
    const { dueInMs, planned, scheduler } = plannedBench(60);
    scheduler.hasten(planned.slice(0, 30), 2, 0);
    const dueMs = upTo(30).map((at) => Math.max(at - 19, 0) * 500);
    expect(upTo(30).map(dueInMs)).toEqual(dueMs);
    scheduler.hasten(planned, 2, 0);
    expect(upTo(30).map(dueInMs)).toEqual(dueMs);
    expect(dueInMs(30)).toBe(5500);
    expect(dueInMs(59)).toBe(5000 + 30 * 500);
  });

  test('include an order whose check has left, for there is news', () => {
    const { dueInMs, planned, scheduler } = plannedBench(1);
    scheduler.planIn(orderIdAt(0), 0);
    scheduler.unplan(orderIdAt(0));
    scheduler.hasten(planned, 2, 0);
    expect(dueInMs(0)).toBe(0);
  });

  test('come no sooner after the last answer than the service allows', async () => {
    const { clock, dueInMs, planned, scheduler } = plannedBench(1);
    await clock.advance(4000);
    scheduler.hasten(planned, 2, 10_000);
    expect(dueInMs(0)).toBe(6000);
  });
});
