import { randomInt } from 'node:crypto';
import { recordingToWrite, type RecordingSources } from './replay/recording-to-write.ts';
import { recordingPieces } from './replay/write-recording.ts';

const randomSteps = 2 ** 47;

/** One cannot be worked out from another, and so neither can the rotation of the globe. */
const unguessable = (): number => randomInt(randomSteps) / randomSteps;

/**
 * The text of a file that replays what a profile has recorded until now.
 *
 * @param version of Waybell
 * @returns null when nothing is recorded
 */
export function savedRecording(
  sources: RecordingSources,
  version: string,
  nowMs: number,
): Iterable<string> | null {
  const recording = recordingToWrite(sources, version, nowMs);
  return recording === null ? null : recordingPieces(recording, unguessable);
}
