import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';

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
export function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** Runs a program to its end and keeps what it says. One that cannot be started ends with 127. */
export function runQuietly(
  file: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const child = spawn(file, args, { ...spawnOptions(options), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return ended(child, 'close', () => output);
}

function spawnOptions({ env, cwd, shell = false, signal }: RunOptions) {
  return {
    shell,
    ...(env && { env }),
    ...(cwd && { cwd }),
    ...(signal && { signal }),
  };
}

function ended(child: ChildProcess, event: 'exit' | 'close', said: () => string): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      // Being told to stop is not a failure to start: the end itself is reported below.
      if (error.name !== 'AbortError') resolve({ code: 127, output: `${said()}${error.message}` });
    });
    child.once(event, (code: number | null, signal: NodeJS.Signals | null) =>
      resolve({ code: exitCode(code, signal), output: said() }),
    );
  });
}
