import { expect, test } from 'vitest';
import { orderListPieces } from '../../../../../main/engine/transfer/order-list-export.ts';
import { parseOrder } from '../../../../../core/wire/wire-order.ts';
import { readTransfer } from '../../../../support/transfer-files.ts';
import { orderIdAt, someWatched } from '../../../../support/watched-orders.ts';
import { wireOrder } from '../../../../support/wire-orders.ts';

const answer = parseOrder(wireOrder(orderIdAt(1)), orderIdAt(1));
const order = answer.ok ? answer.value.order : null;

/** The n-th order of a watch list, answered by the service. */
const answered = (n: number) =>
  someWatched(orderIdAt(n), {
    order: order === null ? null : { ...order, id: orderIdAt(n) },
    observedAtMs: 1,
  });

const choice = { withPersonalData: true, finishedSinceMs: null };

test('a list is written a part at a time, and what is written can be imported', () => {
  const parts = [[], [1, 2], [], [3], []].map((part) => part.map(answered));
  const pieces = [...orderListPieces(parts, choice, 0, { orders: 0, leftOut: 0 })];
  expect(pieces).toHaveLength(7);
  const read = readTransfer(pieces.join(''));
  expect(read.ok && read.value.kind === 'orderList' && read.value.orders).toMatchObject(
    [1, 2, 3].map((n) => ({ id: orderIdAt(n) })),
  );
  const none = [...orderListPieces([], choice, 1, { orders: 0, leftOut: 0 })];
  expect(readTransfer(none.join(''))).toMatchObject({ value: { orders: [], skipped: 0 } });
});
