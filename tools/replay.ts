import { parseArgs } from 'node:util';
import { readTextFile } from '../main/engine/transfer/text-file.ts';
import { shownArgument } from '../main/engine/launch/arguments.ts';
import type { Decision } from '../main/engine/replay/decisions.ts';
import { replay } from '../main/engine/replay/replay.ts';
import { runCommand } from './command.ts';
import { differencesBetween } from './replay/differences.ts';
import {
  longestRecording,
  readRecording,
  RecordingFileError,
  type RecordingFault,
} from './replay/read-recording.ts';
import { reportLines, reportText } from './replay/replay-report.ts';

/** Nothing else waits for a turn, and no clock may have a say in what is printed. */
const withoutPause = { monotonicMs: () => 0, nextTurn: async () => {} };

/** Plays a recording from a file through the rules of this Waybell. @returns the exit code */
async function replayFile(file: string, isJson: boolean): Promise<number> {
  const named = `"${shownArgument(file)}"`;
  let text: string;
  try {
    text = readTextFile(file, longestRecording);
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    complain(`${named}: ${isTooLong ? 'It is longer than 200 MB.' : 'It could not be read.'}`);
    return 2;
  }
  try {
    const { decided, orderCount, span, start, untilMs, version } = readRecording(text);
    const decisions: Decision[] = [];
    const desk = { decided: (decision: Decision) => void decisions.push(decision) };
    await replay(span, start, untilMs, [desk], withoutPause);
    const { fromMs } = span;
    const differences = differencesBetween(decided, decisions, untilMs);
    const when = { fromMs, untilMs, orderCount: orderCount() };
    const report = { version, ...when, decisions, differences };
    process.stdout.write(isJson ? reportLines(report) : reportText(report));
    return differences.length === 0 ? 0 : 1;
  } catch (error) {
    complain(`${named}: ${faultText(error instanceof RecordingFileError ? error.fault : null)}`);
    return 2;
  }
}

function faultText(fault: RecordingFault | null): string {
  // What a line may say is checked, but not every time and number in it.
  if (fault === null) return 'It holds something that cannot be replayed.';
  switch (fault.kind) {
    case 'notARecording':
      return 'It is no recording of Waybell.';
    case 'newer':
      return 'It was recorded by a newer Waybell. Update this one to replay it.';
    case 'cutOff':
      return 'Its end is missing.';
    case 'damaged':
      return `Line ${fault.line} cannot be read.`;
  }
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

// npm run -s replay -- [--json] FILE
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (file !== undefined && positionals.length === 1) return replayFile(file, values.json);
  complain('Name the file to replay: npm run -s replay -- [--json] FILE');
  return 2;
});
