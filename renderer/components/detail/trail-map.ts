import type { TrailPoint } from '../../../core/board/board.ts';
import type { StopRef } from '../../../core/order/courier-move.ts';
import type { GeoPoint, Order } from '../../../core/order/order.ts';
import { stopsAhead } from './next-stop.ts';

/** The size of the drawing in its own units, which are px while the panel is 380 px wide. */
export const mapSize = { width: 380, height: 172 } as const;

const margin = { left: 28, right: 44, top: 26, bottom: 34 } as const;

/** The closest look, so that a courier at the door does not fill the map with one metre. */
const leastSpanMeters = 400;

const metersPerDegree = 111_320;

/** A place in the drawing. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A stop in the drawing. */
export interface StopSpot extends Spot {
  readonly stop: StopRef;
  readonly name: string | null;
}

/** A reported position in the drawing. */
export interface FixSpot extends Spot {
  readonly atMs: number;
  /** How clearly it is drawn, 0 to 1: older ones are fainter. */
  readonly opacity: number;
}

/** A piece of the courier's way; older pieces are drawn fainter. */
export interface TrailPiece {
  readonly path: string;
  readonly opacity: number;
}

/** Everything that the map draws. Nothing in it comes from the network. */
export interface TrailMap {
  readonly gridX: readonly number[];
  readonly gridY: readonly number[];
  /** One square of the grid, which is also the length of the scale bar. */
  readonly gridMeters: number;
  readonly gridPx: number;
  readonly trail: readonly TrailPiece[];
  /** The latest reported positions before the present one. */
  readonly fixes: readonly FixSpot[];
  readonly stops: readonly StopSpot[];
  readonly courier: (Spot & { readonly headingDeg: number | null }) | null;
  /** From the courier over the stops still ahead. */
  readonly ahead: string | null;
}

function stopsOf(order: Order): readonly { stop: StopRef; name: string | null; point: GeoPoint }[] {
  const all = [
    { stop: 'pickup' as StopRef, place: order.pickup },
    ...order.destinations.map((place, index) => ({ stop: index + 1, place })),
  ];
  return all.flatMap(({ stop, place }) =>
    place?.point ? [{ stop, name: place.name ?? place.streetAddress, point: place.point }] : [],
  );
}

/** The largest of 1, 2, 5, 10, ... that is not more than the given length. */
function roundLength(meters: number): number {
  const power = 10 ** Math.floor(Math.log10(meters));
  const [step = 1] = [5, 2, 1].filter((factor) => factor * power <= meters);
  return step * power;
}

function lines(start: number, step: number, end: number): readonly number[] {
  const found: number[] = [];
  for (let at = ((start % step) + step) % step; at < end; at += step) found.push(at);
  return found;
}

function pathOf(spots: readonly Spot[]): string {
  return spots
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

const trailPieces = 12;
const mostFixes = 10;

function fixesOf(spots: readonly (Spot & { readonly atMs: number | null })[]): readonly FixSpot[] {
  const shown = spots.slice(-mostFixes);
  return shown.flatMap(({ x, y, atMs }, index) =>
    atMs === null ? [] : [{ x, y, atMs, opacity: 0.45 + (0.55 * (index + 1)) / shown.length }],
  );
}

function piecesOf(spots: readonly Spot[]): readonly TrailPiece[] {
  if (spots.length < 2) return [];
  const size = Math.max(1, Math.ceil((spots.length - 1) / trailPieces));
  const pieces: TrailPiece[] = [];
  for (let start = 0; start < spots.length - 1; start += size) {
    const share = Math.min(1, (start + size) / (spots.length - 1));
    pieces.push({
      path: pathOf(spots.slice(start, start + size + 1)),
      opacity: 0.35 + 0.65 * share,
    });
  }
  return pieces;
}

/** Thins a way so that points closer than half a unit are drawn once. */
function thinned<Each extends Spot>(spots: readonly Each[]): readonly Each[] {
  const kept: Each[] = [];
  for (const spot of spots) {
    const last = kept.at(-1);
    if (!last || Math.hypot(spot.x - last.x, spot.y - last.y) >= 0.5) kept.push(spot);
  }
  return kept;
}

/**
 * The drawing of an order: trail, stops, courier and scale on a flat projection, north up. Null when
 * nothing has a position.
 *
 * @param fit 'all' shows every stop; 'next' shows the courier and the next stop closer
 */
export function trailMap(
  order: Order,
  trail: readonly TrailPoint[],
  fit: 'all' | 'next',
): TrailMap | null {
  const courier = order.courier?.fix ?? null;
  const stops = stopsOf(order);
  const ahead = stopsAhead(order, trail);
  const next = ahead[0] ?? null;
  const way: readonly (GeoPoint | TrailPoint)[] = courier ? [...trail, courier] : trail;
  const closeUp = fit === 'next' && courier !== null && next !== null;
  const shown: readonly GeoPoint[] = closeUp
    ? [courier, next.point]
    : [...stops.map(({ point }) => point), ...way];
  if (shown.length === 0) return null;

  let north = -90;
  let south = 90;
  let east = -180;
  let west = 180;
  for (const { latitudeDeg, longitudeDeg } of shown) {
    north = Math.max(north, latitudeDeg);
    south = Math.min(south, latitudeDeg);
    east = Math.max(east, longitudeDeg);
    west = Math.min(west, longitudeDeg);
  }
  const middle = { latitudeDeg: (north + south) / 2, longitudeDeg: (east + west) / 2 };
  const shrink = Math.cos((middle.latitudeDeg * Math.PI) / 180);
  const spanX = Math.max((east - west) * metersPerDegree * shrink, leastSpanMeters);
  const spanY = Math.max((north - south) * metersPerDegree, leastSpanMeters / 2);
  const innerX = mapSize.width - margin.left - margin.right;
  const innerY = mapSize.height - margin.top - margin.bottom;
  const pxPerMeter = Math.min(innerX / spanX, innerY / spanY);
  const center = { x: margin.left + innerX / 2, y: margin.top + innerY / 2 };
  const spotOf = (point: GeoPoint): Spot => ({
    x:
      center.x + (point.longitudeDeg - middle.longitudeDeg) * metersPerDegree * shrink * pxPerMeter,
    y: center.y - (point.latitudeDeg - middle.latitudeDeg) * metersPerDegree * pxPerMeter,
  });

  const spots = thinned(
    way.map((point) => ({ ...spotOf(point), atMs: 'atMs' in point ? point.atMs : null })),
  );
  const gridMeters = roundLength(80 / pxPerMeter);
  const gridPx = gridMeters * pxPerMeter;
  const stopSpots = stops.map(({ stop, name, point }) => ({ stop, name, ...spotOf(point) }));
  const here = courier ? spotOf(courier) : null;
  const before = here
    ? spots.findLast(({ x, y }) => Math.hypot(here.x - x, here.y - y) > 1)
    : undefined;
  return {
    gridX: lines(center.x, gridPx, mapSize.width),
    gridY: lines(center.y, gridPx, mapSize.height),
    gridMeters,
    gridPx,
    trail: piecesOf(spots),
    fixes: fixesOf(spots.slice(0, -1)),
    stops: stopSpots,
    courier: here
      ? {
          ...here,
          headingDeg: before
            ? (Math.atan2(here.y - before.y, here.x - before.x) * 180) / Math.PI
            : null,
        }
      : null,
    ahead: here && next ? pathOf([here, ...ahead.map(({ point }) => spotOf(point))]) : null,
  };
}
