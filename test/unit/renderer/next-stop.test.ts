import { expect, test } from 'vitest';
import type { GeoPoint, Order, OrderPhase } from '../../../core/order/order.ts';
import { stopsAhead } from '../../../renderer/components/detail/next-stop.ts';
import { positionText } from '../../../renderer/components/list/row-look.ts';
import { textsIn } from '../../../renderer/text/texts.ts';
import { trailMap } from '../../../renderer/components/detail/trail-map.ts';
import { knownCourier, sampleRows } from '../../browser/support/sample-board.ts';
import { floristDetail } from '../../browser/support/sample-detail.ts';

const nowMs = Date.UTC(2026, 10, 21, 6, 31);
const sample = floristDetail(nowMs).order;
if (!sample?.pickup?.point || !sample.courier) throw new Error('The sample has lost its places.');
const pickup: GeoPoint = sample.pickup.point;
const [first, second] = sample.destinations.map(({ point }) => point);
if (!first || !second) throw new Error('The sample has lost its destinations.');

/** The sample with the courier somewhere. */
function orderAt(point: GeoPoint, phase: OrderPhase): Order {
  const { status, courier } = { ...sample, status: { raw: 'word', phase } };
  if (!sample || !courier) throw new Error('The sample has no courier.');
  const fix = { ...point, reportedAtMs: nowMs };
  return { ...sample, status, courier: { ...courier, fix } };
}

const halfWay: GeoPoint = {
  latitudeDeg: (pickup.latitudeDeg + first.latitudeDeg) / 2,
  longitudeDeg: (pickup.longitudeDeg + first.longitudeDeg) / 2,
};
const stops = (order: Order, trail: readonly GeoPoint[]) =>
  stopsAhead(order, trail).map(({ stop }) => stop);

test('the pickup is ahead until the goods are collected', () => {
  expect(stops(orderAt(halfWay, 'assigned'), [])).toEqual(['pickup', 1, 2]);
  expect(stops(orderAt(halfWay, 'pickedUp'), [])).toEqual([1, 2]);
});

test('a stop that the trail came to and left is behind, whatever the status says', () => {
  expect(stops(orderAt(halfWay, 'assigned'), [pickup, halfWay])).toEqual([1, 2]);
  expect(stops(orderAt(second, 'pickedUp'), [pickup, first, second])).toEqual([2]);
});

test('a stop is not behind while the courier is still there', () => {
  expect(stops(orderAt(pickup, 'assigned'), [pickup])).toEqual(['pickup', 1, 2]);
});

test('nothing is ahead of a finished order or without a position', () => {
  expect(stops(orderAt(halfWay, 'done'), [pickup])).toEqual([]);
  const order = orderAt(halfWay, 'assigned');
  expect(stops({ ...order, courier: null }, [pickup])).toEqual([]);
});

test('the way ahead begins at the courier and goes through each stop ahead once', () => {
  const map = trailMap(
    orderAt(halfWay, 'assigned'),
    [pickup, halfWay].map((point) => ({ ...point, atMs: nowMs })),
    'all',
  );
  if (!map?.courier || map.ahead === null) throw new Error('There is no way ahead.');
  const ends = map.ahead.slice(1).split('L');
  const spots = map.stops.filter(({ stop }) => stop !== 'pickup');
  expect(ends).toEqual(
    [map.courier, ...spots].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`),
  );
});

test.each([
  [null, 'position 5\u00A0s ago'],
  [9.9, 'position 5\u00A0s ago'],
  [10, 'moved 10\u00A0m, 5\u00A0s ago'],
])('a move of %s m is told as "%s"', (movedMeters, words) => {
  const [row] = sampleRows(nowMs);
  if (!row) throw new Error('There are no sample rows.');
  const moved = { ...row, courier: knownCourier('Lau', { atMs: nowMs - 5000, movedMeters }) };
  expect(positionText(moved, textsIn.en, nowMs)).toBe(words);
});
