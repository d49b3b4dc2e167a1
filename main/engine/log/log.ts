import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { openPlainFile } from '../storage/file/plain-file.ts';

/** How severe a line is, the most severe first. */
export type LogLevel = 'error' | 'warn' | 'info';

const rank: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2 };

/**
 * What a line may say beside its event: counts, codes, durations and our own words. Objects are
 * refused by the type, so that no order, connection or answer is ever logged whole.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** The program's log. Secrets, tokens, names and phone numbers are kept out by never being passed. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /**
   * Logs a defect of Waybell's own. Of the error only its class, its code and the places in our code
   * are written: a message may quote what came from outside.
   */
  defect(event: string, error: unknown, fields?: LogFields): void;
}

/** Takes one finished line. */
export type LogSink = (line: string) => void;

/**
 * A log of JSON lines: `{"at":"2026-01-31T12:00:00.000Z","level":"warn","event":"tokenRefused",...}`.
 *
 * @param level less severe lines are dropped
 * @param wallMs the clock's wall time
 */
export function createLog(level: LogLevel, sinks: readonly LogSink[], wallMs: () => number): Log {
  const write = (lineLevel: LogLevel, event: string, fields: LogFields = {}) => {
    if (rank[lineLevel] > rank[level]) return;
    const at = new Date(wallMs()).toISOString();
    const line = `${JSON.stringify({ at, level: lineLevel, event, ...fields })}\n`;
    for (const sink of sinks) sink(line);
  };
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
    defect: (event, error, fields) => write('error', event, { ...fields, ...errorFields(error) }),
  };
}

/** A file that would grow beyond this size becomes `<name>.1` and a new one is begun. */
const keptBytes = 5 * 1024 * 1024;

/** Appending to a file of ours, never through a link in its place (Windows has no such flag). */
const appendToOwn =
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_WRONLY |
  ('O_NOFOLLOW' in constants ? constants.O_NOFOLLOW : 0);

function append(path: string, line: string): void {
  const file = openPlainFile(path, appendToOwn, 0o600);
  try {
    writeSync(file, line);
  } finally {
    closeSync(file);
  }
}

/**
 * A sink that appends to a file, readable by its owner only, and keeps one full file beside it. A full
 * disk or a read-only folder loses lines and nothing else: the log must never be the reason for a
 * failure, and it goes on when the disk does.
 */
export function fileSink(path: string): LogSink {
  let sizeBytes = 0;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const found = lstatSync(path, { throwIfNoEntry: false });
    sizeBytes = found?.size ?? 0;
    // The mode given at appending counts for new files only.
    if (found?.isFile() === true) chmodSync(path, 0o600);
  } catch {
    // Each line finds out by itself whether it can be written.
  }
  return (line) => {
    const lineBytes = Buffer.byteLength(line);
    try {
      if (sizeBytes > 0 && sizeBytes + lineBytes > keptBytes) {
        renameSync(path, `${path}.1`);
        sizeBytes = 0;
      }
      append(path, line);
      sizeBytes += lineBytes;
    } catch {
      // The line is lost; there is no better place to report that.
    }
  };
}

function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const places = withoutMessage(error)
    .split('\n')
    .filter(isPlace)
    .slice(0, 8)
    .map((line) => line.trim())
    .join(' < ');
  return {
    error: nameOrNull(error.name) ?? 'Error',
    code: 'code' in error ? nameOrNull(error.code) : null,
    places,
  };
}

/** Whether a line of a stack names a file, with its line and column. */
function isPlace(line: string): boolean {
  return /^ +at /.test(line) && /[/\\]|node:/.test(line) && /:\d{1,7}:\d{1,7}\)?$/.test(line);
}

/** A class of errors or a code; a sentence is none. */
function nameOrNull(value: unknown): string | null {
  return typeof value === 'string' && /^[\w-]{1,60}$/.test(value) ? value : null;
}

/**
 * The stack behind the message, which may have lines of its own that look like places. A message that was
 * changed since does not say where the one in the stack ends.
 */
function withoutMessage({ message, stack = '' }: Error): string {
  const head = /^[\w$.]+(?: \[\w+\])?(?:: )?/.exec(stack)?.[0] ?? '';
  const behind = stack.slice(head.length);
  if (!behind.startsWith(`${message}\n`)) return '';
  return behind.slice(message.length + 1);
}
