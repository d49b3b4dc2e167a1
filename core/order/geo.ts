import type { GeoPoint } from './order.ts';

/** The mean radius of the earth in metres (IUGG). */
const earthRadiusMeters = 6_371_008.8;

const radians = (deg: number): number => (deg * Math.PI) / 180;

/**
 * The straight line between two points over the ground in metres, by the haversine formula on a
 * sphere: within 0.6 % of the ellipsoid, which is finer than the fix of a phone.
 */
export function distanceMeters(a: GeoPoint, b: GeoPoint): number {
  const halfLatitude = Math.sin(radians(b.latitudeDeg - a.latitudeDeg) / 2);
  const halfLongitude = Math.sin(radians(b.longitudeDeg - a.longitudeDeg) / 2);
  const chord =
    halfLatitude ** 2 +
    Math.cos(radians(a.latitudeDeg)) * Math.cos(radians(b.latitudeDeg)) * halfLongitude ** 2;
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A point in degrees to five decimals, which is about a metre: 22.28545, 114.15645. */
export function pointText({ latitudeDeg, longitudeDeg }: GeoPoint): string {
  return `${latitudeDeg.toFixed(5)}, ${longitudeDeg.toFixed(5)}`;
}

/** The address of a public map with a mark at a point. Waybell copies it and never opens it. */
export function mapLink({ latitudeDeg, longitudeDeg }: GeoPoint): string {
  const latitude = latitudeDeg.toFixed(5);
  const longitude = longitudeDeg.toFixed(5);
  const mark = `mlat=${latitude}&mlon=${longitude}`;
  return `https://www.openstreetmap.org/?${mark}#map=17/${latitude}/${longitude}`;
}
