import { expect, it } from 'vitest';
import { partitionCount, partitionOf } from '../../../../core/team/partition.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';

it('an order is in the same partition at every hub', () => {
  expect(partitionOf(orderIdOf('3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418'))).toBe(34);
  expect(partitionOf(orderIdOf('00000000-0000-4000-8000-000000000000'))).toBe(53);
});

it('orders spread evenly over all partitions', () => {
  const counts = new Map<number, number>();
  for (let index = 1; index <= 6400; index += 1) {
    const partition = partitionOf(orderIdAt(index));
    counts.set(partition, (counts.get(partition) ?? 0) + 1);
  }
  expect(counts.size).toBe(partitionCount);
  expect([...counts.keys()].every((partition) => partition >= 0 && partition < 64)).toBe(true);
  expect(Math.min(...counts.values())).toBeGreaterThan(50);
  expect(Math.max(...counts.values())).toBeLessThan(160);
});
