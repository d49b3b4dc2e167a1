import { expect, test } from 'vitest';
import type { OrderId } from '../../../../core/order/order-id.ts';
import { NewOrders } from '../../../../main/watch/new-orders.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const ids = Array.from({ length: 1200 }, (_, index) => orderIdAt(index));

function bench(): { readonly newOrders: NewOrders; readonly recorded: OrderId[] } {
  const recorded: OrderId[] = [];
  const newOrders = new NewOrders({
    inTurn: (given) => given.toReversed(),
    record: (id) => recorded.push(id),
  });
  return { newOrders, recorded };
}

test('thousands are recorded in the order in which they will be asked for, in several turns', () => {
  const { newOrders, recorded } = bench();
  newOrders.takeUp(ids);
  let turns = 0;
  for (; newOrders.areWaiting; turns += 1) {
    const before = recorded.length;
    newOrders.goOn();
    expect(recorded.length - before).toBeLessThanOrEqual(500);
  }
  expect(recorded).toEqual(ids.toReversed());
  expect(turns).toBeGreaterThan(2);
});

test('what is added meanwhile follows, and ending waits for no turn', () => {
  const { newOrders, recorded } = bench();
  newOrders.takeUp(ids.slice(0, 600));
  newOrders.goOn();
  newOrders.goOn();
  newOrders.takeUp(ids.slice(600));
  newOrders.finish();
  expect(new Set(recorded)).toEqual(new Set(ids));
  expect(recorded).toHaveLength(ids.length);
  expect(newOrders.areWaiting).toBe(false);
});
