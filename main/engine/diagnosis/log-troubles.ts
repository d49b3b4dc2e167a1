import { keychainFaults } from '../../../core/delivery/connection.ts';
import type { LoggedTrouble } from '../../../core/delivery/diagnosis.ts';
import { isFailureCode } from '../../../core/delivery/delivery-failure.ts';
import { transferRefusals } from '../../../core/transfer/transfer.ts';
import { endOfFile } from '../transfer/text-file.ts';

/** How much of the end of a log is read. */
const tailBytes = 256 * 1024;
/** At most this many of its troubles are reported. */
const mostTroubles = 20;

/** The fields whose values are reported, if the value is a known word or code. */
const tellable: ReadonlySet<string> = new Set([
  'code',
  'cause',
  'reason',
  'channel',
  'state',
  'kind',
  'error',
]);

/** Words that Waybell and Electron write into these fields, beside the codes of failures. */
const ownWords: ReadonlySet<string> = new Set([
  ...keychainFaults,
  ...transferRefusals,
  'secretAbsent',
  'unreachable',
  'reachable',
  'notKept',
  'crashed',
  'oom',
  'killed',
  'abnormal-exit',
  'launch-failed',
  'integrity-failure',
  'GPU',
  'Utility',
]);

/** Codes of Node and SQLite, and classes of errors. */
const systemCode = /^(?:E[A-Z]{2,20}|(?:ERR|SQLITE)_[A-Z_]{2,40}|[A-Z][A-Za-z]{0,30}Error)$/;

/** The name of an event: it stands in our code and is never made from data. */
const eventName = /^[a-z][A-Za-z]{2,40}$/;

function isOurWord(text: string): boolean {
  return isFailureCode(text) || ownWords.has(text) || systemCode.test(text);
}

/**
 * The last warnings and errors of a log file, the newest first. Only what is known to be ours is used
 * from a line, so that nothing personal can come along even if it had got into the log.
 */
export function lastTroubles(logPath: string): readonly LoggedTrouble[] {
  return endOfFile(logPath, tailBytes)
    .split('\n')
    .flatMap((line) => troubleOf(line) ?? [])
    .slice(-mostTroubles)
    .toReversed();
}

function troubleOf(line: string): LoggedTrouble | null {
  let content: unknown;
  try {
    content = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof content !== 'object' || content === null) return null;
  const fields = new Map<string, unknown>(Object.entries(content));
  const [at, level, event] = [fields.get('at'), fields.get('level'), fields.get('event')];
  if (level !== 'warn' && level !== 'error') return null;
  if (typeof event !== 'string' || !eventName.test(event)) return null;
  if (typeof at !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at)) return null;
  const facts: Record<string, string | number> = {};
  for (const [name, value] of fields) {
    if (name === 'repeated' && typeof value === 'number') facts[name] = value;
    if (tellable.has(name) && typeof value === 'string' && isOurWord(value)) facts[name] = value;
  }
  return { at, level, event, facts };
}
