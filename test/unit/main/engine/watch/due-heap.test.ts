import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueHeap, type HeapItem } from '../../../../../main/engine/watch/due-heap.ts';

interface Item extends HeapItem {
  dueMs: number;
}

const itemDue = (dueMs: number): Item => ({ dueMs, heap: null, heapIndex: 0 });

const newHeap = (): DueHeap<Item> => new DueHeap((one, other) => one.dueMs < other.dueMs);

function emptied(heap: DueHeap<Item>): readonly number[] {
  const dues: number[] = [];
  for (let left = heap.size; left > 0 && heap.first !== undefined; left -= 1) {
    dues.push(heap.first.dueMs);
    heap.delete(heap.first);
  }
  expect(heap.size).toBe(0);
  return dues;
}

test('what is removed, wherever it is, leaves the rest in the order of time', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 40 }), fc.array(fc.nat(39)), (dues, removed) => {
      const heap = newHeap();
      const items = dues.map(itemDue);
      for (const item of items) heap.push(item);
      const gone = new Set(removed.flatMap((index) => items[index] ?? []));
      for (const item of gone) heap.delete(item);
      const left = items.filter((item) => !gone.has(item));
      expect(heap.size).toBe(left.length);
      expect(new Set(heap.items)).toEqual(new Set(left));
      expect(emptied(heap)).toEqual(left.map(({ dueMs }) => dueMs).toSorted((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

test('an item goes from one to the other, and one that does not hold it leaves it alone', () => {
  const [one, other] = [newHeap(), newHeap()];
  const moved = itemDue(1);
  for (const dueMs of [2, 3, 4]) one.push(itemDue(dueMs));
  for (const dueMs of [5, 6]) other.push(itemDue(dueMs));
  one.push(moved);
  other.delete(moved);
  expect(one.first).toBe(moved);
  one.delete(moved);
  expect(moved.heap).toBeNull();
  one.delete(moved);
  other.push(moved);
  expect(emptied(one)).toEqual([2, 3, 4]);
  expect(emptied(other)).toEqual([1, 5, 6]);
  expect(one.first).toBeUndefined();
});

test('of many, each step looks at a few only', () => {
  let looks = 0;
  const heap = new DueHeap<Item>((one, other) => {
    looks += 1;
    return one.dueMs < other.dueMs;
  });
  for (let index = 0; index < 1024; index += 1) heap.push(itemDue((index * 389) % 1024));
  looks = 0;
  if (heap.first) heap.delete(heap.first);
  heap.push(itemDue(5));
  // Twice the height to sink, once to rise, and as much again for the item that fills the gap.
  expect(looks).toBeLessThanOrEqual(40);
});
