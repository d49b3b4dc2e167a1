import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** How a program ended. */
export interface Ended {
  /** Its exit code, or 128 and the signal's number as a shell counts. */
  readonly code: number;
  /** Standard output and standard error together, as they came. */
  readonly output: string;
}

/** Options of `runQuietly`. */
export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly cwd?: string | undefined;
  /** Starts it by the system's shell, which Windows needs for .cmd files. */
  readonly shell?: boolean | undefined;
  /** Ends the program (SIGTERM) when it fires. */
  readonly signal?: AbortSignal | undefined;
}

/** The code with which a shell would report how a program ended. */
function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** Runs a program to its end and keeps its output. One that cannot be started ends with 127. */
export function runQuietly(
  file: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const child = spawn(file, args, { ...spawnOptions(options), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return endOf(child, 'close', () => output);
}

function spawnOptions({ env, cwd, shell = false, signal }: RunOptions) {
  return {
    shell,
    ...(env && { env }),
    ...(cwd && { cwd }),
    ...(signal && { signal }),
  };
}

function endOf(child: ChildProcess, event: 'exit' | 'close', said: () => string): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      // An abort is no failure to start: the end itself is reported below.
      if (error.name !== 'AbortError') resolve({ code: 127, output: `${said()}${error.message}` });
    });
    child.once(event, (code: number | null, signal: NodeJS.Signals | null) =>
      resolve({ code: exitCode(code, signal), output: said() }),
    );
  });
}

/** A program that runs beside this one. */
export interface Program {
  /** Settles when it has ended, with the code that a shell would report. */
  readonly ended: Promise<number>;
  /** Asks it to end, and ends it after five seconds. Does nothing when it has ended. */
  stop(): Promise<void>;
}

/** How long a program may take to end by itself once it is asked to. */
const politeMs = 5000;

/** Where a program's output goes. */
interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** The file that gets the output; without one it goes to this terminal. */
  readonly logFile?: string;
  /** Gets its standard output instead, piece by piece. */
  readonly read?: (text: string) => void;
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only us and we stop things
 * in their order.
 */
export function startProgram(
  file: string,
  args: readonly string[],
  { env, logFile, read }: ProgramOptions,
): Program {
  const log = logFile === undefined ? 'inherit' : openSync(logFile, 'a');
  const child = spawn(file, args, {
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', read ? 'pipe' : log, log],
  });
  if (typeof log === 'number') closeSync(log);
  if (read) child.stdout?.setEncoding('utf8').on('data', read);
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
  return { ended, stop: () => stopGroup(child, ended) };
}

async function stopGroup(child: ChildProcess, ended: Promise<number>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const isOver = await Promise.race([
    ended.then(() => true),
    wait(politeMs, false, { ref: false }),
  ]);
  if (isOver) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
  await ended;
}
