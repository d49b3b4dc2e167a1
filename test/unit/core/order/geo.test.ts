import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceMeters } from '../../../../core/order/geo.ts';

const point = fc.record({
  latitudeDeg: fc.double({ min: -90, max: 90, noNaN: true }),
  longitudeDeg: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('a known distance: Hong Kong to Singapore is about 2,590 km', () => {
  const hongKong = { latitudeDeg: 22.3193, longitudeDeg: 114.1694 };
  const singapore = { latitudeDeg: 1.3521, longitudeDeg: 103.8198 };
  expect(distanceMeters(hongKong, singapore) / 1000).toBeCloseTo(2587, -2);
});

test('a thousandth of a degree north is 111 m', () => {
  const a = { latitudeDeg: 22, longitudeDeg: 114 };
  expect(distanceMeters(a, { latitudeDeg: 22.001, longitudeDeg: 114 })).toBeCloseTo(111.2, 1);
});

test('over the date line the way is short', () => {
  const east = { latitudeDeg: 0, longitudeDeg: 179.999 };
  expect(distanceMeters(east, { latitudeDeg: 0, longitudeDeg: -179.999 })).toBeLessThan(300);
});

test('it is a distance: zero to itself, the same both ways, never above half the earth', () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      const there = distanceMeters(a, b);
      expect(distanceMeters(a, a)).toBe(0);
      expect(distanceMeters(b, a)).toBeCloseTo(there, 3);
      expect(there).toBeGreaterThanOrEqual(0);
      expect(there).toBeLessThanOrEqual(20_015_200);
    }),
  );
});
