import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/*
 * A program that is killed, or finds the disk full, at a system call of our choice: strace counts the calls of
 * each thread by their name, and does it at the n-th. https://man7.org/linux/man-pages/man1/strace.1.html
 */

/** The calls that change something on a disk; of openat those that make a file. */
const writingCalls =
  'write,writev,pwrite64,pwritev,ftruncate,fallocate,fsync,fdatasync,' +
  'rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,openat';

/** Those that a full disk does not refuse. */
const removals: ReadonlySet<string> = new Set(['unlink', 'unlinkat']);

/**
 * Those that go elsewhere, too: standard output, the wake-ups of Node's threads, libraries. Only one of them is
 * refused, and of the others all that follow.
 */
const usedElsewhere: ReadonlySet<string> = new Set(['write', 'writev', 'openat']);

/** A call of a program that changes a file. */
export interface WritePoint {
  readonly call: string;
  /** How many calls of this name its thread has made until then, itself included. */
  readonly count: number;
  /** The file in the folder that is looked at; random names are `draft`. */
  readonly file: string;
}

/** What happens at a point: the program is killed before the call, or the disk is full from then on. */
export type Interruption = 'killed' | 'full';

/** How a program ended. */
export interface Ended {
  /** The exit code; null when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Why nothing can be interrupted on this machine; null when it can. */
export function whyNotInterrupted(): string | null {
  if (process.platform !== 'linux') return 'only Linux has strace';
  const tried = spawnSync('strace', [
    '-f',
    '-o',
    '/dev/null',
    '-e',
    'inject=fsync:error=EIO',
    'true',
  ]);
  return tried.status === 0 ? null : 'strace is missing or may not trace here';
}

/** Runs a script of Node to its end. */
export async function run(script: readonly string[]): Promise<Ended> {
  return ended(process.execPath, [...nodeFlags, ...script]);
}

/** A folder that a script works in. Its path has no links. */
export interface FilledFolder {
  readonly path: string;
  /** Fills it as it was before. */
  readonly refill: () => void;
}

/** Runs a script once, and says at which calls it changes files below its folder. */
export async function writePoints(
  script: readonly string[],
  folder: FilledFolder,
): Promise<{ readonly points: readonly WritePoint[]; readonly ended: Ended }> {
  const traced = await trace(script, folder, []);
  const counts = new Map<string, number>();
  const points = traced.calls.flatMap(({ call, path, thread }) => {
    const name = `${thread} ${call}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return path === null ? [] : [{ call, count, file: fileIn(folder.path, path) }];
  });
  return { points, ended: traced.ended };
}

/**
 * Whether an interruption is worth a run: no full disk refuses a removal, and of the file that SQLite makes anew
 * each time that a database is opened only the making counts.
 */
export function canBe(how: Interruption, { call, file }: WritePoint): boolean {
  if (file.endsWith('-shm')) return how === 'full' && call === 'openat';
  return how === 'killed' || !removals.has(call);
}

/**
 * Runs a script that is interrupted at a point.
 *
 * @returns `file` is where the interruption came, null when it came at none of the folder's files
 */
export async function runInterrupted(
  script: readonly string[],
  folder: FilledFolder,
  { call, count }: WritePoint,
  how: Interruption,
): Promise<Ended & { readonly file: string | null }> {
  const onwards = usedElsewhere.has(call) ? '' : '+';
  const what = how === 'killed' ? 'signal=SIGKILL' : 'error=ENOSPC';
  const when = how === 'killed' ? String(count) : `${count}${onwards}`;
  const traced = await trace(script, folder, ['-e', `inject=${call}:${what}:when=${when}`]);
  const last = traced.calls.findLast((one) => one.call === call);
  const refused = traced.calls.find(({ isInjected }) => isInjected);
  // A wake-up of a thread was refused, too, at which Node aborts; no disk does that.
  const hasAborted = how === 'full' && traced.ended.code === null;
  const hit = how === 'killed' ? last : refused;
  const path = hasAborted ? null : (hit?.path ?? null);
  return { ...traced.ended, file: path === null ? null : fileIn(folder.path, path) };
}

/** A call that strace saw. */
interface TracedCall {
  readonly thread: string;
  readonly call: string;
  /** Null for one that changes nothing in the folder. */
  readonly path: string | null;
  readonly isInjected: boolean;
}

/** How often a run is begun that stands still at its end. */
const mostTries = 3;

async function trace(
  script: readonly string[],
  folder: FilledFolder,
  more: readonly string[],
): Promise<{ readonly calls: readonly TracedCall[]; readonly ended: Ended }> {
  const file = `${folder.path}.trace`;
  // Full paths of what is open, and strings long enough for paths.
  const options = ['-f', '-y', '-qq', '-s', '300', '-o', file, '-e', `trace=${writingCalls}`];
  const args = [...options, ...more, process.execPath, ...nodeFlags, ...script];
  for (let tries = 1; tries <= mostTries; tries += 1) {
    folder.refill();
    const result = await ended('strace', args);
    if (result.isStuck) continue;
    const lines = wholeCalls(readFileSync(file, 'utf8').split('\n'));
    rmSync(file);
    const calls = lines.flatMap((line) => tracedCall(line, folder.path) ?? []);
    return { calls, ended: result };
  }
  throw new Error('it stands still');
}

/** The lines of a trace, with a call as one that others came into the middle of. */
function wholeCalls(lines: readonly string[]): readonly string[] {
  const whole: string[] = [];
  const unfinished = new Map<string, number>();
  for (const line of lines) {
    const thread = line.slice(0, line.indexOf(' '));
    const [, end] = /^\d+ +<\.\.\. \w+ resumed>(.*)$/.exec(line) ?? [];
    const begun = unfinished.get(thread);
    if (end !== undefined && begun !== undefined) {
      unfinished.delete(thread);
      whole[begun] += end;
      continue;
    }
    if (line.endsWith('<unfinished ...>')) unfinished.set(thread, whole.length);
    whole.push(line);
  }
  return whole;
}

function tracedCall(line: string, folder: string): TracedCall | null {
  const [, thread = '', call = '', rest = ''] = /^(\d+) +(\w+)\((.*)$/.exec(line) ?? [];
  if (call === '') return null;
  const opened = /^\d+<([^>]*)>/.exec(rest)?.[1];
  const named = [...rest.matchAll(/"([^"]*)"/g)].map(([, path]) => path);
  const paths = opened === undefined ? named : [opened];
  const isMaking = call !== 'openat' || rest.includes('O_CREAT');
  const path =
    paths.find((each) => each === folder || each?.startsWith(`${folder}/`) === true) ?? null;
  return { thread, call, path: isMaking ? path : null, isInjected: line.includes('(INJECTED)') };
}

function fileIn(folder: string, path: string): string {
  if (path === folder) return 'the folder';
  return path
    .slice(folder.length + 1)
    .replace(/waybell-export-[\da-f]{16}\.part/, 'draft')
    .replace(/-\d{4}-\d{2}-\d{2}T[\d-]+/, '-DATE');
}

const nodeFlags = ['--disable-warning=ExperimentalWarning'];

/**
 * After how long a run counts as standing still. Under strace one run in some thousand did: all was done, and
 * Node waited at its end for a thread of its own that was not woken.
 */
const stuckAfterMs = 60_000;

async function ended(
  program: string,
  args: readonly string[],
): Promise<Ended & { readonly isStuck: boolean }> {
  const child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: join(tmpdir(), 'waybell-compiled'),
      // Then it is certain which thread does what.
      UV_THREADPOOL_SIZE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: strace that is killed leaves what it traces.
    detached: true,
  });
  const closed = once(child, 'close');
  let isStuck = false;
  const timer = setTimeout(() => {
    isStuck = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, stuckAfterMs);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  clearTimeout(timer);
  return { code: child.exitCode, stdout, stderr, isStuck };
}
