import { describe, expect, it } from 'vitest';
import { weekGrades } from '../../../../core/board/forecast-grade.ts';
import type { ForecastState } from '../../../../core/forecast/forecast.ts';
import { type Graded, graded, gradeOf, selfSilence } from '../../../../core/forecast/grade.ts';
import type { FinishedJourney } from '../../../../core/forecast/journey.ts';
import { benchOrderId } from '../../../support/storage/bench-order.ts';

const minuteMs = 60_000;
const mondayMs = new Date(2026, 10, 23, 12).getTime();

function grade(
  probability: number | null,
  isLate: boolean,
  { atMs = mondayMs, isInBand = true } = {},
): Graded {
  const band = {
    phase: 'toDropoff',
    errorMs: 3 * minuteMs,
    widthMs: 10 * minuteMs,
    isInBand,
  } as const;
  return { id: benchOrderId(0), atMs, bands: [band], lateness: { isLate, probability } };
}

/** Fifty orders of which four of five lay within the band. */
function fifty(gradeAt: (index: number, isInBand: boolean) => Graded): readonly Graded[] {
  return Array.from({ length: 50 }, (_, index) => gradeAt(index, index % 5 !== 0));
}

describe('the grade', () => {
  it('counts warnings that were right, wrong and missed', () => {
    const grades = [
      grade(0.9, true),
      grade(0.8, false),
      grade(0.79, true),
      grade(null, true),
      grade(0.1, false),
    ];
    expect(gradeOf(grades)).toMatchObject({ right: 1, wrong: 1, missed: 2, coverage: 1 });
  });

  it('is given by week, from Monday to Sunday', () => {
    const sunday = grade(0.9, true, { atMs: mondayMs + 6 * 24 * 60 * minuteMs });
    const nextMonday = grade(0.9, true, { atMs: mondayMs + 7 * 24 * 60 * minuteMs });
    const weeks = weekGrades([nextMonday, grade(0.9, true), sunday]);
    expect(weeks.map(({ orders, startMs }) => [new Date(startMs).getDate(), orders])).toEqual([
      [23, 2],
      [30, 1],
    ]);
  });
});

describe('an order that is over', () => {
  const arrivedAtMs = mondayMs;
  const journey: FinishedJourney = {
    id: benchOrderId(1),
    stage: 'arrived',
    startedAtMs: mondayMs - 25 * minuteMs,
    arrivedPickupAtMs: mondayMs - 15 * minuteMs,
    leftPickupAtMs: mondayMs - 10 * minuteMs,
    arrivedAtMs,
    meters: 1000,
    group: 'Cake',
    promisedAtMs: null,
  };

  /** Its grade where each forecast was for so many minutes before and after its arrival. */
  function gradeFor(
    own: Partial<FinishedJourney>,
    [earliest, likely, latest]: readonly [number, number, number] = [-5, -2, 3],
  ) {
    const askedAtMs: number[] = [];
    const found = graded(
      { ...journey, ...own },
      ({ group, journey: then }, atMs): ForecastState => {
        askedAtMs.push(atMs);
        if (then === null || then.stage === 'arrived') return { kind: 'silent', reason: 'noPhase' };
        return {
          kind: 'known',
          phase: then.stage,
          sinceMs: atMs,
          earliestAtMs: arrivedAtMs + earliest * minuteMs,
          latestAtMs: arrivedAtMs + latest * minuteMs,
          likelyAtMs: arrivedAtMs + likely * minuteMs,
          probability: 0.7,
          halfAfterMs: 0,
          knownCount: 20,
          group,
        };
      },
    );
    return { ...found, askedAtMs };
  }

  it('is asked about as each phase began, and compared with what was said then', () => {
    const { askedAtMs, bands, ...others } = gradeFor({});
    const { arrivedPickupAtMs, id, leftPickupAtMs, startedAtMs } = journey;
    expect(others).toEqual({ id, atMs: arrivedAtMs, lateness: null });
    expect(askedAtMs).toEqual([startedAtMs, arrivedPickupAtMs, leftPickupAtMs]);
    expect(bands).toEqual(
      ['toPickup', 'atPickup', 'toDropoff'].map((phase) => ({
        phase,
        errorMs: 2 * minuteMs,
        widthMs: 8 * minuteMs,
        isInBand: true,
      })),
    );
  });

  it.each([
    ['whose begin was not seen', null],
    ['that had ended as it began', journey.arrivedPickupAtMs],
  ])('has no grade of a phase %s', (_what, startedAtMs) => {
    const phases = gradeFor({ startedAtMs }).bands.map(({ phase }) => phase);
    expect(phases).toEqual(['atPickup', 'toDropoff']);
  });

  it.each([
    ['ends with it', [-5, -2, 0], true],
    ['begins with it', [0, 2, 5], true],
    ['ends before it', [-5, -2, -1], false],
    ['begins after it', [1, 2, 5], false],
  ] as const)('arrived within a band, or not, where the band %s', (_what, band, isInBand) => {
    expect(gradeFor({}, band).bands.map((each) => each.isInBand)).toEqual([
      isInBand,
      isInBand,
      isInBand,
    ]);
  });

  it.each([
    ['after its promise was late', -1, { isLate: true, probability: 0.7 }],
    ['as promised was not', 0, { isLate: false, probability: 0.7 }],
    ['less than ten minutes early was not', 9, { isLate: false, probability: 0.7 }],
    ['earlier than that is not judged', 10, null],
    [
      'long after its promise was late, and nothing was said',
      -60,
      { isLate: true, probability: null },
    ],
  ])('that arrived %s', (_what, minutes, lateness) => {
    const promisedAtMs = arrivedAtMs + minutes * minuteMs;
    const found = gradeFor({ promisedAtMs });
    expect(found.lateness).toEqual(lateness);
    expect(found.askedAtMs.includes(promisedAtMs - 10 * minuteMs)).toBe(lateness !== null);
  });
});

/** What follows from fifty orders of which every second one was late. */
function silenceAfter(probability: (wasLate: boolean) => number) {
  return selfSilence(
    fifty((index, isInBand) => grade(probability(index % 2 === 0), index % 2 === 0, { isInBand })),
  );
}

describe('silence', () => {
  it('follows when the band holds too few arrivals, or too many', () => {
    const said = [0.68, 0.7, 0.9, 0.92].map((share) =>
      selfSilence(fifty((index) => grade(null, false, { isInBand: index < share * 50 }))),
    );
    expect(said).toEqual(['notCovered', null, null, 'notCovered']);
  });

  it('follows when the rate of late orders alone would have been as good', () => {
    expect(silenceAfter((wasLate) => (wasLate ? 0.9 : 0.1))).toBeNull();
    expect(silenceAfter((wasLate) => (wasLate ? 0.1 : 0.9))).toBe('notBetter');
    expect(silenceAfter(() => 0.6)).toBe('notBetter');
  });

  it('does not follow from fewer than fifty orders', () => {
    expect(selfSilence(fifty(() => grade(0.1, true, { isInBand: false })).slice(1))).toBeNull();
  });
});
