import { everyNotification } from '../../core/notification/notification.ts';
import { notificationKey } from '../../core/notification/notification-key.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { type Fate, fateOf, type PastUpdate, type ToldPlace } from '../../core/recording/fate.ts';
import { recordedChoices } from '../../core/recording/recorded-state.ts';
import type { NotificationHistory } from '../notify/ports.ts';
import type { Recorded, Recording } from './ports.ts';

/** The most notifications of one order that are looked at, the latest. */
const mostNotifications = 2000;

/** What {@link fatesOf} reads. */
export interface PastDecisions {
  readonly recording: Pick<Recording, 'situations' | 'states'>;
  readonly notifications: Pick<NotificationHistory, 'page'>;
}

/**
 * What became of updates of an order, and by which rule.
 *
 * @param updates the newest first
 * @returns the fates, in the same order
 */
export function fatesOf(
  id: OrderId,
  updates: readonly PastUpdate[],
  { notifications, recording }: PastDecisions,
): readonly Fate[] {
  const untilMs = updates[0]?.atMs ?? 0;
  const orders = recording.states(id, recordedChoices, 0, untilMs);
  const situations = recording.situations(0, untilMs);
  const filter = { ...everyNotification, order: id };
  const told = new Map(
    notifications
      .page(filter, null, mostNotifications)
      .map((each) => [each.notification.key, each] as const),
  );
  let lastToldMove: ToldPlace | null = null;
  const fates = updates.toReversed().map((update) => {
    const found = told.get(notificationKey(id, update.atMs, update.kinds)) ?? null;
    const notification = found && { ...found, event: found.notification.event };
    const past = {
      orders: upTo(orders, update.atMs),
      situations: upTo(situations, update.atMs),
    };
    const fate = fateOf(update, notification, past, lastToldMove);
    if (notification?.event === 'courierMoved') lastToldMove = placeOf(update) ?? lastToldMove;
    return fate;
  });
  return fates.toReversed();
}

function upTo<State>(states: readonly Recorded<State>[], atMs: number): readonly Recorded<State>[] {
  return states.slice(0, states.findLastIndex((each) => each.atMs <= atMs) + 1);
}

function placeOf({ atMs, changes }: PastUpdate): ToldPlace | null {
  const change = changes.find(({ field }) => field === 'courier.location');
  if (change?.field !== 'courier.location' || change.after === null) return null;
  return { place: change.after, atMs };
}
