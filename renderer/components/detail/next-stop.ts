import type { StopRef } from '../../../core/order/courier-move.ts';
import { distanceMeters } from '../../../core/order/geo.ts';
import type { GeoPoint, Order } from '../../../core/order/order.ts';

/** A courier this close was at the stop. */
const nearMeters = 150;

/** A courier this far away again has left it. */
const leftMeters = 250;

/** A stop that the courier has still to go to. */
export interface NextStop {
  readonly stop: StopRef;
  readonly point: GeoPoint;
  /** The straight line from the courier's last position. */
  readonly distanceMeters: number;
}

/**
 * The stops still ahead, the next one first: the pickup until the goods are collected, then the
 * nearest destination. The service does not say which stops are done already, and some leave the
 * status as it is while the courier drives, so a stop that the trail came to and left is behind.
 *
 * @param trail where the courier was seen, oldest first
 */
export function stopsAhead(order: Order, trail: readonly GeoPoint[]): readonly NextStop[] {
  const from = order.courier?.fix ?? null;
  const { phase } = order.status;
  if (from === null || phase === 'unknown') return [];
  if (phase === 'done' || phase === 'failed' || phase === 'cancelled') return [];
  const isCollected = phase === 'pickedUp' || phase === 'atDropoff';
  const withDistance = (stop: StopRef, point: GeoPoint | null): readonly NextStop[] =>
    point === null ? [] : [{ stop, point, distanceMeters: distanceMeters(from, point) }];
  const isAhead = (stop: NextStop) =>
    stop.distanceMeters <= leftMeters ||
    !trail.some((point) => distanceMeters(point, stop.point) <= nearMeters);
  const destinations = order.destinations.flatMap(({ point }, index) =>
    withDistance(index + 1, point),
  );
  const ahead = destinations.filter(isAhead);
  const pickup = withDistance('pickup', order.pickup?.point ?? null).filter(isAhead);
  // A courier who was at a destination has collected the goods before.
  if (!isCollected && ahead.length === destinations.length && pickup.length > 0) {
    return [...pickup, ...ahead];
  }
  const next = ahead.toSorted((one, other) => one.distanceMeters - other.distanceMeters)[0];
  return next ? [next, ...ahead.filter((stop) => stop !== next)] : [];
}
