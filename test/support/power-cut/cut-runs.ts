import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { seeded } from '../seeded.ts';
import type { Content, Leaving } from './disk.ts';
import { byProcess, straceArguments, TracedCalls, type TracedCall } from './traced-calls.ts';
import { TracedDisk } from './traced-disk.ts';

/** What a program did while it was traced. */
export interface Trace {
  /** strace's output. */
  readonly path: string;
  /** The folder that counts as the disk. */
  readonly top: string;
  /** Where the program said what it confirmed. */
  readonly sidePath: string;
}

/** A disk as a power cut left it. */
export interface RebuiltDisk {
  /** Stands in the place of the trace's top folder. */
  readonly folder: string;
  readonly leaving: Leaving;
  /** What was confirmed before the cut. */
  readonly confirmed: readonly string[];
  /** What the program said after the cut, which is how far the trace knows better: the first was under way. */
  readonly next: readonly string[];
}

/** How often a program is traced that does not come to its end: on a busy computer it gives up on an answer. */
const mostTries = 3;

/**
 * Runs a program beneath strace to its end.
 *
 * @param folder empty; holds the traces and the disks
 * @param runOn what the program is to do on this disk, as JSON
 * @throws unless it ends with 0
 */
export async function traceProgram(
  folder: string,
  program: string,
  runOn: (trace: Trace) => unknown,
): Promise<Trace> {
  for (let tries = 1; ; tries += 1) {
    const place = join(folder, `try-${tries}`);
    const trace = {
      path: join(place, 'trace'),
      top: join(place, 'disk'),
      sidePath: join(place, 'side'),
    };
    mkdirSync(trace.top, { recursive: true });
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', program];
    const child = spawn(
      'strace',
      [...straceArguments, '-o', trace.path, ...node, JSON.stringify(runOn(trace))],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        // What goes through a ring is in no call that strace sees.
        env: { ...process.env, UV_USE_IO_URING: '0' },
      },
    );
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code === 0) return trace;
    if (tries === mostTries) throw new Error(`the traced program ended with ${code}: ${said}`);
  }
}

const leavings: readonly Leaving[] = [
  'nothing',
  'everything',
  'someWrites',
  'someSectors',
  'somePages',
];

/** Which cuts are made of a trace. */
export interface CutChoices {
  readonly count: number;
  readonly seed: number;
  /** Whether the disk keeps nothing for being told to, once something was confirmed. Default: it does. */
  readonly isLying?: boolean;
}

/**
 * Rebuilds the disk as of many moments of one trace and hands each to `look`: nine in twenty right after something
 * was confirmed, as many after any change of the disk, and the others before the first confirmation. What was not synced by then stays, in
 * parts or not at all.
 */
export async function rebuildCuts(
  trace: Trace,
  { count, isLying = false, seed }: CutChoices,
  look: (disk: RebuiltDisk) => Promise<void> | void,
): Promise<void> {
  const calls = await callsOf(trace.path);
  const { changes: all, confirmations, lines } = momentsOf(trace, calls);
  // Where someone synced the whole disk, what came before that is not cut.
  const beganAt = calls.findLastIndex(({ name }) => name === 'sync');
  const changes = all.filter((at) => at >= beganAt);
  const random = seeded(seed);
  const any = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const early = changes.filter((at) => at < (confirmations[0] ?? 0));
  const moments = Array.from({ length: count }, () => {
    const chance = random();
    return any(chance < 0.45 ? confirmations : chance < 0.9 ? changes : early) ?? 0;
  }).toSorted((one, other) => one - other);
  const base = mkdtempSync(join(tmpdir(), 'waybell-cuts-'));
  try {
    let confirmed = 0;
    let done = 0;
    const disk = new TracedDisk(trace.top, trace.sidePath, () => (confirmed += 1), isLying);
    for (const [at, moment] of moments.entries()) {
      for (; done <= moment; done += 1) {
        const call = calls[done];
        if (call !== undefined) disk.apply(call);
      }
      const leaving = any(leavings) ?? 'nothing';
      const folder = join(base, String(at));
      write(folder, disk.afterCut(leaving, random));
      await look({
        folder,
        leaving,
        confirmed: lines.slice(0, confirmed),
        next: lines.slice(confirmed),
      });
      rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(base, { recursive: true });
  }
}

async function callsOf(path: string): Promise<readonly TracedCall[]> {
  const reader = new TracedCalls();
  const calls: TracedCall[] = [];
  for await (const line of createInterface({ input: createReadStream(path, 'latin1') })) {
    const call = reader.read(line);
    if (call !== null) calls.push(call);
  }
  return byProcess(calls);
}

/** After which calls the disk was another one, and after which something was confirmed. */
function momentsOf({ sidePath, top }: Trace, calls: readonly TracedCall[]) {
  const lines: string[] = [];
  const changes: number[] = [];
  const confirmations: number[] = [];
  const disk = new TracedDisk(top, sidePath, (line) => lines.push(line));
  for (const [at, call] of calls.entries()) {
    const before = lines.length;
    if (disk.apply(call)) changes.push(at);
    if (lines.length > before) confirmations.push(at);
  }
  return { changes, confirmations, lines };
}

function write(folder: string, content: ReadonlyMap<string, Content | null>): void {
  mkdirSync(folder);
  for (const [path, file] of content) {
    if (file === null) mkdirSync(join(folder, path), { recursive: true });
    else {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), file.bytes);
      truncateSync(join(folder, path), file.size);
      // Before the computer started again.
      utimesSync(join(folder, path), 0, 0);
    }
  }
}
