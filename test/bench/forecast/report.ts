import { journeyPhases } from '../../../core/forecast/journey.ts';
import { markdownTable } from '../shared/machine.ts';
import { atLeast, atMost, type Target, targetTable } from '../shared/report.ts';
import type { Measured } from './measure.ts';
import type { MeasuredStays } from './stays.ts';
import type { MeasuredTraces } from './traces.ts';

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
export function pageText(figures: Measured, stays: MeasuredStays, traces: MeasuredTraces): string {
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

\`npm run -s bench -- forecast FILE.csv --traces FOLDER --page\` plays real deliveries of one courier company through \`core/forecast\`: each
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

${staysText(stays)}
${tracesText(traces)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function staysText({ count, p50, p75, p90, p95, ...stays }: MeasuredStays): string {
  return `## How long couriers are at the pickup

Of ${count} deliveries the courier was there for ${p50}, ${p75}, ${p90} and ${p95} minutes at the 50th, 75th, 90th and 95th percentile.
“Long wait at a stop” would have called for ${percent(stays.shareOverSet)} of them by the ${stays.setMinutes} minutes of a new profile alone; by what is learned
for ${percent(stays.shareOverLearned)}, and from the 400th delivery on for ${percent(stays.shareOverSettled)}. The limit comes to ${stays.learnedMinutes} minutes;
the most is three times what is set. How long a courier stays at the drop-off the file does not say.
`;
}

function tracesText({ detour, driven, limits, stretches, stretchSeconds, ...all }: MeasuredTraces) {
  const { p10, p50, p90, p99 } = stretchSeconds;
  return `## How long couriers rest

${all.traces} traces of delivery agents (github.com/amazon-science/goal-gps-ordered-activity-labels, CC-BY-4.0), half of them of
no more than ${Math.round(all.traceSeconds.p50)} s, have ${stretches} stretches on foot or standing. These last ${p10.toFixed(0)}, ${p50.toFixed(0)}, ${p90.toFixed(0)} and ${p99.toFixed(0)} s at the 10th, 50th, 90th and
99th percentile. So short traces say little of the long ones: no aim for false alarms rests on them.

${markdownTable(
  ['limit', 'after', 'stretches that are longer'],
  limits.map(({ isLearned, limit, seconds, shareOver }) => [
    `${limitWords[limit]}, ${isLearned ? 'learned' : 'as set'}`,
    `${seconds} s`,
    `${(100 * shareOver).toFixed(1)} %`,
  ]),
)}

Learned as if each trace were an order, and a phone reported nothing while it stands: that is the worst case of “silent”.
Many of these stretches are at a stop, where no one is called silent or not moving.

The way of ${driven} driven stretches was ${detour.p10.toFixed(2)}, ${detour.p50.toFixed(2)} and ${detour.p90.toFixed(2)} times the straight line between their ends, at the 10th, 50th
and 90th percentile. No rule has such a factor: the forecaster learns time over straight distance, detours included.
${livingPace}`;
}

/** What of the project goes at this pace, and why the rest does not. */
const livingPace = `
## What lives at this pace

One courier in two takes 10 minutes to the pickup, waits 15 there and takes 12 to the drop-off. The orders that the
simulator generates, the lives of the rush and the simulation are drawn from rounded quantiles of these deliveries
(simulator/orders/real-pace.ts).

- **The rush**: couriers go and wait at this pace, what befalls an order comes at a moment that is written. An order that
  something befalls late began before the hour, and a courier falls silent on one of the longer ways, away from the stops.
- **The simulation**: a state lasts as long as a real way, with the wait at the pickup; one of twelve is over within two
  seconds, as of no real courier, which finds what comes together. In an order-hour of twenty seeds there are 0.277 updates
  and 0.48 notifications; with the short times that it had before there were 0.279 and 0.44.
- **The demo's day**: its couriers go and wait as long as nine of ten real ones, and it is played ten times as fast
  (\`speed\` in seeds/scenarios/day.json). Most are under way or at a pickup when it begins, so that its first half minute
  still has a match, a release, three couriers who leave a pickup, three near a stop and a completion.
`;

const limitWords = { silent: 'silent', notMoving: 'not moving' } as const;
