import { median } from '../shared/machine.ts';
import type { IdleResult } from './idle.ts';
import { phaseNames } from './lane.ts';
import type { LanePhase, LaneResult, PhaseName } from './lane.ts';

/** One client's life and how often it had to ask. */
export type WatcherRun = LaneResult & { readonly intervalMs: number };

/** What writing costs, from watcher-storage.ts. */
export interface StorageResult {
  readonly openMs: number;
  readonly loadMs: number;
  readonly longestFlushMs: number;
  readonly worstFlushMs: number;
  readonly thousandChangesMs: number;
  /** After the file was compacted. */
  readonly bytesPerUpdate: number;
  /** As the file is while it is written to. */
  readonly bytesAsWritten: number;
}

/** What the measurement of the watcher came to. */
export interface WatcherReport {
  readonly measuredOn: string;
  readonly machine: string;
  readonly runs: readonly WatcherRun[];
  readonly idle: readonly IdleResult[];
  readonly storage?: StorageResult;
}

/** What kills.json holds, as far as a target needs it. */
export interface KillsReport {
  readonly rounds: number;
  readonly orderCount: number;
  readonly lost: number;
  readonly doubled: number;
  readonly corrupt: number;
  readonly named: number;
  readonly unnamed: number;
}

/** What soak.json holds, as far as a target needs it. */
export interface SoakReport {
  readonly runs?: { readonly orderHours: number; readonly brokenSeeds: readonly number[] };
  readonly days?: {
    readonly hours: number;
    readonly orderCount: number;
    readonly heapMbPerHour: number;
    readonly rssMbPerHour: number;
    readonly faults: readonly string[];
  };
}

/** Rounded for reading. */
export function number(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Reads medians over the rounds of one client at one size. */
export class Rows {
  readonly #runs: readonly WatcherRun[];

  constructor(report: WatcherReport) {
    this.#runs = report.runs;
  }

  of(client: string, orders: number): readonly WatcherRun[] {
    return this.#runs.filter((run) => run.client === client && run.orders === orders);
  }

  value(client: string, orders: number, phase: PhaseName, key: keyof LanePhase): number {
    const found = this.of(client, orders).flatMap((run) => run.phases[phase]?.[key] ?? []);
    return median(found);
  }

  most(
    client: string,
    orders: number,
    key: keyof LanePhase,
    phases: readonly PhaseName[] = phaseNames,
  ): number {
    const found = phases.map((phase) => this.value(client, orders, phase, key));
    const lived = found.filter((value) => Number.isFinite(value));
    return lived.length === 0 ? Number.NaN : Math.max(...lived);
  }
}

/** What the processes of one client took when left alone: the middle of each figure. */
export function medianOf(
  idle: readonly IdleResult[],
  client: string,
  orders: number,
): IdleResult | undefined {
  const rows = idle.filter((row) => row.client === client && row.orders === orders);
  if (rows.length === 0) return undefined;
  const middle = (key: Exclude<keyof IdleResult, 'client'>) => median(rows.map((row) => row[key]));
  return {
    client,
    orders,
    wakeUpsPerSecond: middle('wakeUpsPerSecond'),
    cpuPercent: middle('cpuPercent'),
    rssMb: middle('rssMb'),
    rssKbPerOrder: middle('rssKbPerOrder'),
  };
}
