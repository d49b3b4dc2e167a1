import { expect, test } from 'vitest';
import { OrderSearch } from '../../../../../main/engine/board/order-search.ts';
import type { WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

/** Some orders, the window's search, and how many orders had their texts made since the last question. */
function bench(count: number) {
  const clock = new FakeClock();
  let made = 0;
  const watched = (index: number, note: string): WatchedOrder => {
    const id = orderIdAt(index);
    const order = {
      ...someOrder(id),
      get noteToCourier() {
        made += 1;
        return note;
      },
    };
    return someWatched(id, { label: `Table ${index}`, order });
  };
  const orders = new Map(
    Array.from({ length: count }, (_, index) => [orderIdAt(index), watched(index, 'Ring twice')]),
  );
  const search = new OrderSearch(
    { list: () => [...orders.values()], get: (id) => orders.get(id) },
    clock,
  );
  const madeSince = () => {
    const since = made;
    made = 0;
    return since;
  };
  const change = (index: number, note: string) => {
    orders.set(orderIdAt(index), watched(index, note));
    search.ordersChanged([orderIdAt(index)]);
  };
  return { change, clock, madeSince, search };
}

test('once a window listens all orders are made ready, a hundred in one turn, before a search', async () => {
  const { clock, madeSince, search } = bench(250);
  search.listen();
  expect(madeSince()).toBe(0);
  for (const made of [100, 100, 50]) {
    await clock.advance(1);
    expect(madeSince()).toBe(made);
  }
  expect(search.find('ring')).toHaveLength(250);
  expect(madeSince()).toBe(0);
});

test('an order that changes is made ready within a second, and found as it is even before', async () => {
  const { change, clock, madeSince, search } = bench(3);
  search.listen();
  await clock.advance(1000);
  madeSince();
  change(1, 'Mind the dog');
  expect(search.find('dog').map(({ id }) => id)).toEqual([orderIdAt(1)]);
  change(2, 'Mind the cat');
  await clock.advance(1000);
  madeSince();
  expect(search.find('cat').map(({ id }) => id)).toEqual([orderIdAt(2)]);
  expect(madeSince()).toBe(0);
});

test('nothing is held of an order that left the list, and nothing at all once the window is gone', async () => {
  const { change, clock, madeSince, search } = bench(3);
  search.listen();
  await clock.advance(1000);
  search.ordersRemoved([orderIdAt(0)]);
  madeSince();
  expect(search.find('ring')).toHaveLength(3);
  expect(madeSince()).toBe(1);
  change(1, 'Mind the dog');
  search.silence();
  expect(clock.waitingTimers).toBe(0);
  madeSince();
  expect(search.find('ring')).toHaveLength(2);
  expect(madeSince()).toBe(3);
});
