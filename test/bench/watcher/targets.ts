import type { DesksAtNine } from '../../simulation/desks-at-nine.ts';
import { median } from '../shared/machine.ts';
import { type Life, type LifePhase, outageMs, phaseNames, type PhaseName } from './life.ts';
import { type Load, middleLoad } from './load.ts';

/** What writing costs, from storage.ts. */
export interface StorageResult {
  readonly loadMs: number;
  readonly longestFlushMs: number;
  /** As the file is while it is written to. */
  readonly bytesAsWritten: number;
}

/** What the measurement came to. */
export interface WatcherReport {
  readonly measuredOn: string;
  readonly machine: string;
  readonly loads: readonly Load[];
  readonly lives: readonly Life[];
  readonly storage: StorageResult | null;
  readonly desks: readonly DesksAtNine[];
}

/** What kills.json holds, as far as a target needs it. */
export interface KillsReport {
  readonly rounds: number;
  readonly orderCount: number;
  readonly lost: number;
  readonly doubled: number;
  readonly corrupt: number;
}

/** What soak.json holds, as far as a target needs it. */
export interface SoakReport {
  readonly runs?: { readonly orderHours: number; readonly brokenSeeds: readonly number[] };
  readonly days?: {
    readonly hours: number;
    readonly orderCount: number;
    readonly heapMbPerHour: number;
    readonly faults: readonly string[];
  };
}

/** One target: what was wanted, what was measured, whether it was kept; null when it was not measured. */
export interface Target {
  readonly name: string;
  readonly wanted: string;
  readonly measured: string;
  readonly kept: boolean | null;
  readonly on: string;
}

/** The sizes of T3, every 30 s. */
export const everyHalfMinute = [300, 1000, 2500, 3000];
/** The size of T4: 10,000 orders at 6,000 requests a minute, the most that can be set. */
export const most = { orders: 10_000, intervalMs: 100_000 };

/** Rounded for reading. */
export function number(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Every target of the watcher, kept or not; what did not run says so. */
export function targetsOf(
  { loads, lives, storage }: WatcherReport,
  kills: KillsReport | null,
  soak: SoakReport | null,
): readonly Target[] {
  const { orders, intervalMs } = most;
  const onMost = `${orders.toLocaleString('en')} orders, 6,000 requests a minute`;
  const atLeast = (name: string, value: number, least: number, what: string, on = onMost) =>
    judged(name, `≥ ${least}× ${what}`, value, value >= least, '×', on);
  const atMost = (
    name: string,
    what: string,
    value: number,
    limit: number,
    unit: string,
    on = onMost,
  ) => judged(name, `${what} ≤ ${limit}${unit}`, value, value <= limit, unit, on);

  const load = (client: string, size: number) => middleLoad(loads, client, size);
  const cpuOver = (client: string, size: number): number =>
    load(client, size).cpuPercent / load('waybell', size).cpuPercent;
  const beside = (size: number, name: string, on: string): readonly Target[] => [
    atLeast(name, cpuOver('fetch', size), 1.5, 'less CPU than setInterval + fetch', on),
    shown(
      name,
      'for comparison: CPU of a plain poller that keeps nothing',
      cpuOver('undici', size),
      '×',
      on,
    ),
  ];

  const lifeOf = (client: string): Life | undefined =>
    lives.find((life) => life.client === client && life.orders === orders);
  const ours = lifeOf('waybell');
  const our = (phase: PhaseName, key: keyof LifePhase): number =>
    ours?.phases[phase]?.[key] ?? Number.NaN;
  const inAnyPhase = (key: keyof LifePhase): number =>
    Math.max(...phaseNames.map((phase) => our(phase, key)));
  const burstOver = (phase: PhaseName): number =>
    (lifeOf('fetch')?.phases[phase]?.mostIn100Ms ?? Number.NaN) / our(phase, 'mostIn100Ms');
  const idle = load('waybell', 100);
  const script = load('script', 100);
  const empty = load('waybell', 0).wakeUpsPerSecond - load('nothing', 0).wakeUpsPerSecond;
  const broken = soak?.runs?.brokenSeeds.length ?? Number.NaN;
  const brokenInDays = soak?.days?.faults.length ?? Number.NaN;
  const slope = soak?.days?.heapMbPerHour ?? Number.NaN;
  const damage = kills === null ? Number.NaN : kills.lost + kills.doubled + kills.corrupt;

  return [
    ...everyHalfMinute.flatMap((size) =>
      beside(size, 'T3', `${size.toLocaleString('en')} orders every 30 s`),
    ),
    ...beside(orders, 'T4', onMost),
    atMost('T5', 'memory per order', load('waybell', orders).rssKbPerOrder, 6, ' KB'),
    atMost('T5', 'the whole process', load('waybell', orders).rssMb, 220, ' MB'),
    atMost('T6', 'most in 100 ms, any phase', inAnyPhase('mostIn100Ms'), 64, ''),
    atMost(
      'T6',
      'most in 1 s over the ideal, steady',
      our('steady', 'mostIn1000Ms') / (orders / (intervalMs / 1000)),
      1.3,
      '×',
    ),
    atLeast('T7', burstOver('wake'), 50, 'smaller burst after a wake than fetch'),
    atLeast('T7', burstOver('recovery'), 20, 'smaller burst after an outage than fetch'),
    atMost(
      'T8',
      'requests in an outage over normal',
      (our('outage', 'requests') / ((orders / intervalMs) * outageMs)) * 100,
      0.2,
      ' %',
    ),
    atMost(
      'T9',
      'gap error p99 over the interval',
      (our('steady', 'gapErrorP99Ms') / intervalMs) * 100,
      1,
      ' %',
    ),
    atMost(
      'T9',
      'longest gap over the interval, steady',
      our('steady', 'longestGapMs') / intervalMs,
      1.25,
      '×',
    ),
    atMost('T10', 'loop delay p99, any phase', inAnyPhase('loopDelayP99Ms'), 10, ' ms'),
    atMost('T10', 'loop delay max, any phase', inAnyPhase('loopDelayMaxMs'), 50, ' ms'),
    atMost(
      'T11',
      'paste to first answer, beyond the round trip',
      median(ours?.pasteBeyondMs ?? []),
      24,
      ' ms',
    ),
    atMost('T13', 'sockets', Math.max(our('start', 'sockets'), our('steady', 'sockets')), 64, ''),
    atMost('T13', 'sockets after two idle intervals', ours?.idleSockets ?? Number.NaN, 0, ''),
    atMost(
      'T14',
      'block per turn, 1,000 changes',
      storage?.longestFlushMs ?? Number.NaN,
      30,
      ' ms',
      'on disk',
    ),
    atMost('T14', 'loading 10,000 orders', storage?.loadMs ?? Number.NaN, 100, ' ms', 'on disk'),
    atMost(
      'T14',
      'room of one update',
      storage?.bytesAsWritten ?? Number.NaN,
      100,
      ' bytes',
      '100,000 updates of a recorded day',
    ),
    atMost(
      'T14',
      'lost, doubled or damaged by kill -9',
      damage,
      0,
      '',
      `${kills?.rounds ?? 0} kills, kills.md`,
    ),
    atMost(
      'T18',
      'wake-ups over the least script',
      idle.wakeUpsPerSecond / script.wakeUpsPerSecond,
      1.2,
      '×',
      '100 orders every 30 s',
    ),
    atMost(
      'T18',
      'CPU over the least script',
      idle.cpuPercent / script.cpuPercent,
      1.2,
      '×',
      '100 orders every 30 s',
    ),
    atMost('T18', 'wake-ups beside those of Node itself', empty, 0.05, '/s', 'no orders'),
    atMost(
      'T19',
      'seeds that broke a promise',
      broken,
      0,
      '',
      `${soak?.runs?.orderHours.toLocaleString('en') ?? 0} order-hours, soak.md`,
    ),
    atMost(
      'T19',
      'broken promises',
      brokenInDays,
      0,
      '',
      `${soak?.days?.hours ?? 0} h of 10,000 orders, soak.md`,
    ),
    atMost(
      'T19',
      'growth of the heap',
      slope,
      0.5,
      ' MB/h',
      `${soak?.days?.hours ?? 0} h of 10,000 orders, soak.md`,
    ),
  ];
}

function judged(
  name: string,
  wanted: string,
  value: number,
  isKept: boolean,
  unit: string,
  on: string,
): Target {
  const isMeasured = Number.isFinite(value);
  const measured = isMeasured ? `${number(value, 2)}${unit}` : 'not measured';
  return { name, wanted, measured, kept: isMeasured ? isKept : null, on };
}

/** A figure that stands beside a target for comparison and is not one. */
function shown(name: string, wanted: string, value: number, unit: string, on: string): Target {
  return { ...judged(name, wanted, value, false, unit, on), kept: null };
}
