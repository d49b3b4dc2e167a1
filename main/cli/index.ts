#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import '../engine/launch/engine-memory.ts';
import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { ownVariables } from '../engine/launch/arguments.ts';
import { codeOfPrinted, exitCodes } from './exit-codes.ts';
import { parseCommandLine } from './command-line.ts';
import type { HubOptions } from './hub-arguments.ts';
import type { WatchOptions } from './watch-arguments.ts';
import type { LiveTerminal } from './live-table.ts';
import { printedLines } from './line-printer.ts';
import type { TextSink } from './ports.ts';
import { decodeText } from '../../core/paste/decode-text.ts';
import type { Policy } from '../../core/settings/policy.ts';
import { hubDoctor } from './commands/hub-doctor.ts';
import { runHub } from './commands/hub.ts';
import { changeDesks } from './commands/desks.ts';
import { changeHubSettings } from './commands/hub-settings.ts';
import { recoverLog } from './commands/recover.ts';
import { watchOrders } from './commands/watch.ts';
import { interruptionCode } from './run-parts.ts';
import { parseBaseUrl } from '../engine/delivery/http/base-url.ts';
import { keepCertificateChecks } from '../engine/delivery/http/trusted-authorities.ts';
import { runProfileCommand } from './commands/profile.ts';
import { complain, outliveReaders, say } from '../engine/launch/standard-streams.ts';
import { longestOrderText, namedOrders } from '../engine/launch/named-orders.ts';
import { bytesOfStream, endOfFile, readTextFile } from '../engine/transfer/text-file.ts';
import { policyPath, readPolicy } from '../engine/launch/policy-file.ts';
import { SystemClock } from '../engine/watch/system-clock.ts';

/* The command line: the same services as the window's, with standard output in place of the window. */

const { stdout, stderr } = process;

/** How much of the end of a file is read to find lines that were printed already: hundreds of them. */
const endBytes = 256 * 1024;

/** How long something that is still open may keep the process after its command has ended. */
const longestRestMs = 1000;

const signals = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
} as const;

async function run(args: readonly string[]): Promise<number> {
  const command = parseCommandLine(args, process.env, version());
  // The secrets must not reach a child process or a crash report.
  for (const name of ownVariables) delete process.env[name];
  if (!command.ok) {
    complain(command.failure.message);
    return exitCodes.usage;
  }
  switch (command.value.kind) {
    case 'watch': {
      const { options } = command.value;
      return withPolicy((policy) => watch(options, policy));
    }
    case 'serve':
      return hub(command.value.options);
    case 'invite':
    case 'desks':
    case 'revoke':
      return changeDesks(command.value, {
        clock: new SystemClock(),
        print: say,
        say: (text) => void stderr.write(text),
      });
    case 'settings':
    case 'set':
      return changeHubSettings(command.value, {
        clock: new SystemClock(),
        print: say,
        say: (text) => void stderr.write(text),
      });
    case 'hubDoctor':
      return hubDoctor(command.value, version(), new SystemClock());
    case 'restore':
    case 'beginAnew':
      return recoverLog(command.value, {
        clock: new SystemClock(),
        say: (text) => void stderr.write(text),
      });
    case 'export':
    case 'import':
    case 'doctor':
    case 'join':
    case 'why':
    case 'print':
      return runProfileCommand(command.value, version());
    default:
      return command.value satisfies never;
  }
}

function hub(options: HubOptions): Promise<number> {
  return withPolicy((policy) =>
    runHub(options, {
      clock: new SystemClock(),
      version: version(),
      policy,
      stdout: new StandardOutput(),
      say: (text) => void stderr.write(text),
      interrupted: interruption(),
    }),
  );
}

/** Refuses to run beside a policy of this computer that cannot be followed. */
async function withPolicy(start: (policy: Policy) => Promise<number>): Promise<number> {
  const policy = readPolicy(policyPath(process.platform, process.execPath), parseBaseUrl);
  if (policy.ok) return start(policy.value);
  stderr.write(`${policy.failure.message}\n`);
  return exitCodes.usage;
}

async function watch(options: WatchOptions, policy: Policy): Promise<number> {
  const interrupted = interruption();
  const input = options.orderFiles.includes('-') ? await standardInput(interrupted) : null;
  if (interrupted.aborted) return interruptionCode(interrupted);
  const clock = new SystemClock();
  const named = namedOrders(options, {
    nowMs: clock.wallMs(),
    read(path, longest) {
      if (path !== '-') return readTextFile(path, longest);
      if (input === null) throw new RangeError('standard input is too long');
      return decodeText(input);
    },
  });
  if (!named.ok) {
    stderr.write(`${named.failure.message}\n`);
    return exitCodes.usage;
  }
  const { notes, orders } = named.value;
  for (const note of notes) stderr.write(`${note}\n`);
  if (orders.length === 0 && options.orderFiles.length > 0) {
    stderr.write('No uuid was found in what was named.\n');
    return exitCodes.usage;
  }
  return watchOrders(options, {
    clock,
    version: version(),
    policy,
    orders,
    stdout: new StandardOutput(),
    terminal: liveTerminal(),
    say: (text) => void stderr.write(text),
    interrupted,
  });
}

/** All of standard input; null when it is too long, or the program is ended before the input is. */
async function standardInput(interrupted: AbortSignal): Promise<Uint8Array | null> {
  try {
    return await bytesOfStream(addAbortSignal(interrupted, process.stdin), longestOrderText);
  } catch (error) {
    if (interrupted.aborted || error instanceof RangeError) return null;
    throw error;
  }
}

/** Fires when the program is asked to end; the reason is the exit code. A second signal changes nothing. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const [name, code] of Object.entries(signals)) {
    process.on(name, () => controller.abort(code));
  }
  // tools/run.mjs holds a channel open for as long as it lives.
  process.once('disconnect', () => controller.abort(signals.SIGTERM));
  process.channel?.unref();
  return controller.signal;
}

/** Standard output without Node's stream, which reports only later that a line has left the process. */
class StandardOutput implements TextSink {
  readonly hasReader = !fstatSync(stdout.fd).isFile();
  // Opened again for reading: for `>>` the shell opened the file for writing only.
  readonly printed = this.hasReader
    ? null
    : printedLines(endOfFile(`/dev/fd/${stdout.fd}`, endBytes));
  #rest: Buffer | null = null;
  #isFull = false;

  write(text: string): 'written' | 'busy' | 'closed' {
    let rest = this.#rest ?? Buffer.from(text);
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(stdout.fd, rest));
      this.#rest = null;
      return 'written';
    } catch (error) {
      this.#rest = rest;
      const code = error instanceof Error && 'code' in error ? error.code : null;
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      if (isFull) this.#sayFull();
      return isFull || code === 'EAGAIN' ? 'busy' : 'closed';
    }
  }

  /** Says once that the disk is full. The lines wait until there is room again. */
  #sayFull(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    stderr.write('The disk of standard output is full. What is to be printed waits for room.\n');
  }
}

/** The terminal for the live table; null when standard output is none, or one that cannot move its cursor. */
function liveTerminal(): LiveTerminal | null {
  if (!stdout.isTTY || process.env['TERM'] === 'dumb') return null;
  const hasColor = (process.env['NO_COLOR'] ?? '') === '';
  return {
    write: (text) => stdout.write(text),
    get size() {
      return { columns: stdout.columns || 80, rows: stdout.rows || 24, hasColor };
    },
    sharesStderr: stderr.isTTY,
  };
}

/** Waybell's version, from package.json, two folders above the source and the built program. */
function version(): string {
  const place = new URL('../../package.json', import.meta.url);
  try {
    const manifest: unknown = JSON.parse(readFileSync(place, 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
      return String(manifest.version);
    }
  } catch {
    // Not installed whole.
  }
  return '0.0.0';
}

outliveReaders();
const warning = keepCertificateChecks(process.env);
if (warning !== null) stderr.write(warning);
process.exitCode = codeOfPrinted(await run(process.argv.slice(2)));
// Not process.exit() at once: it waits for V8's threads without giving them the collection that one of them may wait
// for, and never ends (nodejs/node#54918). At the end of all work Node lets such threads go first.
setTimeout(() => process.exit(), longestRestMs).unref();
