import { z } from 'zod';
import { machineText, markdownTable, today } from '../shared/machine.ts';
import { atLeast, atMost, type Target, targetTable } from '../shared/report.ts';
import { pastedLines, trailPoints } from './extras.ts';
import type { SnapshotCost } from './snapshot.ts';

/** What one run of the page wrote down. */
export const pageResultSchema = z.object({
  firstRowMs: z.number(),
  longTasksMs: z.array(z.number()),
  mostNodes: z.number(),
  idleFramesMs: z.array(z.number()).min(10),
  busyFramesMs: z.array(z.number()).min(10),
  patchesMs: z.array(z.number()),
  /** From a change's arrival to the end of the frame that drew it. */
  toPixelsMs: z.array(z.number()).min(10),
  /** While nothing changed and a long list was pasted and a long trail drawn. */
  longTasksAloneMs: z.array(z.number()),
  paste: z.object({ previewMs: z.number(), workMs: z.number(), longestBlockMs: z.number() }),
  trail: z.object({ framesMs: z.array(z.number()).min(10), layoutMs: z.number() }),
});

/** Whether a pointer is over the list, which keeps rows at their places, or not. */
export const variants = ['rows move', 'rows held'] as const;

export interface WindowRun extends z.infer<typeof pageResultSchema> {
  readonly variant: (typeof variants)[number];
}

/** What was measured. */
export interface WindowMeasurement {
  readonly rounds: number;
  readonly seconds: number;
  readonly snapshot: SnapshotCost;
  readonly runs: readonly WindowRun[];
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** One variant: medians of its rounds, but the most of what must never happen. */
function feelOf(variant: string, all: readonly WindowRun[]) {
  const runs = all.filter((run) => run.variant === variant);
  const median = (read: (run: WindowRun) => number) => share(runs.map(read), 0.5);
  const atRest = (run: WindowRun) => share(run.idleFramesMs, 0.5);
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

/** A long paste and a long trail: medians of all runs, but the most of what must never happen. */
function extrasOf(runs: readonly WindowRun[]) {
  const median = (read: (run: WindowRun) => number) => share(runs.map(read), 0.5);
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

/** What the measurement is judged by. */
export function windowTargets({ runs, snapshot }: WindowMeasurement): readonly Target[] {
  const feels = variants.map((variant) => feelOf(variant, runs));
  const extras = extrasOf(runs);
  const patches = snapshot.rowsBytes / snapshot.patchBytes;
  const lines = pastedLines.toLocaleString('en');
  const points = trailPoints.toLocaleString('en');
  return [
    atMost('T15: the structured clone of 10,000 rows', snapshot.rowsMs, 60, ' ms'),
    atLeast('T15: bytes of all rows over those of a patch of ten rows', patches, 500, ' x'),
    ...feels.flatMap((feel) => {
      const name = (what: string) => `T16, ${feel.variant}: ${what}`;
      return [
        atMost(name('long tasks'), feel.longTasks, 0),
        atMost(name('p99 frame, in frames at rest'), feel.p99FrameRatio, 1.2),
        atMost(name('p99 change to pixels, in frames'), feel.p99ToPixelsFrames, 2),
        atMost(name('elements in the document'), feel.mostNodes, 1500),
        atMost(`T15, ${feel.variant}: first row after the data`, feel.firstRowMs, 150, ' ms'),
      ];
    }),
    atMost(`${lines} pasted lines: until the preview`, extras.pasteToPreviewMs, 50, ' ms'),
    atMost(`${lines} pasted lines: nothing else ran for`, extras.pasteLongestBlockMs, 50, ' ms'),
    atMost(`A trail of ${points} points: p99 frame`, extras.trailP99FrameRatio, 1.2),
    atMost('Long paste and long trail: long tasks', extras.longTasks, 0),
  ];
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

/** The page of docs/bench. */
export function windowReport(measured: WindowMeasurement): string {
  const { runs, snapshot, rounds, seconds } = measured;
  const feel = variants.map((variant) => feelOf(variant, runs));
  const extras = extrasOf(runs);
  return `# How the window feels

Measured ${today()} on ${machineText()}; ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s with 10,000
orders and 1,000 changes a second while the list is scrolled 30 px a frame, the built window in a
headless Chromium without a graphics card. "Rows held" has the pointer in the list, so that rows keep
their places; "rows move" has not. Read the ratios: absolute numbers move with the machine.
\`npm run bench -- window 2 60\` measures anew.

${targetTable(windowTargets(measured))}

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
}
