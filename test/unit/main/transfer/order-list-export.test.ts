import { expect, test } from 'vitest';
import { readTransfer } from '../../../../core/transfer/transfer.ts';
import { parseOrder } from '../../../../core/wire/wire-order.ts';
import { orderListExport } from '../../../../main/transfer/order-list-export.ts';
import { orderIdAt, somePreferences, someWatched } from '../../../support/watched-orders.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

const answer = parseOrder(wireOrder(orderIdAt(1)), orderIdAt(1));
const order = answer.ok ? answer.value.order : null;

/** The n-th order of a watch list, answered by the service. */
const answered = (n: number, note: string | null = null) =>
  someWatched(orderIdAt(n), {
    order: order === null ? null : { ...order, id: orderIdAt(n) },
    observedAtMs: 0,
    preferences: note === null ? null : somePreferences({ note }),
  });

const list = (count: number, note: string | null = null) =>
  Array.from({ length: count }, (_, index) => answered(index + 1, note));

test('the largest list with names, numbers and addresses can be imported again', () => {
  const text = orderListExport(list(50_000), true, 0);
  const read = readTransfer(text ?? '');
  expect(read.ok && read.value.kind === 'orderList' && read.value.orders).toHaveLength(50_000);
});

test('a file that could not be imported is not written', () => {
  expect(orderListExport(list(50_000, 'x'.repeat(2000)), true, 0)).toBeNull();
  expect(orderListExport(list(50_001), false, 0)).toBeNull();
});
