import { expect, test } from 'vitest';
import { defaultWaitRules } from '../../../../../core/watch/order-waits.ts';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import type { SeenState, WatchedOrder } from '../../../../../core/watch/watched-order.ts';
import { SeenOrders } from '../../../../../main/engine/board/seen-orders.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { orderIdAt, someOrder, someWatched } from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const known = { reason: 'priceChanged', causeAtMs: 1, atMs: 2 } as const;

/** Orders with an unknown status, and what is marked of them. */
function seenBench(orderCount = 1) {
  const clock = new FakeClock();
  const orders = new Map<OrderId, WatchedOrder>();
  for (let index = 1; index <= orderCount; index += 1) {
    const order = someOrder(orderIdAt(index), { status: { raw: 'customs', phase: 'unknown' } });
    orders.set(
      order.id,
      someWatched(order.id, {
        order,
        statusSinceMs: clock.wallMs(),
        unseenCount: 2,
        lastLookedAtMs: 5,
        acknowledged: [known],
      }),
    );
  }
  const closed: OrderId[] = [];
  let changes = 0;
  const seenOrders = new SeenOrders({
    clock,
    watch: {
      changeSeen(ids, next) {
        changes += 1;
        for (const each of ids) {
          const watched = orders.get(each);
          if (watched !== undefined) orders.set(each, { ...watched, ...next(watched) });
        }
      },
    },
    waitRules: () => defaultWaitRules,
    seen: (ids) => closed.push(...ids),
  });
  const stateOf = (each = id): SeenState | undefined => orders.get(each);
  return { clock, closed, seenOrders, orders, stateOf, changeCount: () => changes };
}

test('a look with a call acknowledges what stands, closes the notification, and undo restores exactly what was', async () => {
  const { clock, closed, seenOrders, orders, stateOf } = seenBench();
  const before = orders.get(id);
  await clock.advance(1000);
  const undoToken = seenOrders.markSeen([id], { call: { word: 'Left at the door' } });
  const atMs = clock.wallMs();
  expect(stateOf()).toMatchObject({
    unseenCount: 0,
    lastLookedAtMs: atMs,
    acknowledged: [known, { reason: 'unknownStatus', causeAtMs: atMs - 1000, atMs }],
    calls: [{ atMs, word: 'Left at the door' }],
  });
  expect(closed).toEqual([id]);
  seenOrders.undo(undoToken);
  expect(orders.get(id)).toEqual(before);
  expect(() => seenOrders.undo(undoToken)).toThrow(RangeError);
});

test('undo keeps what came since', async () => {
  const { clock, seenOrders, orders, stateOf } = seenBench();
  const undoToken = seenOrders.markSeen([id]);
  const seenState = stateOf();
  await clock.advance(1000);
  const later = { reason: 'released', causeAtMs: 7, atMs: 8 } as const;
  const watched = orders.get(id);
  if (!watched || !seenState) throw new Error('The order is watched.');
  orders.set(id, { ...watched, unseenCount: 1, acknowledged: [...watched.acknowledged, later] });
  seenOrders.undo(undoToken);
  expect(stateOf()).toMatchObject({
    unseenCount: 3,
    lastLookedAtMs: 5,
    acknowledged: [known, later],
  });
});

test('a later look is not undone with an earlier one', async () => {
  const { clock, seenOrders, stateOf } = seenBench();
  const undoToken = seenOrders.markSeen([id]);
  await clock.advance(1000);
  seenOrders.markSeen([id]);
  const lookedAtMs = clock.wallMs();
  seenOrders.undo(undoToken);
  expect(stateOf()).toMatchObject({ unseenCount: 0, lastLookedAtMs: lookedAtMs });
});

test('ten thousand orders are one change, and one change to take back', () => {
  const { changeCount, seenOrders, orders, stateOf } = seenBench(10_000);
  const undoToken = seenOrders.markSeen([...orders.keys()]);
  expect(changeCount()).toBe(1);
  expect(stateOf(orderIdAt(10_000))?.unseenCount).toBe(0);
  seenOrders.undo(undoToken);
  expect(changeCount()).toBe(2);
  expect(stateOf(orderIdAt(10_000))?.unseenCount).toBe(2);
});

test('of many calls about an order the last twenty are kept', () => {
  const { seenOrders, stateOf } = seenBench();
  for (let call = 1; call <= 25; call += 1)
    seenOrders.markSeen([id], { call: { word: String(call) } });
  expect(stateOf()?.calls.map(({ word }) => word)).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index + 6)),
  );
});
