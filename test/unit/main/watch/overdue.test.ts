import { expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { Overdue } from '../../../../main/watch/overdue.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

function rankedBy(rankOf: (id: OrderId) => number): {
  readonly overdue: Overdue;
  readonly first: OrderId[];
  readonly late: [id: OrderId, stoodStillMs: number][];
} {
  const first: OrderId[] = [];
  const late: [OrderId, number][] = [];
  const overdue = new Overdue({
    rankOf,
    setLate: (...args) => late.push(args),
    putFirst: (ids) => first.push(...ids),
  });
  return { overdue, first, late };
}

const ids = Array.from({ length: 5000 }, (_, index) => orderIdAt(index));

test('a few are ranked at once, the highest first, and nobody without a rank', () => {
  const few = ids.slice(0, 100);
  const { overdue, first, late } = rankedBy((id) => few.indexOf(id) - 90);
  overdue.rank(few, 7000);
  expect(first).toEqual(few.slice(91).toReversed());
  expect(late).toEqual(few.map((id) => [id, 7000]));
  expect(overdue.isRanking).toBe(false);
});

test('of thousands no turn looks at more than two, and the highest tenth comes first', () => {
  let lookedAt = 0;
  const { overdue, first } = rankedBy((id) => {
    lookedAt += 1;
    return 1 + ((ids.indexOf(id) * 7) % ids.length);
  });
  const inTurns: number[] = [];
  for (overdue.rank(ids, 0); ; overdue.goOn()) {
    inTurns.push(lookedAt);
    lookedAt = 0;
    if (!overdue.isRanking) break;
    expect(first).toEqual([]);
  }
  expect(inTurns).toEqual([2000, 2000, 1000]);
  const places = new Map(ids.map((id, index) => [id, (index * 7) % ids.length]));
  const wanted = Array.from({ length: 500 }, (_, index) => ids.length - 1 - index);
  expect(first.map((id) => places.get(id))).toEqual(wanted);
});

test('with equal ranks a tenth goes first all the same', () => {
  const { overdue, first } = rankedBy(() => 5);
  overdue.rank(ids.slice(0, 2000), 0);
  expect(first).toEqual(ids.slice(0, 200));
});

test('what was late before a second outage is ranked no more', () => {
  const { overdue, first } = rankedBy(() => 5);
  overdue.rank(ids, 0);
  overdue.rank(ids.slice(0, 50), 0);
  expect(overdue.isRanking).toBe(false);
  expect(first).toEqual(ids.slice(0, 50));
});
