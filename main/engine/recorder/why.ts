import type { DecidedEntry, UpdateEntry } from '../../../core/board/board.ts';
import { everyNotification } from '../../../core/notification/notification.ts';
import { isKeyOfUpdate, notificationKey } from '../../../core/notification/notification-key.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { maskText } from '../../../core/privacy/phone-mask.ts';
import { type UpdateOutcome, outcomeOf } from '../../../core/recording/update-outcome.ts';
import { marksOf } from '../../../core/recording/marks.ts';
import { recordedChoices } from '../../../core/recording/recorded-state.ts';
import type { NotificationHistory } from '../notify/ports.ts';
import type { Recording } from './ports.ts';

/** The most notifications of one order that are looked at, the latest. */
const mostNotifications = 2000;

/** What {@link decisionsOf} reads. */
export interface PastDecisions {
  readonly recording: Pick<Recording, 'states'>;
  readonly notifications: Pick<NotificationHistory, 'page'>;
}

/** What was decided about an order, and what people did about it. */
export interface PastOfOrder {
  /** What became of an update, and why. */
  readonly outcomeOf: (update: Pick<UpdateEntry, 'atMs' | 'kinds' | 'kept'>) => UpdateOutcome;
  /** What was decided without an update, and what people did: the newest first. */
  readonly entries: readonly DecidedEntry[];
}

/** Reads what was decided about an order, as it was stored then. */
export function decisionsOf(id: OrderId, { notifications, recording }: PastDecisions): PastOfOrder {
  const stored = notifications.page({ ...everyNotification, order: id }, null, mostNotifications);
  const byKey = new Map(stored.map((each) => [each.notification.key, each] as const));
  const alarms = stored
    .filter(({ notification: { key } }) => !isKeyOfUpdate(key))
    .map(({ notification, ...rest }): DecidedEntry => ({
      kind: 'alarm',
      atMs: notification.decidedAtMs,
      title: maskText(notification.texts.full.title),
      says: notification.says ?? null,
      fate: outcomeOf(rest),
    }));
  const states = recording.states(id, recordedChoices, 0, Number.MAX_SAFE_INTEGER);
  const marks = marksOf(states).map((mark): DecidedEntry => ({ kind: 'mark', ...mark }));
  return {
    outcomeOf: ({ atMs, kept, kinds }) => {
      const found = byKey.get(notificationKey(id, atMs, kinds));
      if (found !== undefined) return outcomeOf(found);
      return kept === undefined ? { kind: 'notKept' } : { kind: 'untold', ...kept };
    },
    entries: [...alarms, ...marks].toSorted((one, other) => other.atMs - one.atMs),
  };
}
