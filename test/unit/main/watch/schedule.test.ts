import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { DueHeap } from '../../../../main/watch/due-heap.ts';
import { nextPhaseMs, phaseOf } from '../../../../main/watch/phase.ts';
import { Schedule } from '../../../../main/watch/schedule.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

test('the heap gives what is due first, whatever was put, moved and removed before', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), slot: fc.nat(200), due: fc.nat(1000) }),
    fc.record({ kind: fc.constant('delete' as const), slot: fc.nat(200) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 400 }), (actions) => {
      const heap = new DueHeap();
      const model = new Map<number, number>();
      for (const each of actions) {
        if (each.kind === 'set') {
          heap.set(each.slot, each.due);
          model.set(each.slot, each.due);
        } else {
          heap.delete(each.slot);
          model.delete(each.slot);
        }
        expect(heap.size).toBe(model.size);
        const earliest = model.size === 0 ? undefined : Math.min(...model.values());
        expect(model.get(heap.first())).toBe(earliest);
      }
      for (const [slot, due] of model) expect(heap.dueMs(slot)).toBe(due);
      expect(new Set(heap.slots())).toEqual(new Set(model.keys()));
    }),
  );
});

test('phases of uuids that differ little lie all over the interval', () => {
  const buckets = Array.from({ length: 20 }, () => 0);
  for (let index = 0; index < 10_000; index += 1) {
    const bucket = Math.floor(phaseOf(orderIdAt(index), 12_345) * 20);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  for (const count of buckets) expect(Math.abs(count - 500)).toBeLessThan(90);
});

test('a phase is the same after a restart and another on another desk', () => {
  expect(phaseOf(orderIdAt(5), 1)).toBe(phaseOf(orderIdAt(5), 1));
  expect(phaseOf(orderIdAt(5), 1)).not.toBe(phaseOf(orderIdAt(5), 2));
});

const anyCheck = {
  nowMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  everyMs: fc.integer({ min: 5000, max: 600_000 }),
  phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
  slackShare: fc.double({ min: 0, max: 0.07, noNaN: true }),
  mayHurry: fc.boolean(),
};

/** How far a time is from the instants of a phase, as a part of the interval. */
function offPlace(atMs: number, everyMs: number, phase: number): number {
  const cycles = (atMs - phase * everyMs) / everyMs;
  return Math.abs(cycles - Math.round(cycles));
}

test('no gap is longer than 1.1 intervals with everything that delays a request, or shorter than half', () => {
  fc.assert(
    fc.property(fc.record(anyCheck), ({ nowMs, everyMs, phase, slackShare, mayHurry }) => {
      const slackMs = slackShare * everyMs;
      const gapMs = nextPhaseMs(nowMs, everyMs, phase, { slackMs, mayHurry }) - nowMs;
      expect(gapMs).toBeGreaterThanOrEqual(everyMs / 2 - 0.001);
      expect(gapMs + slackMs).toBeLessThanOrEqual(everyMs * 1.1 + 0.001);
    }),
  );
});

test('wherever an order was asked, it comes to its own place, and stays there', () => {
  fc.assert(
    fc.property(fc.record(anyCheck), ({ nowMs, everyMs, phase, slackShare, mayHurry }) => {
      const pace = { slackMs: slackShare * everyMs, mayHurry };
      let askedMs = nowMs;
      const rounds = mayHurry ? 2 : 25;
      for (let round = 0; round < rounds; round += 1) {
        askedMs = nextPhaseMs(askedMs, everyMs, phase, pace);
      }
      expect(offPlace(askedMs, everyMs, phase)).toBeLessThan(1e-6);
      // Answers take a while, and slots begin where they begin: neither drives it away.
      const nextMs = nextPhaseMs(askedMs + everyMs * 0.04, everyMs, phase, pace);
      expect(nextMs - askedMs).toBeCloseTo(everyMs, 0);
    }),
  );
});

test('orders in the order of their places are asked next at those places, none of them late', () => {
  const [everyMs, nowMs, count] = [30_000, 123_456, 10_000];
  const schedule = new Schedule(9);
  const pace = { slackMs: 210, mayHurry: false };
  const ids = Array.from({ length: count }, (_, index) => orderIdAt(index));
  const inTurn = ids
    .map((id) => ({ id, ms: schedule.untilPlaceMs(id, nowMs, everyMs) }))
    .toSorted((one, other) => one.ms - other.ms);
  for (const [rank, { id, ms }] of inTurn.entries()) {
    const askedMs = nowMs + (rank / count) * (everyMs / 1.08) + 70;
    schedule.setPace(id, everyMs);
    schedule.planByPace(id, askedMs, pace);
    expect(schedule.dueMs(id, nowMs)).toBeCloseTo(nowMs + ms + everyMs, 3);
    expect((schedule.dueMs(id, nowMs) ?? 0) - askedMs).toBeLessThan(everyMs * 1.1 - 210);
  }
});

test('urgent orders go first, in the order of asking, and demand follows the paces', () => {
  const schedule = new Schedule(1);
  const [a, b, c] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];
  schedule.setPace(a, 10_000);
  schedule.setPace(b, 20_000);
  schedule.planAt(a, 5);
  schedule.planAt(b, 4);
  expect(schedule.demandPerSecond).toBeCloseTo(0.15);
  expect(schedule.peek(3)).toBeNull();
  expect(schedule.peekAny()).toBe(b);
  expect(schedule.peek(4)).toBe(b);
  schedule.ask(c);
  schedule.ask(a);
  expect(schedule.peek(4)).toBe(c);
  schedule.take(c);
  expect(schedule.peekAny()).toBe(a);
  schedule.take(a);
  expect(schedule.peek(4)).toBe(b);
  for (const id of [a, b, c]) schedule.forget(id);
  expect(schedule.demandPerSecond).toBe(0);
  expect(schedule.plannedCount).toBe(0);
});

test('of what is due the front goes first, and keeps its due time when it moves there and back', () => {
  const schedule = new Schedule(1);
  const [a, b, c] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];
  schedule.planAt(a, 1);
  schedule.planAt(b, 2);
  schedule.planAt(c, 50);
  schedule.setFront(b, true, 0);
  schedule.setFront(c, true, 0);
  expect(schedule.firstDueMs).toBe(1);
  expect(schedule.peek(10)).toBe(b);
  expect([schedule.dueMs(a, 10), schedule.dueMs(b, 10), schedule.dueMs(c, 10)]).toEqual([1, 2, 50]);
  schedule.setFront(b, false, 10);
  expect(schedule.peek(10)).toBe(a);
  schedule.setFront(b, true, 10);
  expect(schedule.peek(10)).toBe(b);
  expect(schedule.dueMs(b, 10)).toBe(2);
  expect(schedule.plannedCount).toBe(3);
  // When one may be asked, due or not, it is the one of the front that is due first.
  schedule.take(b);
  expect(schedule.peekAny()).toBe(c);
  expect(schedule.peek(10)).toBe(a);
  expect(schedule.peek(50)).toBe(c);
});

test('what is put first comes before all others that are due, behind the front, and nothing else moves', () => {
  const schedule = new Schedule(1);
  const [a, b, c, d] = [orderIdAt(1), orderIdAt(2), orderIdAt(3), orderIdAt(4)];
  const [e, f] = [orderIdAt(5), orderIdAt(6)];
  for (const [index, id] of [a, b, c, d, e].entries()) schedule.planAt(id, index);
  schedule.planAt(f, 200);
  schedule.setFront(b, true, 100);
  expect(schedule.dueIds(100).toSorted()).toEqual([a, b, c, d, e].toSorted());
  schedule.take(c);
  // One is being asked meanwhile, one is not due, one nobody knows.
  schedule.putFirst([e, c, f, orderIdAt(7), d], 100);
  const taken: string[] = [];
  for (let id = schedule.peek(100); id !== null; id = schedule.peek(100)) {
    schedule.take(id);
    taken.push(id);
  }
  expect(taken).toEqual([b, e, d, a]);
  expect(schedule.dueMs(f, 100)).toBe(200);
});

test('of those that are due the one goes first that must be asked soonest, by its own pace', () => {
  const schedule = new Schedule(1);
  const [often, seldom, later] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];
  schedule.setPace(often, 10_000);
  schedule.setPace(seldom, 300_000);
  schedule.setPace(later, 10_000);
  schedule.planAt(seldom, 1000);
  schedule.planAt(often, 9000);
  schedule.planAt(later, 10_500);
  expect(schedule.peek(1000)).toBe(seldom);
  expect(schedule.peek(10_000)).toBe(often);
  schedule.take(often);
  expect(schedule.peek(10_000)).toBe(seldom);
  expect(schedule.peek(10_500)).toBe(later);
});

test('after a standstill all go as if that had not been, in the order of their places since it began', () => {
  const ids = Array.from({ length: 500 }, (_, index) => orderIdAt(index));
  const [everyMs, nowMs] = [60_000, 1_000_000];
  const order = (stoodStillMs: number): readonly string[] => {
    const schedule = new Schedule(3);
    for (const [index, id] of ids.entries()) {
      schedule.setPace(id, everyMs);
      schedule.planAt(id, index);
    }
    for (const id of ids) schedule.setLate(id, nowMs, stoodStillMs);
    return ids.map(() => {
      const id = schedule.peek(nowMs) ?? orderIdAt(0);
      schedule.take(id);
      return id;
    });
  };
  const byPlaceFrom = (fromMs: number): readonly string[] => {
    const untilMs = (id: OrderId) => new Schedule(3).untilPlaceMs(id, fromMs, everyMs);
    return ids.toSorted((one, other) => untilMs(one) - untilMs(other));
  };
  for (const stoodStillMs of [everyMs * 0.3, everyMs, everyMs * 7.3])
    expect(order(stoodStillMs)).toEqual(byPlaceFrom(nowMs - stoodStillMs - 1000));
  // There those that are not late have their own places.
  for (const stoodStillMs of [everyMs / 2, everyMs * 0.9, Number.POSITIVE_INFINITY])
    expect(order(stoodStillMs)).toEqual(byPlaceFrom(nowMs));
});

test('what stretches all intervals moves no order before another, and comes off what is planned', () => {
  const stretches = fc.array(fc.double({ min: 1, max: 8, noNaN: true }), { minLength: 1 });
  const ids = Array.from({ length: 30 }, (_, index) => orderIdAt(index));
  const everyMs = 15_000;
  fc.assert(
    fc.property(stretches, (all) => {
      const schedule = new Schedule(5, 1.7e12);
      const places = (nowMs: number) => ids.map((id) => schedule.untilPlaceMs(id, nowMs, everyMs));
      let nowMs = 1000;
      for (const stretch of all) {
        const before = places(nowMs);
        const were = schedule.stretch;
        schedule.setStretch(stretch, nowMs);
        const after = places(nowMs);
        for (const [index, ms] of after.entries())
          expect(ms).toBeCloseTo(((before[index] ?? 0) / were) * stretch, 1);
        nowMs += 40_000;
      }
      schedule.setPace(orderIdAt(1), everyMs);
      schedule.setStretch(4, nowMs);
      schedule.planAt(orderIdAt(1), nowMs + 40_000);
      schedule.setStretch(1, nowMs);
      expect(schedule.dueMs(orderIdAt(1), nowMs)).toBeCloseTo(nowMs + 10_000, 1);
    }),
  );
});

function plannedAt(index: number): number {
  return (index * 7) % 4000;
}

test('with thousands pinned the front still goes first, by due time, and the rest follows', () => {
  const schedule = new Schedule(1);
  const ids = Array.from({ length: 4000 }, (_, index) => orderIdAt(index));
  for (const [index, id] of ids.entries()) {
    schedule.planAt(id, plannedAt(index));
    schedule.setFront(id, index % 2 === 0, 0);
  }
  const taken: number[] = [];
  for (const nowMs of [500, 501, 3999]) {
    for (;;) {
      const id = schedule.peek(nowMs);
      if (id === null) break;
      taken.push(ids.indexOf(id));
      schedule.take(id);
      // An order that comes to the front while others are being taken is not overlooked.
      if (taken.length === 100) schedule.setFront(orderIdAt(1), true, nowMs);
    }
  }
  expect(taken).toHaveLength(4000);
  const first = taken.filter((index) => plannedAt(index) <= 500);
  expect(taken.slice(0, first.length)).toEqual(first);
  expect(first.indexOf(1)).toBe(100);
  const front = first.filter((index) => index % 2 === 0);
  expect(front.map(plannedAt)).toEqual(front.map(plannedAt).toSorted((one, other) => one - other));
  expect(first.findIndex((index) => index % 2 === 1 && index !== 1)).toBe(front.length + 1);
});

test('the demand of paces that came and went is never below nothing', () => {
  const paces = fc.array(fc.constantFrom(null, 13_333, 15_000, 20_000, 30_000, 300_000), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(paces, (all) => {
      const schedule = new Schedule(1);
      for (const [index, everyMs] of all.entries()) {
        schedule.setPace(orderIdAt(index % 5), everyMs);
        expect(schedule.demandPerSecond).toBeGreaterThanOrEqual(0);
      }
      for (let index = 0; index < 5; index += 1) schedule.setPace(orderIdAt(index), null);
      expect(schedule.demandPerSecond).toBeGreaterThanOrEqual(0);
      expect(schedule.demandPerSecond).toBeLessThan(1e-9);
    }),
  );
});
