import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { Forecasts } from '../../../main/engine/notify/forecasts.ts';
import { LearnedRules } from '../../../main/engine/notify/learned-rules.ts';
import { benchOrderId } from '../../support/storage/bench-order.ts';

const minuteMs = 60_000;
const minuteSeconds = 60;
/** A shorter way is the noise of its positions. */
const leastWayMeters = 200;

/** A position of a courier: seconds since the first one, metres east and north of some place. */
interface TracePoint {
  readonly atSeconds: number;
  readonly x: number;
  readonly y: number;
  readonly isDriving: boolean;
}

/** A courier's positions while driving, or while on foot or standing, without a break. */
interface Stretch {
  readonly isDriving: boolean;
  readonly points: readonly TracePoint[];
  readonly seconds: number;
}

/** What is measured of traces of couriers. Shares from 0 to 1. */
export interface MeasuredTraces {
  readonly traces: number;
  readonly traceSeconds: Spread;
  /** Stretches on foot or standing. */
  readonly stretches: number;
  readonly stretchSeconds: Spread;
  /** The limits of a new profile, and those that the product would have learned from these traces. */
  readonly limits: readonly LimitMeasured[];
  /** The way over the straight line of driven stretches. */
  readonly driven: number;
  readonly detour: Spread;
}

interface LimitMeasured {
  readonly limit: 'silent' | 'notMoving';
  readonly isLearned: boolean;
  readonly seconds: number;
  /** The share of stretches on foot or standing that last longer. */
  readonly shareOver: number;
}

interface Spread {
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/**
 * Measures the traces in a folder of CSV files, one a courier, with the columns timestamp, x, y and groundtruth.
 *
 * @throws when there is none, or one lacks a column
 */
export function measuredTraces(folder: string): MeasuredTraces {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.csv'))
    .toSorted();
  if (files.length === 0) throw new Error(`${folder} has no CSV files.`);
  const traces = files.map((file) => stretchesOf(pointsOf(join(folder, file))));
  const stretches = traces.flat();
  const rests = stretches.flatMap(({ isDriving, seconds }) => (isDriving ? [] : [seconds]));
  const detours = stretches.flatMap(({ isDriving, points }) => (isDriving ? detour(points) : []));
  return {
    traces: traces.length,
    traceSeconds: spread(traces.map((trace) => sum(trace.map(({ seconds }) => seconds)))),
    stretches: rests.length,
    stretchSeconds: spread(rests),
    limits: limitsOf(traces).map((limit) => ({
      ...limit,
      shareOver: rounded(rests.filter((each) => each > limit.seconds).length / rests.length),
    })),
    driven: detours.length,
    detour: spread(detours),
  };
}

function pointsOf(file: string): readonly TracePoint[] {
  const [head = '', ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  const places = ['timestamp', 'x', 'y', 'groundtruth'].map((name) => names.indexOf(name));
  if (places.includes(-1)) throw new Error(`${file} lacks a column.`);
  return rows.map((row) => {
    const fields = row.split(',');
    const [time = '', x, y, label] = places.map((place) => fields[place]);
    // Dates have nine digits of a second; three are read.
    const atMs = Date.parse(`${time.slice(0, 23).replace(' ', 'T')}Z`);
    return {
      atSeconds: atMs / 1000,
      x: Number(x),
      y: Number(y),
      isDriving: label === 'Driving',
    };
  });
}

/** Each lasts until the next one begins. */
function stretchesOf(points: readonly TracePoint[]): readonly Stretch[] {
  const found: TracePoint[][] = [];
  for (const point of points) {
    const last = found.at(-1);
    if (last?.[0]?.isDriving === point.isDriving) last.push(point);
    else found.push([point]);
  }
  return found.flatMap((some, index) => {
    const [first] = some;
    const end = found[index + 1]?.[0] ?? some.at(-1);
    if (first === undefined || end === undefined) return [];
    const { atSeconds, isDriving } = first;
    return [{ isDriving, points: some, seconds: end.atSeconds - atSeconds }];
  });
}

function detour(points: readonly TracePoint[]): readonly number[] {
  const straight = metersBetween(points[0], points.at(-1));
  const way = sum(points.map((point, index) => metersBetween(points[index - 1], point)));
  return straight < leastWayMeters ? [] : [way / straight];
}

function metersBetween(from: TracePoint | undefined, to: TracePoint | undefined): number {
  return from === undefined || to === undefined ? 0 : Math.hypot(to.x - from.x, to.y - from.y);
}

/**
 * As set, and as learned from orders of which each had one of these traces: its longest stretch on foot or standing
 * was its longest stand, and its longest silence, as of a phone that reports nothing while it stands.
 */
function limitsOf(traces: readonly (readonly Stretch[])[]) {
  const finished = traces.map((trace, index) => {
    const rests = trace.map(({ isDriving, seconds }) => (isDriving ? 0 : seconds));
    const longestMs = Math.ceil(Math.max(...rests) / minuteSeconds) * minuteMs;
    return {
      id: benchOrderId(index),
      stage: 'arrived' as const,
      startedAtMs: null,
      arrivedPickupAtMs: null,
      leftPickupAtMs: null,
      arrivedAtMs: index,
      meters: null,
      group: null,
      promisedAtMs: null,
      longestSilenceMs: longestMs,
      longestStandMs: longestMs,
    };
  });
  const { restLimits } = new LearnedRules(
    { wallMs: () => finished.length },
    { courierWaits: () => [], positionAgesMs: () => [] },
    () => defaultSettings,
    new Forecasts({ finishedJourneys: () => finished }),
  );
  const { silenceLimits, waitLimits } = defaultSettings;
  return [
    setLimit('silent', silenceLimits.silentMinutes),
    learnedLimit('silent', restLimits.silent.limitMs),
    setLimit('notMoving', waitLimits.notMovingMinutes),
    learnedLimit('notMoving', restLimits.notMoving.limitMs),
  ];
}

function setLimit(limit: LimitMeasured['limit'], minutes: number) {
  return { limit, isLearned: false, seconds: minutes * minuteSeconds };
}

function learnedLimit(limit: LimitMeasured['limit'], limitMs: number) {
  return { limit, isLearned: true, seconds: limitMs / 1000 };
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
