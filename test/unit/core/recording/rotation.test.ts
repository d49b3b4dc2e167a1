import { expect, test } from 'vitest';
import { distanceMeters } from '../../../../core/order/geo.ts';
import { rotationOfGlobe } from '../../../../core/recording/rotation.ts';

test('the distance of two places that come to lie beside a pole stays as it was', () => {
  const draws = [1 - Number.EPSILON / 2, 0, 0];
  const rotated = rotationOfGlobe(() => draws.shift() ?? 0);
  const one = { latitudeDeg: 89.999999, longitudeDeg: 0 };
  const other = { latitudeDeg: 89.99999, longitudeDeg: 90 };
  const turned = rotated(one);
  expect(turned.latitudeDeg).toBeGreaterThan(89.99999);
  expect(distanceMeters(turned, rotated(other))).toBeCloseTo(distanceMeters(one, other), 6);
});

test('a place is turned anywhere, as often into each eighth of the globe', () => {
  let state = 1;
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const counts = new Map<string, number>();
  for (let turn = 0; turn < 4000; turn += 1) {
    const { latitudeDeg, longitudeDeg } = rotationOfGlobe(random)({
      latitudeDeg: 22.28,
      longitudeDeg: 114.15,
    });
    const eighth = `${latitudeDeg > 0} ${Math.floor(longitudeDeg / 90)}`;
    counts.set(eighth, (counts.get(eighth) ?? 0) + 1);
  }
  expect(counts.size).toBe(8);
  for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(100);
});
