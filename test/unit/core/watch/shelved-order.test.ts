import { expect, test } from 'vitest';
import {
  emptyShelf,
  hasAnswer,
  lastAnswer,
  ShelvedOrder,
  withFacts,
} from '../../../../core/watch/shelved-order.ts';
import type { OrderShelf } from '../../../../core/watch/shelved-order.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const order = someOrder(id);

function shelf(): OrderShelf & { fetches: number; isBroken: boolean } {
  return {
    fetches: 0,
    isBroken: false,
    fetch() {
      if (this.isBroken) throw new Error('disk I/O error');
      this.fetches += 1;
      return order;
    },
  };
}

test('an answer on the shelf is fetched when it is looked at, not before and not by copying', () => {
  const on = shelf();
  const shelved = new ShelvedOrder(someWatched(id), on);
  const muted = withFacts(shelved, { isMuted: true });
  expect(hasAnswer(muted)).toBe(true);
  expect(on.fetches).toBe(0);
  expect(muted.order).toBe(order);
  expect(muted.order).toBe(order);
  expect(on.fetches).toBe(1);
  expect(muted).toEqual(someWatched(id, { order, isMuted: true }));
});

test('a copy by spreading holds the answer', () => {
  const on = shelf();
  const shelved: WatchedOrder = new ShelvedOrder(someWatched(id), on);
  const copy = { ...shelved };
  on.isBroken = true;
  expect(copy.order).toBe(order);
});

test('a shelf that cannot be read shows no answer, and is not taken for having none', () => {
  const on = shelf();
  on.isBroken = true;
  const shelved = new ShelvedOrder(someWatched(id), on);
  expect(shelved.order).toBeNull();
  expect(() => lastAnswer(shelved)).toThrow('disk I/O error');
  on.isBroken = false;
  expect(shelved.order).toBe(order);
});

test('an order that was never answered is known to be so', () => {
  const shelved = new ShelvedOrder(someWatched(id), emptyShelf);
  expect(hasAnswer(shelved)).toBe(false);
  expect(lastAnswer(shelved)).toBeNull();
});
