import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { overhear } from '../../../tools/desktop/session-bus.ts';
import { inProject } from '../../../tools/project.ts';
import type { Runtime } from '../../../tools/runtime/runtime.ts';
import { contextSwitches, cpuSeconds } from '../shared/process-cost.ts';

/** What a start can be seen to reach. */
export type Mark = 'tray' | (typeof ownMarks)[number];

/** What the app says itself, through marks.cjs. */
const ownMarks = ['ready', 'usable', 'closed', 'pasted', 'previewed', 'watched'] as const;

const markSchema = z.object({
  mark: z.enum(ownMarks),
  atMs: z.number(),
});

/** How long a start may take before the measurement gives up. */
const givesUpAfterMs = 60_000;

/** A runtime with an app on it. */
export interface Started {
  readonly pid: number;
  /** @returns milliseconds from the spawn to the mark. @throws Error when it does not come */
  until(mark: Mark): Promise<number>;
  closeWindows(): void;
  stop(): Promise<void>;
}

/** Starts an app's folder on the runtime as the system would, and listens for its marks. */
export async function startMeasured(
  runtime: Runtime,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Started> {
  const marks = new Map<Mark, number>();
  const waiting = new Map<Mark, () => void>();
  const reached = (name: Mark, atMs: number): void => {
    if (!marks.has(name)) marks.set(name, atMs);
    waiting.get(name)?.();
  };
  const stopOverhearing = await overhear(
    env['DBUS_SESSION_BUS_ADDRESS'] ?? '',
    ["type='signal',member='StatusNotifierItemRegistered'"],
    ({ member }) => {
      // A monitor also hears what is meant for itself alone.
      if (member === 'StatusNotifierItemRegistered') reached('tray', Date.now());
    },
  );
  const spawnedAtMs = Date.now();
  const child = spawn(
    runtime.executable,
    [...runtime.args, '-r', inProject('test/bench/start/marks.cjs'), ...args],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{"mark"')) return;
    const { mark, atMs } = markSchema.parse(JSON.parse(line));
    reached(mark, atMs);
  });
  return {
    pid: child.pid ?? 0,
    async until(name) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(name, resolve);
      if (marks.has(name)) resolve();
      await Promise.race([promise, wait(givesUpAfterMs, null, { ref: false })]);
      const atMs = marks.get(name);
      if (atMs === undefined) throw new Error(`The start never came to "${name}".`);
      return atMs - spawnedAtMs;
    },
    closeWindows: () => child.kill('SIGUSR2'),
    async stop() {
      await stopOverhearing();
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, wait(5000, null, { ref: false })]);
  child.kill('SIGKILL');
}

/** A process and all that it started. */
function familyOf(pid: number): readonly number[] {
  const children = readdirSync('/proc').flatMap((name) => {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[1]) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
  return [pid, ...children.flatMap(familyOf)];
}

/** Memory in MB: what is in place, and with pages that several processes share counted once. */
function memoryOf(pid: number): { readonly rssMb: number; readonly pssMb: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const mb = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
    return { rssMb: mb('Rss'), pssMb: mb('Pss') };
  } catch {
    return { rssMb: 0, pssMb: 0 };
  }
}

/** What a program costs without a window. */
export interface RestResult {
  readonly mainWakeUpsPerSecond: number;
  readonly mainCpuPercent: number;
  /** Of all processes. */
  readonly allCpuPercent: number;
  readonly mainRssMb: number;
  readonly processes: number;
  /** Of all processes, shared pages counted once. */
  readonly allPssMb: number;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Watches a program from outside for a while. */
export async function atRest(pid: number, forMs: number): Promise<RestResult> {
  const before = {
    switches: contextSwitches(pid),
    cpu: cpuSeconds(pid),
    allCpu: cpuOfAll(familyOf(pid)),
    atMs: performance.now(),
  };
  await wait(forMs);
  const seconds = (performance.now() - before.atMs) / 1000;
  const wakeUps = (contextSwitches(pid) - before.switches) / seconds;
  const cpu = (cpuSeconds(pid) - before.cpu) / seconds;
  const family = familyOf(pid);
  const allCpu = (cpuOfAll(family) - before.allCpu) / seconds;
  return {
    mainWakeUpsPerSecond: rounded(wakeUps),
    mainCpuPercent: rounded(cpu * 100),
    allCpuPercent: rounded(allCpu * 100),
    mainRssMb: Math.round(memoryOf(pid).rssMb),
    processes: family.length,
    allPssMb: Math.round(family.reduce((sum, each) => sum + memoryOf(each).pssMb, 0)),
  };
}

function cpuOfAll(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}
