import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../shared/machine.ts';
import { contextSwitches, cpuSeconds, rssKb } from '../shared/process-cost.ts';

/*
 * What a process takes while it polls and is left alone, read from outside. The event loop's delay is
 * not measured meanwhile, because measuring it wakes the process.
 */

/** What one process took. */
export interface Load {
  readonly client: string;
  readonly orders: number;
  readonly intervalMs: number;
  readonly wakeUpsPerSecond: number;
  readonly cpuPercent: number;
  readonly rssMb: number;
  /** Beside what it had before it knew any order. */
  readonly rssKbPerOrder: number;
}

/** From the second minute on, and not before each order was asked for once and has its place. */
export function settledAfterMs(intervalMs: number): number {
  return Math.max(60_000, intervalMs * 1.5);
}

function start(file: string, args: readonly string[]): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Lets one client poll so many orders and counts for a while. Linux alone. */
export async function runLoad(
  client: string,
  orders: number,
  intervalMs: number,
  forMs: number,
): Promise<Load> {
  const server = start('server.ts', []);
  const [port]: number[] = await once(server, 'message');
  const address = `http://127.0.0.1:${port}`;
  const args = [client, address, String(orders), String(intervalMs), '--no-delay'];
  const own = start('client.ts', args);
  try {
    await once(own, 'message');
    const pid = own.pid ?? 0;
    const bareKb = rssKb(pid);
    own.send({ do: 'start' });
    await once(own, 'message');
    await wait(settledAfterMs(intervalMs));
    const before = { switches: contextSwitches(pid), cpu: cpuSeconds(pid) };
    const sinceMs = performance.now();
    await wait(forMs);
    const seconds = (performance.now() - sinceMs) / 1000;
    return {
      client,
      orders,
      intervalMs,
      wakeUpsPerSecond: (contextSwitches(pid) - before.switches) / seconds,
      cpuPercent: ((cpuSeconds(pid) - before.cpu) / seconds) * 100,
      rssMb: rssKb(pid) / 1024,
      rssKbPerOrder: (rssKb(pid) - bareKb) / Math.max(orders, 1),
    };
  } finally {
    own.kill('SIGKILL');
    server.kill('SIGKILL');
  }
}

/** The middle of each figure over the processes of one client with so many orders; NaN without one. */
export function middleLoad(loads: readonly Load[], client: string, orders: number) {
  const rows = loads.filter((row) => row.client === client && row.orders === orders);
  const middle = (key: Exclude<keyof Load, 'client'>) => median(rows.map((row) => row[key]));
  return {
    wakeUpsPerSecond: middle('wakeUpsPerSecond'),
    cpuPercent: middle('cpuPercent'),
    rssMb: middle('rssMb'),
    rssKbPerOrder: middle('rssKbPerOrder'),
  };
}
