import { type PriceUnit, shortId } from '../../../core/order/format.ts';
import { maskText } from '../../../core/privacy/phone-mask.ts';
import type { DecidedEntry } from '../../../core/board/board.ts';
import type { UpdateOutcome } from '../../../core/recording/update-outcome.ts';
import { alarmText, outcomeText } from '../../../core/recording/outcome-text.ts';
import { markText } from '../../../core/recording/mark-texts.ts';
import { english } from '../../../core/text/language.ts';
import { lastTimeOfDayMs, minuteOfDay } from '../../../core/text/time-of-day.ts';
import { isoTime } from '../../engine/lines/line-event.ts';
import type { ProfileCommandOf } from '../profile-arguments.ts';
import { terminalJson, terminalText } from '../terminal-text.ts';
import { shownArgument } from '../../engine/launch/arguments.ts';
import { complain, say } from '../../engine/launch/standard-streams.ts';
import { decisionsOf } from '../../engine/recorder/why.ts';
import { openToRead } from '../../engine/storage/database.ts';
import { HistoryRepository } from '../../engine/storage/history-repository.ts';
import { OutboxRepository } from '../../engine/storage/outbox-repository.ts';
import { RecordingRepository } from '../../engine/storage/recording/recording-repository.ts';
import { SettingsRepository } from '../../engine/storage/settings-repository.ts';

/** The most updates that are looked through for one at a time. */
const mostUpdates = 5000;
/** The most updates that are listed, the newest. */
const mostListed = 50;

/** Says what became of the updates of an order, and why. The app may be running. @returns the exit code */
export async function explainUpdates(
  { at, id, isJson }: ProfileCommandOf<'why'>,
  profileDir: string,
  nowMs: number,
): Promise<number> {
  const atMs = at === null ? nowMs : momentOfText(at, nowMs);
  if (atMs === null) {
    complain('--at takes a time of day as 14:02, or a moment as 2026-11-24T14:02:00Z.');
    return 2;
  }
  const database = openToRead(profileDir);
  if (database === null) {
    complain(`There is no watch list in ${shownArgument(profileDir)} that this Waybell can read.`);
    return 2;
  }
  try {
    const { sql } = database;
    const wallMs = () => nowMs;
    const all = new HistoryRepository(sql, wallMs).timeline(id, mostUpdates);
    if (all.length === 0) {
      complain(`The order ${shortId(id)} is not on the watch list.`);
      return 1;
    }
    const { entries, outcomeOf } = decisionsOf(id, {
      recording: new RecordingRepository(sql),
      notifications: new OutboxRepository(sql, wallMs),
    });
    const { priceUnit } = new SettingsRepository(sql).load();
    const updates = all.filter((entry) => entry.kind === 'update');
    const rows = [
      ...entries.map((entry) => decidedRow(entry, nowMs, priceUnit)),
      ...updates.map((update) => ({
        ...row(update.atMs, outcomeOf(update), nowMs),
        kinds: update.kinds,
        reasons: update.reasons.map(maskText),
      })),
    ]
      .filter((each) => each.atMs <= atMs)
      .toSorted((one, other) => other.atMs - one.atMs)
      .slice(0, at === null ? mostListed : 1);
    if (isJson) {
      const lines = rows.map(({ atMs: rowAtMs, ...rest }) => ({ at: isoTime(rowAtMs), ...rest }));
      await say(`${terminalJson(JSON.stringify(lines))}\n`);
    } else if (rows.length === 0) {
      await say(
        at === null
          ? 'Nothing has happened to it yet, as far as is kept.\n'
          : 'Nothing had happened to it by then.\n',
      );
    } else {
      const isNothingKept = rows.every(({ fate }) => fate === null || fate.kind === 'notKept');
      if (isNothingKept) await say(nothingKept);
      await say(
        rows
          .map(({ atMs: rowAtMs, fate, reasons, text }) => {
            const time = localTime(rowAtMs);
            if (fate === null) return `${time}  ${terminalText(text)}\n`;
            const became = isNothingKept ? '' : `  ${text}\n`;
            return `${time}  ${terminalText(reasons.join('; '))}\n${became}`;
          })
          .join(''),
      );
    }
    return 0;
  } finally {
    database.close();
  }
}

/** Said once in the place of the same line below each update, such as of what `waybell watch` stored. */
const nothingKept =
  'Whether any of this was told is not kept: no one was to be told, as by "waybell watch", or it is too long ago.\n';

/** By this computer's clock, with its offset: "2026-11-24 14:02:07 +08:00". */
function localTime(atMs: number): string {
  const aheadMs = -new Date(atMs).getTimezoneOffset() * 60_000;
  const [day, time = ''] = new Date(atMs + aheadMs).toISOString().split('T');
  const minutes = Math.abs(aheadMs) / 60_000;
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${day} ${time.slice(0, 8)} ${aheadMs < 0 ? '-' : '+'}${offset.join(':')}`;
}

function row(atMs: number, outcome: UpdateOutcome, nowMs: number) {
  return { atMs, fate: outcome, text: outcomeText(outcome, nowMs, english) };
}

/** What was decided without an update, or what a person did: that has no outcome. */
function decidedRow(entry: DecidedEntry, nowMs: number, priceUnit: PriceUnit) {
  const { atMs } = entry;
  if (entry.kind === 'alarm') {
    const title = alarmText(entry, english, priceUnit);
    return { ...row(atMs, entry.fate, nowMs), kinds: [], reasons: [title] };
  }
  return { atMs, fate: null, text: markText(entry, nowMs, english), kinds: [], reasons: [] };
}

/** A time of day is the last one; everything else has to be a whole moment. */
function momentOfText(text: string, nowMs: number): number | null {
  const minute = minuteOfDay(text);
  // The whole of the minute counts.
  if (minute !== null) return lastTimeOfDayMs(minute, nowMs) + 59_999;
  const atMs = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  const day = text.slice(0, 10);
  const dayMs = Date.parse(`${day}T00:00Z`);
  // Date.parse takes 30 February for a day of March.
  if (Number.isNaN(atMs) || new Date(dayMs).toISOString().slice(0, 10) !== day) return null;
  return atMs;
}
