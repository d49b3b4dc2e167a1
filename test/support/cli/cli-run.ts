import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** The command line as a process of its own. */
export interface CliRun {
  /** Every line so far on standard output, as it stood. */
  readonly lines: string[];
  readonly pid: number | undefined;
  readonly stderr: () => string;
  /** Resolves with the first line from here on that fits. @throws Error when it ends without one */
  until(fits: (event: CliEvent) => boolean): Promise<CliEvent>;
  kill(signal: NodeJS.Signals): void;
  /** Closes our end of its standard output. */
  stopReading(): void;
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** A line of `--json`, as far as tests look at it. */
export interface CliEvent {
  readonly event: string;
  readonly uuid?: string;
  readonly at?: string;
  readonly state?: string;
  readonly cause?: string | null;
  readonly code?: string;
  readonly source?: string;
  readonly kinds?: readonly string[];
  readonly reasons?: readonly string[];
  readonly changes?: readonly { field: string; before: unknown; after: unknown }[];
  readonly order?: Record<string, unknown>;
}

const program = join(import.meta.dirname, '../../../main/cli.ts');

/** Keeps the sources as the first start compiled them: the later ones take half as long. */
const compiledFolder = join(tmpdir(), 'waybell-compiled');

/** What the system leaves a process. */
export interface CliLimits {
  /** Open files and sockets. */
  readonly fileLimit?: number;
  readonly heapMb?: number;
  /** Takes standard output, as `>` does in a shell, so that nothing of it comes here. */
  readonly outputFile?: string;
}

/** Starts `waybell` from its sources with these arguments. */
export function startCli(
  args: readonly string[],
  options: CliLimits & {
    readonly env?: Readonly<Record<string, string>>;
    /** Null leaves it open. */
    readonly input?: string | null;
  } = {},
): CliRun {
  const { fileLimit, heapMb, outputFile } = options;
  const flags = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const words = [...flags, '--disable-warning=ExperimentalWarning', program, ...args];
  const limit = fileLimit === undefined ? '' : `ulimit -n ${fileLimit}; `;
  const redirection = outputFile === undefined ? '' : ` > ${outputFile}`;
  const isPlain = limit === '' && redirection === '';
  const script = `${limit}exec "$0" "$@"${redirection}`;
  const child = spawn(
    isPlain ? process.execPath : 'sh',
    isPlain ? words : ['-c', script, process.execPath, ...words],
    {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiledFolder, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  child.stdin.on('error', () => undefined);
  if (options.input !== null) child.stdin.end(options.input ?? '');
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener();
  });
  const closed = once(child, 'close').then(() => {
    for (const listener of listeners) listener();
    return child.exitCode;
  });
  let hasEnded = false;
  void closed.then(() => (hasEnded = true));
  let read = 0;
  return {
    lines,
    pid: child.pid,
    stderr: () => stderr,
    until(fits) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          while (read < lines.length) {
            const event = parsed(lines[read] ?? '');
            read += 1;
            if (!fits(event)) continue;
            listeners.delete(look);
            resolve(event);
            return;
          }
          if (!hasEnded && child.exitCode === null && child.signalCode === null) return;
          listeners.delete(look);
          reject(new Error(`waybell ended first: ${stderr}`));
        };
        listeners.add(look);
        look();
      });
    },
    kill: (signal) => void child.kill(signal),
    stopReading: () => child.stdout.destroy(),
    ended: closed,
  };
}

/** A line of standard output as what it says. @throws SyntaxError when it is no JSON */
export function parsed(line: string): CliEvent {
  const event: CliEvent = JSON.parse(line);
  return event;
}
