import type { GeoPoint } from '../order/order.ts';

type Vector = readonly [x: number, y: number, z: number];

const radians = (deg: number): number => (deg * Math.PI) / 180;
const degrees = (rad: number): number => (rad * 180) / Math.PI;

/**
 * Turns the globe under its points, to a place that is as likely as any other: every distance stays as it was
 * to some nanometres, and no point stays where it was.
 *
 * @param random gives numbers from 0 to 1, without 1; it is asked three times
 */
export function rotationOfGlobe(random: () => number): (point: GeoPoint) => GeoPoint {
  // Every rotation is as likely as any other: Shoemake, "Uniform random rotations", Graphics Gems III.
  const [share, one, other] = [random(), 2 * Math.PI * random(), 2 * Math.PI * random()];
  const [less, more] = [Math.sqrt(1 - share), Math.sqrt(share)];
  const [x, y] = [less * Math.sin(one), less * Math.cos(one)];
  const [z, w] = [more * Math.sin(other), more * Math.cos(other)];
  const rows: readonly [Vector, Vector, Vector] = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  return ({ latitudeDeg, longitudeDeg }) => {
    const [latitude, longitude] = [radians(latitudeDeg), radians(longitudeDeg)];
    const at: Vector = [
      Math.cos(latitude) * Math.cos(longitude),
      Math.cos(latitude) * Math.sin(longitude),
      Math.sin(latitude),
    ];
    const [east, north, up] = [dot(rows[0], at), dot(rows[1], at), dot(rows[2], at)];
    return {
      // The arc sine would lose centimetres near a pole.
      latitudeDeg: degrees(Math.atan2(up, Math.hypot(east, north))),
      longitudeDeg: degrees(Math.atan2(north, east)),
    };
  };
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
