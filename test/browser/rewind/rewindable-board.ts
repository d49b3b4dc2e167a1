import type { RewindEvent, IdlePeriod } from '../../../core/board/rewind.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { sampleRows } from '../support/sample-board.ts';
import { sampleNotifications } from '../support/sample-detail.ts';
import { busyBoard, detailOf, now } from '../support/scene.ts';

const hourMs = 3_600_000;
/** No check is planned or under way in the past. */
const noCheck = { nextCheckAtMs: null, checkEveryMs: null, isChecking: false };

/** The design's desk with two days behind it: an event each half hour, and contact lost some ten hours ago. */
export function rewindableBoard(): FakeBridge {
  const fake = busyBoard();
  const untilMs = now();
  const fromMs = untilMs - 48 * hourMs;
  const updates: readonly RewindEvent[] = Array.from({ length: 95 }, (_, index) => ({
    atMs: fromMs + (index + 1) * (hourMs / 2),
    kind: 'update',
  }));
  const lost: RewindEvent = { atMs: untilMs - 10.25 * hourMs, kind: 'contactLost' };
  const events = [...updates, lost].toSorted((one, other) => one.atMs - other.atMs);
  // Ended for a night, and asleep over lunch.
  const rests: readonly IdlePeriod[] = [
    { fromMs: untilMs - 34 * hourMs, untilMs: untilMs - 25 * hourMs, activity: 'ended' },
    { fromMs: untilMs - 4 * hourMs, untilMs: untilMs - 3.25 * hourMs, activity: 'asleep' },
  ];
  fake.pastRange = { fromMs, untilMs, events, rests };
  fake.pastBoard = (atMs) => {
    const notifications = sampleNotifications(atMs);
    return {
      rows: sampleRows(atMs).map((row) => ({ ...row, ...noCheck })),
      activity:
        rests.find((rest) => rest.fromMs <= atMs && atMs < rest.untilMs)?.activity ?? 'running',
      shown: notifications.filter(({ outcome }) => outcome?.kind === 'shown'),
      waiting: notifications.filter(({ outcome }) => outcome?.kind === 'held'),
    };
  };
  fake.pastDetail = detailOf;
  return fake;
}
