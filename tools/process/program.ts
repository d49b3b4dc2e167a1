import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { exitCode } from './child-process.ts';

/** A program that runs beside this one. */
export interface Program {
  /** Settles when it has ended, with the code that a shell would report. */
  readonly ended: Promise<number>;
  /** Asks it to end, and ends it after five seconds. Does nothing when it has ended. */
  stop(): Promise<void>;
}

/** How long a program may take to end by itself once it is asked to. */
const politeMs = 5000;

/** Where a program's words go. */
export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Gets what it says; without one it goes to this terminal. */
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
