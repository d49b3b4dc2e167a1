import type { NotificationOutcome } from '../../../core/notification/notification.ts';
import type { JourneyHistory, LearnedHistory, StoredNotification } from '../notify/ports.ts';
import type { DecidedNotifications } from '../recorder/ports.ts';
import type { ReplayStart } from './replayed-desk.ts';

/** Notifications of so long before the start are known: no wait is noticed later than that. */
const knownForMs = 60 * 60_000;
/** How many positions are learned from. */
const mostAges = 101;

/** What is read for a start. */
export interface StartSources {
  readonly history: LearnedHistory & JourneyHistory;
  readonly notifications: DecidedNotifications;
}

/** What was known when a replay begins. */
export function replayStart(atMs: number, { history, notifications }: StartSources): ReplayStart {
  return {
    courierWaits: history.courierWaits(atMs),
    positionAgesMs: history.positionAgesMs(mostAges, atMs),
    journeys: history.finishedJourneys(atMs),
    decided: notifications
      .decidedBetween(atMs - knownForMs, atMs)
      .map((stored) => ({ notification: stored.notification, outcome: outcomeAt(stored, atMs) })),
  };
}

/** What had become of a notification by then. */
function outcomeAt(
  { heldBy, outcome, settledAtMs }: StoredNotification,
  atMs: number,
): NotificationOutcome | null {
  if (settledAtMs !== null && settledAtMs <= atMs) return outcome;
  return heldBy === null ? null : { kind: 'held', reason: heldBy };
}
