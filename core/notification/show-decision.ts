import { groupRule } from './group-rules.ts';
import type { OrderId } from '../order/order-id.ts';
import { heldUntilMs } from './quiet-hours.ts';
import type { NotificationSettings } from './notification-settings.ts';
import { isCall, levelOf, type LevelSettings } from './levels.ts';
import type {
  HoldReason,
  NotificationEvent,
  NotificationPrivacy,
  SuppressReason,
  Notification,
} from './notification.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** What becomes of a notification at the moment of showing. */
export type NotificationDecision =
  /** `isQuiet`: without a sound, because the dispatcher has the order open. */
  | { readonly kind: 'show'; readonly isQuiet: boolean }
  | { readonly kind: 'suppress'; readonly reason: SuppressReason }
  /** Shown later, together with others. `untilMs` is null when only another event ends the hold. */
  | { readonly kind: 'hold'; readonly reason: HoldReason; readonly untilMs: number | null };

/** The settings that the decision depends on. */
export const showSettings = [
  'toldKinds',
  'quietHours',
  'lockedScreen',
  'notificationsMutedUntilMs',
  'groupRules',
] as const satisfies readonly (keyof NotificationSettings)[];

type ShowSettings = Pick<NotificationSettings, (typeof showSettings)[number]>;

/** What the decision depends on of the notification. */
export type Judged = Pick<Notification, 'event' | 'isCritical' | 'keptFor' | 'orderId'> &
  Partial<Pick<Notification, 'key'>>;

/** What else it depends on. */
export interface ShowSituation {
  readonly settings: ShowSettings;
  /** The order of the notification; null when it is about the program or no longer watched. */
  readonly watched: Pick<WatchedOrder, 'isMuted' | 'preferences'> | null;
  /** Another desk of the team has the order. Default: none has. */
  readonly isClaimedByOther?: boolean;
  /**
   * It may be shown here all the same, unless that desk answers: when is decided again, null for once something
   * changes. Default: it is not.
   */
  readonly answeredUntilMs?: number | null;
  /** The order whose details are open in front. */
  readonly openOrderId: OrderId | null;
  readonly isLocked: boolean;
  /** The dispatcher is at the window, which shows all news. Default: they are not. */
  readonly isAtWindow?: boolean;
  readonly nowMs: number;
}

/**
 * Whether a notification is shown now, later or never. Pure: the same situation gives the same decision.
 *
 * Never: another desk has the order and it is no alarm, its kind is kept in the history only for all or for the order's group, the
 * order or its group is muted, or its details are open in front, unless its courier released it. Later:
 * another desk has the order and may still answer the alarm, the order or its group is snoozed, notifications are muted for a while, it is quiet, or the screen is locked and the dispatcher
 * wants nothing on it, or, for news, the dispatcher is at the window, which shows it. A critical notification
 * passes quiet hours and a locked screen where that was chosen, but never muting.
 */
export function showDecision(notification: Judged, situation: ShowSituation): NotificationDecision {
  const isQuiet = isOpen(notification, situation);
  if (notification.event === 'selfTest') return { kind: 'show', isQuiet };
  return (
    leftOut(notification, situation) ??
    heldBack(notification, situation) ?? { kind: 'show', isQuiet }
  );
}

/** Whether the details of its order are open in front. */
function isOpen({ orderId }: Judged, { openOrderId, isLocked }: ShowSituation): boolean {
  return orderId !== null && orderId === openOrderId && !isLocked;
}

function leftOut(notification: Judged, situation: ShowSituation): NotificationDecision | null {
  const { settings, watched } = situation;
  const rule = groupRule(settings, watched?.preferences ?? null);
  if (situation.isClaimedByOther === true && situation.answeredUntilMs === undefined) {
    return { kind: 'suppress', reason: 'claimedByOther' };
  }
  if (watched?.isMuted === true) return { kind: 'suppress', reason: 'muted' };
  if (rule?.isMuted === true) return { kind: 'suppress', reason: 'groupMuted' };
  if (!isNotified(notification.event, settings, watched?.preferences ?? null)) {
    const isOffForAll = !isNotified(notification.event, settings, null);
    return { kind: 'suppress', reason: isOffForAll ? 'kindOff' : 'kindOffForGroup' };
  }
  if (notification.keptFor !== undefined) {
    return { kind: 'suppress', reason: notification.keptFor };
  }
  if (notification.event !== 'released' && isOpen(notification, situation)) {
    return { kind: 'suppress', reason: 'openInWindow' };
  }
  return null;
}

/** Whether an event notifies at all: its kind is not kept in the history only. */
function isNotified(
  event: NotificationEvent,
  settings: LevelSettings,
  preferences: Parameters<typeof groupRule>[1],
): boolean {
  return levelOf(event, settings, preferences) !== 'kept';
}

function heldBack(notification: Judged, situation: ShowSituation): NotificationDecision | null {
  const { settings, watched, nowMs } = situation;
  const preferences = watched?.preferences ?? null;
  if (situation.isClaimedByOther === true) {
    return { kind: 'hold', reason: 'claimedByOther', untilMs: situation.answeredUntilMs ?? null };
  }
  const ends = [
    ['snoozed', preferences?.snoozedUntilMs],
    ['groupSnoozed', groupRule(settings, preferences)?.snoozedUntilMs],
    ['notificationsMuted', settings.notificationsMutedUntilMs],
  ] as const;
  for (const [reason, untilMs] of ends) {
    if (untilMs != null && nowMs < untilMs) return { kind: 'hold', reason, untilMs };
  }
  return heldForQuiet(notification, situation) ?? leftToTheWindow(notification, situation);
}

function heldForQuiet(
  { isCritical }: Judged,
  { settings, isLocked, nowMs }: ShowSituation,
): NotificationDecision | null {
  if (isCritical && settings.quietHours.letsCriticalThrough) return null;
  const quietEndMs = heldUntilMs(settings.quietHours, nowMs);
  if (quietEndMs !== null) return { kind: 'hold', reason: 'quietHours', untilMs: quietEndMs };
  const holds = isLocked && settings.lockedScreen === 'hold';
  return holds ? { kind: 'hold', reason: 'screenLocked', untilMs: null } : null;
}

/** What the window says to a dispatcher who is there: news of orders, and that contact is back. */
function leftToTheWindow(
  notification: Judged,
  { settings, watched, isLocked, isAtWindow }: ShowSituation,
): NotificationDecision | null {
  if (isAtWindow !== true || isLocked) return null;
  if (notification.event === 'connectionRestored') return { kind: 'suppress', reason: 'atWindow' };
  const { orderId } = notification;
  const isNews = orderId !== null && !isCall(notification, settings, watched?.preferences ?? null);
  return isNews ? { kind: 'hold', reason: 'windowInFront', untilMs: null } : null;
}

/** How much may be shown now: on a locked screen only a count, unless the setting is `same`. */
export function shownPrivacy(
  settings: Pick<ShowSettings, 'lockedScreen'> & {
    readonly notificationPrivacy: NotificationPrivacy;
  },
  isLocked: boolean,
): NotificationPrivacy {
  return isLocked && settings.lockedScreen !== 'same' ? 'countOnly' : settings.notificationPrivacy;
}
