import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  handoverOf,
  type OrdersOf,
  readOpenRequest as read,
} from '../../../../main/desktop/second-instance.ts';
import { namedOrders } from '../../../../main/engine/launch/named-orders.ts';
import { readTextFile } from '../../../../main/engine/transfer/text-file.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ordersOf: OrdersOf = (naming) => {
  const named = namedOrders(naming, { nowMs: 0, read: readTextFile });
  return named.ok ? named.value.orders : null;
};
const readOpenRequest = (data: unknown) => read(data, ordersOf);

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const nothing = { orders: [], offeredIds: [] };

test('orders and offered orders of a second start are read', () => {
  expect(
    readOpenRequest({ orders: [{ id, label: 'Florist' }], offeredIds: [id.toUpperCase()] }),
  ).toEqual({ orders: [{ id, label: 'Florist' }], offeredIds: [id] });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a command line', ['--inspect', '--load-extension=/tmp/x']],
  ['a text', `waybell://watch/${id}`],
  ['orders that are no list', { orders: { length: 1, 0: { id, label: null } }, offeredIds: [] }],
  ['an order without a label', { orders: [{ id }], offeredIds: [] }],
  [
    'a label that is a function’s text in an object',
    { orders: [{ id, label: {} }], offeredIds: [] },
  ],
  [
    'a label of two thousand characters',
    { orders: [{ id, label: 'x'.repeat(2000) }], offeredIds: [] },
  ],
  [
    'more orders than any desk has',
    { orders: [], offeredIds: Array.from({ length: 50_001 }, () => id) },
  ],
  ['no offered ones', { orders: [] }],
])('%s opens nothing', (_name, data) => {
  expect(readOpenRequest(data)).toEqual(nothing);
});

test.each([
  ['../../etc/passwd'],
  ['file:///etc/passwd'],
  [`${id}'; DROP TABLE watched_orders; --`],
  [`waybell://watch/${id}?x=1`],
  [`${id}\0`],
  ['--secret=x'],
  ['__proto__'],
  [''],
])('%j is no order, and the others are taken all the same', (hostile) => {
  const data = {
    orders: [
      { id: hostile, label: null },
      { id, label: null },
    ],
    offeredIds: [hostile],
  };
  expect(readOpenRequest(data)).toEqual({ orders: [{ id, label: null }], offeredIds: [] });
});

test('groups and promised times of a second start are read, and none that is no word or no moment', () => {
  const order = { id, label: null, group: ' No\0rth ', promisedAtMs: 1_795_505_400_000 };
  expect(readOpenRequest({ orders: [order], offeredIds: [] }).orders).toEqual([
    { ...order, group: 'North' },
  ]);
  for (const annotations of [{ group: 7 }, { promisedAtMs: -1 }, { promisedAtMs: 1.5 }]) {
    expect(readOpenRequest({ orders: [{ ...order, ...annotations }], offeredIds: [] })).toEqual(
      nothing,
    );
  }
});

test('a label loses control characters and what is longer than a label', () => {
  const label = `a\0b\u001B[2J\r\nc${'x'.repeat(900)}`;
  const [order] = readOpenRequest({ orders: [{ id, label }], offeredIds: [] }).orders;
  expect(order?.label).toMatch(/^ab\[2J cx+$/);
  expect(order?.label).toHaveLength(200);
  expect(readOpenRequest({ orders: [{ id, label: ' \0 ' }], offeredIds: [] }).orders).toEqual([
    { id, label: null },
  ]);
});

test('keys of the prototype are ordinary keys', () => {
  const data: unknown = JSON.parse(
    `{"__proto__":{"orders":[{"id":"${id}","label":null}],"offeredIds":[]},"constructor":1}`,
  );
  expect(readOpenRequest(data)).toEqual(nothing);
});

/** A start that names so many orders on its command line, and so many by a file. */
function start(idCount: number, fileCount = 0) {
  const orderIds = Array.from({ length: idCount }, (_each, at) => orderIdAt(at));
  const inFile = Array.from({ length: fileCount }, (_each, at) => orderIdAt(idCount + at));
  const workingDir = temporaryFolder();
  const orderFiles = fileCount === 0 ? [] : ['today.txt'];
  writeFileSync(join(workingDir, 'today.txt'), inFile.map((each) => `Shop: ${each}`).join('\n'));
  const orders = [
    ...orderIds.map((each) => ({ id: each, label: null })),
    ...inFile.map((each) => ({ id: each, label: 'Shop' })),
  ];
  const argv = ['/usr/bin/waybell', ...orderIds, ...orderFiles];
  const request = { orders, offeredIds: [], orderIds, orderFiles };
  return { orders, inFile, handover: handoverOf(request, { argv, workingDir }) };
}

test.each([
  [2, 0],
  [100, 100],
  [100, 20_000],
])(
  'what a start hands over is what it was asked for, in a message that is short enough (%i uuids, and %i in a file)',
  (idCount, fileCount) => {
    const { handover, orders } = start(idCount, fileCount);
    expect(handover.isTooLarge).toBe(false);
    expect(JSON.stringify(handover.data).length).toBeLessThan(28 * 1024);
    expect(readOpenRequest(handover.data).orders).toEqual(orders);
  },
);

test('more uuids on a command line than a message holds are said to be too many', () => {
  expect(start(700).handover.isTooLarge).toBe(true);
  expect(start(250).handover.isTooLarge).toBe(false);
});

test('a file that is gone by then names nothing, and what was named beside it is opened', () => {
  const data = { orders: [{ id, label: null }], offeredIds: [], files: ['/nowhere/today.txt'] };
  expect(readOpenRequest(data).orders).toEqual([{ id, label: null }]);
  expect(readOpenRequest({ ...data, files: [7] })).toEqual(nothing);
});
