import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Sees to it that nothing of a throw-away desktop outlives the process that owns it. */
export interface Watchdog {
  /** Names a process of the desktop that may hide its environment. */
  add(pid: number, name: string): void;
  /** Takes the desktop down and waits until nothing of it is left. */
  end(): Promise<void>;
}

/**
 * Starts the watchdog (files/watchdog.sh): a shell in its own session that reads from us. When our
 * end of the pipe closes, because we ended or were killed, it ends every process that carries
 * the mark in its environment and removes the folder. The orderly end takes the same path, so there is
 * only one.
 */
export function startWatchdog(mark: string, folder: string): Watchdog {
  const child = spawn('/bin/sh', [join(import.meta.dirname, 'files/watchdog.sh'), mark, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
  });
  const ended = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  child.unref();
  return {
    add: (pid, name) => child.stdin.write(`${pid} ${name}\n`),
    end: async () => {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
