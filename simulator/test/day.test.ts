import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../delivery-service.ts';
import { builtInScenario } from '../orders/scenario-library.ts';
import { dropoffWay, pickupMinutes, pickupWay } from '../orders/real-pace.ts';
import { type Journey, storyOf } from '../orders/story.ts';
import { planeMeters } from '../orders/street-path.ts';
import type { WireOrder } from '../orders/wire.ts';

/*
 * What the demo needs of its day: a person who looks every few seconds must see all kinds of things
 * soon after the start. The fences are those at which a dispatcher is told: 150 m in, 250 m out, each
 * confirmed by a second look.
 */

const lookEveryMs = 3000;
const shownMs = 33_000;
const nearMeters = 150;
const awayMeters = 250;
const minuteMs = 60_000;

let service: DeliveryService;
let seen: ReadonlyMap<string, number>;

beforeAll(async () => {
  service = await startDeliveryService({ clock: 'manual', scenarios: [builtInScenario('day')] });
  seen = sightings();
});

afterAll(() => service.close());

/** Counts what is seen in the first half minute, leaving out the first look, which tells nothing. */
function sightings(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const looks: Map<string, WireOrder>[] = [];
  for (let networkMs = 0; networkMs <= shownMs; networkMs += lookEveryMs) {
    looks.push(look());
    service.advance(lookEveryMs);
  }
  for (const uuid of service.orderIds()) {
    for (const what of seenOf(looks.map((one) => one.get(uuid)))) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  }
  return counts;
}

function look(): Map<string, WireOrder> {
  return new Map(
    service.orderIds().map((uuid) => [uuid, service.orderNow(uuid) as unknown as WireOrder]), // JSON by its type; the contract test proves the shape
  );
}

function seenOf(orders: readonly (WireOrder | undefined)[]): readonly string[] {
  const seenThings: string[] = [];
  let hasBeenAtPickup = false;
  for (const [at, order] of orders.entries()) {
    const before = orders[at - 1];
    if (order === undefined || before === undefined) {
      continue;
    }
    if (order.status !== before.status) {
      seenThings.push(`${before.status} to ${order.status}`);
    }
    if (order.price.amount !== before.price.amount) {
      seenThings.push('amendment');
    }
    if (fixOf(order) !== null && fixOf(before) === null) {
      seenThings.push('first fix');
    }
    const stops = [order.pickup, ...order.destinations];
    const [pickupMeters = Number.NaN, ...others] = stops.map((_, stop) => metersTo(order, stop));
    const [, ...othersBefore] = stops.map((_, stop) => metersTo(before, stop));
    hasBeenAtPickup ||= pickupMeters < nearMeters && metersTo(before, 0) < nearMeters;
    if (hasBeenAtPickup && pickupMeters > awayMeters && metersTo(before, 0) > awayMeters) {
      hasBeenAtPickup = false;
      seenThings.push('left the pickup');
    }
    if (others.some((meters, stop) => Math.max(meters, othersBefore[stop] ?? 0) < nearMeters)) {
      seenThings.push('near a stop');
    }
  }
  return seenThings;
}

function fixOf(order: WireOrder): { lat: number; lon: number } | null {
  const { location } = order.courier;
  return location !== undefined && 'lat' in location
    ? { lat: location.lat, lon: location.lon }
    : null;
}

function metersTo(order: WireOrder, stop: number): number {
  const fix = fixOf(order);
  const place = [order.pickup, ...order.destinations][stop];
  return fix === null || place === undefined
    ? Number.POSITIVE_INFINITY
    : planeMeters([fix.lat, fix.lon], [place.location.lat, place.location.lng]);
}

/** How many minutes a courier went to the pickup, waited there and went to the last stop; none for one who gave up. */
function partsOf(
  setOutMs: number,
  drives: Journey['drives'],
): readonly { readonly toPickup: number; readonly atPickup: number; readonly toDropoff: number }[] {
  const [first, second] = drives;
  const last = drives.at(-1);
  if (first === undefined || second === undefined || last === undefined) return [];
  const cameMs = first.fromMs + first.drive.durationMs;
  const arrivedMs = last.fromMs + last.drive.durationMs;
  return [
    {
      toPickup: (cameMs - setOutMs) / minuteMs,
      atPickup: (second.fromMs - cameMs) / minuteMs,
      toDropoff: (arrivedMs - second.fromMs) / minuteMs,
    },
  ];
}

describe('the day', () => {
  test('is played at tenfold speed and has about a dozen orders, each with a label', () => {
    expect(builtInScenario('day').speed).toBe(10);
    expect(service.orderCount).toBeGreaterThanOrEqual(12);
    expect(service.orderIds().every((uuid) => service.labelOf(uuid) !== null)).toBe(true);
  });

  test.each([
    ['pending to active', 2],
    ['active to pending', 1],
    ['active to awaiting_customs_slip', 1],
    ['active to completed', 1],
    ['pending to cancelled', 1],
    ['picked_up to on_the_way', 1],
    ['first fix', 2],
    ['left the pickup', 3],
    ['near a stop', 3],
    ['amendment', 1],
  ])('shows "%s" within half a minute, at least %d times', (what, times) => {
    expect(seen.get(what) ?? 0).toBeGreaterThanOrEqual(times);
  });

  test('has couriers who go and wait as long as nine of ten real ones', () => {
    const parts = builtInScenario('day').orders.flatMap((plan) =>
      storyOf(plan, 7).journeys.flatMap(({ drives, firstFixMs }) => partsOf(firstFixMs, drives)),
    );
    expect(parts.length).toBeGreaterThanOrEqual(12);
    for (const { atPickup, toDropoff, toPickup } of parts) {
      expect(toPickup).toBeGreaterThanOrEqual(pickupWay(0).minutes);
      expect(toPickup).toBeLessThanOrEqual(pickupWay(1).minutes);
      expect(atPickup).toBeGreaterThanOrEqual(pickupMinutes(0));
      expect(atPickup).toBeLessThanOrEqual(pickupMinutes(1));
      expect(toDropoff).toBeGreaterThanOrEqual(dropoffWay(0).minutes);
      expect(toDropoff).toBeLessThanOrEqual(dropoffWay(1).minutes);
    }
  });
});
