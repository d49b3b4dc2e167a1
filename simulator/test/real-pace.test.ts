import { describe, expect, test } from 'vitest';
import { generatedPlan } from '../orders/generated-plan.ts';
import { planeMeters } from '../orders/street-path.ts';
import { storyOf } from '../orders/story.ts';

const minuteMs = 60_000;

/** Of orders with one stop and one courier: minutes of each part of the way, and its straight line in km. */
function ways(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const plan = generatedPlan(index, 1, { spreadMs: 7_200_000 });
    const { journeys } = storyOf(plan, 1);
    const [journey] = journeys;
    const [toPickup, toDropoff] = journey?.drives ?? [];
    const [stop] = plan.destinations;
    if (journeys.length !== 1 || plan.destinations.length !== 1) return [];
    if (toPickup === undefined || toDropoff === undefined || stop === undefined) return [];
    const pickedUpMs = toPickup.fromMs + toPickup.drive.durationMs;
    const { lat, lng } = plan.pickup.location;
    const straight = planeMeters([lat, lng], [stop.location.lat, stop.location.lng]);
    return {
      toPickup: toPickup.drive.durationMs / minuteMs,
      atPickup: (toDropoff.fromMs - pickedUpMs) / minuteMs,
      toDropoff: toDropoff.drive.durationMs / minuteMs,
      km: straight / 1000,
    };
  }).flat();
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? 0;
}

describe('generated orders', () => {
  const found = ways(2000);

  test.each([
    ['toPickup', 4, 10, 19],
    ['atPickup', 10, 15, 23],
    ['toDropoff', 8, 12, 17],
    ['km', 0.8, 1.4, 2.3],
  ] as const)('live at the pace of real deliveries: %s', (part, quarter, half, threeQuarters) => {
    const values = found.map((way) => way[part]);
    for (const [share, real] of [
      [0.25, quarter],
      [0.5, half],
      [0.75, threeQuarters],
    ] as const) {
      expect(quantile(values, share) / real).toBeGreaterThan(0.85);
      expect(quantile(values, share) / real).toBeLessThan(1.15);
    }
  });
});
