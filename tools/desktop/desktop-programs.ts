import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A part of the desktop did not come up. The message ends with what that program said last. */
export class DesktopError extends Error {
  override readonly name = 'DesktopError';
}

/** Starts the parts of a throw-away desktop and knows which of them stopped by themselves. */
export class DesktopPrograms {
  readonly #env: NodeJS.ProcessEnv;
  readonly #logsFolder: string;
  readonly #started: (pid: number, name: string) => void;
  readonly #running = new Map<string, ChildProcess>();

  constructor(
    env: NodeJS.ProcessEnv,
    logsFolder: string,
    started: (pid: number, name: string) => void,
  ) {
    this.#env = env;
    this.#logsFolder = logsFolder;
    this.#started = started;
  }

  /**
   * Starts a program in a process group of its own, so that Ctrl-C in the terminal reaches the
   * command that runs on the desktop but not the desktop under it.
   *
   * @param options `input` is its standard input; `displayFile` becomes its file descriptor 3
   */
  start(
    command: string,
    args: readonly string[],
    options: { input?: string; displayFile?: string; env?: NodeJS.ProcessEnv } = {},
  ): void {
    const log = openSync(this.#logFile(command), 'a');
    const displayFile = options.displayFile ? openSync(options.displayFile, 'w') : null;
    const child = spawn(command, args, {
      detached: true,
      env: { ...this.#env, ...options.env },
      stdio: [
        options.input === undefined ? 'ignore' : 'pipe',
        log,
        log,
        ...(displayFile === null ? [] : [displayFile]),
      ],
    });
    closeSync(log);
    if (displayFile !== null) closeSync(displayFile);
    child.once('error', () => undefined);
    child.stdin?.once('error', () => undefined);
    child.stdin?.end(options.input);
    child.unref();
    if (child.pid !== undefined) this.#started(child.pid, command.slice(0, 15));
    this.#running.set(command, child);
  }

  /**
   * Waits until `isReady` holds.
   *
   * @param command the program that is to bring it about: when it stops instead, waiting is over
   * @throws DesktopError when the program stopped or the time is up
   */
  async until(
    command: string,
    what: string,
    isReady: () => boolean | Promise<boolean>,
    withinMs = 20_000,
  ): Promise<void> {
    const endAtMs = performance.now() + withinMs;
    while (!(await isReady())) {
      const child = this.#running.get(command);
      const hasStopped =
        child?.pid === undefined || child.exitCode !== null || child.signalCode !== null;
      if (hasStopped || performance.now() > endAtMs) {
        const why = hasStopped ? 'it stopped' : `not within ${withinMs / 1000} s`;
        throw new DesktopError(`${command}: no ${what}: ${why}${this.#lastWords(command)}`);
      }
      await wait(20);
    }
  }

  #logFile(command: string): string {
    return join(this.#logsFolder, `${command}.log`);
  }

  #lastWords(command: string): string {
    const lines = readFileSync(this.#logFile(command), 'utf8').trim().split('\n').slice(-5);
    return lines[0] ? `. It said: ${lines.join(' / ')}` : '';
  }
}
