import { expect, test } from 'vitest';
import { readOpenRequest } from '../../../../main/desktop/second-instance.ts';

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
    'more orders than anybody has',
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
