import { describe, expect, it } from 'vitest';
import { weekGrades } from '../../../../core/board/forecast-grade.ts';
import { gradeOf, type Graded, selfSilence } from '../../../../core/forecast/grade.ts';
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
