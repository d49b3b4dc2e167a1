import { journeyPhases } from '../../../core/forecast/journey.ts';
import { markdownTable } from '../shared/machine.ts';
import { atLeast, atMost, type Target, targetTable } from '../shared/report.ts';
import type { Measured } from './measure.ts';

/** What is wanted of the forecasts, and what they came to. */
export function aimsOf(figures: Measured): readonly Target[] {
  const { auc, brier, coverage, maeMinutes, precision, recall } = figures;
  return [
    atLeast('late or not, area under the curve', auc, 0.92),
    atMost('late or not, Brier score', brier, 0.11),
    atLeast('warnings that were right (P >= 0.8)', precision, 0.9),
    atLeast('late orders that were warned of', recall, 0.75),
    atMost('mean error after the pickup', maeMinutes.toDropoff, 4.2, ' min'),
    ...journeyPhases.flatMap((phase) => [
      atLeast(`arrivals in the band, ${words[phase]}`, coverage[phase], 0.77),
      atMost(`no more of them, ${words[phase]}`, coverage[phase], 0.83),
    ]),
  ];
}

const words = {
  toPickup: 'at the start',
  atPickup: 'courier at the pickup',
  toDropoff: 'courier has left the pickup',
} as const;

/** The page of docs/bench. */
export function pageText(figures: Measured): string {
  const { auc, brier, brierBase, instead, n, precision, promiseMinutes, recall } = figures;
  const rows = journeyPhases.map((phase) => [
    words[phase],
    figures.maeMinutes[phase].toFixed(1),
    instead.median.maeMinutes[phase].toFixed(1),
    figures.meanWidth[phase].toFixed(1),
    `${(100 * figures.coverage[phase]).toFixed(1)} %`,
    `${(100 * figures.coverageFrom50[phase]).toFixed(1)} %`,
  ]);
  return `# The forecast of arrivals

\`npm run -s bench -- forecast FILE.csv --page\` plays real deliveries of one courier company through \`core/forecast\`: each
is forecast from those alone that were over at that moment, at most the last 500, and learned from once it is over.
The figures are those from the 400th delivery on. The file is no part of the project.

${targetTable(aimsOf(figures))}

## Late or not

Asked ten minutes before a promise of ${promiseMinutes} minutes after the start, of ${n} deliveries that were still under way. Another
${figures.silent} had no known phase, and nothing was said of them.

${markdownTable(
  ['', 'area under the curve', 'Brier score', 'right at P >= 0.8', 'late ones warned of'],
  [
    ['the forecast', String(auc), String(brier), String(precision), String(recall)],
    ['the clock alone', String(instead.clock.auc), String(instead.clock.brier), '', ''],
    ['the rate of late ones', '0.5', String(brierBase), '', ''],
  ],
)}

The clock alone says the same of each delivery: all are asked about after ${promiseMinutes - 10} minutes.

## When it arrives

Minutes; the band should hold 80 % of the arrivals.

${markdownTable(
  ['moment', 'mean error', 'of the median alone', 'width of the band', 'held', 'from the 50th on'],
  rows,
)}

The forecaster would have silenced itself, because over the last 50 orders its band held less than 70 % or more than
90 % or it was no better than the rate of late ones, for ${(100 * figures.selfSilencedShare).toFixed(1)} % of the deliveries.
`;
}
