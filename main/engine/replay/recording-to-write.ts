import type { NotificationEvent } from '../../../core/notification/notification.ts';
import type { Recording } from '../recorder/ports.ts';
import { keptForMs } from '../recorder/recorder.ts';
import { replayStart, type StartSources } from './replay-start.ts';
import type { RecordingToWrite } from './write-recording.ts';

/** What {@link recordingToWrite} reads. */
export interface RecordingSources extends StartSources {
  readonly recording: Recording;
}

/** The dispatcher asked for these, or for their window to be closed: nothing that is recorded decides on them. */
const notDecided: ReadonlySet<NotificationEvent> = new Set(['selfTest', 'keptInTray']);

/**
 * All that is recorded until now, to be written to a file.
 *
 * @param version of Waybell
 * @returns null when nothing is recorded
 */
export function recordingToWrite(
  sources: RecordingSources,
  version: string,
  nowMs: number,
): RecordingToWrite | null {
  const span = sources.recording.span(nowMs - keptForMs, nowMs);
  if (span === null) return null;
  const { fromMs } = span;
  const decided = sources.notifications
    .decidedBetween(fromMs, nowMs)
    .filter(({ notification: { decidedAtMs, event } }) => {
      return decidedAtMs > fromMs && !notDecided.has(event);
    });
  return { version, span, untilMs: nowMs, start: replayStart(fromMs, sources), decided };
}
