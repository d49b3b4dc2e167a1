import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generatedPlan } from '../orders/generated-plan.ts';
import { builtInScenario, builtInScenarioNames } from '../orders/scenario-library.ts';
import { placeOnJourney, type Story, storyOf } from '../orders/story.ts';
import {
  driveAlong,
  gridPlaces,
  type Place,
  placeBeside,
  placeInDrive,
  planeMeters,
  streetPath,
} from '../orders/street-path.ts';
import { seededRandom } from '../seeded-random.ts';

const stepMs = 1000;

/** The fastest step of a second, in metres. */
function fastestMeters(story: Story): number {
  let fastest = 0;
  for (const journey of story.journeys) {
    const last = journey.drives.at(-1);
    const endMs = Math.min(
      journey.lastFixMs,
      (last?.fromMs ?? journey.firstFixMs) + (last?.drive.durationMs ?? 0) + 60_000,
    );
    let before = placeOnJourney(journey, journey.firstFixMs);
    for (let ms = journey.firstFixMs; ms <= endMs; ms += stepMs) {
      const place = placeOnJourney(journey, ms);
      fastest = Math.max(fastest, planeMeters(before, place));
      before = place;
    }
  }
  return fastest;
}

describe('movement', () => {
  test.each(builtInScenarioNames)('couriers of %s keep to the speed', (name) => {
    for (const plan of builtInScenario(name).orders) {
      expect(fastestMeters(storyOf(plan, 1))).toBeLessThan(30 / 3.6 + 0.1);
    }
  });

  test('so do the couriers of generated orders', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 49_999 }), fc.nat(), (index, seed) => {
        const plan = generatedPlan(index, seed, { spreadMs: 7_200_000 });
        expect(fastestMeters(storyOf(plan, seed))).toBeLessThan(30 / 3.6 + 0.1);
      }),
      { numRuns: 15 },
    );
  });

  test('a drive begins at its start, ends at its end and never turns back', () => {
    const place = fc.tuple(
      fc.double({ min: 22.27, max: 22.34, noNaN: true }),
      fc.double({ min: 114.12, max: 114.23, noNaN: true }),
    );
    fc.assert(
      fc.property(place, place, fc.nat(), (from, to, seed) => {
        const random = seededRandom(seed);
        const path = streetPath(gridPlaces(from, to, random));
        const drive = driveAlong(path, 25, random);
        expect(planeMeters(placeInDrive(drive, 0), from)).toBeLessThan(0.01);
        expect(planeMeters(placeInDrive(drive, drive.durationMs + 1), to)).toBeLessThan(0.01);
        const ways = drive.knots.map(({ meters }) => meters);
        expect(ways).toStrictEqual(ways.toSorted((one, other) => one - other));
        expect(drive.durationMs).toBeGreaterThanOrEqual((path.lengthMeters / 25) * 3.6 * 999);
      }),
    );
  });

  test('a place beside another is as far as asked for', () => {
    const place: Place = [22.28, 114.15];
    expect(planeMeters(place, placeBeside(place, 30, 40))).toBeCloseTo(50, 1);
  });
});
