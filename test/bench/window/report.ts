import { markdownTable } from '../shared/machine.ts';
import { pastedLines, type PasteRun, trailPoints, type TrailRun } from './extras.ts';
import type { SnapshotCost } from './snapshot.ts';

/** One run of the page. */
export interface FeelRun {
  readonly variant: 'rows move' | 'rows held';
  readonly firstRowMs: number;
  readonly longTasksMs: readonly number[];
  readonly mostNodes: number;
  readonly idleFramesMs: readonly number[];
  readonly busyFramesMs: readonly number[];
  readonly patchesMs: readonly number[];
  /** From a change's arrival to the end of the frame that drew it. */
  readonly toPixelsMs: readonly number[];
  readonly sentMarks: number;
  /** While nothing changed and a long list was pasted and a long trail drawn. */
  readonly longTasksAloneMs: readonly number[];
  readonly paste: PasteRun;
  readonly trail: TrailRun;
}

/** What was measured. */
export interface WindowMeasurement {
  /** Year, month, day. */
  readonly measuredOn: string;
  readonly machine: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly snapshot: SnapshotCost;
  readonly runs: readonly FeelRun[];
}

interface Target {
  readonly name: string;
  readonly measured: string;
  readonly wanted: string;
  readonly isMet: boolean;
}

/** The report and what it was judged by. */
export interface WindowReport {
  readonly text: string;
  readonly targets: readonly Target[];
}

/** One variant: medians of its rounds, but the most of what must never happen. */
interface Feel {
  readonly variant: string;
  readonly firstRowMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  readonly mostNodes: number;
  readonly frameAtRestMs: number;
  readonly p99FrameMs: number;
  readonly p99FrameRatio: number;
  readonly p50ToPixelsMs: number;
  readonly p99ToPixelsMs: number;
  readonly p99ToPixelsFrames: number;
  readonly p50PatchMs: number;
  readonly p99PatchMs: number;
}

/** A long paste and a long trail: medians of all runs, but the most of what must never happen. */
interface Extras {
  readonly pasteToPreviewMs: number;
  readonly pasteWorkMs: number;
  readonly pasteLongestBlockMs: number;
  readonly trailLayoutMs: number;
  readonly trailP99FrameRatio: number;
  readonly longTasks: number;
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function feelOf(variant: string, runs: readonly FeelRun[]): Feel {
  const median = (read: (run: FeelRun) => number) => share(runs.map(read), 0.5);
  const atRest = (run: FeelRun) => share(run.idleFramesMs, 0.5);
  return {
    variant,
    firstRowMs: median((run) => run.firstRowMs),
    longTasks: median((run) => run.longTasksMs.length),
    longestTaskMs: Math.max(0, ...runs.flatMap((run) => run.longTasksMs)),
    mostNodes: Math.max(...runs.map((run) => run.mostNodes)),
    frameAtRestMs: median(atRest),
    p99FrameMs: median((run) => share(run.busyFramesMs, 0.99)),
    p99FrameRatio: median((run) => share(run.busyFramesMs, 0.99) / atRest(run)),
    p50ToPixelsMs: median((run) => share(run.toPixelsMs, 0.5)),
    p99ToPixelsMs: median((run) => share(run.toPixelsMs, 0.99)),
    p99ToPixelsFrames: median((run) => share(run.toPixelsMs, 0.99) / atRest(run)),
    p50PatchMs: median((run) => share(run.patchesMs, 0.5)),
    p99PatchMs: median((run) => share(run.patchesMs, 0.99)),
  };
}

function extrasOf(runs: readonly FeelRun[]): Extras {
  const median = (read: (run: FeelRun) => number) => share(runs.map(read), 0.5);
  return {
    pasteToPreviewMs: median(({ paste }) => paste.previewMs),
    pasteWorkMs: median(({ paste }) => paste.workMs),
    pasteLongestBlockMs: Math.max(...runs.map(({ paste }) => paste.longestBlockMs)),
    trailLayoutMs: median(({ trail }) => trail.layoutMs),
    trailP99FrameRatio: median(
      ({ trail, idleFramesMs }) => share(trail.framesMs, 0.99) / share(idleFramesMs, 0.5),
    ),
    longTasks: median(({ longTasksAloneMs }) => longTasksAloneMs.length),
  };
}

function most(name: string, value: number, unit: string, wanted: number): Target {
  return {
    name,
    measured: `${Number(value.toFixed(2))}${unit}`,
    wanted: `at most ${wanted}${unit}`,
    isMet: value <= wanted,
  };
}

function least(name: string, value: number, wanted: number): Target {
  return {
    name,
    measured: `${Math.round(value)} x`,
    wanted: `at least ${wanted} x`,
    isMet: value >= wanted,
  };
}

function targetsOf(
  snapshot: SnapshotCost,
  feels: readonly Feel[],
  extras: Extras,
): readonly Target[] {
  const patches = snapshot.rowsBytes / snapshot.patchBytes;
  const lines = pastedLines.toLocaleString('en');
  const points = trailPoints.toLocaleString('en');
  return [
    most('T15: the structured clone of 10,000 rows', snapshot.rowsMs, ' ms', 60),
    least('T15: bytes of all rows over those of a patch of ten rows', patches, 500),
    ...feels.flatMap((feel) => {
      const name = (what: string) => `T16, ${feel.variant}: ${what}`;
      return [
        most(name('long tasks'), feel.longTasks, '', 0),
        most(name('p99 frame, in frames at rest'), feel.p99FrameRatio, '', 1.2),
        most(name('p99 change to pixels, in frames'), feel.p99ToPixelsFrames, '', 2),
        most(name('elements in the document'), feel.mostNodes, '', 1500),
        most(`T15, ${feel.variant}: first row after the data`, feel.firstRowMs, ' ms', 150),
      ];
    }),
    most(`${lines} pasted lines: until the preview`, extras.pasteToPreviewMs, ' ms', 50),
    most(`${lines} pasted lines: nothing else ran for`, extras.pasteLongestBlockMs, ' ms', 50),
    most(`A trail of ${points} points: p99 frame`, extras.trailP99FrameRatio, '', 1.2),
    most('Long paste and long trail: long tasks', extras.longTasks, '', 0),
  ];
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

/** Sums up the runs and judges them. */
export function windowReport(measurement: WindowMeasurement): WindowReport {
  const { runs, snapshot, measuredOn, machine, rounds, seconds } = measurement;
  const variants = [...new Set(runs.map(({ variant }) => variant))];
  const feel = variants.map((variant) =>
    feelOf(
      variant,
      runs.filter((run) => run.variant === variant),
    ),
  );
  const extras = extrasOf(runs);
  const targets = targetsOf(snapshot, feel, extras);
  const text = `# How the window feels

Measured ${measuredOn} on ${machine}; ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s with 10,000
orders and 1,000 changes a second while the list is scrolled 30 px a frame, the built window in a
headless Chromium without a graphics card. "Rows held" has the pointer in the list, so that rows keep
their places; "rows move" has not. Read the ratios: absolute numbers move with the machine.
\`npm run bench -- window 2 60\` measures anew.

${markdownTable(
  ['Target', 'Measured', 'Wanted', ''],
  targets.map(({ name, measured, wanted, isMet }) => [
    name,
    measured,
    wanted,
    isMet ? 'met' : 'MISSED',
  ]),
)}

${markdownTable(
  ['While scrolling', ...feel.map(({ variant }) => variant)],
  [
    ['frame at rest, ms', ...feel.map((each) => ms(each.frameAtRestMs))],
    ['p99 frame, ms', ...feel.map((each) => ms(each.p99FrameMs))],
    ['longest task over 50 ms', ...feel.map((each) => ms(each.longestTaskMs))],
    ['change to pixels, median ms', ...feel.map((each) => ms(each.p50ToPixelsMs))],
    ['change to pixels, p99 ms', ...feel.map((each) => ms(each.p99ToPixelsMs))],
    ['taking in a patch of 100 rows, median ms', ...feel.map((each) => ms(each.p50PatchMs))],
    ['taking in a patch of 100 rows, p99 ms', ...feel.map((each) => ms(each.p99PatchMs))],
    ['first row after the data, ms', ...feel.map((each) => ms(each.firstRowMs))],
  ],
)}

${markdownTable(
  ['By itself, with 10,000 orders on the list', 'ms'],
  [
    [
      `${pastedLines.toLocaleString('en')} lines of CSV: until the preview`,
      ms(extras.pasteToPreviewMs),
    ],
    ['the same work without a pause', ms(extras.pasteWorkMs)],
    ['the longest that nothing else ran, drawing included', ms(extras.pasteLongestBlockMs)],
    [`working out a trail of ${trailPoints.toLocaleString('en')} points`, ms(extras.trailLayoutMs)],
  ],
)}

${markdownTable(
  ['10,000 orders to the window', 'ms', 'kB'],
  [
    ['whole objects', ms(snapshot.objectsMs), kilobytes(snapshot.objectsBytes)],
    ['rows, as sent', ms(snapshot.rowsMs), kilobytes(snapshot.rowsBytes)],
    ['a patch of ten rows', '', kilobytes(snapshot.patchBytes)],
  ],
)}
`;
  return { text, targets };
}
