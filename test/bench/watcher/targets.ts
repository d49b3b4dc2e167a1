import { median } from '../shared/machine.ts';
import { encrypted } from './idle.ts';
import { medianOf, number, Rows } from './figures.ts';
import type { KillsReport, SoakReport, WatcherReport } from './figures.ts';
import { aloneClient } from './lane.ts';
import type { LanePhase, PhaseName } from './lane.ts';

/** One target: what was wanted, what was measured, whether it was kept; null when it was not measured. */
export interface Target {
  readonly name: string;
  readonly wanted: string;
  readonly measured: string;
  readonly kept: boolean | null;
  readonly on: string;
}

const targetSize = 10_000;

/** Every target of the watcher, kept or not; those of sizes that did not run say so. */
export function targetsOf(
  report: WatcherReport,
  kills: KillsReport | null,
  soak: SoakReport | null,
): readonly Target[] {
  const rows = new Rows(report);
  const { storage, idle } = report;
  const at = targetSize;
  const ours = rows.of('waybell', at);
  const intervalMs = ours[0]?.intervalMs ?? 30_000;
  const on = `${at.toLocaleString('en')} orders, ${intervalMs / 1000} s`;
  /** What concerns Waybell alone is read where it ran alone. */
  const alone = rows.of(aloneClient, at).length > 0 ? aloneClient : 'waybell';
  const our = (phase: PhaseName, key: keyof LanePhase): number => rows.value(alone, at, phase, key);
  const ratio = (client: string, phase: PhaseName, key: keyof LanePhase, orders = at): number =>
    rows.value(client, orders, phase, key) / rows.value('waybell', orders, phase, key);
  const target = (
    name: string,
    wanted: string,
    measured: string,
    values: readonly number[],
    isKept: boolean,
    where = on,
  ): Target => {
    const isMeasured = values.length > 0 && values.every((value) => Number.isFinite(value));
    return {
      name,
      wanted,
      measured: isMeasured ? measured : 'not measured',
      kept: isMeasured ? isKept : null,
      on: where,
    };
  };
  const atLeast = (name: string, value: number, least: number, what: string, where = on): Target =>
    target(name, `≥ ${least}× ${what}`, `${number(value)}×`, [value], value >= least, where);
  const atMost = (
    name: string,
    what: string,
    value: number,
    most: number,
    unit = '',
    where = on,
  ): Target =>
    target(
      name,
      `${what} ≤ ${most}${unit}`,
      `${number(value, 2)}${unit}`,
      [value],
      value <= most,
      where,
    );

  const onFew = '1,000 orders, 30 s, left alone, the middle one of three';
  const onMany = '10,000 orders, 30 s, left alone, the middle one of three';
  const ideal = at / (intervalMs / 100);
  const mostEver = rows.most(alone, at, 'mostInFlight');
  const paste = rows.of(alone, at).flatMap(({ pasteBeyondMs = [] }) => pasteBeyondMs);
  const idleOf = (client: string, orders: number) => medianOf(idle, client, orders);
  // Measuring the loop's delay wakes a process a hundred times a second, and here each wake-up counts.
  const leftAlone = (
    client: string,
    orders: number,
    key: 'cpuPercent' | 'rssKbPerOrder' = 'cpuPercent',
  ): number =>
    (idleOf(client, orders)?.[key] ?? Number.NaN) /
    (idleOf('waybell', orders)?.[key] ?? Number.NaN);
  const cpuOfFetchOver = (client: string, way = ''): string => {
    const cpuOf = (name: string) => idleOf(`${name}${way}`, at)?.cpuPercent ?? Number.NaN;
    const value = cpuOf('fetch') / cpuOf(client);
    return Number.isFinite(value) ? `${number(value)}×` : 'not measured';
  };
  const idleOurs = idleOf('waybell', 100);
  const script = idleOf('script', 100);
  const nobody = idleOf('waybell', 0);
  const nothing = idleOf('nothing', 0);
  const normal = (at / intervalMs) * 30_000;
  const targets: Target[] = [
    atLeast('T3', leftAlone('fetch', 1000), 1.8, 'CPU of fetch in bursts', onFew),
    atLeast('T3', leftAlone('fetch-spread', 1000), 5, 'CPU of fetch spread evenly', onFew),
    atLeast('T4', leftAlone('fetch', at), 3, 'CPU of setInterval + fetch', onMany),
    {
      name: 'T4',
      wanted: 'the same for undici alone: who asks by undici cannot take less',
      measured: cpuOfFetchOver('undici'),
      kept: null,
      on: onMany,
    },
    {
      name: 'T4',
      wanted: 'the same over TLS, as every service is asked that is not on this computer',
      measured: `${cpuOfFetchOver('waybell', encrypted)}, undici alone ${cpuOfFetchOver('undici', encrypted)}`,
      kept: null,
      on: '10,000 orders, 30 s, left alone, one of each',
    },
    atLeast('T5', leftAlone('fetch', at, 'rssKbPerOrder'), 20, 'memory per order of fetch', onMany),
    atMost(
      'T5',
      'memory per order',
      idleOf('waybell', at)?.rssKbPerOrder ?? Number.NaN,
      3,
      ' KB',
      onMany,
    ),
    atMost(
      'T6',
      'most in 100 ms over the ideal, steady',
      our('steady', 'mostIn100Ms') / ideal,
      1.3,
    ),
    atMost('T6', 'at once, in every phase', mostEver, 64),
    atLeast('T7', ratio('fetch', 'wake', 'mostIn100Ms'), 50, 'burst of fetch after a wake'),
    atLeast('T7', ratio('fetch', 'recovery', 'mostIn100Ms'), 20, 'burst of fetch after an outage'),
    atMost(
      'T8',
      'requests in an outage of 30 s',
      (our('outage', 'requests') / normal) * 100,
      0.2,
      ' %',
    ),
    atMost(
      'T9',
      'gap error p99 over the interval',
      (our('steady', 'gapErrorP99Ms') / intervalMs) * 100,
      0.3,
      ' %',
    ),
    atMost(
      'T9',
      'longest gap over the interval, steady',
      our('steady', 'longestGapMs') / intervalMs,
      1.1,
    ),
    atMost(
      'T9',
      'longest gap over the interval, the outage itself left out',
      (our('recovery', 'longestGapMs') - intervalMs) / intervalMs,
      1.75,
    ),
    atMost('T10', 'loop delay p99, any phase', rows.most(alone, at, 'loopDelayP99Ms'), 5, ' ms'),
    atMost('T10', 'loop delay max, any phase', rows.most(alone, at, 'loopDelayMaxMs'), 25, ' ms'),
    target(
      'T11',
      'paste to first answer ≤ 1.2 round trips + one slot of 10 ms',
      `${number(median(paste))} ms beyond the round trip in the middle, ${number(Math.max(...paste))} ms at most`,
      paste.length === 0 ? [] : [median(paste)],
      median(paste) <= 10 + 0.2 * 70,
    ),
    atMost('T13', 'sockets', rows.most(alone, at, 'sockets', ['start', 'steady']), 64),
    atMost(
      'T13',
      'sockets after two idle intervals',
      median(rows.of(alone, at).flatMap((run) => run.idleSockets ?? [])),
      0,
    ),
    atMost(
      'T14',
      'block per turn, 1,000 changes',
      storage?.longestFlushMs ?? Number.NaN,
      8,
      ' ms',
      '1,000 changes at once',
    ),
    atMost(
      'T14',
      'loading 10,000 orders',
      storage?.loadMs ?? Number.NaN,
      40,
      ' ms',
      'a profile on disk',
    ),
    atMost(
      'T14',
      'room of one update',
      storage?.bytesAsWritten ?? Number.NaN,
      60,
      ' bytes',
      'a recorded day again and again, 100,000 updates, as written',
    ),
    target(
      'T14',
      'acknowledged and lost in 1,000 kill -9: 0',
      `${kills?.lost} lost, ${kills?.doubled} doubled, ${kills?.corrupt} damaged; ${kills?.named} named once after the restart`,
      kills === null ? [] : [kills.lost],
      kills !== null && kills.rounds >= 1000 && kills.lost + kills.doubled + kills.corrupt === 0,
      `${kills?.rounds} kills, ${kills?.orderCount} orders: kills.md`,
    ),
    atMost(
      'T18',
      'wake-ups over those of the least script',
      (idleOurs?.wakeUpsPerSecond ?? Number.NaN) / (script?.wakeUpsPerSecond ?? Number.NaN),
      1.2,
      '×',
      '100 orders, 30 s, no window',
    ),
    atMost(
      'T18',
      'CPU over that of the least script',
      (idleOurs?.cpuPercent ?? Number.NaN) / (script?.cpuPercent ?? Number.NaN),
      1.2,
      '×',
      '100 orders, 30 s, no window',
    ),
    target(
      'T18',
      'no wake-ups when nothing is watched, but those of Node itself',
      `${nobody?.wakeUpsPerSecond}/s, a Node that does nothing ${nothing?.wakeUpsPerSecond}/s`,
      [nobody?.wakeUpsPerSecond ?? Number.NaN, nothing?.wakeUpsPerSecond ?? Number.NaN],
      (nobody?.wakeUpsPerSecond ?? 1) - (nothing?.wakeUpsPerSecond ?? 0) <= 0.05,
      'no orders',
    ),
    target(
      'T18',
      'memory ≤ 1.15× an empty Electron without a window',
      `${idleOurs?.rssMb} MB in plain Node`,
      [],
      false,
      'needs the real Electron',
    ),
    target(
      'T19',
      'no broken promise in the seeded runs',
      `${soak?.runs?.brokenSeeds.length} seeds of ${soak?.runs?.orderHours.toLocaleString('en')} order-hours`,
      soak?.runs === undefined ? [] : [soak.runs.orderHours],
      soak?.runs?.brokenSeeds.length === 0,
      'simulated time: soak.md',
    ),
    target(
      'T19',
      `memory does not grow over ${soak?.days?.hours ?? 24} hours of 10,000 orders`,
      `heap ${soak?.days?.heapMbPerHour} MB/h, process ${soak?.days?.rssMbPerHour} MB/h`,
      soak?.days === undefined ? [] : [soak.days.heapMbPerHour],
      Math.abs(soak?.days?.heapMbPerHour ?? Number.NaN) < 0.5 && soak?.days?.faults.length === 0,
      'simulated time: soak.md',
    ),
  ];
  return targets;
}
