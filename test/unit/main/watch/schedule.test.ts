import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueHeap } from '../../../../main/watch/due-heap.ts';
import { nextPhaseMs, phaseOf } from '../../../../main/watch/phase.ts';
import { Schedule } from '../../../../main/watch/schedule.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

test('the heap gives what is due first, whatever was put, moved and removed before', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), slot: fc.nat(200), due: fc.nat(1000) }),
    fc.record({ kind: fc.constant('delete' as const), slot: fc.nat(200) }),
    fc.record({ kind: fc.constant('shift' as const), by: fc.integer({ min: -50, max: 50 }) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 400 }), (actions) => {
      const heap = new DueHeap();
      const model = new Map<number, number>();
      for (const each of actions) {
        if (each.kind === 'set') {
          heap.set(each.slot, each.due);
          model.set(each.slot, each.due);
        } else if (each.kind === 'delete') {
          heap.delete(each.slot);
          model.delete(each.slot);
        } else {
          heap.shift(each.by);
          for (const [slot, due] of model) model.set(slot, due + each.by);
        }
        expect(heap.size).toBe(model.size);
        const earliest = model.size === 0 ? undefined : Math.min(...model.values());
        expect(model.get(heap.first())).toBe(earliest);
      }
      for (const [slot, due] of model) expect(heap.dueMs(slot)).toBe(due);
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

test('the next check is at the order’s own phase, half to one and a half intervals away', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.integer({ min: 1000, max: 600_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (nowMs, everyMs, phase) => {
        const next = nextPhaseMs(nowMs, everyMs, phase);
        expect(next - nowMs).toBeGreaterThanOrEqual(everyMs / 2 - 0.001);
        expect(next - nowMs).toBeLessThanOrEqual(everyMs * 1.5 + 0.001);
        const cycles = (next - phase * everyMs) / everyMs;
        expect(Math.abs(cycles - Math.round(cycles))).toBeLessThan(1e-6);
      },
    ),
  );
});

test('urgent orders go first, in the order of asking, and demand follows the paces', () => {
  const schedule = new Schedule(1);
  const [a, b, c] = [orderIdAt(1), orderIdAt(2), orderIdAt(3)];
  schedule.setPace(a, 10_000);
  schedule.setPace(b, 20_000);
  schedule.planAt(a, 5);
  schedule.planAt(b, 4);
  expect(schedule.demandPerSecond).toBeCloseTo(0.15);
  expect(schedule.peek(10)).toBe(b);
  schedule.ask(c);
  schedule.ask(a);
  expect(schedule.peek(0)).toBe(c);
  schedule.take(c);
  expect(schedule.peek(0)).toBe(a);
  schedule.take(a);
  expect(schedule.peek(3)).toBeNull();
  expect(schedule.peekAny()).toBe(b);
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
  schedule.setFront(b, true);
  schedule.setFront(c, true);
  expect(schedule.peek(10)).toBe(b);
  expect(schedule.firstDueMs).toBe(1);
  expect([schedule.dueMs(a, 0), schedule.dueMs(b, 0), schedule.dueMs(c, 0)]).toEqual([1, 2, 50]);
  schedule.setFront(b, false);
  expect(schedule.peek(10)).toBe(a);
  expect(schedule.dueMs(b, 0)).toBe(2);
  expect(schedule.plannedCount).toBe(3);
});

test('after a time of not checking the highest rank comes first, behind the front', () => {
  const schedule = new Schedule(1);
  const ids = Array.from({ length: 50 }, (_, index) => orderIdAt(index));
  for (const [index, id] of ids.entries()) schedule.planAt(id, index);
  schedule.setFront(orderIdAt(13), true);
  const rankOf = (id: string): number => (ids.indexOf(id as (typeof ids)[number]) * 7) % 50;
  schedule.rankDue(100, rankOf);
  const taken = ids.map(() => {
    const id = schedule.peek(100);
    if (id !== null) schedule.take(id);
    return id;
  });
  expect(taken[0]).toBe(orderIdAt(13));
  const ranks = taken.slice(1).map((id) => rankOf(id ?? ''));
  expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
});
