import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeIdentityFolder } from './identity.ts';

/*
 * How often a process wakes up while nobody looks: context switches of all its threads per second,
 * from /proc. The event loop's delay is not measured meanwhile, because measuring it wakes.
 */

/**
 * Each order has long come to its place by then, and V8 has compiled what a client does over and over:
 * with 33 checks a second that takes minutes, and nearly all of a program's day comes afterwards.
 */
export function settledAfterMs(orders: number): number {
  return orders < 10_000 ? 300_000 : 120_000;
}

/** What a process does when left alone. */
export interface IdleResult {
  readonly client: string;
  readonly orders: number;
  readonly wakeUpsPerSecond: number;
  readonly cpuPercent: number;
  readonly rssMb: number;
  /** Beside what it had before it knew any order. */
  readonly rssKbPerOrder: number;
}

/** How often all threads of a process gave the processor back since it began. */
export function contextSwitches(pid: number): number {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');
    sum += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return sum;
}

/** User and system time in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function rssKb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

function start(file: string, args: readonly string[], trusted?: string): ChildProcess {
  return fork(join(import.meta.dirname, file), args, {
    env: { ...process.env, ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusted }) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** At the end of a client's name: over TLS, as every service is asked that is not on this computer. */
export const encrypted = '-tls';

/** Lets one client poll so many orders for a while and counts. Linux alone. @returns null when it died */
export async function runIdle(
  client: string,
  orders: number,
  intervalMs: number,
  forMs: number,
): Promise<IdleResult | null> {
  try {
    return await measuredIdle(client, orders, intervalMs, forMs);
  } catch (error) {
    process.stderr.write(`${client} ${orders}, left alone: ${String(error)}\n`);
    return null;
  }
}

async function measuredIdle(
  client: string,
  orders: number,
  intervalMs: number,
  forMs: number,
): Promise<IdleResult> {
  const identity = client.endsWith(encrypted) ? makeIdentityFolder() : null;
  const server = start('server.ts', [
    String(orders),
    ...(identity === null ? [] : [identity.path]),
  ]);
  const [port]: number[] = await once(server, 'message');
  const own = start(
    'client.ts',
    [
      identity === null ? client : client.slice(0, -encrypted.length),
      `${identity === null ? 'http' : 'https'}://127.0.0.1:${port}`,
      String(orders),
      String(intervalMs),
      '--no-delay',
    ],
    identity?.caPath,
  );
  try {
    await once(own, 'message');
    const pid = own.pid ?? 0;
    const bareKb = rssKb(pid);
    own.send({ do: 'start' });
    await once(own, 'message');
    await wait(settledAfterMs(orders));
    const before = {
      switches: contextSwitches(pid),
      cpu: cpuSeconds(pid),
      atMs: performance.now(),
    };
    await wait(forMs);
    const seconds = (performance.now() - before.atMs) / 1000;
    return {
      client,
      orders,
      wakeUpsPerSecond:
        Math.round(((contextSwitches(pid) - before.switches) / seconds) * 100) / 100,
      cpuPercent: Math.round(((cpuSeconds(pid) - before.cpu) / seconds) * 10_000) / 100,
      rssMb: Math.round(rssKb(pid) / 1024),
      rssKbPerOrder: Math.round(((rssKb(pid) - bareKb) / Math.max(orders, 1)) * 100) / 100,
    };
  } finally {
    own.kill('SIGKILL');
    server.kill('SIGKILL');
    identity?.remove();
  }
}
