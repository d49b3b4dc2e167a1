import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** A running process of the command line. */
export interface CliRun {
  /** Every line of standard output so far. */
  readonly lines: string[];
  readonly pid: number | undefined;
  readonly stderr: () => string;
  /** Resolves with the next line that fits. @throws Error when the process ends without one */
  until(fits: (event: CliEvent) => boolean): Promise<CliEvent>;
  kill(signal: NodeJS.Signals): void;
  /** Closes our end of its standard output. */
  stopReading(): void;
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** A line of `--json`, with the fields that tests read. */
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

const program = join(import.meta.dirname, '../../../dist/main/cli.js');

/** Node's compile cache: a start that finds it takes half as long. */
const compiledFolder = join(tmpdir(), 'waybell-compiled');

/** Limits of the process, and where its output goes. */
export interface CliLimits {
  /** Open files and sockets. */
  readonly fileLimit?: number;
  readonly heapMb?: number;
  /** V8's threads ask for memory and collections all the time, as many compilers at work would. */
  readonly stressesMemory?: boolean;
  /** A small file system of its own is mounted on this folder, which this process alone sees. */
  readonly smallDisk?: string;
  /** The size of that disk. Default: 8 MB. */
  readonly diskKb?: number;
  /** It sees the small disk of this process. */
  readonly besideDiskOf?: number | undefined;
  /** Standard output goes to this file, as with `>` in a shell, and not into `lines`. */
  readonly outputFile?: string;
  /** Standard error goes to this file, as with `2>>`, and not into `stderr`. */
  readonly errorFile?: string;
}

/** The program that gives another one mounts of its own. */
const ownMounts = ['unshare', process.getuid?.() === 0 ? '-m' : '-Urm'];

/** The program that gives another one the mounts of a process, whose id follows. */
const mountsOf =
  process.getuid?.() === 0
    ? ['nsenter', '-m', '-t']
    : ['nsenter', '-U', '--preserve-credentials', '-m', '-t'];

function mountSmallDisk(folder: string, kb = 8192): string {
  return `mount -t tmpfs -o size=${kb}k,mode=700 waybell '${folder}'`;
}

/** Whether this machine can give a process a small disk: only Linux, and not every container. */
export function canMountSmallDisk(folder: string): boolean {
  const [file, ...args] = [...ownMounts, 'sh', '-ec', mountSmallDisk(folder)];
  return spawnSync(file, args).status === 0;
}

/** Starts the built `waybell`, or another program of the project, with these arguments. */
export function startCli(
  args: readonly string[],
  options: CliLimits & {
    readonly env?: Readonly<Record<string, string>>;
    /** Its path. Default: the built `waybell`. */
    readonly program?: string;
    /** The text on standard input, which is then closed. Null leaves it open. */
    readonly input?: string | null;
  } = {},
): CliRun {
  const { errorFile, fileLimit, heapMb, outputFile } = options;
  const { besideDiskOf, smallDisk } = options;
  const flags = [
    ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    ...(options.stressesMemory === true ? ['--stress-concurrent-allocation'] : []),
  ];
  const words = [
    ...flags,
    '--disable-warning=ExperimentalWarning',
    options.program ?? program,
    ...args,
  ];
  const limit = fileLimit === undefined ? '' : `ulimit -n ${fileLimit}; `;
  const output = outputFile === undefined ? '' : ` > ${outputFile}`;
  const redirection = errorFile === undefined ? output : `${output} 2>> ${errorFile}`;
  const isOnUsualDisk = smallDisk === undefined && besideDiskOf === undefined;
  const isPlain = limit === '' && redirection === '' && isOnUsualDisk;
  const mounted = smallDisk === undefined ? '' : `${mountSmallDisk(smallDisk, options.diskKb)}; `;
  const script = `${mounted}${limit}exec "$0" "$@"${redirection}`;
  const mounts = besideDiskOf === undefined ? ownMounts : [...mountsOf, String(besideDiskOf)];
  const [shell, ...before] = isOnUsualDisk ? ['sh'] : [...mounts, 'sh'];
  const child = spawn(
    isPlain ? process.execPath : shell,
    isPlain ? words : [...before, '-ec', script, process.execPath, ...words],
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

/** Parses a line of standard output. @throws SyntaxError when it is not JSON */
export function parsed(line: string): CliEvent {
  const event: CliEvent = JSON.parse(line);
  return event;
}
