import type { ForecastSilence } from '../forecast/forecast.ts';
import { type Grade, type Graded, gradeOf } from '../forecast/grade.ts';
import { dayOf } from '../text/time-of-day.ts';

/** The grade of one week, which begins on a Monday by the clock of this computer. */
export interface WeekGrade extends Grade {
  readonly startMs: number;
}

/** How good the forecasts of this board are. */
export interface ForecastGrade {
  /** The oldest first. */
  readonly weeks: readonly WeekGrade[];
  /** Why they are silent; null while they are not. */
  readonly silence: ForecastSilence | null;
}

/** The grades by week, the oldest first. */
export function weekGrades(grades: readonly Graded[]): readonly WeekGrade[] {
  const byWeek = Map.groupBy(grades, ({ atMs }) =>
    dayOf(atMs, -((new Date(atMs).getDay() + 6) % 7)),
  );
  return [...byWeek]
    .toSorted(([one], [other]) => one - other)
    .map(([startMs, ofWeek]) => ({ startMs, ...gradeOf(ofWeek) }));
}
