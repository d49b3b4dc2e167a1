import { fork, type ChildProcess, type Serializable, type StdioOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { electronClass } from '../electron-types.ts';
import { UnsupportedError, refusingEmitter } from '../refusal.ts';

/** Loaded before the app's module: gives the child its process.parentPort. */
const CHILD_SETUP = fileURLToPath(new URL('./child-setup.ts', import.meta.url));

/** A child process of Node that talks to the main process in structured clones. */
class HostUtilityProcess extends refusingEmitter('UtilityProcess') {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  pid: number | undefined;
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const { env = process.env, execArgv = [], cwd, stdio = 'inherit' } = options;
    this.#child = fork(modulePath, [...args], {
      env: { ...env },
      execArgv: ['--import', CHILD_SETUP, ...execArgv],
      ...(cwd === undefined ? {} : { cwd }),
      stdio: stdioOf(stdio),
      serialization: 'advanced',
    });
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#child.once('spawn', () => {
      this.pid = this.#child.pid;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code) => {
      this.pid = undefined;
      this.emit('exit', code ?? 1);
    });
    this.#child.on('error', (error) => this.emit('error', 'FatalError', '', error.message));
  }

  static fork(
    modulePath: string,
    args: readonly string[] = [],
    options: Electron.ForkOptions = {},
  ): Electron.UtilityProcess {
    return new HostUtilityProcess(modulePath, args, options);
  }

  postMessage(message: Serializable, transfer: readonly Electron.MessagePortMain[] = []): void {
    if (transfer.length > 0) throw new UnsupportedError('UtilityProcess.postMessage with ports');
    if (this.#child.connected) this.#child.send(message);
  }

  /** Asks it to end, as Electron does (SIGTERM). @returns whether it was there to ask */
  kill(): boolean {
    return this.#child.kill();
  }
}

/** The channel of the messages comes beside the three streams. Electron gives a child no stdin. */
function stdioOf(stdio: NonNullable<Electron.ForkOptions['stdio']>) {
  const [, out = 'inherit', error = 'inherit'] =
    typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
  return ['ignore', streamOf(out), streamOf(error), 'ipc'] satisfies StdioOptions;
}

/** electron.d.ts types the entry as a string; it is one of these three words. */
function streamOf(word: string): 'pipe' | 'ignore' | 'inherit' {
  return word === 'pipe' || word === 'ignore' ? word : 'inherit';
}

/** Electron's `UtilityProcess`; also what is exported as `utilityProcess`. */
export const UtilityProcess = electronClass<typeof Electron.UtilityProcess>()(HostUtilityProcess);
