import { orderRow } from '../../../core/board/order-row.ts';
import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { Clock } from '../../../core/clock.ts';
import { english } from '../../../core/text/language.ts';
import { lastTimeOfDayMs } from '../../../core/text/time-of-day.ts';
import { settingsText } from '../../../core/transfer/transfer.ts';
import { watchListSummary } from '../../../core/tray/watch-list-summary.ts';
import { shownArgument } from '../../engine/launch/arguments.ts';
import { complain, say } from '../../engine/launch/standard-streams.ts';
import { savedRecording } from '../../engine/saved-recording.ts';
import { type OpenedDatabase, openToRead } from '../../engine/storage/database.ts';
import { HistoryRepository } from '../../engine/storage/history-repository.ts';
import { OutboxRepository } from '../../engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../engine/storage/recording/recording-repository.ts';
import { SettingsRepository } from '../../engine/storage/settings-repository.ts';
import { WatchRepository } from '../../engine/storage/watch-repository.ts';
import {
  type ExportCount,
  orderListPieces,
  partsToHandOver,
} from '../../engine/transfer/order-list-export.ts';
import { openDescriptor, saveFile } from '../../engine/transfer/save-file.ts';
import type { FinishedChoice, ProfileCommandOf } from '../profile-arguments.ts';
import { counted, ordersText, terminalText } from '../terminal-text.ts';

type ExportCommand = ProfileCommandOf<'export'>;

/** Writes the watch list or the settings. The app may be running: it is read beside it. @returns the exit code */
export async function exportProfile(
  command: ExportCommand,
  profileDir: string,
  version: string,
  clock: Clock,
): Promise<number> {
  const database = openToRead(profileDir);
  if (database === null) {
    complain(`There is no watch list in ${shownArgument(profileDir)} that this Waybell can read.`);
    return 2;
  }
  const { isForced, what } = command;
  const isOutput = command.file === null || openDescriptor(command.file) === 1;
  const file = isOutput ? null : command.file;
  const count = { orders: 0, leftOut: 0 };
  try {
    const pieces = exportedPieces(command, database, count, version, clock);
    if (pieces === null) {
      complain(refusalTextsIn.en.nothingRecorded);
      return 2;
    }
    if (file === null) for (const piece of pieces) await say(piece);
    else {
      const replaces = isForced ? 'any' : what;
      const saved = await saveFile(file, pieces, { profileDir, replaces });
      if (!saved.ok) {
        const force = saved.failure === 'foreign' ? ' With --force it is replaced.' : '';
        complain(`"${shownArgument(file)}": ${refusalTextsIn.en.saving[saved.failure]}${force}`);
        return 2;
      }
      const { behindLink } = saved.value;
      if (behindLink !== null)
        complain(`The link leads to "${terminalText(behindLink)}", which was written.`);
    }
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    const why = `"${shownArgument(file ?? '-')}" could not be written.`;
    complain(isTooLarge ? refusalTextsIn.en.listTooLarge : why);
    return 2;
  } finally {
    database.close();
  }
  if (count.leftOut > 0) {
    const left =
      count.leftOut === 1 ? '1 that is over was' : `${counted(count.leftOut)} that are over were`;
    complain(`${ordersText(count.orders)} written, ${left} left out (--finished).`);
  }
  return 0;
}

function exportedPieces(
  { what, finished, withPersonalData }: ExportCommand,
  { sql }: Pick<OpenedDatabase, 'sql'>,
  count: ExportCount,
  version: string,
  clock: Clock,
): Iterable<string> | null {
  if (what === 'settings') return [settingsText(new SettingsRepository(sql).load())];
  const wallMs = () => clock.wallMs();
  const nowMs = wallMs();
  if (what === 'recording') {
    const sources = {
      recording: new RecordingRepository(sql),
      history: new HistoryRepository(sql, wallMs),
      notifications: new OutboxRepository(sql, wallMs),
    };
    return savedRecording(sources, version, nowMs);
  }
  const repository = new WatchRepository(sql, wallMs);
  if (what === 'orderList') {
    const finishedSinceMs = finishedSince(finished, nowMs);
    const choice = { withPersonalData, finishedSinceMs };
    return orderListPieces(partsToHandOver(repository, choice, count), choice, nowMs, count);
  }
  const noPlan = { nextCheckAtMs: null, checkEveryMs: null, isAwaited: false };
  const rows = repository.load().map((watched) => orderRow(watched, noPlan, nowMs));
  return [`${watchListSummary(rows, english, nowMs)}\n`];
}

function finishedSince(finished: FinishedChoice, nowMs: number): number | null {
  switch (finished.kind) {
    case 'hours':
      return nowMs - finished.hours * 3_600_000;
    case 'since':
      return lastTimeOfDayMs(finished.minuteOfDay, nowMs);
    case 'all':
      return 0;
    case 'none':
      return null;
    default:
      return finished satisfies never;
  }
}
