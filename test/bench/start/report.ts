import { machineText, markdownTable, median, today } from '../shared/machine.ts';
import { atMost, type Target, targetTable } from '../shared/report.ts';
import type { RestResult } from './run.ts';

/** One round, in milliseconds from the spawn. */
export interface StartRun {
  /** The least app: the runtime is ready. */
  readonly readyMs: number;
  /** Waybell: the runtime is ready. */
  readonly ownReadyMs: number;
  /** Waybell: the desktop knows its tray icon. */
  readonly trayMs: number;
  /** Waybell: the window is in sight with the rows of its orders. */
  readonly usableMs: number;
  /** Waybell started without a window, as at login: the desktop knows its tray icon. */
  readonly hiddenTrayMs: number;
  /** From a paste of uuids into the empty window until its preview is drawn. */
  readonly previewMs: number;
  /** From the click on its button until the rows are drawn. */
  readonly watchedMs: number;
}

/** What was measured. */
export interface StartMeasurement {
  /** Which runtime, and why that one. */
  readonly runtime: string;
  /** How many orders are watched where any are. */
  readonly orderCount: number;
  readonly pastedCount: number;
  readonly restSeconds: number;
  readonly starts: readonly StartRun[];
  readonly rests: {
    /** The least app, doing nothing. */
    readonly bare: RestResult;
    /** The least app, polling the orders. */
    readonly script: RestResult;
    /** Waybell, connected and hidden, with an empty watch list. */
    readonly nothingWatched: RestResult;
    /** Waybell, watching the orders, its window closed. */
    readonly closedWindow: RestResult;
    /** Waybell, watching the orders, its window open. */
    readonly openWindow: RestResult;
  };
}

/** What the measurement is judged by. */
export function startTargets({
  orderCount,
  pastedCount,
  rests,
  starts,
}: StartMeasurement): readonly Target[] {
  const middle = (read: (run: StartRun) => number): number => median(starts.map(read));
  const readyMs = middle((run) => run.readyMs);
  const { bare, closedWindow, nothingWatched, openWindow, script } = rests;
  return [
    atMost('tray icon / bare ready', middle((run) => run.trayMs) / readyMs, 1.5),
    atMost(
      'tray icon of a hidden start / bare ready',
      middle((run) => run.hiddenTrayMs) / readyMs,
      1.5,
    ),
    atMost('usable window / bare ready', middle((run) => run.usableMs) / readyMs, 4),
    atMost(
      'usable window, ms',
      middle((run) => run.usableMs),
      1500,
    ),
    atMost(
      `${pastedCount} pasted uuids: until the preview, and from the click until the rows, ms`,
      middle((run) => run.previewMs + run.watchedMs),
      200,
    ),
    atMost(
      `an open window with ${orderCount} orders, % of a processor beyond a closed one`,
      Math.max(0, openWindow.allCpuPercent - closedWindow.allCpuPercent),
      2,
    ),
    atMost(
      `wake-ups with ${orderCount} orders / least script`,
      closedWindow.mainWakeUpsPerSecond / script.mainWakeUpsPerSecond,
      1.2,
    ),
    atMost(
      `processor time with ${orderCount} orders / least script`,
      closedWindow.mainCpuPercent / script.mainCpuPercent,
      1.2,
    ),
    atMost('memory with the window closed / bare', closedWindow.allPssMb / bare.allPssMb, 1.15),
    // One in ten seconds is what the least app itself wakes up by.
    atMost(
      'wake-ups per second beyond bare when nothing is watched',
      Math.max(0, nothingWatched.mainWakeUpsPerSecond - bare.mainWakeUpsPerSecond),
      0.1,
    ),
  ];
}

function restRow(name: string, rest: RestResult): readonly (string | number)[] {
  const { allCpuPercent, allPssMb, mainCpuPercent, mainRssMb, mainWakeUpsPerSecond } = rest;
  const cells = [mainWakeUpsPerSecond, mainCpuPercent, allCpuPercent, mainRssMb, allPssMb];
  return [name, ...cells, rest.processes];
}

/** The page of docs/bench. */
export function startReport(measured: StartMeasurement): string {
  const { orderCount, pastedCount, restSeconds, rests, runtime, starts } = measured;
  const rounds = starts.length;
  const startRow = (name: string, read: (run: StartRun) => number) => [
    name,
    median(starts.map(read)),
    Math.min(...starts.map(read)),
    Math.max(...starts.map(read)),
  ];
  return `# Start and rest

${runtime}. Measured on ${today()}: ${machineText()}. \`npm run bench -- start ${rounds} ${restSeconds} ${orderCount}\`.

What "bare" is: an app of one file on the same runtime, without a window and without a tray. Times and
memory of the runtime itself are in every row, so the targets are ratios.

## From the spawn, ${rounds} rounds, milliseconds

${markdownTable(
  ['', 'median', 'least', 'most'],
  [
    startRow('bare: ready', (run) => run.readyMs),
    startRow('Waybell: ready', (run) => run.ownReadyMs),
    startRow('Waybell: tray icon known to the desktop', (run) => run.trayMs),
    startRow(`Waybell: window in sight with ${orderCount} orders`, (run) => run.usableMs),
    startRow('Waybell started hidden: tray icon', (run) => run.hiddenTrayMs),
    startRow(`${pastedCount} pasted uuids: until the preview`, (run) => run.previewMs),
    startRow('from the click on its button until the rows', (run) => run.watchedMs),
  ],
)}

## At rest, ${restSeconds} seconds

Wake-ups are voluntary context switches of all threads of the main process. The memory of all processes
counts shared pages once.

${markdownTable(
  ['', 'wake-ups/s', 'main CPU %', 'all CPU %', 'main MB', 'all MB', 'processes'],
  [
    restRow('bare', rests.bare),
    restRow(`bare, polling ${orderCount} orders`, rests.script),
    restRow('Waybell, nothing watched', rests.nothingWatched),
    restRow(`Waybell, ${orderCount} orders, window closed`, rests.closedWindow),
    restRow(`Waybell, ${orderCount} orders, window open`, rests.openWindow),
  ],
)}

## Targets

${targetTable(startTargets(measured))}
`;
}
