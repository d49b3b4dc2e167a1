import { expect, test } from 'vitest';
import {
  fieldRank,
  isIdOfOther,
  isOfOrders,
  isOther,
  orderRank,
  saysOrder,
} from '../../../../core/paste/field-names.ts';

test.each([
  ['uuid', 0],
  ['GUID', 0],
  ['uuids', 0],
  ['Order UUID', 0],
  ['order_guids', 0],
  ['deliveryUuid', 0],
  ['訂單 uuid', 0],
  ['订单UUID', 0],
  ['order uuid (v4)', 0],
  ['order uuid [v4] ', 0],
  ['my uuid', 1],
  ['parent-order-uuid', 1],
  ['Job GUID', 1],
  ['order id', 2],
  ['Order-IDs', 2],
  ['delivery_id', 2],
  ['訂單識別碼', 2],
  ['订单识别码', 2],
  ['id', 3],
  ['識別碼', 3],
  ['company uuid', null],
  ['driverId', null],
  ['organization_id', null],
  ['客戶識別碼', null],
  ['my id', null],
  ['舊訂單識別碼', null],
  ['paid', null],
  ['uuid of it', null],
  ['order', null],
  ['', null],
])('how well %j names the uuid of an order: %s', (name, rank) => {
  expect(orderRank(name)).toBe(rank);
});

test.each([
  ['driver_uuid', true],
  ['pickup driver id', true],
  ['Company GUIDs', true],
  ['司机识别码', true],
  ['driver', false],
  ['order_uuid', false],
  ['parent uuid', false],
  ['id', false],
  ['drivers id', false],
])('whether %j is the name of the uuid of another thing: %s', (name, isIt) => {
  expect(isIdOfOther(name)).toBe(isIt);
});

test.each([
  ['courier', true],
  ['Stops', true],
  ['pickup_address', true],
  ['business', true],
  ['orders', false],
  ['data', false],
  ['stopss', false],
])('whether %j is the name of another thing: %s', (name, isIt) => {
  expect(isOther(name)).toBe(isIt);
});

test.each([
  ['order', true],
  ['Orders', true],
  ['delivery', true],
  ['deliveries', true],
  ['訂單', true],
  ['订单', true],
  ['reorder', false],
  ['orders_before', false],
])('whether %j is the name of orders: %s', (name, isIt) => {
  expect(isOfOrders(name)).toBe(isIt);
});

test('names are compared without case, blanks, hyphens, underscores and what stands in brackets behind them', () => {
  const rank = fieldRank('promised', 'promisedtime');
  const names = [
    'Promised time',
    'promised-TIME',
    'promised_time',
    'Ｐromised time（HKT）',
    'promised time [UTC] ',
  ];
  expect(names.map((name) => fieldRank('promised', name))).toEqual(names.map(() => rank));
  expect(fieldRank('promised', '(HKT) promised time')).toBeNull();
  expect(fieldRank('promised', 'promised time (HKT) x')).toBeNull();
});

test('a name that tells more has the better rank', () => {
  expect(fieldRank('status', 'delivery status')).toBeLessThan(fieldRank('status', 'status') ?? 0);
  expect(fieldRank('promised', 'promised')).toBeLessThan(fieldRank('promised', 'eta') ?? 0);
  expect(fieldRank('label', 'payment status')).toBeNull();
});

test.each([
  ['order_uuid', true],
  ['deliveryIds', true],
  ['訂單識別碼', true],
  ['uuid', false],
  ['parent order id', false],
  ['order', false],
])('whether %j says outright that a uuid is of an order: %s', (name, isIt) => {
  expect(saysOrder(name)).toBe(isIt);
});
