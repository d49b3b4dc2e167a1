import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How much a line matters, the most first. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

const rank: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2, debug: 3 };

/**
 * What a line may say beside its event: counts, codes, durations and our own words. Objects are
 * refused by the type, so that no order, connection or answer is ever logged whole.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** The program's diary. Secrets, tokens, names and phone numbers are kept out by never being passed. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /**
   * Our own mistake. Of the error only its class, its code and the places in our code are written:
   * a message may quote what came from outside.
   */
  defect(event: string, error: unknown, fields?: LogFields): void;
}

/** Takes one finished line. */
export type LogSink = (line: string) => void;

/**
 * A log of JSON lines: `{"at":"2026-01-31T12:00:00.000Z","level":"warn","event":"tokenRefused",...}`.
 *
 * @param level lines that matter less are dropped
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

/** Beyond this size the file becomes `<name>.1` when the program starts. */
const keptBytes = 5 * 1024 * 1024;

/**
 * A sink that appends to a file, readable by its owner only. A full disk or a read-only folder stops
 * the writing and nothing else: the log must never be the reason for a failure.
 */
export function fileSink(path: string): LogSink {
  let isUsable = true;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > keptBytes)
      renameSync(path, `${path}.1`);
  } catch {
    isUsable = false;
  }
  return (line) => {
    if (!isUsable) return;
    try {
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      isUsable = false;
    }
  };
}

function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const places = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
    .join(' < ');
  return { error: error.name, code, places };
}
