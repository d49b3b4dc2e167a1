import {
  handedToMeNotification,
  problemNotification,
} from '../../../core/notification/program-notifications.ts';
import { isOrderFailure } from '../../../core/delivery/delivery-failure.ts';
import { groupRule, wantsEveryMove } from '../../../core/notification/group-rules.ts';
import { notificationKey } from '../../../core/notification/notification-key.ts';
import { distanceMeters } from '../../../core/order/geo.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { GeoPoint } from '../../../core/order/order.ts';
import type { NotificationSettings } from '../../../core/notification/notification-settings.ts';
import { levelOf } from '../../../core/notification/levels.ts';
import { updateNotification } from '../../../core/notification/update-notification.ts';
import type { WordingOptions } from '../../../core/notification/update-notification.ts';
import {
  isCriticalEvent,
  type Notification,
  type NotificationDraft,
  notificationKindOf,
} from '../../../core/notification/notification.ts';
import { systemSound } from '../../../core/notification/notification-sound.ts';
import type { KeptReason } from '../../../core/recording/kept-reason.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type {
  DecideHandedToMe,
  DecideNotifications,
  DecideProblemNotifications,
} from '../watch/ports.ts';

/** An order that is not found notifies after this many failed checks: a new one may need a minute. */
const notFoundAfterChecks = 3;

/** The options of the policy. They are read for each update, because the settings may have changed. */
export interface PolicyOptions extends Omit<WordingOptions, 'tellsEveryMove' | 'levelOf'> {
  /** What the dispatcher chose. */
  readonly settings: Pick<NotificationSettings, 'toldKinds' | 'everyMove' | 'groupRules' | 'news'>;
  /** Whether more orders are live than a person follows move by move. Default: so. */
  readonly areManyLive?: () => boolean;
}

/**
 * Decides on the notification about an update: one at most, about its most serious kind, and none, with the
 * reason, when the update is for the history only. Muting, privacy and whether the dispatcher looks at the order
 * are decided when it is shown, so that the history has notifications that were left out, with the reason.
 *
 * Except for plain moves, the decision depends on the update and the options alone.
 */
export function decideNotifications(
  options: () => PolicyOptions,
  everyMove = new EveryMove(),
): DecideNotifications {
  return (update, watched) => {
    const { areManyLive = () => true, settings, ...wording } = options();
    const kept = everyMove.whyKept(update, watched, settings, areManyLive);
    const draft = updateNotification(update, watched, {
      ...wording,
      tellsEveryMove: kept === null,
      levelOf: (event) => levelOf(event, settings, watched.preferences),
    });
    if (draft === null) return { notifications: [], kept: kept ?? { reason: 'historyOnly' } };
    const notification = decidedNotification(draft, settings, {
      key: notificationKey(update.orderId, update.seenAtMs, update.kinds),
      orderId: update.orderId,
      decidedAtMs: update.seenAtMs,
      ...(update.uncheckedSinceMs !== undefined && { isMissed: true }),
    });
    return { notifications: [notification] };
  };
}

/** A draft as a notification, with the sound that was chosen for its kind. What has no kind is heard if it is critical. */
export function decidedNotification(
  draft: NotificationDraft,
  { toldKinds }: Pick<NotificationSettings, 'toldKinds'>,
  facts: Omit<Notification, keyof NotificationDraft | 'isCritical' | 'sound'>,
): Notification {
  const isCritical = isCriticalEvent(draft.event);
  const kind = notificationKindOf(draft.event);
  const sound = kind === null ? systemSound(isCritical) : toldKinds[kind].sound;
  return { ...draft, isCritical, sound, ...facts };
}

/** Decides on the notification about an order that the service does not know or does not show: one each time. */
export function decideProblemNotifications(
  options: () => Pick<PolicyOptions, 'texts' | 'settings'>,
): DecideProblemNotifications {
  return (watched, nowMs) => {
    const { id, problem } = watched;
    if (problem === null || !isOrderFailure(problem.code)) return [];
    if (problem.failureCount !== notFoundAfterChecks) return [];
    const { settings, texts } = options();
    const draft = problemNotification(watched, problem, texts);
    const key = notificationKey(id, problem.sinceMs, draft.event);
    return [decidedNotification(draft, settings, { key, orderId: id, decidedAtMs: nowMs })];
  };
}

/**
 * Decides on the notification about an order that another desk handed on to this one. It is dated as it came here:
 * the order may have been looked at since the other desk let it go, and the hub has a clock of its own.
 */
export function decideHandedToMe(
  options: () => Pick<PolicyOptions, 'texts' | 'settings'>,
): DecideHandedToMe {
  return (watched, by, nowMs) => {
    const claim = watched.team?.claim ?? null;
    if (claim === null) return [];
    const { id } = watched;
    const { settings, texts } = options();
    const draft = handedToMeNotification(watched, { by, reason: claim.reason }, texts);
    const key = notificationKey(id, claim.atMs, 'handedToMe');
    return [decidedNotification(draft, settings, { key, orderId: id, decidedAtMs: nowMs })];
  };
}

/**
 * Decides whether a plain move of a courier notifies: where the order is followed, its group or the settings for
 * all want every move, or few orders are live; and only at the distance from the last one that the settings name
 * (at least 200 m, below which a move does not count as one). Remembers the last one of each order for that. How
 * often they are shown is decided then.
 */
export class EveryMove {
  /** Where the courier of an order was at the last plain move that notified. */
  readonly #notifiedPlaces = new Map<OrderId, GeoPoint>();

  /** Why the move of an update does not notify as a plain one; null when it does. */
  whyKept(
    update: OrderUpdate,
    watched: WatchedOrder,
    settings: Pick<NotificationSettings, 'everyMove' | 'groupRules' | 'news'>,
    areManyLive: () => boolean,
  ): KeptReason | null {
    const place = watched.order?.courier?.fix ?? null;
    if (update.move === null || place === null) return { reason: 'historyOnly' };
    if (update.move.meaning !== 'movedOn') {
      this.#notifiedPlaces.delete(update.orderId);
      return { reason: 'historyOnly' };
    }
    if (!wantsEveryMove(settings, watched.preferences, areManyLive)) {
      return { reason: 'movesNotWanted' };
    }
    const { meters } = groupRule(settings, watched.preferences)?.everyMove ?? settings.everyMove;
    const before = this.#notifiedPlaces.get(update.orderId);
    const movedMeters =
      before === undefined ? update.move.distanceMeters : distanceMeters(before, place);
    if (movedMeters >= meters) {
      this.#notifiedPlaces.set(update.orderId, place);
      return null;
    }
    if (before === undefined) this.#remember(update, place);
    return { reason: 'moveTooShort', movedMeters: Math.round(movedMeters), wantedMeters: meters };
  }

  /** These orders left the watch list: one that comes back begins anew. */
  forget(ids: readonly OrderId[]): void {
    for (const id of ids) this.#notifiedPlaces.delete(id);
  }

  /** The first move was too short: the distances of the next ones are measured from where it began. */
  #remember({ orderId, changes }: OrderUpdate, place: GeoPoint): void {
    const change = changes.find(({ field }) => field === 'courier.location');
    const from = change?.field === 'courier.location' ? change.before : null;
    this.#notifiedPlaces.set(orderId, from ?? place);
  }
}
