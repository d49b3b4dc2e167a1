import { between, type Random } from '../seeded-random.ts';

/** A place as latitude and longitude in degrees (WGS 84). */
export type Place = readonly [latDeg: number, lngDeg: number];

/** A way along streets, from its first place to its last. */
export interface StreetPath {
  readonly places: readonly Place[];
  /** Metres from the start to each place. */
  readonly metersAt: readonly number[];
  readonly lengthMeters: number;
}

const metersPerDegree = 111_195;

/**
 * The distance between two places in metres, on a plane: at the few kilometres of a city it differs
 * from the great circle by less than a metre.
 */
export function planeMeters(from: Place, to: Place): number {
  const northMeters = (to[0] - from[0]) * metersPerDegree;
  const eastMeters = (to[1] - from[1]) * metersPerDegree * Math.cos((from[0] * Math.PI) / 180);
  return Math.hypot(northMeters, eastMeters);
}

/** The place so many metres north and east of another. */
export function placeBeside(place: Place, northMeters: number, eastMeters: number): Place {
  return [
    place[0] + northMeters / metersPerDegree,
    place[1] + eastMeters / (metersPerDegree * Math.cos((place[0] * Math.PI) / 180)),
  ];
}

/** The path through the given places. @throws RangeError when there is none */
export function streetPath(places: readonly Place[]): StreetPath {
  const metersAt: number[] = [];
  let lengthMeters = 0;
  let previous: Place | undefined;
  for (const place of places) {
    lengthMeters += previous === undefined ? 0 : planeMeters(previous, place);
    metersAt.push(lengthMeters);
    previous = place;
  }
  if (previous === undefined) {
    throw new RangeError('a path needs at least one place');
  }
  return { places, metersAt, lengthMeters };
}

/** The place on the path so many metres from its start; beyond an end, that end. */
function placeOnPath(path: StreetPath, meters: number): Place {
  const { places, metersAt } = path;
  for (let at = 1; at < places.length; at += 1) {
    const from = places[at - 1];
    const to = places[at];
    const fromMeters = metersAt[at - 1];
    const toMeters = metersAt[at];
    if (
      from === undefined ||
      to === undefined ||
      fromMeters === undefined ||
      toMeters === undefined
    ) {
      break;
    }
    if (meters < toMeters) {
      const share = Math.max(0, (meters - fromMeters) / (toMeters - fromMeters));
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    }
  }
  return places.at(-1) ?? [0, 0];
}

/** A drive along a path: where the vehicle is at which time, with waits at some corners. */
export interface Drive {
  readonly path: StreetPath;
  readonly durationMs: number;
  /** Pairs of time and way; between two of them the vehicle goes at constant speed. */
  readonly knots: readonly { readonly afterMs: number; readonly meters: number }[];
}

/** Corners at which a vehicle has to wait, as a share of all, and for how long. */
const waitShare = 0.35;
const waitMs = { from: 4000, to: 16_000 } as const;

/**
 * A drive at the given speed, waiting now and then at a corner as at a red light. The random numbers
 * decide where and how long.
 */
export function driveAlong(path: StreetPath, speedKmh: number, random: Random): Drive {
  const metersPerMs = speedKmh / 3600;
  const knots = [{ afterMs: 0, meters: 0 }];
  let afterMs = 0;
  let doneMeters = 0;
  const last = path.metersAt.length - 1;
  for (const [corner, meters] of path.metersAt.entries()) {
    afterMs += (meters - doneMeters) / metersPerMs;
    doneMeters = meters;
    knots.push({ afterMs, meters });
    if (corner > 0 && corner < last && random() < waitShare) {
      afterMs += between(waitMs.from, waitMs.to, random);
      knots.push({ afterMs, meters });
    }
  }
  return { path, durationMs: afterMs, knots };
}

/** Where the vehicle is so long after the start of the drive. */
export function placeInDrive(drive: Drive, afterMs: number): Place {
  let previous = { afterMs: 0, meters: 0 };
  for (const knot of drive.knots) {
    if (afterMs < knot.afterMs) {
      const share = (afterMs - previous.afterMs) / (knot.afterMs - previous.afterMs);
      return placeOnPath(drive.path, previous.meters + (knot.meters - previous.meters) * share);
    }
    previous = knot;
  }
  return placeOnPath(drive.path, drive.path.lengthMeters);
}

/**
 * A way from one place to another along an invented street grid: turns at right angles, the grid
 * turned by a bearing, with a jog in the middle so that it does not look drawn with a ruler.
 */
export function gridPlaces(from: Place, to: Place, random: Random): readonly Place[] {
  const bearing = between(0, Math.PI / 2, random);
  const northMeters = (to[0] - from[0]) * metersPerDegree;
  const eastMeters = (to[1] - from[1]) * metersPerDegree * Math.cos((from[0] * Math.PI) / 180);
  const along = northMeters * Math.cos(bearing) + eastMeters * Math.sin(bearing);
  const across = eastMeters * Math.cos(bearing) - northMeters * Math.sin(bearing);
  const corner = (alongMeters: number, acrossMeters: number): Place =>
    placeBeside(
      from,
      alongMeters * Math.cos(bearing) - acrossMeters * Math.sin(bearing),
      alongMeters * Math.sin(bearing) + acrossMeters * Math.cos(bearing),
    );
  const first = between(0.25, 0.45, random);
  const second = between(0.6, 0.85, random);
  const middle = between(0.3, 0.7, random);
  return [
    from,
    corner(along * first, 0),
    corner(along * first, across * middle),
    corner(along * second, across * middle),
    corner(along * second, across),
    to,
  ];
}
