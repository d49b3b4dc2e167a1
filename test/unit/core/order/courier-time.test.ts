import { expect, test } from 'vitest';
import { judgeCourierTime } from '../../../../core/order/courier-time.ts';
import type { CourierFix, Order } from '../../../../core/order/order.ts';
import { courier, fixAt, noonMs, order } from './order-samples.ts';

const minute = 60_000;
const at = (reportedAtMs: number | null, more: Partial<CourierFix> = {}): Order =>
  order({ courier: courier({ ...fixAt(0), reportedAtMs, ...more }) });
const fixOf = ({ order: { courier: who } }: { readonly order: Order }) => who?.fix ?? null;

test('a time of the past, or a little ahead, is used as it is', () => {
  for (const timeMs of [noonMs - 5 * minute, noonMs, noonMs + 2 * minute]) {
    const after = at(timeMs);
    expect(judgeCourierTime(null, after, noonMs, 7)).toEqual({
      order: after,
      note: null,
      aheadMs: 7,
    });
  }
});

test.each([
  ['no courier', order()],
  ['no position', order({ courier: courier(null) })],
  ['no time', at(null)],
])('an order with %s has nothing to judge', (_what, after) => {
  expect(judgeCourierTime(at(noonMs), after, noonMs, 7)).toEqual({
    order: after,
    note: null,
    aheadMs: 7,
  });
});

test('a position that is older than the known one gives way to it', () => {
  const before = at(noonMs - minute, { latitudeDeg: 22.1 });
  const judged = judgeCourierTime(before, at(noonMs - minute - 1), noonMs, 0);
  expect([fixOf(judged), judged.note]).toEqual([before.courier?.fix, 'fix-older-than-known']);
  const equal = judgeCourierTime(before, at(noonMs - minute), noonMs, 0);
  expect([fixOf(equal)?.latitudeDeg, equal.note]).toEqual([fixAt(0).latitudeDeg, null]);
});

test('of another courier no position is known, nor where none was given before', () => {
  const other = { name: 'Ho Ka Ho', phoneNumber: '1', fix: { ...fixAt(9), reportedAtMs: noonMs } };
  for (const before of [order({ courier: other }), order(), order({ courier: courier(null) })]) {
    const judged = judgeCourierTime(before, at(noonMs - minute), noonMs, 0);
    expect([fixOf(judged)?.reportedAtMs, judged.note]).toEqual([noonMs - minute, null]);
  }
});

test('a known position without a time, or with one ahead of now, refuses nothing that is newer', () => {
  for (const known of [null, noonMs + 60 * minute]) {
    expect(judgeCourierTime(at(known), at(noonMs), noonMs, 0).note).toBeNull();
  }
});

test('a clock that is ahead is remembered and taken off, and no position is younger than its arrival', () => {
  const first = judgeCourierTime(null, at(noonMs + 5 * minute), noonMs, 0);
  expect([fixOf(first), first.note, first.aheadMs]).toEqual([
    { ...fixAt(0), reportedAtMs: noonMs, statedAtMs: noonMs + 5 * minute },
    'fix-from-the-future',
    5 * minute,
  ]);
  const next = judgeCourierTime(
    first.order,
    at(noonMs + 5 * minute + 5000, { latitudeDeg: 22.1 }),
    noonMs + 15_000,
    first.aheadMs,
  );
  expect([fixOf(next)?.reportedAtMs, next.aheadMs]).toEqual([noonMs + 5000, 5 * minute]);
});

test('a lead that would make a position a quarter of an hour old says that the clock was set', () => {
  const set = (aheadMs: number) => {
    const judged = judgeCourierTime(null, at(noonMs + 3 * minute), noonMs, aheadMs);
    return [fixOf(judged)?.reportedAtMs, judged.aheadMs];
  };
  expect(set(18 * minute)).toEqual([noonMs - 15 * minute, 18 * minute]);
  expect(set(18 * minute + 1)).toEqual([noonMs, 3 * minute]);
});

test('a position that comes again unchanged keeps the time that it was first given', () => {
  const first = judgeCourierTime(null, at(noonMs + 5 * minute), noonMs, 0);
  const laterMs = noonMs + 6 * minute;
  const again = judgeCourierTime(first.order, at(noonMs + 5 * minute), laterMs, first.aheadMs);
  expect(again).toEqual({ order: first.order, note: null, aheadMs: first.aheadMs });
  for (const moved of [{ latitudeDeg: 22.1 }, { longitudeDeg: 114.1 }]) {
    const other = judgeCourierTime(
      first.order,
      at(noonMs + 5 * minute, moved),
      laterMs,
      first.aheadMs,
    );
    expect(fixOf(other)).toEqual({ ...fixAt(0), ...moved, reportedAtMs: noonMs + 5 * minute });
  }
  const newer = judgeCourierTime(first.order, at(noonMs + 5 * minute + 1), laterMs, first.aheadMs);
  expect(fixOf(newer)?.reportedAtMs).toBe(noonMs + 5 * minute + 1);
});
